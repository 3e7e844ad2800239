// The table: the parts as pictures, and pointing at what is in them, by mouse, finger or keys.

import { $, make, many } from "./dom.js";

const HOVER = 180; // milliseconds until a pointer that rests on a thing means it

export class Table {
  /** `pointed(what, which, kept)` is called for a thing that is pointed at; kept if it was clicked. */
  constructor(pointed) {
    this.pointed = pointed;
    this.zoom = matchMedia("(max-width: 46rem)").matches ? 1.8 : 1;
    this.focused = null;
  }

  /** Shows the parts; `can` tells how many moves there are with a thing. */
  show(parts, can, kept) {
    const held = document.activeElement?.closest?.("[data-what]");
    const holding = held ? `${held.dataset.what}/${held.dataset.which}` : null;
    const where = $("parts");
    for (const [number, part] of parts.entries()) {
      let holder = where.querySelector(`[data-part="${part.name}"]`);
      if (!holder) {
        // The first part is the largest: what is played on.
        holder = make("figure", { "data-part": part.name, class: number ? "part card" : "part card main" });
        holder.append(make("figcaption", { class: number ? "unseen" : null }, part.title));
        if (!number) holder.append(this.#zoomers());
        holder.append(make("div", { class: "picture" }));
      }
      if (where.children[number] !== holder) where.insertBefore(holder, where.children[number] || null);
      this.#draw(holder, part, can, kept);
    }
    for (const holder of [...where.children]) {
      if (!parts.some((part) => part.name === holder.dataset.part)) holder.remove();
    }
    if (holding) this.#things(where).find((one) => `${one.dataset.what}/${one.dataset.which}` === holding)?.focus();
  }

  /** Marks the thing that is pointed at, or none. */
  mark(what, which) {
    for (const one of this.#things($("parts"))) {
      one.classList.toggle("pointed", one.dataset.what === what && one.dataset.which === which);
    }
  }

  focus() {
    const things = this.#things($("parts"));
    (things.find((one) => one.tabIndex === 0) || things[0])?.focus();
  }

  #things(where) {
    return [...where.querySelectorAll("[data-what]")];
  }

  #draw(holder, part, can, kept) {
    const picture = holder.querySelector(".picture");
    const drawn = new DOMParser().parseFromString(part.svg, "image/svg+xml").documentElement;
    const svg = document.adoptNode(drawn);
    if (part.points.length) {
      // What can be pointed at is no mere picture.
      svg.setAttribute("role", "group");
      svg.setAttribute("aria-label", part.title);
      svg.querySelector("title")?.remove();
      svg.querySelector("desc")?.remove();
    }
    for (const what of part.points) {
      for (const thing of svg.querySelectorAll(`g.${what}[data-${what}]`)) {
        const which = thing.getAttribute(`data-${what}`);
        const moves = can(what, which);
        const told = thing.querySelector("title")?.textContent || which;
        thing.setAttribute("data-what", what);
        thing.setAttribute("data-which", which);
        thing.setAttribute("role", "button");
        thing.setAttribute("tabindex", "-1");
        thing.setAttribute("aria-label", `${told}. ${moves ? many(moves, "legal move") : "no legal move"}`);
        thing.classList.toggle("can", moves > 0);
        thing.classList.toggle("pointed", kept?.what === what && kept?.which === which);
      }
    }
    const things = this.#things(svg);
    const first = things.find((one) => one.classList.contains("pointed")) || things[0];
    first?.setAttribute("tabindex", "0");
    picture.replaceChildren(svg);
    if (holder.classList.contains("main")) this.#size(svg);
    if (things.length) this.#listen(svg, things);
  }

  #listen(svg, things) {
    let resting = 0;
    const of = (event) => event.target.closest?.("[data-what]");
    svg.addEventListener("click", (event) => {
      const thing = of(event);
      if (thing) this.pointed(thing.dataset.what, thing.dataset.which, true);
    });
    svg.addEventListener("pointerover", (event) => {
      const thing = of(event);
      clearTimeout(resting);
      if (thing && event.pointerType === "mouse") {
        resting = setTimeout(() => this.pointed(thing.dataset.what, thing.dataset.which, false), HOVER);
      }
    });
    svg.addEventListener("pointerleave", () => clearTimeout(resting));
    svg.addEventListener("keydown", (event) => {
      const thing = of(event);
      if (!thing) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.pointed(thing.dataset.what, thing.dataset.which, true);
        return;
      }
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!way) return;
      event.preventDefault();
      const next = nearest(thing, things, way);
      if (next) {
        thing.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
    });
  }

  /** As large as is wanted; and if nothing more is wanted, so that all of it is in sight. */
  #size(svg) {
    svg.style.setProperty("width", `${100 * this.zoom}%`);
    svg.style.setProperty("max-height", this.zoom === 1 ? "82vh" : "none");
  }

  #zoomers() {
    const zoomed = (factor) => () => {
      this.zoom = Math.max(1, Math.min(4, this.zoom * factor));
      this.#size($("parts").querySelector(".main svg"));
    };
    return make(
      "div",
      { class: "zoom", role: "group", "aria-label": "Size of the board" },
      make("button", { type: "button", "aria-label": "Smaller", onclick: zoomed(1 / 1.3) }, "−"),
      make("button", { type: "button", "aria-label": "Larger", onclick: zoomed(1.3) }, "+"),
    );
  }
}

/** The thing that lies nearest in a direction: what is straight ahead counts as nearer. */
function nearest(from, things, [dx, dy]) {
  const middle = (one) => {
    const box = (one.querySelector("title + *") || one).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const one of things) {
    if (one === from) continue;
    const [ox, oy] = middle(one);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (ahead <= 1 || aside > 2 * ahead) continue;
    const far = ahead + 1.5 * aside;
    if (far < least) [best, least] = [one, far];
  }
  return best;
}
