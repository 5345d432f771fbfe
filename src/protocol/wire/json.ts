// JSON from outside: UTF-8 only, bounded depth, no `__proto__`. Faults name their position.
import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../errors.js';
import { limits } from '../limits.js';
import { entriesInStep, finished, type Steps } from '../steps.js';

/** A text that is not valid JSON. */
export class JsonFault extends ServiceError {
  constructor(
    message: string,
    /** The line of the fault, counted from 1; undefined: the bytes are not text. */
    readonly line?: number,
  ) {
    super('MALFORMED_JSON', message);
  }

  static at(what: string, text: string, offset: number): JsonFault {
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    const where =
      offset >= text.length
        ? `position ${text.length} (the text ends too early)`
        : `position ${offset} (line ${line}, column ${offset - before.lastIndexOf('\n')})`;
    return new JsonFault(`${what} at ${where}`, line);
  }
}

/** The bounds of a text's structure. Small elements cost a hundred times as much as sending their two bytes. */
export interface JsonBounds {
  readonly depth: number;
  /** Total number of objects and arrays. */
  readonly containers: number;
  /** Total number of keys and elements. */
  readonly members: number;
  /** Number of keys of one object. */
  readonly keys: number;
}

const trusted: JsonBounds = {
  depth: limits.http.jsonDepth,
  containers: Number.POSITIVE_INFINITY,
  members: Number.POSITIVE_INFINITY,
  keys: Number.POSITIVE_INFINITY,
};

export const parseJsonBytes = (bytes: Uint8Array, bounds = trusted): unknown =>
  finished(parseJsonInSteps(bytes, bounds));

export const parseJson = (text: string, bounds = trusted): unknown => finished(parseInSteps(text, bounds));

/** The value of the text, in steps. JSON.parse is one, about 7 ms for each MB. */
export function* parseJsonInSteps(bytes: Uint8Array, bounds: JsonBounds): Steps<unknown> {
  if (!isUtf8(bytes)) throw new JsonFault('malformed JSON: the text is not UTF-8');
  yield;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  yield;
  return yield* parseInSteps(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, bounds);
}

function* parseInSteps(text: string, bounds: JsonBounds): Steps<unknown> {
  yield* refuseShape(text, bounds); // before parsing: 4 MiB of "[" would become millions of arrays
  yield;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The engine's own message quotes the text, which may contain a secret, and does not always give a position.
    throw JsonFault.at('malformed JSON', text, faultOffset(text));
  }
  yield;
  // The key cannot be spelt without one of these two.
  if (text.includes('__proto__') || text.includes('\\u')) yield* refuseProto(value);
  return value;
}

/** Characters of a text whose shape is looked at in one step. */
const stepCharacters = 16_384;

/**
 * Checks the bounds in one pass over brackets, colons and commas. Strings are skipped, so a body that is mostly BASE64
 * costs almost nothing.
 */
function* refuseShape(text: string, bounds: JsonBounds): Steps<void> {
  const keys: number[] = []; // the number of keys of each object around this place
  let depth = 0;
  let containers = 0;
  let members = 0;
  let stepEnd = stepCharacters;
  for (let at = 0; at < text.length; at++) {
    if (at >= stepEnd) {
      stepEnd = at + stepCharacters;
      yield;
    }
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = stringEnd(text, at);
        if (at < 0) return; // an unterminated string: JSON.parse will refuse it
        break;
      case 0x2c: // ,
        if (++members > bounds.members) throw tooMany(`${bounds.members} keys and list entries`);
        break;
      case 0x3a: // :
        if (++(keys[depth] as number) > bounds.keys) throw tooMany(`${bounds.keys} keys in one object`);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++containers > bounds.containers) throw tooMany(`${bounds.containers} objects and arrays`);
        if (++depth > bounds.depth) {
          throw JsonFault.at(`JSON nested deeper than ${bounds.depth}`, text, at);
        }
        keys[depth] = 0;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
    }
  }
}

const tooMany = (what: string): ServiceError =>
  new ServiceError('INVALID_ARGUMENT', `the JSON has more than ${what}; send fewer at once`);

/** The offset of the quote that closes the string opened at `from`, or -1. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

function* refuseProto(value: unknown): Steps<void> {
  const path = yield* protoPath(value);
  if (path === undefined) return;
  const place = path.reduce<string>(
    (before, step) => (typeof step === 'number' ? `${before}[${step}]` : before === '' ? step : `${before}.${step}`),
    '',
  );
  throw new ServiceError('INVALID_ARGUMENT', `${place || 'body'}: the key "__proto__" is not allowed`);
}

/** The path to the first object with that key. */
function* protoPath(value: unknown): Steps<(string | number)[] | undefined> {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const path = yield* protoPath(value[index]);
      if (path !== undefined) return [index, ...path];
      if (index % entriesInStep === 0) yield;
    }
    return undefined;
  }
  for (const key of Object.keys(value)) {
    const path: (string | number)[] | undefined =
      key === '__proto__' ? [] : yield* protoPath((value as Record<string, unknown>)[key]);
    if (path !== undefined) return key === '__proto__' ? path : [key, ...path];
  }
  return undefined;
}

const space = /[ \t\n\r]*/y;
const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * The offset after the string that opens at `from`, or -1. Hand-written, because a regular expression would recurse
 * over megabytes of BASE64.
 */
function afterString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return -1;
    if (code !== 0x5c) continue;
    escapeSequence.lastIndex = at;
    if (!escapeSequence.test(text)) return -1;
    at = escapeSequence.lastIndex - 1;
  }
  return -1;
}

/**
 * The offset at which a text that JSON.parse refused stops being JSON (RFC 8259). Call it only for such texts, with
 * bounded depth.
 */
export function faultOffset(text: string): number {
  let at = 0;
  let fault = -1;
  const skip = () => {
    space.lastIndex = at;
    space.exec(text);
    at = space.lastIndex;
  };
  const stop = (offset: number) => {
    if (fault < 0) fault = offset;
    return false;
  };
  const scalar = () => {
    if (text[at] === '"') {
      const end = afterString(text, at);
      if (end < 0) return stop(at);
      at = end;
      return true;
    }
    word.lastIndex = at;
    if (!word.test(text)) return stop(at);
    at = word.lastIndex;
    return true;
  };
  const list = (close: string, item: () => boolean): boolean => {
    at++;
    skip();
    if (text[at] === close) {
      at++;
      return true;
    }
    for (;;) {
      if (!item()) return false;
      skip();
      if (text[at] === close) {
        at++;
        return true;
      }
      if (text[at] !== ',') return stop(at);
      at++;
    }
  };
  const member = (): boolean => {
    skip();
    if (text[at] !== '"' || !scalar()) return stop(at);
    skip();
    if (text[at] !== ':') return stop(at);
    at++;
    return value();
  };
  const value = (): boolean => {
    skip();
    if (text[at] === '{') return list('}', member);
    if (text[at] === '[') return list(']', value);
    return scalar();
  };
  if (value()) {
    skip();
    return at;
  }
  return fault;
}
