// What an action breaks: every rule that is against it, each with what is wrong. An action that breaks none is legal.

import { bagOf, countOf, holds, put, total } from './bag.mjs';
import {
  CHANCE, actorOf, floorsOf, floorsTooMany, isOnLastTurn, mayDeclineTurn, neighbouringBuildings, priceOf,
} from './actions.mjs';
import { ANY_COLOUR } from './edition.mjs';

const TYPE_BY_PHASE = { deal: 'deal', reveal_start: 'reveal', place: 'place', reveal: 'reveal', back: 'back' };

function shownBag(bag) {
  const parts = Object.entries(bag).map(([name, count]) => `${count} ${name}`);
  return parts.length ? parts.join(', ') : 'nothing';
}

function waitsFor({ game, table }) {
  const roof = game.players[table.seat];
  return {
    deal: 'the objectives to be dealt',
    reveal_start: 'a card to be revealed',
    place: `${roof} to place a starting floor`,
    turn: `${roof} to take a card or found a building`,
    reveal: 'a card to be revealed',
    back: `${roof} to put floors back`,
  }[table.phase];
}

function nameOfActor(game, actor) {
  return actor === CHANCE ? 'chance' : game.players[actor] ?? `seat ${actor}`;
}

// --- Names (TU-FORM-02) --------------------------------------------------------------------------------------------

function unknownNames(game, action) {
  const { edition, board } = game;
  const isColour = (name) => edition.colours.includes(name);
  const isCard = (name) => edition.kinds.has(name) || (action.type === 'reveal' && edition.printedCards.has(name));
  const named = [
    ['site', [action.site, action.roof], (name) => board.has(name)],
    ['colour', [action.colour, ...(action.floors ?? [])], isColour],
    ['card', [action.card], isCard],
    ['objective', action.objectives ?? [], (name) => edition.objectives.has(name)],
  ];
  return named.flatMap(([what, names, isKnown]) =>
    names
      .filter((name) => name !== undefined && !isKnown(name))
      .map((name) => ['TU-FORM-02', `there is no ${what} '${name}' in this edition`]));
}

// --- Who and when --------------------------------------------------------------------------------------------------

function wrongActor(position, actor) {
  if (actor === actorOf(position)) return [];
  return [['TU-TURN-01', `${nameOfActor(position.game, actor)} cannot act: the table waits for ${waitsFor(position)}`]];
}

function wrongTime(position, action) {
  const { game, table } = position;
  if (table.phase !== 'turn') {
    if (action.type === TYPE_BY_PHASE[table.phase]) return [];
    return [['TU-TURN-05', `something else comes first: the table waits for ${waitsFor(position)}`]];
  }
  if (action.type === 'take' || action.type === 'found') return [];
  if (action.type === 'decline' && table.extra_turn) {
    if (mayDeclineTurn(game, table)) return [];
    return [['TU-STAR-05', 'an extra turn must be played']];
  }
  if (action.type === 'decline' && isOnLastTurn(game, table)) return [['TU-END-06', 'nobody passes on a last turn']];
  return [['TU-TURN-02', `it is ${game.players[table.seat]}'s turn: take a card or found a building, nothing else`]];
}

// --- Each kind of action -------------------------------------------------------------------------------------------

// What depends on the phase is looked at in that phase only; what the board, the market and the stocks tell, always.
// `seat` is that of the actor; if chance claims to act, the one whose turn it is.

function againstDeal({ game, table }, { objectives }) {
  if (table.phase !== 'deal') return [];
  const number = game.edition.objectivesInPlay;
  if (objectives.length === number && new Set(objectives).size === number) return [];
  return [['TU-SETUP-08', `${number} different objectives are drawn`]];
}

function againstReveal({ game, table }, { card }) {
  const isSetup = table.phase === 'reveal_start';
  if (!isSetup && table.phase !== 'reveal') return [];
  const isKind = game.edition.kinds.has(card);
  if (isSetup && isKind) return [['TU-SETUP-03', 'in setup the bottom of the card matters']];
  if (!isSetup && !isKind) return [['TU-TAKE-07', "after setup a card's bottom no longer matters"]];
  if (countOf(table.pile, card) > 0) return [];
  return [[isSetup ? 'TU-SETUP-02' : 'TU-TAKE-05', `no ${card} is left in the draw pile`]];
}

/** The colour of the next starting floor (TU-SETUP-03, TU-SETUP-04). */
function againstStartingColour(table, colour) {
  const [bottom] = table.starting;
  const isWanted = bottom === ANY_COLOUR || bottom === colour;
  if (!isWanted) return [['TU-SETUP-03', `the next starting floor is ${bottom}, not ${colour}`]];
  if (countOf(table.container, colour) === 0) return [['TU-SETUP-04', `there is no ${colour} floor in the container`]];
  return [];
}

function againstPlace({ game, table }, { site, colour }) {
  const found = table.phase === 'place' ? againstStartingColour(table, colour) : [];
  if (Object.hasOwn(table.buildings, site)) found.push(['TU-SETUP-05', `${site} already has a floor`]);
  const alike = neighbouringBuildings(game, table, site).filter((neighbour) => table.buildings[neighbour].colour === colour);
  if (alike.length) found.push(['TU-SETUP-06', `${site} neighbours ${alike.join(', ')}, of the same colour`]);
  return found;
}

