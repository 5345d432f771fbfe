// The rendered clips of a part of the benchmark in one file, `.cache/bench/<set>-<part>-<hash>.raw`, 8 kHz s16le, with
// an index beside it. The hash covers the part's source and everything that it can use, so a stale file is never read.
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
import { makeEvidence } from './evidence.mjs';
import { openEvidenceSounds } from './evidence-sounds.mjs';
import { makeMatrix } from './matrix.mjs';
import { listRecordings } from './recordings.mjs';
import { renderClip } from './render.mjs';
import { openSounds } from './sounds.mjs';

/**
 * @typedef {import('./evidence.mjs').EvidenceClip & { file: string, offset: number, bytes: number, onsetMs: number }}
 * StoredClip
 */
/** @typedef {{ clips: StoredClip[], file: string, description: Record<string, string> }} Library */

const folder = fileURLToPath(new URL('../../../../.cache/bench', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const sources = ['../../lib/random', 'signals', 'noise', 'channel', 'score', 'music', 'midi', 'speech', 'cache'];

/** @typedef {{ description: Record<string, string>, prepare(clips: any[]): void,
 *   render(clip: any): { samples: Int16Array, onsetMs: number } }} Sounds */

/** The making of each part: files beside this one, its clips, and the function that renders them. */
const parts = {
  progress: {
    sources: [...sources, 'sounds', 'matrix', 'render'],
    makeClips: makeMatrix,
    /** @param {string} set @returns {Sounds} */
    openSounds(set) {
      const sounds = openSounds(set);
      return { ...sounds, render: (clip) => renderClip(clip, sounds) };
    },
  },
  evidence: {
    sources: [...sources, 'matrix', 'render', 'recordings', 'evidence', 'evidence-sounds'],
    /** @param {string} set @param {boolean} quick */
    makeClips: (set, quick) => makeEvidence(set, quick, listRecordings()),
    /** @param {string} set @returns {Sounds} */
    openSounds: openEvidenceSounds,
  },
};
/** @typedef {keyof typeof parts} Part */
export const partNames = /** @type {Part[]} */ (Object.keys(parts));

// Number of played scores that wait in memory.
const batch = 100;

/** @param {Part} part @param {string} set @param {boolean} quick @param {(line: string) => void} say
 * @returns {Library} */
export function openLibrary(part, set, quick, say) {
  const { sources, makeClips, openSounds } = parts[part];
  const sounds = openSounds(set);
  const hash = createHash('sha256');
  for (const name of sources) hash.update(readFileSync(join(here, `${name}.mjs`)));
  hash.update(JSON.stringify(sounds.description));
  const name = `${set}-${part}${quick ? '-quick' : ''}`;
  const stem = join(folder, `${name}-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(`${stem}.json`) && existsSync(`${stem}.raw`)) return JSON.parse(readFileSync(`${stem}.json`, 'utf8'));

  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) {
    if (new RegExp(`^${name}-[0-9a-f]{12}\\.(raw|json)$`).test(old)) rmSync(join(folder, old));
  }
  const clips = makeClips(set, quick);
  const unfinished = `${stem}.${process.pid}.part`; // two runs at once must not share a half-written file
  const started = Date.now();
  const raw = openSync(unfinished, 'w');
  /** @type {StoredClip[]} */
  const stored = [];
  let offset = 0;
  for (const clip of clips) {
    if (stored.length % batch === 0) {
      say(`generating ${stored.length}/${clips.length} clips of the part ${part}`);
      sounds.prepare(clips.slice(stored.length, stored.length + batch));
    }
    const { samples, onsetMs } = sounds.render(clip);
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    writeSync(raw, bytes);
    stored.push({ ...clip, file: `${stem}.raw`, offset, bytes: bytes.length, onsetMs });
    offset += bytes.length;
  }
  closeSync(raw);
  renameSync(unfinished, `${stem}.raw`);
  const library = { clips: stored, file: `${stem}.raw`, description: sounds.description };
  writeFileSync(`${stem}.json`, JSON.stringify(library));
  say(
    `generated ${clips.length} clips, ${(offset / 16000 / 3600).toFixed(1)} h, in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return library;
}
