// Encrypted files: what went in comes out, and whatever was done to the bytes is seen.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { DataKey } from '../../../src/trust/data-key.js';
import { isSealed, SealedFile, sealed } from '../../../src/trust/sealed-file.js';

const { pieceBytes } = limits.trust;
const sealedPiece = pieceBytes + 16;
const head = 64;
const key = new DataKey(randomBytes(32));

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-sealed-'));
  file = join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function seal(plain: Buffer, step = 10_000): Promise<Buffer> {
  const parts = Array.from({ length: Math.ceil(plain.length / step) }, (_, at) =>
    plain.subarray(at * step, (at + 1) * step),
  );
  const pieces: Buffer[] = [];
  for await (const piece of sealed(key, parts)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  writeFileSync(file, bytes);
  return bytes;
}

async function unseal(by = key): Promise<Buffer> {
  const opened = await SealedFile.open(file, by);
  const pieces: Buffer[] = [];
  for await (const piece of opened.read()) pieces.push(piece);
  const plain = Buffer.concat(pieces);
  expect(plain.length).toBe(opened.bytes);
  return plain;
}

it.each([0, 1, 100, pieceBytes - 1, pieceBytes, pieceBytes + 1, 3 * pieceBytes, 3 * pieceBytes + 17])(
  'a file of %i bytes comes out as it went in, also from any piece on',
  async (bytes) => {
    const plain = randomBytes(bytes);
    for (const step of [10_000, 7, pieceBytes].filter((each) => each > 10 || bytes < 1_000)) await seal(plain, step);
    expect((await unseal()).equals(plain)).toBe(true);
    const opened = await SealedFile.open(file, key);
    const last = Math.max(0, Math.ceil(bytes / pieceBytes) - 1);
    expect((await opened.piece(last)).equals(plain.subarray(last * pieceBytes))).toBe(true);
    await opened.close();
  },
);

it('nothing of the text is in the file, and the same text gives other bytes', async () => {
  const plain = Buffer.from('the number is 13800138000, '.repeat(5_000));
  const [first, second] = [await seal(plain), await seal(plain)];
  expect(first.includes('13800138000')).toBe(false);
  expect(first.subarray(head, head + 100).equals(second.subarray(head, head + 100))).toBe(false);
  expect(await isSealed(file)).toBe(true);
  writeFileSync(file, plain);
  expect(await isSealed(file)).toBe(false);
});

describe('is refused', () => {
  const plain = randomBytes(3 * pieceBytes + 100);
  const swapped = (bytes: Buffer) => {
    const [a, b] = [0, 1].map((at) => bytes.subarray(head + at * sealedPiece, head + (at + 1) * sealedPiece));
    return Buffer.concat([bytes.subarray(0, head), b as Buffer, a as Buffer, bytes.subarray(head + 2 * sealedPiece)]);
  };
  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['a file whose pieces changed places', swapped],
    ['a file that ends after a piece', (bytes) => bytes.subarray(0, head + 2 * sealedPiece)],
    ['a file that lost its last byte', (bytes) => bytes.subarray(0, -1)],
    ['a file that ends within the proof', (bytes) => bytes.subarray(0, head + 3 * sealedPiece + 5)],
    ['a file with a byte more', (bytes) => Buffer.concat([bytes, Buffer.alloc(1)])],
    ['a file with a piece more', (bytes) => Buffer.concat([bytes, bytes.subarray(head, head + sealedPiece)])],
    [
      'a file without its first piece',
      (bytes) => Buffer.concat([bytes.subarray(0, head), bytes.subarray(head + sealedPiece)]),
    ],
    ['an empty file', () => Buffer.alloc(0)],
    ['a header alone', (bytes) => bytes.subarray(0, head)],
  ])('%s', async (_name, damage) => {
    writeFileSync(file, damage(await seal(plain)));
    await expect(unseal()).rejects.toThrow(/damaged|not an encrypted file/);
  });

  it('a file in which any byte of the header or of a piece was altered', async () => {
    const bytes = await seal(randomBytes(200));
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] as number) ^ 0x40;
      writeFileSync(file, altered);
      await expect(unseal(), `byte ${at}`).rejects.toThrow(/damaged|not an encrypted file|is encrypted with the key/);
    }
  });

  it('another key, which is named', async () => {
    await seal(plain);
    const other = new DataKey(randomBytes(32));
    await expect(unseal(other)).rejects.toThrow(`is encrypted with the key ${key.id}, not with ${other.id}`);
    expect(readFileSync(file).length).toBeGreaterThan(plain.length);
  });
});
