// JSON, strictly (specs/README.md): a key stands once in an object, nothing is nested more than 64 deep, and whole numbers
// are told apart from others. Written with sorted keys and without spaces.

const DEEPEST = 64;

export class JsonError extends Error {
  constructor(reason, column) {
    super(`not JSON: ${reason} in column ${column}`);
    this.column = column;
  }
}

/** A number with a point or an exponent. No form of this game has one, so it is kept as it was written. */
class Fraction {
  constructor(text) {
    this.text = text;
  }
}

const WORDS = { true: true, false: false, null: null };
const SIMPLE_ESCAPES = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const SPACES = /[ \t\r\n]*/y;
const PLAIN_TEXT = /[^"\\\u0000-\u001f]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const HEXADECIMAL = /[0-9A-Fa-f]{4}/y;

class JsonReader {
  constructor(text) {
    this.text = text;
    this.position = 0;
  }

  fail(reason) {
    const missing = this.position >= this.text.length;
    const column = [...this.text.slice(0, this.position)].length + 1;
    throw new JsonError(missing ? 'unexpected end of data' : reason, column);
  }

  match(pattern) {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text);
    if (found) this.position = pattern.lastIndex;
    return found;
  }

  next() {
    this.match(SPACES);
    return this.text[this.position];
  }

  expect(sign) {
    if (this.next() !== sign) this.fail(`${sign} is missing`);
    this.position += 1;
  }

  readEscape() {
    this.position += 1;
    const letter = this.text[this.position];
    if (letter !== 'u') {
      if (!Object.hasOwn(SIMPLE_ESCAPES, letter)) this.fail('unknown escape');
      this.position += 1;
      return SIMPLE_ESCAPES[letter];
    }
    this.position += 1;
    const code = this.match(HEXADECIMAL);
    if (!code) this.fail('four hexadecimal digits are missing');
    return String.fromCharCode(parseInt(code[0], 16));
  }

  readString() {
    this.expect('"');
    const start = this.position;
    let text = '';
    for (;;) {
      text += this.match(PLAIN_TEXT)[0];
      const sign = this.text[this.position];
      if (sign === '"') break;
      if (sign !== '\\') this.fail('a control character in a text');
      text += this.readEscape();
    }
    if (!text.isWellFormed()) { // half of a pair of surrogates is no character
      this.position = start;
      this.fail('half a character');
    }
    this.position += 1;
    return text;
  }

  readNumber() {
    const found = this.match(NUMBER);
    if (!found) this.fail('a value is missing');
    const [text, point, exponent] = found;
    if (point || exponent) return new Fraction(text);
    const number = Number(text);
    if (Object.is(number, -0)) return 0;
    return Number.isSafeInteger(number) ? number : BigInt(text);
  }

  readObject(depth) {
    const object = Object.create(null);
    this.expect('{');
    if (this.next() !== '}') {
      do {
        this.next();
        const start = this.position;
        const key = this.readString();
        if (key in object) {
          this.position = start;
          this.fail(`the key ${JSON.stringify(key)} stands twice`);
        }
        this.expect(':');
        object[key] = this.readValue(depth + 1);
      } while (this.acceptComma());
    }
    this.expect('}');
    return { ...object };
  }

  readArray(depth) {
    const items = [];
    this.expect('[');
    if (this.next() !== ']') {
      do items.push(this.readValue(depth + 1));
      while (this.acceptComma());
    }
    this.expect(']');
    return items;
  }

  acceptComma() {
    if (this.next() !== ',') return false;
    this.position += 1;
    return true;
  }

  readValue(depth) {
    const sign = this.next();
    if ((sign === '{' || sign === '[') && depth > DEEPEST) this.fail(`nested more than ${DEEPEST} deep`);
    if (sign === '{') return this.readObject(depth);
    if (sign === '[') return this.readArray(depth);
    if (sign === '"') return this.readString();
    for (const [word, value] of Object.entries(WORDS)) {
      if (this.text.startsWith(word, this.position)) {
        this.position += word.length;
        return value;
      }
    }
    return this.readNumber();
  }
}

export function parseJson(text) {
  const reader = new JsonReader(text);
  const value = reader.readValue(1);
  if (reader.next() !== undefined) reader.fail('something stands after the value');
  return value;
}

export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Fraction);
}

export function writeJson(value) {
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (isObject(value)) {
    const pairs = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${writeJson(value[key])}`);
    return `{${pairs.join(',')}}`;
  }
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Fraction) return value.text;
  return JSON.stringify(value);
}
