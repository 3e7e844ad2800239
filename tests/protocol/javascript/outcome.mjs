// How a game ended (TU-FINAL).

import { total } from './bag.mjs';

/** TU-END-07: places are counted from one; who has no roof on top has no cone. */
function coneWorth(edition, place) {
  return place ? edition.coneWorth[place - 1] : 0;
}

/** TU-FINAL-01: a player's score, Millions by source. */
function scoreOf(edition, seat) {
  const worth = Object.entries(seat.vehicles).map(([colour, steps]) => [colour, edition.trackWorth[steps]]);
  const vehicles = Object.fromEntries(worth);
  const cone = coneWorth(edition, seat.cone);
  return {
    roof: seat.roof,
    vehicles,
    cone,
    chips: { ...seat.chips },
    stock: total(seat.stock),
    total: total(vehicles) + cone + total(seat.chips),
  };
}

function seatsWithMost(seats, worth) {
  const most = Math.max(...seats.map(worth));
  return seats.filter((seat) => worth(seat) === most);
}

/** TU-FINAL-02 to TU-FINAL-04; null while the game goes on. */
export function outcomeOf({ game, table }) {
  if (table.phase !== 'over') return null;
  const scores = table.seats.map((seat) => scoreOf(game.edition, seat));
  const richest = seatsWithMost([...scores.keys()], (seat) => scores[seat].total);
  const winners = seatsWithMost(richest, (seat) => scores[seat].stock);
  const decidedBy = richest.length === 1 ? 'Millions' : winners.length === 1 ? 'floors in stock' : 'shared victory';
  return { scores, winners, decided_by: decidedBy, cause: table.ending.cause, ended_by: table.ending.seat };
}
