// What clients brought, as it lies on the disk of a data directory with a key: whatever the order in which it came.
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { DataKey } from '../../../src/trust/data-key.js';
import { plainBytesOf } from '../../../src/trust/plain-bytes.js';
import { SealedSource } from '../../../src/trust/sealed-file.js';
import { StoredFiles } from '../../../src/trust/stored-files.js';

const { pieceBytes } = limits.trust;
const key = new DataKey(randomBytes(32));
const files = new StoredFiles(key);

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-stored-'));
  file = join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function read(from = files): Promise<Buffer> {
  const opened = await from.open(file);
  const pieces: Uint8Array[] = [];
  for await (const piece of opened.read()) pieces.push(piece);
  const plain = Buffer.concat(pieces);
  expect(plain.length).toBe(opened.bytes);
  return plain;
}

async function send(plain: Buffer, sliceBytes: number, order: readonly number[], step = 10_000): Promise<void> {
  const slices = { bytes: sliceBytes, totalBytes: plain.length };
  for (const index of order) {
    const slice = await files.openSlice(file, index, slices);
    const own = plain.subarray(index * sliceBytes, (index + 1) * sliceBytes);
    for (let at = 0; at < own.length; at += step) await slice.append(own.subarray(at, at + step));
    await slice.keep();
    await slice.close();
  }
}

describe('a file that comes in slices', () => {
  it.each([
    [3 * pieceBytes, 7 * pieceBytes + 5],
    [100_000, 250_000],
    [pieceBytes, 2 * pieceBytes],
    [1, 3],
    [100_000, 40],
  ])('of %i bytes, %i in all, comes out as it went in', async (sliceBytes, totalBytes) => {
    const plain = randomBytes(totalBytes);
    const count = Math.ceil(totalBytes / sliceBytes);
    await files.allot(file, { bytes: sliceBytes, totalBytes });
    await send(plain, sliceBytes, [...Array(count).keys()].reverse());
    expect((await read()).equals(plain)).toBe(true);
    expect(files.bytesOf(file)).toBe(totalBytes);
    const source = new SealedSource(file, key);
    for (const at of [0, 1, Math.floor(totalBytes / 2), totalBytes - 1, Math.min(totalBytes - 1, sliceBytes)]) {
      const target = Buffer.alloc(50);
      const count = source.read(target, at);
      expect(target.subarray(0, count).equals(plain.subarray(at, at + count)), `at ${at}`).toBe(true);
      expect(count).toBeGreaterThan(0);
    }
    expect(source.read(Buffer.alloc(1), totalBytes)).toBe(0);
    source.close();
  });

  it('takes a slice again, with other bytes, and never uses a key twice for it', async () => {
    const sliceBytes = 1_000;
    const [first, second] = [Buffer.alloc(2_000, 'first'), Buffer.alloc(2_000, 'again')];
    await files.allot(file, { bytes: sliceBytes, totalBytes: 2_000 });
    await send(first, sliceBytes, [0, 1]);
    const before = readFileSync(file);
    await send(first, sliceBytes, [0]);
    expect(readFileSync(file).subarray(64, 96).equals(before.subarray(64, 96))).toBe(false);
    await send(second, sliceBytes, [0]);
    expect((await read()).equals(Buffer.concat([second.subarray(0, 1_000), first.subarray(1_000)]))).toBe(true);
  });

  it('shows what was altered, swapped or cut off, and a slice that never came', async () => {
    const sliceBytes = 1_000;
    const plain = randomBytes(3_000);
    await files.allot(file, { bytes: sliceBytes, totalBytes: 3_000 });
    await send(plain, sliceBytes, [0, 2]);
    await expect(read()).rejects.toThrow(/is damaged or was altered \(piece 1\)/);
    await send(plain, sliceBytes, [1]);
    const whole = readFileSync(file);
    const run = 32 + sliceBytes + 16;
    const swapped = Buffer.concat([
      ...[whole.subarray(0, 64), whole.subarray(64 + run, 64 + 2 * run), whole.subarray(64, 64 + run)],
      whole.subarray(64 + 2 * run),
    ]);
    writeFileSync(file, swapped);
    await expect(read()).rejects.toThrow(/piece 0/);
    for (const at of [20, 50, 60, 70, 100, whole.length - 1]) {
      const altered = Buffer.from(whole);
      altered[at] = (altered[at] as number) ^ 1;
      writeFileSync(file, altered);
      await expect(read(), `byte ${at}`).rejects.toThrow(/damaged|must have/);
    }
    writeFileSync(file, whole);
    truncateSync(file, whole.length - run);
    await expect(read()).rejects.toThrow(/must have/);
  });
});

describe('a file of a process that has the key of this file only', () => {
  it('can be read from any place, and no other file can', async () => {
    const plain = randomBytes(3 * pieceBytes + 100);
    await files.write(file, [plain]);
    const its = await files.keyOf(file);
    const other = join(folder, 'other');
    await files.write(other, [plain]);
    const reader = await plainBytesOf(file, its);
    expect(reader.bytes).toBe(plain.length);
    const target = Buffer.alloc(200);
    const count = await reader.read(target, pieceBytes - 100);
    expect(target.subarray(0, count).equals(plain.subarray(pieceBytes - 100, pieceBytes - 100 + count))).toBe(true);
    await reader.close();
    const wrong = await plainBytesOf(other, its);
    await expect(wrong.read(target, 0)).rejects.toThrow(/damaged or was altered/);
    await wrong.close();
  });

  it('has no key where nothing is encrypted', async () => {
    const plain = new StoredFiles();
    await plain.write(file, [Buffer.from('text')]);
    expect(await plain.keyOf(file)).toBeUndefined();
    const reader = await plainBytesOf(file, undefined);
    expect([reader.bytes, plain.bytesOf(file)]).toEqual([4, 4]);
    await reader.close();
  });
});

describe('a file that was written before there was a key', () => {
  it.each([
    ['that came whole', undefined],
    ['that comes in slices', { bytes: 70_000, totalBytes: 200_000 }],
  ])('%s is encrypted once, and the same comes out', async (_, slices) => {
    const plain = randomBytes(200_000);
    writeFileSync(file, plain);
    await files.encrypt(file, slices);
    expect(readFileSync(file).includes(plain.subarray(1_000, 1_020))).toBe(false);
    const once = readFileSync(file);
    await files.encrypt(file, slices);
    expect(readFileSync(file).equals(once)).toBe(true);
    expect((await read()).equals(plain)).toBe(true);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('takes further slices after it was encrypted', async () => {
    const slices = { bytes: 1_000, totalBytes: 2_500 };
    const plain = randomBytes(2_500);
    await new StoredFiles().allot(file, slices);
    copyFileSync(file, join(folder, 'copy'));
    expect(statSync(file).size).toBe(2_500);
    await files.encrypt(file, slices);
    await send(plain, 1_000, [2, 1, 0]);
    expect((await read()).equals(plain)).toBe(true);
  });
});
