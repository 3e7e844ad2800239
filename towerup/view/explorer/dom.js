// Small helpers: finding and making elements.

export const $ = (id) => document.getElementById(id);

/** An element with attributes and children; texts become text, never markup. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Tells something to those who cannot see the page. The same words twice are told twice. */
export function announce(words) {
  const where = $("announcer");
  where.textContent = where.textContent === words ? `${words}\u00a0` : words;
}

export const many = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;
