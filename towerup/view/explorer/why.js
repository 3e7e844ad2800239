// Why not: broken rules to read, each with its id, what is wrong here, its text, and where it stands.

import { make } from "./dom.js";

/** One broken rule; `lines` is what is wrong, each with what it is wrong for, if that must be told. */
export function rule(broken, lines = [[broken.message, []]]) {
  return make(
    "article",
    { class: "rule" },
    make("h4", {}, make("code", {}, broken.rule), ` ${broken.title}`),
    ...lines.map(([message, labels]) =>
      make("p", { class: "message" }, labels.length ? make("span", { class: "labels" }, `${labels.join(", ")}: `) : null, message),
    ),
    make("p", { class: "statement" }, broken.statement),
    broken.ruling ? make("p", { class: "note" }, `A ruling decides: ${broken.ruling}`) : null,
    make(
      "p",
      { class: "cited" },
      "Stands in ",
      ...broken.citations.flatMap((one, number) => [
        number ? "; " : "",
        make("cite", { title: one.title || one.text }, `${one.text} “${one.heading}”`),
      ]),
    ),
  );
}

/** All that may and may not be done with a thing: rule by rule, for whichever of the attempts it forbids. */
export function whyNot(told, moves) {
  const parts = [];
  if (told.menu) {
    parts.push(make("h3", { class: "good" }, "May be done"), moves.tree(told.menu));
  }
  if (told.refused.length) {
    const which = told.refused.map((one) => one.label).join(", ");
    parts.push(make("h3", { class: "bad" }, `May not be done: ${which}`));
    const rules = new Map();
    for (const { label, violations } of told.refused) {
      for (const broken of violations) {
        if (!rules.has(broken.rule)) rules.set(broken.rule, { broken, lines: new Map() });
        const { lines } = rules.get(broken.rule);
        lines.set(broken.message, [...(lines.get(broken.message) || []), label]);
      }
    }
    for (const { broken, lines } of rules.values()) {
      // What is wrong for all of them alike needs no names.
      const worded = [...lines].map(([message, labels]) => [message, labels.length === told.refused.length ? [] : labels]);
      parts.push(rule(broken, worded));
    }
  }
  if (!parts.length) parts.push(make("p", {}, "There is nothing to be done with it."));
  return parts;
}
