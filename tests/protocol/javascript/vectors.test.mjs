// Every test vector of the specification, asked of this implementation: node --test
// The folder of the specification can be named by the environment: TOWER_UP_SPECS.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { actorOf, chancesOf, legalActions, play } from './actions.mjs';
import { GAME, defaultSpecs, readEditions } from './edition.mjs';
import { parseJson, writeJson } from './json.mjs';
import { outcomeOf } from './outcome.mjs';
import { readState, stateOf } from './position.mjs';
import { Schemas } from './schema.mjs';
import { createGame, setupProblems, startPosition } from './setup.mjs';
import { explain } from './violations.mjs';

const specs = process.env.TOWER_UP_SPECS ?? defaultSpecs();
const folder = join(specs, 'vectors', GAME);
const editions = readEditions(join(specs, GAME, 'editions'));
const schemas = new Schemas(join(specs, 'schemas'), join(specs, GAME, 'schemas'));

function sortedJson(values) {
  return values.map(writeJson).sort();
}

function assertSame(found, expected) {
  assert.deepEqual(JSON.parse(writeJson(found)), JSON.parse(writeJson(expected)));
}

/** An action with what may be left out, so that two that mean the same are the same JSON. */
function canonicalAction(action) {
  const complete = action.type === 'take' ? { floors: [], ...action } : { ...action };
  for (const key of ['floors', 'objectives']) if (complete[key]) complete[key] = [...complete[key]].sort();
  return complete;
}

// --- JSON Patch, as far as vectors use it ----------------------------------------------------------------------------

function patched(document, patch) {
  const whole = structuredClone(document);
  for (const { op, path, value } of patch) {
    const parts = path.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = parts.pop();
    const target = parts.reduce((inner, part) => inner[part], whole);
    if (!Array.isArray(target)) {
      if (op === 'remove') delete target[last];
      else target[last] = value;
    } else if (op === 'replace') target[last] = value;
    else if (op === 'remove') target.splice(Number(last), 1);
    else target.splice(last === '-' ? target.length : Number(last), 0, value);
  }
  return whole;
}

// --- Questions -------------------------------------------------------------------------------------------------------

/** What this implementation answers to a vector: the vector with its own answers. */
const ANSWERS = {
  start(vector) {
    return { ...vector, state: stateOf(startPosition(createGame(editions, vector.setup))) };
  },

  /** What is not refused would come back changed. */
  impossible(vector) {
    const hasForm = schemas.problems('setup.json', vector.setup).length === 0;
    const isPossible = hasForm && setupProblems(editions, vector.setup).length === 0;
    return { ...vector, kind: isPossible ? 'start' : 'impossible' };
  },

  legal(vector) {
    const position = readState(editions, vector.state);
    const answer = { ...vector, actor: actorOf(position), legal: legalActions(position) };
    if (vector.weights) answer.weights = chancesOf(position).map(({ weight }) => weight);
    return answer;
  },

  play(vector) {
    const position = readState(editions, vector.state);
    assert.deepEqual(explain(schemas, position, vector.action, vector.actor), []);
    const after = play(position, vector.action);
    const answer = { ...vector, after: stateOf(after) };
    delete answer.outcome;
    const outcome = outcomeOf(after);
    if (outcome) answer.outcome = outcome;
    return answer;
  },

  illegal(vector) {
    const position = readState(editions, vector.state);
    const rules = explain(schemas, position, vector.action, vector.actor).map(([rule]) => rule);
    return { ...vector, broken: [...new Set(rules)].sort() };
  },

  counts(vector) {
    return { ...vector, levels: countLevels(readState(editions, vector.state), vector.levels.length) };
  },

  game(vector) {
    return { ...vector, outcome: replay(readFileSync(join(folder, vector.record), 'utf8')) };
  },
};

/** A vector in a form in which the order of legal actions means nothing. */
function comparable(vector) {
  if (vector.kind !== 'legal') return vector;
  const weights = vector.weights ?? vector.legal.map(() => null);
  const pairs = vector.legal.map((action, index) => [canonicalAction(action), weights[index]]);
  return { ...vector, legal: sortedJson(pairs), weights: null };
}

function countLevels(position, depth) {
  let level = new Map([[writeJson(stateOf(position)), { position, paths: 1 }]]);
  const levels = [];
  for (let number = 0; number < depth; number += 1) {
    const next = new Map();
    const counted = { paths: 0, positions: level.size, chance: 0, players: 0, over: 0, choices: 0 };
    for (const { position: here, paths } of level.values()) {
      const actor = actorOf(here);
      const actions = legalActions(here);
      counted.paths += paths;
      counted.choices += actions.length;
      counted[actor === null ? 'over' : actor === 'chance' ? 'chance' : 'players'] += 1;
      if (number + 1 === depth) continue;
      for (const action of actions) {
        const after = play(here, action);
        const key = writeJson(stateOf(after));
        const known = next.get(key);
        if (known) known.paths += paths;
        else next.set(key, { position: after, paths });
      }
    }
    levels.push(counted);
    level = next;
  }
  return levels;
}

/** Plays a record; every step has to be legal, and the outcome has to be the one it tells. */
function replay(text) {
  const lines = text.trimEnd().split('\n').map(parseJson);
  const header = lines.shift();
  let position = startPosition(createGame(editions, header.setup));
  for (const line of lines) {
    if (line.outcome) {
      assertSame(outcomeOf(position), line.outcome);
      continue;
    }
    assert.deepEqual(explain(schemas, position, line.action, line.actor), []);
    const offered = sortedJson(legalActions(position).map(canonicalAction));
    assert.ok(offered.includes(writeJson(canonicalAction(line.action))));
    position = play(position, line.action);
    assertSame(stateOf(readState(editions, stateOf(position))), stateOf(position));
  }
  return outcomeOf(position);
}

function checkVector(vector, rule) {
  const answer = comparable(ANSWERS[vector.kind](vector));
  assertSame(answer, comparable(vector));
  if (!vector.wrong) return;
  assert.ok(vector.broken.includes(rule));
  assert.notEqual(writeJson(answer), writeJson(comparable(patched(vector, vector.wrong))));
}

for (const name of readdirSync(folder).filter((file) => file.endsWith('.json')).sort()) {
  const text = readFileSync(join(folder, name), 'utf8');
  const file = parseJson(text);
  describe(`${name}: ${file.title}`, () => {
    test('has the form of a file of vectors', () => {
      assert.deepEqual(schemas.problems('vectors.json', file), []);
    });
    file.vectors.forEach((vector, index) => {
      const question = vector.wrong ? `${vector.kind} with a wrong answer` : vector.kind;
      test(`vector ${index}, ${question}`, () => checkVector(vector, file.rule));
    });
  });
}
