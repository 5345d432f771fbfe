// Writes a value as JSON in steps. The bytes are those of JSON.stringify, which would write a large value in one step.
import type { Steps } from './steps.js';

/** A value that is not much longer than this, in characters, is written in one step. */
const partCharacters = 4_096;
/** The length of a piece, in characters; a piece may be one part longer. */
const pieceCharacters = 65_536;
/** The assumed length of a number, a boolean or null, and of the signs around a key or an element. */
const signCharacters = 8;

/** The pieces of the text. The value must be plain: objects, lists and scalars without accessors and prototypes of their own. */
export function* jsonPieces(value: object): Steps<Buffer[]> {
  const pieces: Buffer[] = [];
  let parts: string[] = [];
  let characters = 0;
  for (const part of partsOf(value, '')) {
    parts.push(part);
    characters += part.length;
    if (characters >= pieceCharacters) {
      pieces.push(Buffer.from(parts.join('')));
      [parts, characters] = [[], 0];
    }
    yield;
  }
  pieces.push(Buffer.from(parts.join('')));
  return pieces;
}

/** The text of a value, in parts. `before` is written before the first of them. */
function* partsOf(value: unknown, before: string): Generator<string> {
  if (typeof value !== 'object' || value === null || charactersLeft(value, partCharacters) >= 0) {
    yield before + JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  let start = before + (isList ? '[' : '{');
  for (const key of isList ? value.keys() : Object.keys(value)) {
    const member = (value as Record<string | number, unknown>)[key];
    if (isList) yield* partsOf(isWritten(member) ? member : null, start);
    else if (isWritten(member)) yield* partsOf(member, `${start}${JSON.stringify(key)}:`);
    else continue;
    start = ',';
  }
  yield (start === ',' ? '' : start) + (isList ? ']' : '}');
}

/** False for what JSON.stringify leaves out of objects. */
const isWritten = (value: unknown): boolean =>
  value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';

/** The number of characters that remain of `most` after the value, by estimate. The count ends when it falls below 0. */
function charactersLeft(value: unknown, most: number): number {
  if (typeof value === 'string') return most - value.length;
  let left = most - signCharacters;
  if (typeof value !== 'object' || value === null) return left;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at++) left = charactersLeft(value[at], left);
    return left;
  }
  for (const key of Object.keys(value)) {
    left = charactersLeft((value as Record<string, unknown>)[key], left - key.length);
    if (left < 0) return left;
  }
  return left;
}
