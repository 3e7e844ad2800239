// Forms of values, held against the JSON Schemas of specs/schemas and of specs/tower-up/schemas: as much of JSON Schema as
// those use.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, writeJson } from './json.mjs';

const TYPES = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

function same(one, other) {
  return writeJson(one) === writeJson(other);
}

function shown(value) {
  const text = writeJson(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function lengthOf(text) {
  return [...text].length;
}

export class Schemas {
  /** The schemas of several folders, by the names of their files: the game's own stand for those of any game. */
  constructor(...folders) {
    this.files = new Map();
    for (const folder of folders) {
      for (const name of readdirSync(folder)) {
        if (name.endsWith('.json')) this.files.set(name, JSON.parse(readFileSync(join(folder, name), 'utf8')));
      }
    }
  }

  /** The schema that a reference names, and the file in which it stands. */
  follow(reference, file) {
    const [name, pointer = ''] = reference.split('#');
    const target = name || file;
    let schema = this.files.get(target);
    for (const part of pointer.split('/').filter(Boolean)) schema = schema[part];
    return { schema, file: target };
  }

  /** What is wrong with the form of a value: a list of sentences, each with a path; empty if nothing is. */
  problems(reference, value, path = '') {
    const { schema, file } = this.follow(reference, '');
    return this.check(schema, value, path, file);
  }

  check(schema, value, path, file) {
    const here = path || 'the value';
    if (schema.$ref) {
      const target = this.follow(schema.$ref, file);
      return this.check(target.schema, value, path, target.file);
    }
    if ('const' in schema && !same(schema.const, value)) return [`${here}: ${shown(value)} is not ${shown(schema.const)}`];
    if (schema.enum && !schema.enum.some((item) => same(item, value))) {
      return [`${here}: ${shown(value)} is none of ${shown(schema.enum)}`];
    }
    const types = schema.type === undefined ? [] : [schema.type].flat();
    if (types.length && !types.some((type) => TYPES[type](value))) {
      return [`${here}: ${shown(value)} is not of the type ${types.join(' or ')}`];
    }
    return [
      ...this.checkSimple(schema, value, here),
      ...(isObject(value) ? this.checkObject(schema, value, path, file) : []),
      ...(Array.isArray(value) ? this.checkArray(schema, value, path, file) : []),
      ...this.checkAlternatives(schema, value, path, file),
    ];
  }

  checkSimple(schema, value, here) {
    const found = [];
    if (typeof value === 'number' && value < (schema.minimum ?? -Infinity)) {
      found.push(`${here}: ${value} is less than ${schema.minimum}`);
    }
    if (typeof value === 'string') {
      if (lengthOf(value) < (schema.minLength ?? 0)) found.push(`${here}: the text is too short`);
      if (lengthOf(value) > (schema.maxLength ?? Infinity)) found.push(`${here}: the text is too long`);
      const fits = new RegExp(schema.pattern ?? '', 'u').test(value);
      if (!fits) found.push(`${here}: ${shown(value)} is not of the form`);
    }
    return found;
  }

  checkObject(schema, value, path, file) {
    const found = [];
    const named = schema.properties ?? {};
    const patterns = Object.entries(schema.patternProperties ?? {});
    for (const key of schema.required ?? []) {
      if (!Object.hasOwn(value, key)) found.push(`${path}/${key}: is missing`);
    }
    for (const [key, item] of Object.entries(value)) {
      const place = `${path}/${key}`;
      const inner = Object.hasOwn(named, key)
        ? named[key]
        : patterns.find(([pattern]) => new RegExp(pattern, 'u').test(key))?.[1] ?? schema.additionalProperties;
      if (inner === false) found.push(`${place}: is unknown`);
      else if (isObject(inner)) found.push(...this.check(inner, item, place, file));
    }
    const size = Object.keys(value).length;
    if (size < (schema.minProperties ?? 0) || size > (schema.maxProperties ?? Infinity)) {
      found.push(`${path}: has ${size} keys`);
    }
    for (const [key, needed] of Object.entries(schema.dependentRequired ?? {})) {
      if (Object.hasOwn(value, key) && !needed.every((other) => Object.hasOwn(value, other))) {
        found.push(`${path}/${key}: stands without ${needed.join(', ')}`);
      }
    }
    return found;
  }

  checkArray(schema, value, path, file) {
    const found = [];
    const here = path || 'the value';
    if (value.length < (schema.minItems ?? 0)) found.push(`${here}: has too few items`);
    if (value.length > (schema.maxItems ?? Infinity)) found.push(`${here}: has too many items`);
    if (schema.uniqueItems && new Set(value.map(writeJson)).size < value.length) found.push(`${here}: has an item twice`);
    if (schema.items) {
      value.forEach((item, index) => found.push(...this.check(schema.items, item, `${path}/${index}`, file)));
    }
    return found;
  }

  checkAlternatives(schema, value, path, file) {
    const alternatives = schema.oneOf ?? schema.anyOf;
    if (!alternatives) return [];
    const results = alternatives.map((inner) => this.check(inner, value, path, file));
    const fitting = results.filter((found) => found.length === 0).length;
    if (fitting === 1 || (fitting > 1 && schema.anyOf)) return [];
    if (fitting > 1) return [`${path || 'the value'}: several forms fit, where one should`];
    // Of the forms that do not fit, the one that is meant is most likely the one that its type names.
    const names = (inner) => isObject(value) && 'type' in value && inner.properties?.type?.const === value.type;
    const meant = alternatives.findIndex(names);
    if (meant >= 0) return results[meant];
    return [`${path || 'the value'}: ${shown(value)} has none of the forms that are known`];
  }
}
