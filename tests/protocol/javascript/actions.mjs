// Actions: which are legal, and what they lead to. What an action breaks is told by violations.mjs.

import { addBag, bagOf, choices, combinations, countOf, holds, put, total } from './bag.mjs';
import { ANY_COLOUR } from './edition.mjs';
import { takeChips } from './objectives.mjs';

export const CHANCE = 'chance';

const CHANCE_PHASES = new Set(['deal', 'reveal_start', 'reveal']);

/** Who is to act: a seat, chance, or null when the game is over (TU-TURN-01, TU-TURN-03). */
export function actorOf({ table }) {
  if (table.phase === 'over') return null;
  return CHANCE_PHASES.has(table.phase) ? CHANCE : table.seat;
}

// --- What is legal -------------------------------------------------------------------------------------------------

export function neighbouringBuildings(game, table, site) {
  return game.board.neighbours.get(site).filter((neighbour) => neighbour in table.buildings);
}

/** The colours that a starting floor may take: that of the card's bottom, or any, if the container has it (TU-SETUP-04). */
function startingColours(game, table, bottom) {
  const wanted = bottom === ANY_COLOUR ? game.edition.colours : [bottom];
  return wanted.filter((colour) => countOf(table.container, colour) > 0);
}

/** TU-SETUP-05, TU-SETUP-06: an empty site with no neighbour of the same colour. */
function canPlace(game, table, site, colour) {
  if (site in table.buildings) return false;
  return neighbouringBuildings(game, table, site).every((neighbour) => table.buildings[neighbour].colour !== colour);
}

function placements(game, table) {
  const [bottom] = table.starting;
  return startingColours(game, table, bottom).flatMap((colour) =>
    game.board.sites
      .filter((site) => canPlace(game, table, site, colour))
      .map((site) => ({ type: 'place', site, colour })));
}

/**
 * What taking a card means for the container (TU-TAKE-02, TU-TAKE-08, TU-TAKE-09): `printed` is taken in the card's own
 * colours, `left` is what the container has then, `missing` is how many printed floors it lacked, `fewest` and `most`
 * how many floors are to be chosen freely.
 */
export function floorsOf(game, table, kind) {
  const printed = {};
  let missing = 0;
  for (const [colour, shown] of Object.entries(kind.floors)) {
    const taken = Math.min(shown, countOf(table.container, colour));
    put(printed, colour, taken);
    missing += shown - taken;
  }
  const left = { ...table.container };
  addBag(left, printed, -1);
  const mayDecline = game.rulings.replacement === 'may_decline';
  const most = Math.min(kind.multicolour + missing, total(left));
  const fewest = mayDecline ? Math.min(kind.multicolour, total(left)) : most;
  return { printed, left, missing, fewest, most };
}

function takings(game, table) {
  return [...new Set(table.market)].flatMap((card) => {
    const { left, fewest, most } = floorsOf(game, table, game.edition.kinds.get(card));
    const found = [];
    for (let number = fewest; number <= most; number += 1) {
      for (const floors of choices(left, number)) found.push({ type: 'take', card, floors: floors.sort() });
    }
    return found;
  });
}

/** TU-FOUND-04, TU-FOUND-05: the new floor and one for every neighbouring building. */
export function priceOf(game, table, site) {
  return bagOf(neighbouringBuildings(game, table, site).map((neighbour) => table.buildings[neighbour].colour));
}

function foundings(game, table) {
  const { stock, roofs } = table.seats[table.seat];
  if (roofs === 0) return []; // TU-FOUND-07
  return game.board.sites.flatMap((site) => {
    if (site in table.buildings) return []; // TU-FOUND-01
    const neighbours = neighbouringBuildings(game, table, site);
    if (neighbours.length === 0) return []; // TU-FOUND-02
    const price = priceOf(game, table, site);
    return Object.keys(stock)
      .filter((colour) => !(colour in price)) // TU-FOUND-03
      .filter(() => holds(stock, price)) // TU-FOUND-06
      .flatMap((colour) => [site, ...neighbours].map((roof) => ({ type: 'found', site, colour, roof }))); // TU-ROOF-01
  });
}

export function mayDeclineTurn(game, table) {
  return table.extra_turn && game.rulings.extra_turn === 'optional'; // TU-STAR-05
}

function turns(game, table) {
  const declining = mayDeclineTurn(game, table) ? [{ type: 'decline' }] : [];
  return [...takings(game, table), ...foundings(game, table), ...declining];
}

/** TU-STOCK-02: how many floors of a stock have to be put back. */
export function floorsTooMany(game, stock) {
  return Math.max(0, total(stock) - game.edition.stockLimit);
}

function returns(game, table) {
  const { stock } = table.seats[table.seat];
  return choices(stock, floorsTooMany(game, stock)).map((floors) => ({ type: 'back', floors: floors.sort() }));
}

