// The rules by id: their titles and where they stand, as specs/tower-up/rules.json tells them.

import { readFileSync } from 'node:fs';

export function readCatalogue(path) {
  const { rules } = JSON.parse(readFileSync(path, 'utf8'));
  return new Map(rules.map(({ id, title, citations }) => [id, { title, citations }]));
}

/** Broken rules, told in full. */
export function describeViolations(catalogue, violations) {
  return violations.map(([rule, message]) => ({ rule, message, ...catalogue.get(rule) }));
}
