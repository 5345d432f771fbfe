// Decodes a recording in a JSON body from the bytes as they arrived. Parsed as part of the text it would be in the heap
// three times: as the text, as the value, and as the copy that its decoding is compared with. After a few such bodies
// the garbage collector delays every call for tens of ms.
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DecodedBase64 } from '../../protocol/base64.js';
import { limits } from '../../protocol/limits.js';
import { type JsonBounds, parseJsonBytes } from '../../protocol/wire/json.js';
import { slabs } from './slabs.js';

const { cutBase64From, cutBase64Rest, base64Piece } = limits.http;
/** Placeholder for the recording in the text. It is random, so that no client can send it. */
const mark = randomUUID();
const [quote, colon] = [0x22, 0x3a];
const spaces: readonly (number | undefined)[] = [0x20, 0x09, 0x0a, 0x0d];

/**
 * The value of a JSON text whose member `key` is a long BASE64 text; that member becomes a DecodedBase64. Undefined if
 * the text has another form or is invalid: then it must be parsed as a whole.
 */
export async function parseAroundBase64(body: Buffer, key: string, bounds: JsonBounds): Promise<object | undefined> {
  const range = longText(body, key);
  if (range === undefined || !isUtf8(body)) return undefined;
  const [from, to] = range;
  const value = parsed(Buffer.concat([body.subarray(0, from), Buffer.from(mark), body.subarray(to)]), bounds);
  if (value?.[key] !== mark) return undefined; // there is another member of that name, inside or after it
  const bytes = await decoded(body.subarray(from, to));
  if (bytes === undefined) return undefined;
  return { ...value, [key]: new DecodedBase64(bytes, to - from, () => slabs.give(bytes)) };
}

/** The bounds of the text behind the first `"key":`, without its quotes, if it is most of the body. */
function longText(body: Buffer, key: string): [number, number] | undefined {
  const name = body.indexOf(`"${key}"`);
  if (name < 0) return undefined;
  const skipped = (at: number): number => {
    let next = at;
    while (spaces.includes(body[next])) next++;
    return next;
  };
  const between = skipped(name + key.length + 2);
  const open = skipped(between + 1);
  if (body[between] !== colon || body[open] !== quote) return undefined;
  const [from, to] = [open + 1, body.indexOf(quote, open + 1)];
  const isLong = to - from >= cutBase64From && body.length - (to - from) <= cutBase64Rest;
  return isLong ? [from, to] : undefined;
}

/** Undefined if it is not an object or is invalid: a position in it would differ from that in the whole text. */
function parsed(text: Buffer, bounds: JsonBounds): Record<string, unknown> | undefined {
  try {
    const value = parseJsonBytes(text, bounds);
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Decodes BASE64 without line breaks piece by piece, with other work in between; undefined if it is anything else.
 * Node's own decoder accepts any text, and needs a string.
 */
async function decoded(text: Buffer): Promise<Buffer | undefined> {
  const padding = text.at(-1) !== equals ? 0 : text.at(-2) !== equals ? 1 : 2;
  const end = text.length - padding;
  if (text.length % 4 !== 0) return undefined;
  const bytes = slabs.take((text.length / 4) * 3 - padding);
  const whole = end - (end % 4);
  for (let at = 0; at < whole; at += base64Piece) {
    if (at > 0) await nextTurn();
    if (!decodeInto(bytes, text, at, Math.min(whole, at + base64Piece))) return undefined;
  }
  return padding === 0 || decodeEnd(bytes, text.subarray(whole, end)) ? bytes : undefined;
}

const equals = 0x3d;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const none = 0xff;
/** The six bits of each character; `none` for characters outside BASE64. */
const sixBits = new Uint8Array(256).fill(none);
for (let bits = 0; bits < letters.length; bits++) sixBits[letters.charCodeAt(bits)] = bits;
const bitsOf = (character: number | undefined): number => sixBits[character as number] as number;

/** False if a character is outside BASE64. `from` and `to` are multiples of 4. */
function decodeInto(bytes: Uint8Array, text: Uint8Array, from: number, to: number): boolean {
  let wrong = 0;
  let put = (from / 4) * 3;
  for (let at = from; at < to; at += 4) {
    const a = bitsOf(text[at]);
    const b = bitsOf(text[at + 1]);
    const c = bitsOf(text[at + 2]);
    const d = bitsOf(text[at + 3]);
    wrong |= a | b | c | d;
    bytes[put++] = (a << 2) | (b >> 4);
    bytes[put++] = (b << 4) | (c >> 2);
    bytes[put++] = (c << 6) | d;
  }
  return wrong < 64;
}

/**
 * Decodes the last two or three characters. Their bits beyond the last byte must be zero, as an encoder writes them.
 */
function decodeEnd(bytes: Buffer, text: Buffer): boolean {
  const end = Buffer.from(text.toString('latin1'), 'base64');
  end.copy(bytes, bytes.length - end.length);
  return end.length === text.length - 1 && end.toString('base64').startsWith(text.toString('latin1'));
}