/** What chance can bring, each action with its weight: how many of the unseen cards are such. */
export function chancesOf({ game, table }) {
  if (table.phase === 'deal') {
    const ids = [...game.edition.objectives.keys()];
    return combinations(ids, game.edition.objectivesInPlay)
      .map((objectives) => ({ action: { type: 'deal', objectives: objectives.sort() }, weight: 1 }));
  }
  if (table.phase !== 'reveal_start' && table.phase !== 'reveal') return [];
  const { deckByPrintedCard, deckByKind } = game.edition;
  const order = Object.keys(table.phase === 'reveal' ? deckByKind : deckByPrintedCard);
  return order
    .filter((card) => countOf(table.pile, card) > 0)
    .map((card) => ({ action: { type: 'reveal', card }, weight: table.pile[card] }));
}

const LEGAL_BY_PHASE = { place: placements, turn: turns, back: returns };

/** Every legal action, in a stable order. */
export function legalActions(position) {
  const { game, table } = position;
  const byPlayer = LEGAL_BY_PHASE[table.phase];
  return byPlayer ? byPlayer(game, table) : chancesOf(position).map(({ action }) => action);
}

// --- What follows --------------------------------------------------------------------------------------------------

function copyTable(table) {
  const copyBuilding = (building) => ({ ...building, roofs: { ...building.roofs } });
  const buildings = Object.entries(table.buildings).map(([site, building]) => [site, copyBuilding(building)]);
  return {
    ...table,
    buildings: Object.fromEntries(buildings),
    seats: table.seats.map((seat) => ({
      ...seat,
      stock: { ...seat.stock },
      vehicles: { ...seat.vehicles },
      chips: { ...seat.chips },
    })),
    container: { ...table.container },
    market: [...table.market],
    pile: { ...table.pile },
    discards: { ...table.discards },
    ending: table.ending && { ...table.ending },
    starting: [...table.starting],
  };
}

/** TU-SETUP-02, TU-SETUP-03, TU-SETUP-11: the first cards are the market, the others are drawn for their bottoms alone. */
function revealForSetup(game, table, { card }) {
  const { edition } = game;
  const { kind, bottom } = edition.printedCards.get(card);
  put(table.pile, card, -1);
  table.starting.push(bottom);
  if (table.market.length < edition.marketSize) table.market = edition.sortedKinds([...table.market, kind]);
  if (table.starting.length < game.setup.starting_floors) return;
  table.pile = { ...edition.deckByKind };
  for (const name of table.market) put(table.pile, name, -1);
  goOnPlacing(game, table);
}

/** TU-SETUP-12: starting floors with nowhere to go are passed over. */
function goOnPlacing(game, table) {
  while (table.starting.length && placements(game, table).length === 0) table.starting.shift();
  table.phase = table.starting.length ? 'place' : 'turn';
}

function place(game, table, { site, colour }) {
  put(table.container, colour, -1);
  table.buildings[site] = { colour, floors: 1, roofs: {} };
  table.starting.shift();
  goOnPlacing(game, table);
}

/** How many star columns all of a player's vehicles have reached. Looked at once an action (TU-STAR-06). */
export function starsReached(game, seat) {
  const slowest = Math.min(...Object.values(seat.vehicles));
  return game.edition.stars.filter((star) => star <= slowest).length; // TU-STAR-02
}

/** TU-MOVE-02, TU-MOVE-03: forward, and not beyond the end of the track. */
function moveVehicle(game, seat, colour, steps) {
  seat.vehicles[colour] = Math.min(seat.vehicles[colour] + steps, game.edition.endOfTrack);
}

/** The end of the game is triggered; the first trigger decides (TU-END-09). */
function trigger(game, table, cause) {
  if (table.ending === null) {
    table.ending = { cause, seat: table.seat };
    return;
  }
  const isShortageAfterRoof = cause === 'shortage' && table.ending.cause === 'last roof';
  if (!isShortageAfterRoof) return;
  const both = 'last roof and shortage';
  if (game.rulings.second_trigger === 'shortage_adds_turn') table.ending.cause = both;
  if (game.rulings.second_trigger === 'shortage_adds_round') {
    table.ending = { cause: both, seat: table.seat, turns_left: game.players.length + 1 };
  }
}

function take(game, table, { card, floors = [] }) {
  const seat = table.seats[table.seat];
  const kind = game.edition.kinds.get(card);
  const { printed, left, missing } = floorsOf(game, table, kind);
  const chosen = bagOf(floors);
  const starsBefore = starsReached(game, seat);
  addBag(seat.stock, printed);
  addBag(seat.stock, chosen);
  addBag(table.container, printed, -1);
  addBag(table.container, chosen, -1);
  for (const [colour, steps] of Object.entries(kind.vehicles)) moveVehicle(game, seat, colour, steps); // TU-TAKE-04
  if (starsReached(game, seat) > starsBefore) table.another_turn = true; // TU-STAR-01, TU-STAR-03
  const multicolourShort = game.rulings.empty_container === 'shortage' && total(left) < kind.multicolour;
  if (missing > 0 || multicolourShort) trigger(game, table, 'shortage'); // TU-END-04
  wantCard(table, card);
}

/** TU-TAKE-05, TU-TAKE-06: the card goes to the discards; if the pile is empty they become the new one. */
function wantCard(table, card) {
  table.market.splice(table.market.indexOf(card), 1);
  put(table.discards, card);
  if (total(table.pile) === 0) {
    table.pile = table.discards;
    table.discards = {};
  }
  table.phase = 'reveal';
}

