// The line protocol (specs/protocol.md): JSON-RPC 2.0, one message a line.

import { actorOf, chancesOf, legalActions, play } from './actions.mjs';
import { describeViolations } from './catalogue.mjs';
import { GAME } from './edition.mjs';
import { JsonError, isObject, parseJson, writeJson } from './json.mjs';
import { outcomeOf } from './outcome.mjs';
import { readState, stateOf } from './position.mjs';
import { RuleError, SetupError, createGame, startPosition } from './setup.mjs';
import { explain } from './violations.mjs';

export const LIMITS = { line: 1_000_000, games: 1000, batch: 1000, name: 64 };

const NOT_JSON = -32700;
const NOT_A_REQUEST = -32600;
const NO_SUCH_METHOD = -32601;
const WRONG_PARAMS = -32602;
const FAILED = -32603;
const ILLEGAL = 1;
const UNREACHABLE = 2;
const NO_SUCH_GAME = 3;
const NAME_TAKEN = 4;
const TOO_MANY_GAMES = 5;

/** Whole numbers of at most 64 bits, with a sign or without. */
const SMALLEST_ID = -(2n ** 63n);
const LARGEST_ID = 2n ** 64n - 1n;

/** An error to be answered. */
class Refusal extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }

  toReply(id) {
    const error = { code: this.code, message: this.message };
    if (this.data) error.data = this.data;
    return { jsonrpc: '2.0', id, error };
  }
}

function isId(value) {
  if (value === null || typeof value === 'string') return true;
  const isWhole = Number.isInteger(value) || typeof value === 'bigint';
  return isWhole && value >= SMALLEST_ID && value <= LARGEST_ID;
}

function isRequest(message) {
  const known = ['jsonrpc', 'method', 'params', 'id'];
  return isObject(message)
    && message.jsonrpc === '2.0'
    && typeof message.method === 'string'
    && (!Object.hasOwn(message, 'id') || isId(message.id))
    && Object.keys(message).every((key) => known.includes(key));
}

export class Oracle {
  constructor({ editions, schemas, catalogue, limits = LIMITS }) {
    this.editions = editions;
    this.schemas = schemas;
    this.catalogue = catalogue;
    this.limits = limits;
    this.games = new Map();
    this.named = 0;
    this.methods = {
      hello: () => this.hello(),
      start: (params) => this.start(params),
      state: ({ game }) => this.describe(this.find(game)),
      legal: ({ game }) => this.legal(this.find(game)),
      chances: ({ game }) => this.chances(this.find(game)),
      play: (params) => this.play(params),
      explain: (params) => this.explain(params),
      outcome: ({ game }) => ({ outcome: outcomeOf(this.find(game)) }),
      end: ({ game }) => this.end(game),
    };
  }

  // --- Messages ------------------------------------------------------------------------------------------------------

  /** The reply to a line, as a line without its end; null if there is none. */
  answerLine(line) {
    let message;
    try {
      message = parseJson(line);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return this.notJson(error.message, error.column);
    }
    const reply = Array.isArray(message) ? this.answerBatch(message) : this.answer(message);
    return reply && writeJson(reply);
  }

  notJson(reason, column) {
    return writeJson(new Refusal(NOT_JSON, reason, column && { column }).toReply(null));
  }

  answerBatch(messages) {
    if (messages.length === 0) return new Refusal(NOT_A_REQUEST, 'a batch has at least one request').toReply(null);
    if (messages.length > this.limits.batch) {
      return new Refusal(NOT_A_REQUEST, `a batch has at most ${this.limits.batch} requests`).toReply(null);
    }
    const replies = messages.map((message) => this.answer(message)).filter((reply) => reply !== null);
    return replies.length ? replies : null;
  }

  answer(message) {
    if (!isRequest(message)) {
      const id = isObject(message) && isId(message.id ?? null) ? message.id ?? null : null;
      return new Refusal(NOT_A_REQUEST, 'not a request').toReply(id);
    }
    const isNotification = !Object.hasOwn(message, 'id');
    const reply = this.carryOut(message);
    return isNotification ? null : reply;
  }

  carryOut({ id, method, params = {} }) {
    try {
      return { jsonrpc: '2.0', id, result: this.call(method, params) };
    } catch (error) {
      if (error instanceof Refusal) return error.toReply(id);
      process.stderr.write(`${error.stack}\n`);
      return new Refusal(FAILED, 'something has gone wrong here').toReply(id);
    }
  }

  call(method, params) {
    if (!Object.hasOwn(this.methods, method)) {
      throw new Refusal(NO_SUCH_METHOD, `there is no method '${method}'; there is ${Object.keys(this.methods).join(', ')}`);
    }
    this.checkName(method, params?.game);
    const problems = this.schemas.problems(`request.json#/$defs/${method}/properties/params`, params);
    if (problems.length) throw new Refusal(WRONG_PARAMS, problems[0], { problems });
    return this.methods[method](params);
  }

  /** The game's name is looked at before all other params. */
  checkName(method, name) {
    if (typeof name !== 'string' || method === 'hello') return;
    if (method !== 'start') this.find(name);
    else if (this.games.has(name)) throw new Refusal(NAME_TAKEN, `a game '${name}' is open already`);
  }

