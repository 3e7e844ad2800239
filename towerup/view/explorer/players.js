// Who plays: a person or a bot for each seat, and whether chance is dealt or chosen by hand.

import { $, make } from "./dom.js";

export const PERSON = "person";

/** A choice between a person and the bots. */
export function seatChoice(id, name, bots, chosen, changed) {
  const offered = [PERSON, ...bots];
  if (!offered.includes(chosen)) offered.push(chosen);
  const select = make(
    "select",
    { id, onchange: (event) => changed?.(event.target.value) },
    ...offered.map((one) => make("option", { value: one, selected: one === chosen }, one === PERSON ? "a person" : one)),
  );
  return make("p", { class: "field" }, make("label", { for: id }, name), " ", select);
}

export class Players {
  constructor(bots, changed) {
    this.bots = bots;
    this.changed = changed;
    this.seats = [];
    this.chance = "dealt";
    this.seed = "";
    this.shown = "";
  }

  begin(seats, chance, seed) {
    this.seats = seats;
    this.chance = chance;
    this.seed = seed || String(crypto.getRandomValues(new Uint32Array(1))[0]);
  }

  /** All that was chosen, to come back to. */
  get chosen() {
    return { seats: [...this.seats], chance: this.chance, seed: this.seed };
  }

  set chosen({ seats, chance, seed }) {
    this.begin([...seats], chance, seed);
  }

  of(seat) {
    return this.seats[seat] || PERSON;
  }

  /** Whether a person decides where this one is to act. */
  decides(actor) {
    return actor === "chance" ? this.chance === "chosen" : actor !== null && this.of(actor) === PERSON;
  }

  /** Whether the game goes on by itself where this one is to act. */
  automatic(actor) {
    return actor !== null && !this.decides(actor);
  }

  show(names) {
    const now = JSON.stringify([names, this.seats, this.chance]);
    if (now === this.shown) return;
    this.shown = now;
    $("seats").replaceChildren(
      ...names.map((name, seat) =>
        seatChoice(`seat-${seat}`, name, this.bots, this.of(seat), (chosen) => {
          this.seats[seat] = chosen;
          this.changed();
        }),
      ),
      make(
        "p",
        { class: "field" },
        make("label", { for: "chance" }, "chance"),
        " ",
        make(
          "select",
          {
            id: "chance",
            onchange: (event) => {
              this.chance = event.target.value;
              this.changed();
            },
          },
          make("option", { value: "dealt", selected: this.chance === "dealt" }, "is dealt"),
          make("option", { value: "chosen", selected: this.chance === "chosen" }, "is chosen by hand"),
        ),
      ),
    );
  }
}
