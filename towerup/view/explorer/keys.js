// Single keys, listed in a dialog; they can be turned off, and mean nothing while one is typing.

import { $, make } from "./dom.js";

const KEYS = [
  ["n", "new", "new game"],
  ["o", "open", "open a record"],
  ["s", "save", "save the record"],
  ["l", "share", "link to this position"],
  ["u", "undo", "undo: back to the decision before"],
  ["r", "redo", "redo: on to the next decision"],
  [",", "back", "one step back"],
  [".", "forward", "one step forward"],
  ["<", "first", "to the start"],
  [">", "last", "to the end"],
  ["g", "go", "go on: bots and chance play"],
  ["b", "to-table", "to the table"],
  ["m", "to-moves", "to the moves"],
  ["t", "to-typing", "type a move"],
  ["w", "to-why", "to why not"],
  ["h", "to-history", "to the history"],
  ["Escape", "unpoint", "point at nothing"],
  ["?", "keys", "these keys"],
];

const kept = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};
const keep = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage it holds until the page is left.
  }
};

export function listenToKeys(act) {
  const names = { Escape: "Esc" };
  $("keys").append(
    ...KEYS.flatMap(([key, , words]) => [make("dt", {}, make("kbd", {}, names[key] || key)), make("dd", {}, words)]),
  );
  const on = $("keys-on");
  on.checked = kept("towerup-keys") !== "off";
  on.addEventListener("change", () => keep("towerup-keys", on.checked ? "on" : "off"));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, textarea, select") && event.key !== "Escape") return;
    const known = KEYS.find(([key]) => key === event.key);
    if (!known || (!on.checked && event.key !== "Escape")) return;
    event.preventDefault();
    act(known[1]);
  });
}

export function themeFromChoice() {
  const choice = $("theme");
  const set = (theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };
  choice.value = kept("towerup-theme") || "";
  set(choice.value);
  choice.addEventListener("change", () => {
    keep("towerup-theme", choice.value);
    set(choice.value);
  });
}