  // --- Methods -------------------------------------------------------------------------------------------------------

  hello() {
    const editions = [...this.editions.values()].map((edition) => ({
      players: edition.playerNumbers,
      header: { format: 'towerup-record', version: 1, game: 'tower-up', setup: firstSetup(edition) },
    }));
    return {
      protocol: 'towerup-oracle',
      version: 1,
      software: { name: 'tower-up-javascript', version: '1.0.0' },
      methods: Object.keys(this.methods),
      limits: this.limits,
      games: [{ name: GAME, title: 'Tower Up', editions }],
    };
  }

  start({ header, state, game: name }) {
    if (this.games.size >= this.limits.games) {
      throw new Refusal(TOO_MANY_GAMES, `${this.games.size} games are open, and no more can be; end one`);
    }
    const position = this.begin(header, state);
    const chosen = name ?? this.newName();
    this.games.set(chosen, position);
    return { game: chosen, ...this.describe(position) };
  }

  begin(header, state) {
    try {
      return header ? startPosition(createGame(this.editions, header.setup)) : readState(this.editions, state);
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      const message = `${error.message}: ${error.violations[0][1]}`;
      if (!(error instanceof SetupError)) {
        throw new Refusal(UNREACHABLE, message, { violations: describeViolations(this.catalogue, error.violations) });
      }
      const place = header ? '/header/setup' : '/state/setup';
      throw new Refusal(WRONG_PARAMS, message, { problems: error.violations.map(([, reason]) => `${place}: ${reason}`) });
    }
  }

  newName() {
    do this.named += 1;
    while (this.games.has(`game-${this.named}`));
    return `game-${this.named}`;
  }

  find(name) {
    if (!this.games.has(name)) throw new Refusal(NO_SUCH_GAME, `there is no game '${name}'`);
    return this.games.get(name);
  }

  describe(position) {
    return { actor: actorOf(position), state: stateOf(position) };
  }

  legal(position) {
    return { actor: actorOf(position), actions: legalActions(position) };
  }

  chances(position) {
    return { actor: actorOf(position), chances: chancesOf(position) };
  }

  violations({ game, action, actor }) {
    const position = this.find(game);
    return describeViolations(this.catalogue, explain(this.schemas, position, action, actor));
  }

  play(params) {
    const violations = this.violations(params);
    if (violations.length) throw new Refusal(ILLEGAL, `the action is not legal here: ${violations[0].message}`, { violations });
    const after = play(this.find(params.game), params.action);
    this.games.set(params.game, after);
    return this.describe(after);
  }

  explain(params) {
    const violations = this.violations(params);
    return { legal: violations.length === 0, violations };
  }

  end(name) {
    this.find(name);
    this.games.delete(name);
    return { game: name, open: this.games.size };
  }
}

/** A setup to begin with: the fewest players, and the objectives for a first game (TU-SETUP-08). */
function firstSetup(edition) {
  const [players] = edition.playerNumbers;
  const start = [...edition.objectives.values()].filter((objective) => objective.start).map(({ id }) => id);
  return {
    edition: { name: edition.name, digest: edition.digest },
    players: edition.roofColours.slice(0, players),
    objectives: start.slice(0, edition.objectivesInPlay),
    starting_floors: edition.marketSize,
    rulings: {},
  };
}

// --- Lines -----------------------------------------------------------------------------------------------------------

const LINE_FEED = 0x0a;

/** Cuts a stream of bytes into lines; of a line that is too long nothing is kept. */
class LineReader {
  constructor(longest, onLine, onTooLong) {
    Object.assign(this, { longest, onLine, onTooLong });
    this.parts = [];
    this.length = 0;
  }

  push(bytes) {
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      this.keep(bytes.subarray(start, end + 1));
      this.finishLine();
      start = end + 1;
    }
    this.keep(bytes.subarray(start));
  }

  /** The line feed counts as well. */
  keep(bytes) {
    this.length += bytes.length;
    if (this.length > this.longest) this.parts = [];
    else this.parts.push(bytes);
  }

  finishLine() {
    const isTooLong = this.length > this.longest;
    const bytes = Buffer.concat(this.parts);
    const line = bytes.at(-1) === LINE_FEED ? bytes.subarray(0, -1) : bytes;
    this.parts = [];
    this.length = 0;
    if (isTooLong) this.onTooLong();
    else this.onLine(line);
  }

  /** A last line may lack its line feed. */
  end() {
    if (this.length > 0) this.finishLine();
  }
}

/** Answers every line of the input until it ends. */
export async function serve(oracle, input, output) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const send = (reply) => {
    if (reply !== null) output.write(`${reply}\n`);
  };
  const onLine = (bytes) => {
    let line;
    try {
      line = decoder.decode(bytes);
    } catch {
      send(oracle.notJson('not JSON: the line is not UTF-8'));
      return;
    }
    send(oracle.answerLine(line));
  };
  const onTooLong = () => send(oracle.notJson(`a line has at most ${oracle.limits.line} bytes`));
  const reader = new LineReader(oracle.limits.line, onLine, onTooLong);
  for await (const bytes of input) reader.push(bytes);
  reader.end();
}
