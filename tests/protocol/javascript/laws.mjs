// Laws of a table: what holds in every position that a game can reach. Each gives the rules that a table breaks.
// They tell what one table shows by itself; that a table keeps them all does not prove that a game can come to it.

import { addBag, countOf, holds, put, sameBag, total } from './bag.mjs';
import { floorsTooMany, legalActions, neighbouringBuildings, roofsOnTop, starsReached } from './actions.mjs';
import { isFulfilled, ruleOfObjective } from './objectives.mjs';

function namesLaw({ edition, board, players }, table) {
  const found = [];
  const check = (what, names, isKnown) => {
    for (const name of names) if (!isKnown(name)) found.push(['TU-FORM-02', `there is no ${what} '${name}' in this game`]);
  };
  const isColour = (name) => edition.colours.includes(name);
  const isKind = (name) => edition.kinds.has(name);
  const inSetup = table.phase === 'deal' || table.phase === 'reveal_start';
  const buildings = Object.values(table.buildings);
  check('site', Object.keys(table.buildings), (name) => board.has(name));
  check('colour', buildings.map((building) => building.colour), isColour);
  check('roof colour', buildings.flatMap((building) => Object.values(building.roofs)), (name) => players.includes(name));
  check('colour', Object.keys(table.container), isColour);
  check('colour', table.starting, (name) => name === 'any' || isColour(name));
  check('card', table.market, isKind);
  check('card', Object.keys(table.pile), (name) => (inSetup ? edition.printedCards.has(name) : isKind(name)));
  check('card', Object.keys(table.discards), isKind);
  for (const seat of table.seats) {
    check('colour', [...Object.keys(seat.stock), ...Object.keys(seat.vehicles)], isColour);
    check('objective', Object.keys(seat.chips), (name) => edition.objectives.has(name));
  }
  return found;
}

/** TU-SETUP-07: a seat for each player, with a vehicle of each colour. */
function seatsLaw({ edition, players }, table) {
  const found = [];
  if (table.seats.length !== players.length || table.seat >= players.length) {
    found.push(['TU-SETUP-01', `there are ${players.length} seats`]);
  }
  table.seats.forEach((seat, index) => {
    if (seat.roof !== players[index]) found.push(['TU-SETUP-07', `seat ${index} has the roof colour ${players[index]}`]);
    for (const colour of edition.colours) {
      if (!Object.hasOwn(seat.vehicles, colour)) found.push(['TU-SETUP-07', `seat ${index} lacks its ${colour} vehicle`]);
    }
  });
  if (table.ending && table.ending.seat >= players.length) found.push(['TU-END-01', 'the end came through no player']);
  return found;
}

/** TU-BOX-01: no floor appears or vanishes. */
function floorsLaw({ edition }, table) {
  const all = { ...table.container };
  for (const seat of table.seats) addBag(all, seat.stock);
  for (const building of Object.values(table.buildings)) put(all, building.colour, building.floors);
  return edition.colours
    .filter((colour) => countOf(all, colour) !== edition.floors[colour])
    .map((colour) => ['TU-BOX-01', `there are ${countOf(all, colour)} ${colour} floors, not ${edition.floors[colour]}`]);
}

/** TU-BOX-02: each roof is in hand or on the board. */
function roofsLaw({ edition }, table) {
  const onBoard = {};
  for (const building of Object.values(table.buildings)) {
    for (const roof of Object.values(building.roofs)) put(onBoard, roof);
  }
  return table.seats
    .filter((seat) => seat.roofs + countOf(onBoard, seat.roof) !== edition.roofsEach)
    .map((seat) => ['TU-BOX-02', `${seat.roof} has not ${edition.roofsEach} roofs in hand and on the board`]);
}

/** TU-BOX-03, TU-SETUP-02, TU-TAKE-05: no card gets lost, and the market has as many as it should. */
function cardsLaw({ edition, setup }, table) {
  if (table.phase === 'deal' || table.phase === 'reveal_start') return revealedCardsLaw(edition, setup, table);
  const found = [];
  const all = { ...table.pile };
  addBag(all, table.discards);
  for (const kind of table.market) put(all, kind);
  if (!sameBag(all, edition.deckByKind)) found.push(['TU-BOX-03', 'pile, market and discards are not the deck']);
  const wanted = edition.marketSize - (table.phase === 'reveal' ? 1 : 0);
  if (table.market.length !== wanted) found.push(['TU-TAKE-05', `the market has ${table.market.length} cards, not ${wanted}`]);
  if (table.phase === 'reveal' && total(table.pile) === 0) found.push(['TU-TAKE-06', 'a card is wanted, and there is no pile']);
  if (table.phase === 'place' && total(table.discards) > 0) found.push(['TU-BOX-03', 'nothing is discarded in setup']);
  return found;
}

