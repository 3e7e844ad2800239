// Moves: the menu of legal moves as a tree to be opened, the same for the whole table and for one thing on it.

import { make, many } from "./dom.js";

const count = (node) => (node.action ? 1 : node.options.reduce((sum, option) => sum + count(option), 0));

export class Moves {
  /** `play(action)` is called for the move that is chosen, `preview(action or null)` for the one that is looked at. */
  constructor(play, preview) {
    this.play = play;
    this.preview = preview;
  }

  /** The menu as an element; of few moves all are shown at once. */
  tree(menu) {
    const way = [];
    let node = menu;
    // Where there is only one choice it is made.
    while (node.options.length === 1 && !node.options[0].action) {
      [node] = node.options;
      way.push(node.label);
    }
    const tree = this.#options(node, way, count(menu) <= 8);
    if (way.length) tree.prepend(make("p", { class: "kind" }, way.join(" "), make("small", {}, ` · choose ${node.asks}`)));
    return tree;
  }

  #options(node, way, open) {
    const shown = node.options.map((option) => this.#branch(option, way, open));
    const flat = shown.every((one) => one.tagName === "BUTTON");
    return make("div", { class: flat ? "options flat" : "options" }, ...shown);
  }

  #branch(node, way, open) {
    if (node.action) return this.#leaf(node, way, node.label);
    const [only, ...others] = node.options;
    // One move behind a choice needs no choosing.
    if (only.action && !others.length) return this.#leaf(only, way, `${node.label} ${only.label}`);
    const here = [...way, node.label];
    if (node.options.every((option) => option.action)) {
      return make(
        "div",
        { class: "row", role: "group", "aria-label": here.join(" ") },
        make("span", { class: "label" }, node.label, make("small", {}, ` ${node.asks}`)),
        ...node.options.map((option) => this.#leaf(option, here, option.label)),
      );
    }
    const few = count(node) <= 6;
    return make(
      "details",
      { open: open || !way.length, class: way.length ? null : "kind" },
      make(
        "summary",
        {},
        make("span", { class: "label" }, node.label),
        make("span", { class: "count" }, ` ${many(count(node), "move")}`),
      ),
      this.#options(node, here, open || few),
    );
  }

  #leaf(node, way, label) {
    const seen = () => this.preview(node.action);
    const left = () => this.preview(null);
    return make(
      "button",
      {
        type: "button",
        class: "move",
        title: node.notation,
        "data-notation": node.notation,
        onclick: () => this.play(node.action),
        onpointerenter: (event) => event.pointerType === "mouse" && seen(),
        onpointerleave: left,
        onfocus: seen,
        onblur: left,
      },
      way.length ? make("span", { class: "unseen" }, `${way.join(" ")} `) : null,
      label,
    );
  }
}
