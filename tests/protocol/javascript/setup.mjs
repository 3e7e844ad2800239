// What a game is set up with: an edition, players, objectives, starting floors, rulings; and how the table looks then.

import { RULINGS, allRulings, withoutDefaults } from './rulings.mjs';

/** Broken rules: what is asked for is against the rules. `violations` are pairs of a rule id and what is wrong. */
export class RuleError extends Error {
  constructor(message, violations) {
    super(message);
    this.violations = violations;
  }
}

/** A setup that no game can have. */
export class SetupError extends RuleError {}

function hasDoubles(list) {
  return new Set(list).size < list.length;
}

function editionProblems(editions, { name, digest }) {
  const edition = editions.get(name);
  if (!edition) return [['TU-FORM-02', `there is no edition ${name}`]];
  if (edition.digest !== digest) {
    return [['TU-FORM-02', `the edition ${name} has the digest ${edition.digest}, not ${digest}`]];
  }
  return [];
}

function playerProblems(edition, players) {
  const found = [];
  if (!edition.boardFor(players.length)) found.push(['TU-SETUP-01', `there is no board for ${players.length} players`]);
  if (hasDoubles(players)) found.push(['TU-SETUP-07', 'each player has a roof colour of their own']);
  for (const roof of players) {
    if (!edition.roofColours.includes(roof)) found.push(['TU-FORM-02', `there is no roof colour ${roof}`]);
  }
  return found;
}

/** TU-SETUP-08: so many different objectives; or none, if chance is to deal them. */
function objectiveProblems(edition, objectives) {
  const found = [];
  for (const id of objectives) {
    if (!edition.objectives.has(id)) found.push(['TU-FORM-02', `there is no objective ${id}`]);
  }
  const number = edition.objectivesInPlay;
  if (objectives.length !== 0 && (objectives.length !== number || hasDoubles(objectives))) {
    found.push(['TU-SETUP-08', `a game has ${number} different objectives`]);
  }
  return found;
}

/** TU-SETUP-10: as many starting floors as market cards; the variant allows more. */
function startingFloorProblems(edition, players, number) {
  const fewest = edition.marketSize;
  const most = edition.mostStartingFloors[players.length] ?? Infinity;
  if (number >= fewest && number <= most) return [];
  return [['TU-SETUP-10', `there are ${fewest} to ${most} starting floors, not ${number}`]];
}

function rulingProblems(rulings) {
  const found = [];
  for (const [name, reading] of Object.entries(rulings)) {
    if (!Object.hasOwn(RULINGS, name)) found.push(['TU-FORM-02', `there is no ruling ${name}`]);
    else if (!RULINGS[name].includes(reading)) found.push(['TU-FORM-02', `the ruling ${name} has no reading ${reading}`]);
  }
  return found;
}

export function setupProblems(editions, setup) {
  const strange = editionProblems(editions, setup.edition);
  if (strange.length) return strange;
  const edition = editions.get(setup.edition.name);
  return [
    ...playerProblems(edition, setup.players),
    ...objectiveProblems(edition, setup.objectives),
    ...startingFloorProblems(edition, setup.players, setup.starting_floors),
    ...rulingProblems(setup.rulings),
  ];
}

/** All that stays the same during a game. */
class Game {
  constructor(edition, setup) {
    this.edition = edition;
    this.setup = setup;
    this.players = setup.players;
    this.board = edition.boardFor(setup.players.length);
    this.rulings = allRulings(setup.rulings);
    this.objectives = setup.objectives.map((id) => edition.objectives.get(id));
    this.chips = edition.chips[setup.players.length];
  }

  /** The same game once its objectives are known (TU-SETUP-08). */
  withObjectives(ids) {
    return new Game(this.edition, { ...this.setup, objectives: inEditionOrder(this.edition, ids) });
  }
}

/** Objectives in the order in which the edition lists them. */
function inEditionOrder(edition, ids) {
  return [...edition.objectives.keys()].filter((id) => ids.includes(id));
}

export function createGame(editions, setup) {
  const problems = setupProblems(editions, setup);
  if (problems.length) throw new SetupError('no game can be set up like this', problems);
  const edition = editions.get(setup.edition.name);
  return new Game(edition, {
    ...setup,
    objectives: inEditionOrder(edition, setup.objectives),
    rulings: withoutDefaults(setup.rulings),
  });
}

/** TU-SETUP-07: what each player starts with. */
function startingSeat(edition, roof) {
  return {
    roof,
    stock: Object.fromEntries(edition.colours.map((colour) => [colour, 1])),
    vehicles: Object.fromEntries(edition.colours.map((colour) => [colour, 0])),
    roofs: edition.roofsEach,
    chips: {},
    cone: null,
  };
}

/** The position before anything has happened. */
export function startPosition(game) {
  const { edition, players } = game;
  const leftOver = edition.colours.map((colour) => [colour, edition.floors[colour] - players.length]);
  const table = {
    phase: game.objectives.length ? 'reveal_start' : 'deal',
    seat: 0,
    buildings: {},
    seats: players.map((roof) => startingSeat(edition, roof)),
    container: Object.fromEntries(leftOver.filter(([, count]) => count > 0)),
    market: [],
    pile: { ...edition.deckByPrintedCard },
    discards: {},
    extra_turn: false,
    another_turn: false,
    ending: null,
    starting: [],
  };
  return { game, table };
}
