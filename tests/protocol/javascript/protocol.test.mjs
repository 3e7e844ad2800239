// The conversation that specs/protocol.md shows, held with the real process: node --test
// Words for people are left out of the comparison, and so is the order of legal actions.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GAME, defaultSpecs } from './edition.mjs';
import { Schemas } from './schema.mjs';

const specs = process.env.TOWER_UP_SPECS ?? defaultSpecs();
const program = fileURLToPath(new URL('tower_up.mjs', import.meta.url));
const schemas = new Schemas(join(specs, 'schemas'), join(specs, GAME, 'schemas'));

function ask(text) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, 'oracle', '--specs', specs], {
    input: text, encoding: 'utf8', timeout: 60_000,
  });
  return { stdout, replies: stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line)), stderr, status };
}

function withoutWords(value) {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).filter(([key]) => key !== 'message').map(([key, item]) => [key, withoutWords(item)]);
  const kept = Object.fromEntries(pairs);
  if (kept.actions) kept.actions.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  return kept;
}

function sortKeys(value) {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sortKeys(value[key])]));
}

test('the conversation of the specification', () => {
  const lines = readFileSync(join(specs, 'protocol.md'), 'utf8').split('\n');
  const said = (sign) => lines.filter((line) => line.startsWith(`${sign} `)).map((line) => line.slice(2));
  const { replies, stderr, status } = ask(said('→').join('\n'));
  const expected = said('←').map((line) => JSON.parse(line));
  assert.deepEqual(withoutWords(sortKeys(replies)), withoutWords(sortKeys(expected)));
  assert.equal(stderr, '');
  assert.equal(status, 0);
});

test('what is said of itself, and what is no request', () => {
  const hello = { jsonrpc: '2.0', id: 1, method: 'hello' };
  const { replies, stdout } = ask([
    JSON.stringify(hello),
    JSON.stringify(Array(1001).fill(hello)),
    `"${'x'.repeat(1_000_000)}"`,
    '[]',
    '{"jsonrpc":"2.0","id":18446744073709551615,"method":"fly"}',
    '{"jsonrpc":"2.0","id":1.0,"method":"hello"}',
    '{"jsonrpc":"2.0","id":1,"id":2,"method":"hello"}',
  ].join('\n'));
  for (const reply of replies) assert.deepEqual(schemas.problems('reply.json', reply), []);
  assert.match(stdout, /"id":18446744073709551615,/);
  assert.equal(replies[0].result.games[0].editions.length, 5);
  assert.deepEqual(replies.slice(1).map(({ error }) => error.code), [-32600, -32700, -32600, -32601, -32600, -32700]);
});
