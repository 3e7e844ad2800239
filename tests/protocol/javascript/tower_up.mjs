#!/usr/bin/env node
// Tower Up in JavaScript, written from the specification alone.
//
//   node tower_up.mjs oracle [--specs FOLDER] [--games NUMBER] [--edition FILE]…
//
// answers the line protocol of specs/protocol.md on standard input and output.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCatalogue } from './catalogue.mjs';
import { GAME, defaultSpecs, readEdition, readEditions } from './edition.mjs';
import { LIMITS, Oracle, serve } from './protocol.mjs';
import { Schemas } from './schema.mjs';

const USAGE = 'usage: node tower_up.mjs oracle [--specs FOLDER] [--games NUMBER] [--edition FILE]…\n';

const OPTIONS = {
  specs: { type: 'string', default: process.env.TOWER_UP_SPECS ?? defaultSpecs() },
  edition: { type: 'string', multiple: true, default: [] },
  games: { type: 'string', default: String(LIMITS.games) },
};

function readCommand() {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    const isRight = positionals.length === 1 && positionals[0] === 'oracle' && /^[1-9][0-9]*$/.test(values.games);
    return isRight ? values : null;
  } catch {
    return null;
  }
}

function createOracle({ specs, edition: files, games }) {
  const editions = readEditions(join(specs, GAME, 'editions'));
  for (const file of files) {
    const edition = readEdition(file);
    editions.set(edition.name, edition);
  }
  return new Oracle({
    editions,
    schemas: new Schemas(join(specs, 'schemas'), join(specs, GAME, 'schemas')),
    catalogue: readCatalogue(join(specs, GAME, 'rules.json')),
    limits: { ...LIMITS, games: Number(games) },
  });
}

/** Ends the program: the command, or what it names, is wrong. */
function giveUp(reason) {
  process.stderr.write(reason);
  process.exit(2);
}

function createOracleOrGiveUp(command) {
  try {
    return createOracle(command);
  } catch (error) {
    return giveUp(`the specification or the edition cannot be read: ${error.message}\n`);
  }
}

async function main() {
  const command = readCommand() ?? giveUp(USAGE);
  const oracle = createOracleOrGiveUp(command);
  process.on('SIGINT', () => process.exit(130));
  process.stdout.on('error', () => process.exit(1)); // nobody takes the replies any more
  await serve(oracle, process.stdin, process.stdout);
}

await main();