function revealedCardsLaw(edition, setup, table) {
  const found = [];
  if (!holds(edition.deckByPrintedCard, table.pile)) return [['TU-BOX-03', 'the pile has cards that the deck lacks']];
  const kinds = {};
  const bottoms = {};
  for (const [name, count] of Object.entries(edition.deckByPrintedCard)) {
    const { kind, bottom } = edition.printedCards.get(name);
    put(kinds, kind, count - countOf(table.pile, name));
    put(bottoms, bottom, count - countOf(table.pile, name));
  }
  for (const bottom of table.starting) put(bottoms, bottom, countOf(bottoms, bottom) > 0 ? -1 : 0);
  const revealed = total(kinds);
  const wanted = Math.min(revealed, edition.marketSize);
  const market = {};
  for (const kind of table.market) put(market, kind);
  if (total(table.discards) > 0) found.push(['TU-BOX-03', 'nothing is discarded in setup']);
  if (table.market.length !== wanted || !holds(kinds, market)) {
    found.push(['TU-SETUP-02', 'the market is not what was revealed']);
  }
  if (table.starting.length !== revealed || total(bottoms) > 0) {
    found.push(['TU-SETUP-03', 'the starting floors are not those revealed']);
  }
  if (revealed >= setup.starting_floors || (table.phase === 'deal' && revealed > 0)) {
    found.push(['TU-SETUP-10', 'too many cards have been revealed']);
  }
  return found;
}

/** TU-ROOF-01, TU-ROOF-02, TU-FOUND-03, TU-FOUND-05: buildings as founding makes them. */
function buildingsLaw(game, table) {
  const found = [];
  let roofs = 0;
  let floors = 0;
  let neighbours = 0;
  for (const [site, building] of Object.entries(table.buildings)) {
    const around = neighbouringBuildings(game, table, site);
    const missing = Object.keys(building.roofs).filter((level) => Number(level) < 1 || Number(level) > building.floors);
    const alike = around.filter((neighbour) => table.buildings[neighbour].colour === building.colour);
    if (missing.length) found.push(['TU-ROOF-02', `${site} has no level ${missing.join(', ')}`]);
    if (alike.length) found.push(['TU-FOUND-03', `${site} and ${alike.join(', ')} are neighbours of one colour`]);
    if (building.floors > 1 + around.length) found.push(['TU-FOUND-05', `${site} has more floors than were paid`]);
    roofs += Object.keys(building.roofs).length;
    floors += building.floors;
    neighbours += around.length;
  }
  const buildings = Object.keys(table.buildings).length;
  const roads = neighbours / 2;
  if (floors > buildings + roads) {
    found.push(['TU-FOUND-05', `${floors} floors, but ${buildings} buildings and ${roads} roads between them`]);
  }
  const startingFloors = buildings - roofs; // each founding brings one building and one roof
  if (startingFloors < 0 || startingFloors > game.setup.starting_floors - table.starting.length) {
    found.push(['TU-ROOF-01', `${startingFloors} buildings have come without a roof`]);
  }
  return found;
}

/** TU-MOVE-01, TU-MOVE-02: each roof has moved a vehicle as many steps as its level, as far as the track goes. */
function vehiclesLaw({ edition }, table) {
  const found = [];
  for (const { roof, vehicles } of table.seats) {
    const steps = {};
    for (const { colour, roofs } of Object.values(table.buildings)) {
      for (const [level, owner] of Object.entries(roofs)) if (owner === roof) put(steps, colour, Number(level));
    }
    for (const [colour, reached] of Object.entries(vehicles)) {
      const fewest = Math.min(countOf(steps, colour), edition.endOfTrack);
      if (reached > edition.endOfTrack) found.push(['TU-MOVE-02', `${roof}'s ${colour} vehicle is beyond its track`]);
      if (reached < fewest) found.push(['TU-MOVE-01', `${roof}'s ${colour} vehicle has moved ${fewest} steps at least`]);
    }
  }
  return found;
}