function reveal(game, table, { card }) {
  put(table.pile, card, -1);
  table.market = game.edition.sortedKinds([...table.market, card]);
  finishTurn(game, table);
}

function found(game, table, { site, colour, roof }) {
  const seat = table.seats[table.seat];
  const starsBefore = starsReached(game, seat);
  for (const neighbour of neighbouringBuildings(game, table, site)) { // TU-FOUND-05
    put(seat.stock, table.buildings[neighbour].colour, -1);
    table.buildings[neighbour].floors += 1;
  }
  put(seat.stock, colour, -1); // TU-FOUND-04
  table.buildings[site] = { colour, floors: 1, roofs: {} };
  const roofed = table.buildings[roof];
  roofed.roofs[roofed.floors] = seat.roof; // TU-ROOF-01
  seat.roofs -= 1;
  moveVehicle(game, seat, roofed.colour, roofed.floors); // TU-MOVE-01
  if (starsReached(game, seat) > starsBefore) table.another_turn = true;
  takeChips(game, table, table.seat); // TU-GOAL-01
  if (seat.roofs === 0) trigger(game, table, 'last roof'); // TU-END-01
  finishTurn(game, table);
}

/** TU-STOCK-01, TU-STOCK-03: floors above the limit are put back at the end of a turn, or of the whole run of turns. */
function finishTurn(game, table) {
  const isLater = table.another_turn && game.rulings.stock_limit === 'whole_run';
  const { stock } = table.seats[table.seat];
  if (!isLater && floorsTooMany(game, stock) > 0) table.phase = 'back';
  else passOn(game, table);
}

function back(game, table, { floors }) {
  const chosen = bagOf(floors);
  addBag(table.seats[table.seat].stock, chosen, -1);
  addBag(table.container, chosen);
  passOn(game, table);
}

function decline(game, table) {
  finishTurn(game, table);
}

/** TU-STAR-01: the extra turn follows at once; else the turn passes clockwise (TU-TURN-01). */
function passOn(game, table) {
  table.phase = 'turn';
  table.extra_turn = table.another_turn;
  table.another_turn = false;
  if (table.extra_turn) return;
  if (table.ending?.turns_left) table.ending.turns_left -= 1;
  if (table.ending) setCone(game, table);
  if (table.ending && isLastTurn(game, table)) table.phase = 'over';
  else table.seat = nextSeat(game, table);
}

function nextSeat(game, table) {
  return (table.seat + 1) % game.players.length;
}

function othersHaveCounted(table) {
  return table.seats.every((seat, index) => index === table.seat || seat.cone !== null);
}

/** Whether this turn is a player's last: the turns in which the end was triggered are over. */
export function isOnLastTurn(game, { seat, seats, ending }) {
  if (!ending) return false;
  if (ending.turns_left !== undefined) return ending.turns_left <= seats.length;
  const isTriggering = seat === ending.seat && (ending.cause === 'last roof' || !othersHaveCounted({ seat, seats }));
  return !isTriggering;
}

/** TU-END-03, TU-END-05: whether the turn just finished is the last of the game. */
function isLastTurn(game, table) {
  if (table.ending.turns_left !== undefined) return table.ending.turns_left === 0;
  if (table.ending.cause === 'last roof') return nextSeat(game, table) === table.ending.seat;
  return table.seat === table.ending.seat && othersHaveCounted(table);
}

/** Whether the player who has just finished a turn has another one to come. */
function playsAgain(game, table) {
  const { cause, seat, turns_left: turnsLeft } = table.ending;
  if (turnsLeft !== undefined) return turnsLeft >= game.players.length;
  return table.seat === seat && cause !== 'last roof' && !othersHaveCounted(table);
}

/** TU-END-02, TU-END-07, TU-END-08: a cone is set once, after the owner's last roof or after the last turn they will play. */
function setCone(game, table) {
  const seat = table.seats[table.seat];
  const isAtOnce = seat.roofs === 0 && game.rulings.last_roof_cone === 'at_once';
  if (seat.cone === null && (isAtOnce || !playsAgain(game, table))) seat.cone = conePlace(game, table, seat.roof);
}

export function roofsOnTop(table, roof) {
  return Object.values(table.buildings).filter((building) => building.roofs[building.floors] === roof).length;
}

/** TU-END-07: the number of a player's roofs on top of buildings, and the last place at most. */
function conePlace(game, table, roof) {
  return Math.min(roofsOnTop(table, roof), game.edition.coneWorth.length);
}

function deal(game, table) {
  table.phase = 'reveal_start';
}

const EFFECTS = { deal, place, take, reveal, found, back, decline };

/** The position after a legal action. The one before it is not changed. */
export function play({ game, table }, action) {
  const after = copyTable(table);
  const known = action.type === 'deal' ? game.withObjectives(action.objectives) : game;
  const effect = table.phase === 'reveal_start' && action.type === 'reveal' ? revealForSetup : EFFECTS[action.type];
  effect(known, after, action);
  return { game: known, table: after };
}
