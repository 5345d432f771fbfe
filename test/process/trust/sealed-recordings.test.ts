// Conversion where the data directory has a key: the same samples as without one, and nothing plain on the disk.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { type ConvertOptions, convertAudio } from '../../../src/trans/decode/convert-audio.js';
import { defaultTools, missingTools } from '../../../src/trans/decode/tools.js';
import { DataKey } from '../../../src/trust/data-key.js';
import { StoredFiles } from '../../../src/trust/stored-files.js';

const files = new StoredFiles(new DataKey(randomBytes(32)));
const hasTools = missingTools(defaultTools).length === 0;
const ofMemory = () => readdirSync('/dev/shm').filter((name) => name.startsWith(`tonegate-${process.pid}`));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-sealed-audio-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const wanted = (options: Partial<ConvertOptions> = {}): ConvertOptions => ({
  ...{ audioFormat: 'auto', channelCount: undefined, rateHz: 8_000, maxMs: 86_400_000 },
  ...{ signal: new AbortController().signal, ...options },
});

async function sealedCopy(plain: string): Promise<string> {
  await files.write(`${plain}.source`, createReadStream(plain));
  return `${plain}.source`;
}

async function plainOf(path: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await files.open(path)).read()) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The samples with a key are those without one. */
async function convertsAlike(plain: string, options: Partial<ConvertOptions> = {}): Promise<void> {
  const [open, sealed] = [`${plain}.open.pcm`, `${plain}.sealed.pcm`];
  const without = await convertAudio(plain, open, wanted(options));
  const withKey = await convertAudio(await sealedCopy(plain), sealed, wanted({ ...options, files }));
  expect({ ...withKey, path: '' }).toEqual({ ...without, path: '' });
  const samples = readFileSync(open);
  expect((await plainOf(sealed)).equals(samples)).toBe(true);
  expect(readFileSync(sealed).includes(samples.subarray(samples.length / 2, samples.length / 2 + 32))).toBe(false);
  expect(ofMemory()).toEqual([]);
}

describe('an encrypted recording', () => {
  it.runIf(hasTools).each(['wav', 'mp3', 'm4a', 'ogg'])(
    'of the format %s gives the samples of the plain one',
    async (ext) => {
      const file = join(folder, `tone.${ext}`);
      execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=frequency=300:duration=3', file]);
      await convertsAlike(file);
    },
  );

  it('of a raw format gives the samples of the plain one', async () => {
    const file = join(folder, 'noise.raw');
    writeFileSync(file, randomBytes(200_001));
    await convertsAlike(file, { audioFormat: 'pcm_s16le_16k', channelCount: 2 });
  });

  it('that is too large for memory comes through a pipe, in a raw format', async () => {
    const file = join(folder, 'long.raw');
    writeFileSync(file, randomBytes(1_000_000));
    truncateSync(file, limits.trans.decode.plainBytes + 1_000_001);
    await convertsAlike(file, { audioFormat: 'pcm_s16le_16k', channelCount: 1 });
  });

  it.runIf(hasTools)('that is too large for memory comes through a pipe, if its head is in front', async () => {
    const file = join(folder, 'long.wav');
    const seconds = Math.ceil(limits.trans.decode.plainBytes / 2 / 2 / 48_000) + 1;
    const source = `sine=frequency=300:duration=${seconds}:sample_rate=48000`;
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-ac', '2', '-c:a', 'pcm_s16le', file]);
    await convertsAlike(file);
  });

  it.runIf(hasTools)(
    'that is too large for memory and has its head at the end is refused with the way out',
    async () => {
      const file = join(folder, 'late.m4a');
      const short = join(folder, 'short.m4a');
      execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=frequency=300:duration=3', short]);
      const whole = readFileSync(short);
      const movie = whole.indexOf('moov') - 4;
      const free = Buffer.alloc(limits.trans.decode.plainBytes);
      free.writeUInt32BE(free.length);
      free.write('free', 4, 'latin1');
      writeFileSync(file, Buffer.concat([whole.subarray(0, movie), free, whole.subarray(movie)]));
      const converting = convertAudio(await sealedCopy(file), `${file}.pcm`, wanted({ files }));
      await expect(converting).rejects.toThrow(/from front to back: use a format whose header comes first/);
    },
  );

  it('that was altered is no recording', async () => {
    const file = join(folder, 'altered.raw');
    writeFileSync(file, randomBytes(200_000));
    const source = await sealedCopy(file);
    const bytes = readFileSync(source);
    bytes[100_000] = (bytes[100_000] as number) ^ 1;
    writeFileSync(source, bytes);
    const options = wanted({ audioFormat: 'pcm_s16le_16k', files });
    await expect(convertAudio(source, `${file}.pcm`, options)).rejects.toThrow(/damaged or was altered/);
    expect(ofMemory()).toEqual([]);
  });
});
