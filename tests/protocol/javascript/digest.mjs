// The digest of an edition: a short name of what is in the box (specs/tower-up/editions.md).

import { createHash } from 'node:crypto';
import { countOf } from './bag.mjs';
import { writeJson } from './json.mjs';

const DIGITS = 16;
const PLACE = 128;

/** The floors of each colour in one number: those of the first colour times 1, of the second times 128, and so on. */
function printedNumber(colours, floors) {
  return colours.reduce((sum, colour, index) => sum + countOf(floors, colour) * PLACE ** index, 0);
}

function describeObjective({ id, title, kind, start = false, count = 0, colour = null, counts = [], levels = [] }) {
  return { id, title, kind, start, count, colour, counts, levels };
}

function describeCard(edition, { name, kind, bottom }) {
  const { floors, multicolour, vehicles } = edition.kinds.get(kind);
  return {
    kind: {
      id: kind,
      wild: multicolour,
      vehicles: edition.colours.map((colour) => countOf(vehicles, colour)),
      printed: printedNumber(edition.colours, floors),
    },
    bottom,
    count: edition.deckByPrintedCard[name],
  };
}

function describeArea({ name, sites, area = [] }) {
  return { name, sites, area };
}

function describeBoard([name, { players, size, districts, sites, roads, parks = [], lakes = [] }]) {
  return {
    name,
    players,
    size,
    districts: districts.map(({ id, name: title, grey = false }) => ({ id, name: title, grey })),
    sites: sites.map(({ id, district, at }) => ({ id, district, at })),
    roads,
    parks: parks.map(describeArea),
    lakes: lakes.map(describeArea),
  };
}

/** All that the digest is made of. `data` is what the file says. */
function describeEdition(edition, data) {
  return {
    name: edition.name,
    colours: edition.colours,
    floors: edition.colours.map((colour) => edition.floors[colour]),
    roof_colours: edition.roofColours,
    roofs: edition.roofsEach,
    stock_limit: edition.stockLimit,
    market: edition.marketSize,
    worth: edition.trackWorth,
    stars: edition.stars,
    cone: edition.coneWorth,
    chips: edition.chips,
    most_starting_floors: edition.mostStartingFloors,
    objectives: [...edition.objectives.values()].map(describeObjective),
    objectives_in_play: edition.objectivesInPlay,
    cards: [...edition.printedCards.values()].map((card) => describeCard(edition, card)),
    boards: Object.entries(data.boards).map(describeBoard),
  };
}

export function digestOf(edition, data) {
  const text = writeJson(describeEdition(edition, data));
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, DIGITS);
}
