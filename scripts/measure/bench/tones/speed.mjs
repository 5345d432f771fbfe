// Speed of the native front end: tones, fax and DTMF together, in this process, on one core.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** @typedef {import('./cache.mjs').StoredClip} StoredClip */

const addonPath = fileURLToPath(new URL('../../../../native/build/Release/tonegate.node', import.meta.url));
const pcmS16le = 0; // src/native/index.ts: encodings
const alaw = 1;

/** Clips of every kind, about half an hour in all. @param {StoredClip[]} clips @param {number} seconds */
export function speedSample(clips, seconds = 1800) {
  const stride = Math.max(1, Math.floor(clips.reduce((sum, clip) => sum + clip.seconds, 0) / seconds));
  return clips.filter((_, index) => index % stride === 0);
}

/** Times real time, by CPU time of this process: slices of 100 ms as in a live call, and of 1 s.
 * @param {StoredClip[]} clips */
export function speedOfFrontend(clips) {
  const { Frontend, encode } = createRequire(import.meta.url)(addonPath);
  const file = readFileSync(clips[0]?.file ?? '');
  const sounds = clips.map((clip) => file.subarray(clip.offset, clip.offset + clip.bytes));
  const coded = sounds.map((bytes) => encode(alaw, new Int16Array(Uint8Array.from(bytes).buffer)));
  const seconds = sounds.reduce((sum, bytes) => sum + bytes.length, 0) / 16000;
  /** @param {number} encoding @param {Uint8Array[]} parts @param {number} sliceBytes */
  const measure = (encoding, parts, sliceBytes) => {
    const frontend = new Frontend(encoding, 8000, 0, Number.POSITIVE_INFINITY);
    const before = process.cpuUsage();
    for (const bytes of parts) {
      frontend.reset();
      for (let at = 0; at < bytes.length; at += sliceBytes) frontend.push(bytes.subarray(at, at + sliceBytes));
      frontend.flush();
    }
    const spent = process.cpuUsage(before);
    return seconds / ((spent.user + spent.system) / 1e6);
  };
  // The median of three: other work on the machine makes single runs slower.
  const median = (/** @type {() => number} */ run) => [run(), run(), run()].sort((a, b) => a - b)[1] ?? 0;
  measure(alaw, coded.slice(0, 10), 800); // let the just-in-time compiler settle
  return {
    seconds,
    alaw100: median(() => measure(alaw, coded, 800)),
    pcm100: median(() => measure(pcmS16le, sounds, 1600)),
    alaw1000: median(() => measure(alaw, coded, 8000)),
  };
}
