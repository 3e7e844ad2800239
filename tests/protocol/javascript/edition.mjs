// An edition: what is in the box. Colours of floors, roofs, the deck, the tracks, the objectives and the boards.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bagOf, countOf, put } from './bag.mjs';
import { digestOf } from './digest.mjs';
import { parseToml } from './toml.mjs';

/** The game by its name: what is its own in the specification is in the folder of this name. */
export const GAME = 'tower-up';
export const ANY_COLOUR = 'any';

const ANY_LETTER = 'x';
const VEHICLE_LETTER = 'v';
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * The letter of each colour in the names of cards. In the edition's order each colour has its first letter; if that is
 * taken, its last, last but one, and so on; if all are taken, the first free letter of the alphabet.
 */
function colourLetters(colours) {
  const taken = new Set([ANY_LETTER, VEHICLE_LETTER]);
  const letters = new Map();
  for (const colour of colours) {
    const [first, ...others] = [...colour].filter((letter) => ![ANY_LETTER, VEHICLE_LETTER].includes(letter));
    const wanted = [first, ...others.reverse(), ...ALPHABET].find((letter) => ALPHABET.includes(letter) && !taken.has(letter));
    taken.add(wanted);
    letters.set(colour, wanted);
  }
  return letters;
}

/** A kind of card: what its upper half shows (TU-TAKE-07). */
function makeKind(colourLetter, floors, vehicles) {
  const shownFloors = bagOf(floors.filter((colour) => colour !== ANY_COLOUR));
  const shownVehicles = bagOf(vehicles);
  const multicolour = floors.filter((colour) => colour === ANY_COLOUR).length;
  const letters = (bag) => [...colourLetter].map(([colour, letter]) => letter.repeat(countOf(bag, colour))).join('');
  const upper = letters(shownFloors) + ANY_LETTER.repeat(multicolour);
  const lower = letters(shownVehicles);
  const name = lower ? `${upper}-${VEHICLE_LETTER}${lower}` : upper;
  return { name, floors: shownFloors, multicolour, vehicles: shownVehicles };
}

/** The city: sites, the roads between them, districts, parks and lakes. */
class Board {
  constructor(id, data) {
    this.id = id;
    this.players = data.players;
    this.districts = data.districts;
    this.sites = data.sites.map((site) => site.id);
    this.roads = data.roads;
    this.districtOf = new Map(data.sites.map((site) => [site.id, site.district]));
    this.parkSites = new Set((data.parks ?? []).flatMap((park) => park.sites));
    this.lakeSites = new Set((data.lakes ?? []).flatMap((lake) => lake.sites));
    this.greyDistricts = data.districts.filter((district) => district.grey).map((district) => district.id);
    this.neighbours = this.findNeighbours();
    this.borders = this.findBorders();
  }

  /** TU-BOX-04: two sites are neighbours if one road leads straight from one to the other. */
  findNeighbours() {
    const neighbours = new Map(this.sites.map((site) => [site, []]));
    for (const [one, other] of this.roads) {
      neighbours.get(one).push(other);
      neighbours.get(other).push(one);
    }
    return neighbours;
  }

  /** TU-GOAL-18: a border is a pair of districts with a road between them, however often the two meet. */
  findBorders() {
    const borders = new Map();
    for (const road of this.roads) {
      const [one, other] = [...road].sort((left, right) => (this.districtOf.get(left) < this.districtOf.get(right) ? -1 : 1));
      const districts = [this.districtOf.get(one), this.districtOf.get(other)];
      if (districts[0] === districts[1]) continue;
      const key = districts.join(' ');
      if (!borders.has(key)) borders.set(key, { districts, roads: [] });
      borders.get(key).roads.push([one, other]);
    }
    return [...borders.values()];
  }

  has(site) {
    return this.districtOf.has(site);
  }
}

class Edition {
  constructor(data) {
    this.name = data.name;
    this.title = data.title;
    this.floors = data.floors.colours;
    this.colours = Object.keys(data.floors.colours);
    this.roofColours = data.roofs.colours;
    this.roofsEach = data.roofs.each;
    this.stockLimit = data.stock.limit;
    this.marketSize = data.market.cards;
    this.trackWorth = data.track.worth;
    this.stars = data.track.stars;
    this.coneWorth = data.cone.worth;
    this.chips = data.chips.players;
    this.mostStartingFloors = data.starting_floors.most;
    this.objectivesInPlay = data.objectives.in_play;
    this.objectives = new Map(data.objectives.cards.map((objective) => [objective.id, objective]));
    this.boards = Object.entries(data.boards).map(([id, board]) => new Board(id, board));
    this.readDeck(data.deck.cards);
    this.digest = digestOf(this, data);
  }

  readDeck(cards) {
    this.kinds = new Map();
    this.printedCards = new Map();
    this.deckByKind = {};
    this.deckByPrintedCard = {};
    const colourLetter = colourLetters(this.colours);
    for (const { floors = [], vehicles = [], bottom, count = 1 } of cards) {
      const kind = makeKind(colourLetter, floors, vehicles);
      const printed = { name: `${kind.name}/${bottom}`, kind: kind.name, bottom };
      if (!this.kinds.has(kind.name)) this.kinds.set(kind.name, kind);
      this.printedCards.set(printed.name, printed);
      put(this.deckByKind, kind.name, count);
      put(this.deckByPrintedCard, printed.name, count);
    }
    this.kindOrder = new Map([...this.kinds.keys()].map((name, index) => [name, index]));
  }

  get endOfTrack() {
    return this.trackWorth.length - 1;
  }

  get playerNumbers() {
    return [...new Set(this.boards.flatMap((board) => board.players))].sort((one, other) => one - other);
  }

  /** TU-SETUP-01: the board for the number of players. */
  boardFor(players) {
    return this.boards.find((board) => board.players.includes(players));
  }

  /** The kinds of cards in the edition's order. */
  sortedKinds(names) {
    return [...names].sort((one, other) => this.kindOrder.get(one) - this.kindOrder.get(other));
  }
}

export function readEdition(path) {
  return new Edition(parseToml(readFileSync(path, 'utf8')));
}

export function readEditions(folder) {
  const paths = readdirSync(folder).filter((name) => name.endsWith('.toml')).sort();
  const editions = paths.map((name) => readEdition(join(folder, name)));
  return new Map(editions.map((edition) => [edition.name, edition]));
}

/** Where the specification lies if nobody says otherwise: as in the repository. */
export function defaultSpecs() {
  return fileURLToPath(new URL('../../../specs', import.meta.url));
}
