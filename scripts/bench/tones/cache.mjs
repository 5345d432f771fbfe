// The rendered clips in one file, `.cache/bench/<set>-<hash>.raw`, 8 kHz s16le, with an index beside it. The hash covers the
// generator's own source and what it could draw on, so a stale file is never read.
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeMatrix } from './matrix.mjs';
import { renderClip } from './render.mjs';
import { openSounds } from './sounds.mjs';

/** @typedef {import('./matrix.mjs').Clip & { file: string, offset: number, bytes: number, onsetMs: number }} StoredClip */
/** @typedef {{ clips: StoredClip[], file: string, description: Record<string, string> }} Library */

const folder = fileURLToPath(new URL('../../../.cache/bench', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const generator = [
  'random',
  'signals',
  'noise',
  'channel',
  'score',
  'music',
  'midi',
  'speech',
  'sounds',
  'matrix',
  'render',
  'cache',
];

// As many scores as that wait in memory, played.
const batch = 100;

/** @param {string} set @param {boolean} quick @param {(line: string) => void} say
 * @returns {Library} */
export function openLibrary(set, quick, say) {
  const sounds = openSounds(set);
  const hash = createHash('sha256');
  for (const name of generator) hash.update(readFileSync(join(here, `${name}.mjs`)));
  hash.update(JSON.stringify(sounds.description));
  const name = `${set}${quick ? '-quick' : ''}`;
  const stem = join(folder, `${name}-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(`${stem}.json`) && existsSync(`${stem}.raw`)) return JSON.parse(readFileSync(`${stem}.json`, 'utf8'));

  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) {
    if (new RegExp(`^${name}-[0-9a-f]{12}\\.(raw|json)$`).test(old)) rmSync(join(folder, old));
  }
  const clips = makeMatrix(set, quick);
  const part = `${stem}.${process.pid}.part`; // two runs at once must not share a half-written file
  const started = Date.now();
  const raw = openSync(part, 'w');
  /** @type {StoredClip[]} */
  const stored = [];
  let offset = 0;
  for (const clip of clips) {
    if (stored.length % batch === 0) {
      say(`generating ${stored.length}/${clips.length} clips`);
      sounds.prepare(clips.slice(stored.length, stored.length + batch));
    }
    const { samples, onsetMs } = renderClip(clip, sounds);
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    writeSync(raw, bytes);
    stored.push({ ...clip, file: `${stem}.raw`, offset, bytes: bytes.length, onsetMs });
    offset += bytes.length;
  }
  closeSync(raw);
  renameSync(part, `${stem}.raw`);
  const library = { clips: stored, file: `${stem}.raw`, description: sounds.description };
  writeFileSync(`${stem}.json`, JSON.stringify(library));
  say(
    `generated ${clips.length} clips, ${(offset / 16000 / 3600).toFixed(1)} h, in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return library;
}
