// Objectives: when a player has fulfilled one (TU-GOAL).

import { combinations } from './bag.mjs';

/** TU-GOAL-04: the sites of the buildings in which a player has a roof at any height, visible or covered. */
function presence(table, roof) {
  return Object.entries(table.buildings)
    .filter(([, building]) => Object.values(building.roofs).includes(roof))
    .map(([site]) => site);
}

function roofsIn(building, roof) {
  return Object.values(building.roofs).filter((owner) => owner === roof).length;
}

/** The size of the largest group of sites that hang together by roads between sites of the list. */
function largestGroup(board, sites) {
  const unseen = new Set(sites);
  let largest = 0;
  for (const start of sites) {
    if (!unseen.delete(start)) continue;
    const group = [start];
    for (const site of group) {
      for (const neighbour of board.neighbours.get(site)) {
        if (unseen.delete(neighbour)) group.push(neighbour);
      }
    }
    largest = Math.max(largest, group.length);
  }
  return largest;
}

/** The pairs of buildings by which a player is present on both sides of a border, by the reading of the ruling. */
function pairsAt(game, border, sites) {
  const { board, rulings } = game;
  const isPresent = (site) => sites.includes(site);
  if (rulings.border === 'joined_by_road') return border.roads.filter((road) => road.every(isPresent));
  const side = (index) => {
    const candidates = rulings.border === 'both_at_border'
      ? [...new Set(border.roads.map((road) => road[index]))]
      : board.sites.filter((site) => board.districtOf.get(site) === border.districts[index]);
    return candidates.filter(isPresent);
  };
  return side(0).flatMap((one) => side(1).map((other) => [one, other]));
}

/** Whether one pair can be chosen from each list so that no building is used twice. */
function canChooseApart(lists, used = new Set()) {
  if (lists.length === 0) return true;
  const [first, ...others] = lists;
  return first.some((pair) => {
    if (pair.some((site) => used.has(site))) return false;
    return canChooseApart(others, new Set([...used, ...pair]));
  });
}

/** TU-GOAL-18: different borders, different buildings. */
function isOnBorders(game, sites, count) {
  const lists = game.board.borders.map((border) => pairsAt(game, border, sites)).filter((pairs) => pairs.length);
  return combinations(lists, count).some((chosen) => canChooseApart(chosen));
}

/** TU-GOAL-17: so many buildings in one grey district and so many in the other, whichever is which. */
function isInGreyDistricts(board, sites, counts) {
  const found = board.greyDistricts.map((district) => sites.filter((site) => board.districtOf.get(site) === district).length);
  const descending = (one, other) => other - one;
  found.sort(descending);
  return [...counts].sort(descending).every((count, index) => (found[index] ?? 0) >= count);
}

const KINDS = {
  // TU-GOAL-11
  colours: ({ game, table, sites }) => {
    const colours = new Set(sites.map((site) => table.buildings[site].colour));
    return game.edition.colours.every((colour) => colours.has(colour));
  },
  // TU-GOAL-12
  park: ({ game, sites, objective }) => sites.filter((site) => game.board.parkSites.has(site)).length >= objective.count,
  // TU-GOAL-13
  districts: ({ game, sites }) => {
    const districts = new Set(sites.map((site) => game.board.districtOf.get(site)));
    return game.board.districts.every((district) => districts.has(district.id));
  },
  // TU-GOAL-14
  lake: ({ game, sites, objective }) => sites.filter((site) => game.board.lakeSites.has(site)).length >= objective.count,
  // TU-GOAL-15
  adjacent: ({ game, sites, objective }) => largestGroup(game.board, sites) >= objective.count,
  // TU-GOAL-16
  colour: ({ table, sites, objective }) =>
    sites.filter((site) => table.buildings[site].colour === objective.colour).length >= objective.count,
  // TU-GOAL-17
  grey: ({ game, sites, objective }) => isInGreyDistricts(game.board, sites, objective.counts),
  // TU-GOAL-18
  borders: ({ game, sites, objective }) => isOnBorders(game, sites, objective.count),
  // TU-GOAL-19
  double: ({ table, sites, roof, objective }) =>
    sites.filter((site) => roofsIn(table.buildings[site], roof) >= 2).length >= objective.count,
  // TU-GOAL-20
  heights: ({ table, sites, roof, objective }) =>
    objective.levels.every((level) => sites.some((site) => table.buildings[site].roofs[level] === roof)),
};

const KIND_RULES = {
  colours: 'TU-GOAL-11',
  park: 'TU-GOAL-12',
  districts: 'TU-GOAL-13',
  lake: 'TU-GOAL-14',
  adjacent: 'TU-GOAL-15',
  colour: 'TU-GOAL-16',
  grey: 'TU-GOAL-17',
  borders: 'TU-GOAL-18',
  double: 'TU-GOAL-19',
  heights: 'TU-GOAL-20',
};

export function isFulfilled(game, table, seat, objective) {
  const { roof } = table.seats[seat];
  return KINDS[objective.kind]({ game, table, roof, objective, sites: presence(table, roof) });
}

/** The rule that tells when an objective is fulfilled. */
export function ruleOfObjective(objective) {
  return KIND_RULES[objective.kind];
}

/** TU-GOAL-02: the chip worth most among those still lying with an objective; undefined if there is none. */
function highestChip(game, table, objective) {
  const left = [...game.chips].sort((one, other) => other - one);
  for (const { chips } of table.seats) {
    const index = left.indexOf(chips[objective.id]);
    if (index >= 0) left.splice(index, 1);
  }
  return left[0];
}

/** TU-GOAL-01, TU-GOAL-03: a player takes a chip of each objective they have newly fulfilled. Changes the table. */
export function takeChips(game, table, seat) {
  const { chips } = table.seats[seat];
  for (const objective of game.objectives) {
    if (objective.id in chips || !isFulfilled(game, table, seat, objective)) continue;
    const chip = highestChip(game, table, objective);
    if (chip !== undefined) chips[objective.id] = chip;
  }
}