/** How many floors are chosen freely: too few or too many (TU-TAKE-03, TU-TAKE-08). */
function againstNumberChosen(kind, { left, missing, fewest }, number) {
  const most = kind.multicolour + missing;
  if (number > most) {
    return [[missing > 0 ? 'TU-TAKE-08' : 'TU-TAKE-03', `${kind.name} leaves ${most} floors to choose, not ${number}`]];
  }
  if (number >= fewest) return [];
  const lacksMulticolour = number < Math.min(kind.multicolour, total(left));
  const reason = `what a card shows is taken whole: ${fewest} floors to choose, not ${number}`;
  return [[lacksMulticolour || missing === 0 ? 'TU-TAKE-03' : 'TU-TAKE-08', reason]];
}

/** Whether the floors chosen freely can be had, once the printed ones are taken (TU-TAKE-03, TU-TAKE-08, TU-TAKE-09). */
function againstColoursChosen(kind, { left, missing }, container, chosen) {
  if (holds(left, chosen)) return [];
  const reason = `after the printed floors the container has ${shownBag(left)}: ${shownBag(chosen)} cannot be had`;
  if (holds(container, chosen)) return [['TU-TAKE-09', reason]];
  return [[kind.multicolour > 0 || missing === 0 ? 'TU-TAKE-03' : 'TU-TAKE-08', reason]];
}

function againstTake({ game, table }, { card, floors = [] }) {
  const found = [];
  if (!table.market.includes(card)) {
    found.push(['TU-TAKE-01', `${card} is not in the market, which has ${table.market.join(', ')}`]);
  }
  const kind = game.edition.kinds.get(card);
  const supply = floorsOf(game, table, kind);
  found.push(...againstNumberChosen(kind, supply, floors.length));
  found.push(...againstColoursChosen(kind, supply, table.container, bagOf(floors)));
  return found;
}

/** The new floor and the floors to pay (TU-FOUND-04, TU-FOUND-06). */
function againstPaying({ game, table }, site, colour, stock) {
  const found = [];
  const price = priceOf(game, table, site);
  const left = { ...stock };
  if (countOf(stock, colour) > 0) put(left, colour, -1);
  else found.push(['TU-FOUND-04', `there is no ${colour} floor in the stock, which has ${shownBag(stock)}`]);
  if (!holds(left, price)) found.push(['TU-FOUND-06', `the price is ${shownBag(price)}; the stock has ${shownBag(stock)}`]);
  return found;
}

function againstFound(position, { site, colour, roof }, seat) {
  const { game, table } = position;
  const { stock, roofs } = table.seats[seat];
  const found = [];
  const neighbours = neighbouringBuildings(game, table, site);
  if (roofs === 0) found.push(['TU-FOUND-07', `${game.players[seat]} has no roof left`]);
  if (Object.hasOwn(table.buildings, site)) found.push(['TU-FOUND-01', `${site} already has a building`]);
  else if (neighbours.length === 0) found.push(['TU-FOUND-02', `${site} neighbours no building`]);
  const alike = neighbours.filter((neighbour) => table.buildings[neighbour].colour === colour);
  if (alike.length) found.push(['TU-FOUND-03', `${site} neighbours ${alike.join(', ')}, of the same colour`]);
  found.push(...againstPaying(position, site, colour, stock));
  if (roof !== site && !neighbours.includes(roof)) found.push(['TU-ROOF-01', `no floor is placed on ${roof}`]);
  return found;
}

function againstBack({ game, table }, { floors }, seat) {
  const found = [];
  const { stock } = table.seats[seat];
  const number = floorsTooMany(game, stock);
  if (table.phase === 'back' && floors.length !== number) {
    found.push(['TU-STOCK-02', `a stock of ${total(stock)} is ${number} over the limit`]);
  }
  if (!holds(stock, bagOf(floors))) found.push(['TU-STOCK-02', `the stock has ${shownBag(stock)}`]);
  return found;
}

const AGAINST = {
  deal: againstDeal,
  reveal: againstReveal,
  place: againstPlace,
  take: againstTake,
  found: againstFound,
  back: againstBack,
  decline: () => [],
};

function byRule([one], [other]) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Every rule that an action of the right form breaks, by id. Without an actor, whoever is to act is meant. */
export function violations(position, action, actor = actorOf(position)) {
  if (position.table.phase === 'over') return [['TU-TURN-03', 'the game is over']];
  const found = wrongActor(position, actor);
  const strange = unknownNames(position.game, action);
  if (strange.length) return [...found, ...strange].sort(byRule);
  found.push(...wrongTime(position, action));
  const seat = Object.hasOwn(position.table.seats, actor) ? actor : position.table.seat;
  found.push(...AGAINST[action.type](position, action, seat));
  return found.sort(byRule);
}

/** The same for anything at all: what has not the form of an action is none (TU-FORM-01). */
export function explain(schemas, position, action, actor) {
  const problems = schemas.problems('action.json', action, '/action');
  if (problems.length) return problems.map((problem) => ['TU-FORM-01', problem]);
  return violations(position, action, actor);
}
