// A game as the page holds it: where it started, every step since, and which position is looked at.

export class Game {
  /** `header` is null if the game was started from a state: then it cannot be written as a record. */
  constructor(header, state, next, steps = []) {
    this.header = header;
    this.start = { state, next };
    this.steps = steps;
    this.at = steps.length;
  }

  get state() {
    return this.at ? this.steps[this.at - 1].state : this.start.state;
  }

  /** Who acts in the position looked at: a seat, "chance", or null. */
  get next() {
    return this.at ? this.steps[this.at - 1].next : this.start.next;
  }

  /** The action that led to the position looked at. */
  get last() {
    return this.at ? this.steps[this.at - 1].action : null;
  }

  get atEnd() {
    return this.at === this.steps.length;
  }

  /** A step from the position looked at. What was played after it before is forgotten, unless it is the same. */
  add(step) {
    const known = this.steps[this.at];
    if (known && known.notation === step.notation) {
      this.at += 1;
      return;
    }
    this.steps.length = this.at;
    this.steps.push(step);
    this.at += 1;
  }

  jump(at) {
    this.at = Math.max(0, Math.min(at, this.steps.length));
  }

  /** The nearest position before (-1) or after (1) this one in which somebody decides, as `decides` has it; or the end of the way. */
  decision(direction, decides) {
    let at = this.at + direction;
    while (at > 0 && at < this.steps.length && !decides(this.steps[at - 1].next)) at += direction;
    return Math.max(0, Math.min(at, this.steps.length));
  }

  /** The record as far as the position looked at, line by line. */
  lines() {
    return [this.header, ...this.steps.slice(0, this.at).map(({ actor, action }) => ({ actor, action }))].map((line) =>
      JSON.stringify(line),
    );
  }
}
