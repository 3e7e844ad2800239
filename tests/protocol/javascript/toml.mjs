// A reader of edition files: as much of TOML as they use. Tables, inline tables, arrays over several lines, strings in
// one line, whole numbers, true and false, comments.

class TomlError extends Error {}

const BARE_KEY = /[A-Za-z0-9_-]+/y;
const NUMBER = /[+-]?[0-9](?:_?[0-9])*/y;
const ESCAPES = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', '"': '"', '\\': '\\' };

class Reader {
  constructor(text) {
    this.text = text;
    this.position = 0;
  }

  fail(reason) {
    const line = this.text.slice(0, this.position).split('\n').length;
    throw new TomlError(`line ${line}: ${reason}`);
  }

  peek() {
    return this.text[this.position];
  }

  accept(piece) {
    if (!this.text.startsWith(piece, this.position)) return false;
    this.position += piece.length;
    return true;
  }

  expect(piece) {
    if (!this.accept(piece)) this.fail(`${piece} is missing`);
  }

  match(pattern) {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text);
    if (!found) return null;
    this.position = pattern.lastIndex;
    return found[0];
  }

  skipSpaces() {
    this.match(/[ \t]*/y);
  }

  /** Spaces, ends of lines and comments. */
  skipAll() {
    this.match(/(?:[ \t\r\n]|#[^\n]*)*/y);
  }

  endOfLine() {
    this.match(/[ \t]*(?:#[^\n]*)?\r?/y);
    if (this.position < this.text.length) this.expect('\n');
  }
}

function readString(reader) {
  if (reader.accept("'")) {
    const text = reader.match(/[^'\n]*/y);
    reader.expect("'");
    return text;
  }
  reader.expect('"');
  let text = '';
  for (;;) {
    text += reader.match(/[^"\\\n]*/y);
    if (reader.accept('"')) return text;
    reader.expect('\\');
    const letter = reader.peek();
    reader.position += 1;
    const code = { u: /[0-9A-Fa-f]{4}/y, U: /[0-9A-Fa-f]{8}/y }[letter];
    if (code) text += String.fromCodePoint(parseInt(reader.match(code), 16));
    else if (letter in ESCAPES) text += ESCAPES[letter];
    else reader.fail(`unknown escape \\${letter}`);
  }
}

function readKey(reader) {
  const parts = [];
  do {
    reader.skipSpaces();
    const quoted = reader.peek() === '"' || reader.peek() === "'";
    const part = quoted ? readString(reader) : reader.match(BARE_KEY);
    if (part === null) reader.fail('a key is missing');
    parts.push(part);
    reader.skipSpaces();
  } while (reader.accept('.'));
  return parts;
}

function readArray(reader) {
  const items = [];
  reader.expect('[');
  reader.skipAll();
  while (!reader.accept(']')) {
    items.push(readValue(reader));
    reader.skipAll();
    if (reader.accept(',')) reader.skipAll();
    else if (reader.peek() !== ']') reader.fail('a comma or ] is missing');
  }
  return items;
}

function readInlineTable(reader) {
  const table = {};
  reader.expect('{');
  reader.skipSpaces();
  while (!reader.accept('}')) {
    readPair(reader, table);
    reader.skipSpaces();
    if (reader.accept(',')) reader.skipSpaces();
    else if (reader.peek() !== '}') reader.fail('a comma or } is missing');
  }
  return table;
}

function readValue(reader) {
  const next = reader.peek();
  if (next === '"' || next === "'") return readString(reader);
  if (next === '[') return readArray(reader);
  if (next === '{') return readInlineTable(reader);
  if (reader.accept('true')) return true;
  if (reader.accept('false')) return false;
  const number = reader.match(NUMBER);
  if (number === null) reader.fail('a value is missing');
  return Number(number.replaceAll('_', ''));
}

function tableAt(reader, table, path) {
  let inner = table;
  for (const part of path) {
    if (!Object.hasOwn(inner, part)) inner[part] = {};
    inner = inner[part];
    if (typeof inner !== 'object' || Array.isArray(inner)) reader.fail(`${part} is not a table`);
  }
  return inner;
}

function readPair(reader, table) {
  const path = readKey(reader);
  const last = path.pop();
  const inner = tableAt(reader, table, path);
  if (Object.hasOwn(inner, last)) reader.fail(`${last} stands twice`);
  reader.expect('=');
  reader.skipSpaces();
  inner[last] = readValue(reader);
}

export function parseToml(text) {
  const reader = new Reader(text);
  const whole = {};
  let current = whole;
  for (;;) {
    reader.skipAll();
    if (reader.position === text.length) return whole;
    if (reader.accept('[')) {
      current = tableAt(reader, whole, readKey(reader));
      reader.expect(']');
    } else {
      readPair(reader, current);
    }
    reader.endOfLine();
  }
}