/** TU-STAR-01: extra turns have been earned. */
function starsLaw(game, table) {
  const turns = Number(table.extra_turn) + Number(table.another_turn);
  if (turns <= starsReached(game, table.seats[table.seat])) return [];
  return [['TU-STAR-01', `${turns} extra turns, but so many star columns have not been reached`]];
}

/** TU-GOAL: chips are with those who have fulfilled, the highest taken first. */
function chipsLaw(game, table) {
  const found = [];
  for (const id of new Set(table.seats.flatMap((seat) => Object.keys(seat.chips)))) {
    if (!game.setup.objectives.includes(id)) found.push(['TU-SETUP-08', `${id} is not in play`]);
  }
  const descending = (one, other) => other - one;
  for (const objective of game.objectives) {
    const taken = table.seats.map((seat) => seat.chips[objective.id]).filter((chip) => chip !== undefined).sort(descending);
    const highest = [...game.chips].sort(descending).slice(0, taken.length);
    if (taken.join() !== highest.join()) found.push(['TU-GOAL-02', `${objective.id}: not the highest chips are taken`]);
    table.seats.forEach((seat, index) => {
      const has = Object.hasOwn(seat.chips, objective.id);
      if (has !== isFulfilled(game, table, index, objective)) {
        const reason = has ? 'has a chip, but has not' : 'has no chip, but has';
        found.push([ruleOfObjective(objective), `${seat.roof} ${reason} fulfilled ${objective.id}`]);
      }
    });
  }
  return found;
}

/** TU-STOCK-01: only who is in the middle of a turn, or of a run of turns, has more than the limit. */
function stocksLaw(game, table) {
  const found = [];
  table.seats.forEach((seat, index) => {
    const inTurn = index === table.seat && (
      ['reveal', 'back'].includes(table.phase)
      || (table.phase === 'turn' && table.extra_turn && game.rulings.stock_limit === 'whole_run'));
    if (!inTurn && total(seat.stock) > game.edition.stockLimit && isPlaying(table)) {
      found.push(['TU-STOCK-01', `${seat.roof} has ${total(seat.stock)} floors in stock`]);
    }
  });
  const { stock } = table.seats[table.seat];
  if (table.phase === 'back' && floorsTooMany(game, stock) === 0) found.push(['TU-STOCK-02', 'there is nothing to put back']);
  return found;
}

function isPlaying(table) {
  return !['deal', 'reveal_start', 'place'].includes(table.phase);
}

/** TU-TURN: phases and what goes with them. */
function phasesLaw(game, table) {
  const found = [];
  if ((table.phase === 'deal') !== (game.setup.objectives.length === 0)) {
    found.push(['TU-SETUP-08', 'objectives are dealt if they are not known, and only then']);
  }
  if (!isPlaying(table)) {
    if (table.seat !== 0) found.push(['TU-SETUP-13', 'the first player places the starting floors']);
    if (table.extra_turn || table.another_turn || table.ending) found.push(['TU-TURN-05', 'play has not begun']);
  }
  if (table.phase === 'place' ? legalActions({ game, table }).length === 0 : isPlaying(table) && table.starting.length > 0) {
    found.push(['TU-SETUP-12', 'starting floors are left that should not be']);
  }
  if (table.phase === 'turn' && table.another_turn) found.push(['TU-STAR-01', 'another turn is earned by acting']);
  if (table.phase === 'over' && (table.extra_turn || table.another_turn)) found.push(['TU-TURN-03', 'the game is over']);
  return found;
}

/** TU-SETUP-05, TU-SETUP-07: before play begins, all is as it was dealt. */
function dealtLaw({ edition }, table) {
  if (isPlaying(table)) return [];
  const isAsDealt = ({ stock, vehicles, roofs, chips, cone }) =>
    edition.colours.every((colour) => stock[colour] === 1 && vehicles[colour] === 0)
    && roofs === edition.roofsEach && Object.keys(chips).length === 0 && cone === null;
  const found = table.seats
    .filter((seat) => !isAsDealt(seat))
    .map(({ roof }) => ['TU-SETUP-07', `${roof} has not what is dealt`]);
  const isFounded = Object.values(table.buildings).some(({ floors }) => floors > 1);
  if (isFounded) found.push(['TU-SETUP-05', 'nothing is founded in setup']);
  return found;
}

