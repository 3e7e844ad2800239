// Positions as JSON: reading a state with all its laws, and writing one.

import { withoutZeros } from './bag.mjs';
import { brokenLaws } from './laws.mjs';
import { RuleError, createGame } from './setup.mjs';

export function stateOf({ game, table }) {
  return { format: 'towerup-state', version: 1, game: 'tower-up', setup: game.setup, table };
}

/** The table of a state with all that may be left out, and the market in its canonical order. */
function completeTable(edition, table) {
  const building = ({ colour, floors = 1, roofs = {} }) => ({ colour, floors, roofs: { ...roofs } });
  return {
    phase: table.phase,
    seat: table.seat,
    buildings: Object.fromEntries(Object.entries(table.buildings).map(([site, given]) => [site, building(given)])),
    seats: table.seats.map(({ roof, stock, vehicles, roofs, chips = {}, cone = null }) => (
      { roof, stock: { ...stock }, vehicles: { ...vehicles }, roofs, chips: { ...chips }, cone })),
    container: { ...table.container },
    market: edition.sortedKinds(table.market),
    pile: { ...table.pile },
    discards: { ...table.discards },
    extra_turn: table.extra_turn ?? false,
    another_turn: table.another_turn ?? false,
    ending: table.ending ? { ...table.ending } : null,
    starting: [...(table.starting ?? [])],
  };
}

/** Counts that are 0 are left out. Changes the table. */
function dropZeros(table) {
  for (const seat of table.seats) seat.stock = withoutZeros(seat.stock);
  for (const key of ['container', 'pile', 'discards']) table[key] = withoutZeros(table[key]);
}

/** The position that a state of the right form tells. */
export function readState(editions, state) {
  const game = createGame(editions, state.setup);
  const table = completeTable(game.edition, state.table);
  const broken = brokenLaws(game, table);
  if (broken.length) throw new RuleError('no game can reach this position', broken);
  dropZeros(table);
  return { game, table };
}
