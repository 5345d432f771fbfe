// Real recordings in which there is no fax, no special information tone and no beep: people who speak, announcements,
// songs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedData } from './speech.mjs';

const pieceS = 30;

// The folders of ../shared/data and the files that are left out: 24 generated signals, among them beeps.
const folders = [
  { group: 'recorded songs', folder: 'songs' },
  { group: 'recorded announcements', folder: 'line-prompts', without: 'tones_baresip.opus' },
  { group: 'recorded foreign speech', folder: 'voices-foreign' },
];

/** @param {string} path An Ogg file; its last page holds the sample count at 48 kHz. */
function secondsOf(path) {
  const bytes = readFileSync(path);
  const page = bytes.lastIndexOf('OggS');
  return page < 0 ? 0 : Number(bytes.readBigInt64LE(page + 6)) / 48_000;
}

/** Pieces of 30 s; none without ../shared/data. Sentences of AISHELL-1 are in the group `speech` of the other part.
 * @returns {{ group: string, path: string, fromS: number, seconds: number }[]} */
export function listRecordings() {
  return folders.flatMap(({ group, folder, without }) => {
    const whole = join(sharedData, folder);
    if (!existsSync(whole)) return [];
    const files = readdirSync(whole).filter((name) => name.endsWith('.opus') && name !== without);
    return files.sort().flatMap((name) => {
      const path = join(whole, name);
      const lengthS = secondsOf(path);
      const pieces = Math.floor(lengthS / pieceS) || 1;
      return Array.from({ length: pieces }, (_, i) => ({
        group,
        path,
        fromS: i * pieceS,
        seconds: Math.min(pieceS, lengthS),
      }));
    });
  });
}