/** TU-END-01, TU-END-09: the end comes when it is triggered, and not before. */
function endingLaw(game, table) {
  const found = [];
  const { ending } = table;
  if (!ending) {
    if (table.seats.some(({ cone }) => cone !== null)) found.push(['TU-END-09', 'a cone is set, and the end is not coming']);
    if (table.seats.some(({ roofs }) => roofs === 0)) found.push(['TU-END-01', 'a last roof triggers the end']);
    if (table.phase === 'over') found.push(['TU-TURN-03', 'the game is over, and nothing brought its end']);
    return found;
  }
  const isBoth = ending.cause === 'last roof and shortage';
  const isRound = isBoth && game.rulings.second_trigger === 'shortage_adds_round';
  if (isRound !== (ending.turns_left !== undefined)) found.push(['TU-FORM-02', 'turns_left is given, or missing, wrongly']);
  const placed = isRound ? table.seats : [table.seats[ending.seat]];
  if (ending.cause !== 'shortage' && placed.every(({ roofs }) => roofs > 0)) found.push(['TU-END-01', 'there was no last roof']);
  if (isBoth && game.rulings.second_trigger === 'first_decides') found.push(['TU-END-09', 'the first trigger decides']);
  return [...found, ...conesLaw(game, table)];
}

/** The seats from one to before another, clockwise. */
function seatsBetween(players, from, before) {
  const found = [];
  for (let seat = from; seat !== before; seat = (seat + 1) % players) found.push(seat);
  return found;
}

/** Which seats may have counted, once the end is coming (TU-END-02, TU-END-03, TU-END-05): every list that is possible. */
function possiblyCounted(game, table) {
  const players = table.seats.length;
  const { cause, seat: trigger } = table.ending;
  const all = seatsBetween(players, (trigger + 1) % players, trigger);
  if (table.phase === 'over') return [[...all, trigger]];
  const before = seatsBetween(players, (trigger + 1) % players, table.seat);
  const isTriggerPlaying = table.seat === trigger;
  // In the run of turns that brought the end nobody has counted; by then the turn in which it came is over.
  const isFresh = table.phase === 'turn' && !table.extra_turn;
  const inThatRun = isTriggerPlaying && !isFresh ? [[]] : [];
  if (cause === 'last roof') return isTriggerPlaying ? inThatRun : [[...before, trigger]];
  const isAtOnce = table.seats[trigger].roofs === 0 && game.rulings.last_roof_cone === 'at_once';
  // Whoever placed the last roof in the run of turns that brought the end has counted when it is over.
  if (cause === 'shortage' && !isAtOnce) return [before, ...inThatRun];
  if (isAtOnce && !isTriggerPlaying) return [[...before, trigger]];
  return [before, [...before, trigger], ...inThatRun];
}

function conesLaw(game, table) {
  const { edition } = game;
  const found = [];
  const counted = [...table.seats.keys()].filter((seat) => table.seats[seat].cone !== null).join();
  const possible = possiblyCounted(game, table).map((seats) => seats.sort((one, other) => one - other).join());
  // After a last roof and a shortage for which everyone plays once more, anybody may have counted before.
  if (table.ending.turns_left === undefined && !possible.includes(counted)) found.push(['TU-END-03', `the cones of the seats ${counted || 'of nobody'} are set`]);
  for (const { roof, roofs, cone } of table.seats) {
    if (cone === null) continue;
    const most = Math.min(edition.coneWorth.length, edition.roofsEach - roofs);
    const fewest = Math.min(most, roofsOnTop(table, roof));
    if (cone > most) found.push(['TU-END-07', `the cone of ${roof} counts ${cone} roofs`]);
    if (cone < fewest && table.ending.turns_left === undefined) found.push(['TU-END-08', `the cone of ${roof} counts ${cone} roofs, but ${fewest} are on top`]);
  }
  if (table.phase === 'over' && table.seat !== lastSeat(table)) found.push(['TU-END-03', 'somebody else has played last']);
  return found;
}

function lastSeat({ seats, ending }) {
  return ending.cause === 'last roof' ? (ending.seat + seats.length - 1) % seats.length : ending.seat;
}

const FIRST_LAWS = [namesLaw, seatsLaw];
const LAWS = [
  floorsLaw, roofsLaw, cardsLaw, buildingsLaw, vehiclesLaw, starsLaw, chipsLaw, stocksLaw, phasesLaw, dealtLaw, endingLaw,
];

/** The rules that a table breaks, whatever came before it. */
export function brokenLaws(game, table) {
  for (const law of FIRST_LAWS) {
    const found = law(game, table);
    if (found.length) return found;
  }
  return LAWS.flatMap((law) => law(game, table));
}
