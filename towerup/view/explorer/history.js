// The history: every step in notation, to be jumped to.

import { $, make } from "./dom.js";

export function showHistory(game, names, jump) {
  const who = (actor) => (actor === "chance" ? "chance" : names[actor]);
  const line = (at, label, told) => {
    const here = at === game.at;
    return make(
      "li",
      { class: [at > game.at ? "later" : "", told?.actor === "chance" ? "chance" : ""].join(" ").trim() || null },
      make(
        "button",
        { type: "button", "aria-current": here ? "step" : null, onclick: () => jump(at) },
        told ? make("span", { class: "who" }, who(told.actor)) : null,
        " ",
        make("span", { class: "what" }, label),
      ),
    );
  };
  const list = $("steps");
  const inside = list.contains(document.activeElement);
  list.replaceChildren(
    line(0, "the start", null),
    ...game.steps.map((step, number) => line(number + 1, step.notation, step)),
  );
  const current = list.querySelector("[aria-current]");
  if (inside) current?.focus({ preventScroll: true });
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}
