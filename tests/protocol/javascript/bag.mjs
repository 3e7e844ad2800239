// Bags: how many there are of each name. A name of which there are none is left out, so equal bags are equal JSON.

export function countOf(bag, name) {
  return bag[name] ?? 0;
}

export function total(bag) {
  return Object.values(bag).reduce((sum, count) => sum + count, 0);
}

/** Changes the bag: adds (or, with a negative number, takes away) so many of a name. */
export function put(bag, name, number = 1) {
  const count = countOf(bag, name) + number;
  if (count < 0) throw new RangeError(`a bag cannot hold ${count} of ${name}`);
  if (count === 0) delete bag[name];
  else bag[name] = count;
}

export function bagOf(names) {
  const bag = {};
  for (const name of names) put(bag, name);
  return bag;
}

export function addBag(bag, other, sign = 1) {
  for (const [name, count] of Object.entries(other)) put(bag, name, sign * count);
}

/** Whether a bag holds all of another. */
export function holds(bag, other) {
  return Object.entries(other).every(([name, count]) => countOf(bag, name) >= count);
}

export function sameBag(one, other) {
  return holds(one, other) && holds(other, one);
}

/** A bag without the names of which there are none. */
export function withoutZeros(bag) {
  return Object.fromEntries(Object.entries(bag).filter(([, count]) => count !== 0));
}

/** Every choice of so many out of a bag, each as a list of names in the bag's order. */
export function choices(bag, number) {
  const names = Object.keys(bag);
  const found = [];
  const chosen = [];
  function choose(index, wanted) {
    if (wanted === 0) {
      found.push([...chosen]);
      return;
    }
    if (index === names.length) return;
    const name = names[index];
    const most = Math.min(bag[name], wanted);
    for (let taken = most; taken >= 0; taken -= 1) {
      for (let each = 0; each < taken; each += 1) chosen.push(name);
      choose(index + 1, wanted - taken);
      chosen.length -= taken;
    }
  }
  choose(0, number);
  return found;
}

/** Every choice of so many different items out of a list. */
export function combinations(items, number) {
  if (number === 0) return [[]];
  if (items.length < number) return [];
  const [first, ...others] = items;
  const withFirst = combinations(others, number - 1).map((rest) => [first, ...rest]);
  return [...withFirst, ...combinations(others, number)];
}
