// The dialogs: new game, open, share, keys, and what did not work.

import { $, make } from "./dom.js";
import { PERSON, seatChoice } from "./players.js";

/** Shows a dialog; what its button said, or "no" if it was closed otherwise. */
export function shown(id) {
  const dialog = $(id);
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
  });
}

export function trouble(error) {
  $("trouble-told").textContent = error.message;
  return shown("trouble-dialog");
}

/** The dialog of a new game: what was chosen, or null. */
export class NewGame {
  constructor(offer) {
    this.games = offer.games;
    this.bots = offer.bots;
    this.seats = [];
    $("new-game").append(...this.games.map((one) => make("option", { value: one.name }, one.title)));
    $("new-game").addEventListener("change", () => this.#editions());
    $("new-edition").addEventListener("change", () => this.#players());
    $("new-players").addEventListener("change", () => this.#seats());
    this.#editions();
  }

  async choose() {
    if ((await shown("new-dialog")) !== "yes") return null;
    return {
      game: $("new-game").value,
      edition: $("new-edition").value,
      players: Number($("new-players").value),
      seats: this.seats.slice(0, Number($("new-players").value)),
      chance: $("new-chance").value,
      seed: $("new-seed").value.trim(),
    };
  }

  #editions() {
    const game = this.games.find((one) => one.name === $("new-game").value);
    $("new-edition").replaceChildren(...game.editions.map((one) => make("option", { value: one.name }, one.name)));
    this.#players();
  }

  #players() {
    const game = this.games.find((one) => one.name === $("new-game").value);
    const edition = game.editions.find((one) => one.name === $("new-edition").value);
    const before = $("new-players").value;
    $("new-players").replaceChildren(...edition.players.map((one) => make("option", { value: one }, String(one))));
    if (edition.players.includes(Number(before))) $("new-players").value = before;
    this.#seats();
  }

  #seats() {
    const count = Number($("new-players").value);
    while (this.seats.length < count) this.seats.push(PERSON);
    const choices = Array.from({ length: count }, (_, seat) =>
      seatChoice(`new-seat-${seat}`, `Seat ${seat + 1}`, this.bots, this.seats[seat], (chosen) => {
        this.seats[seat] = chosen;
      }),
    );
    $("new-seats").replaceChildren($("new-seats").querySelector("legend"), ...choices);
  }
}

/** The text of a record that somebody chose or pasted; null if they thought better of it. */
export async function recordText() {
  $("open-file").value = "";
  if ((await shown("open-dialog")) !== "yes") return null;
  const [file] = $("open-file").files;
  return file ? file.text() : $("open-text").value;
}

export async function shareLink(link) {
  $("share-link").value = link;
  $("share-told").textContent = "";
  $("share-copy").onclick = async () => {
    $("share-link").select();
    try {
      await navigator.clipboard.writeText(link);
      $("share-told").textContent = "Copied.";
    } catch {
      $("share-told").textContent = "Copy it from the field: it is selected.";
    }
  };
  const closed = shown("share-dialog");
  $("share-link").select();
  return closed;
}
