// The sound of the comparison: one recording in a loop, in which every stream begins at another place. It lies in
// memory once for all streams, and slices are views of it, so that the memory of a stream is that of its recogniser.
import { readFileSync, writeFileSync } from 'node:fs';

export const rateHz = 16_000;
const pauseMs = 300;
/** Distance between the beginnings of two streams. */
const apartMs = 7_300;

/** Sentences with pauses, as a file. @param {string} file @param {readonly Int16Array[]} sentences */
export function writeSound(file, sentences) {
  const pause = new Int16Array((pauseMs * rateHz) / 1_000);
  const parts = sentences.flatMap((sentence) => [sentence, pause]);
  writeFileSync(
    file,
    Buffer.concat(parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength))),
  );
}

/** @param {string} file @returns {Int16Array} */
export function readSound(file) {
  const bytes = Uint8Array.from(readFileSync(file));
  return new Int16Array(bytes.buffer);
}

/** The slices of one stream, again and again. @template {{ length: number, subarray(from: number, to: number): any }} T
 * @param {T} sound @param {number} sliceMs @param {number} stream @returns {() => T} */
export function slicesOf(sound, sliceMs, stream) {
  const step = (rateHz * sliceMs) / 1_000;
  const slices = Math.floor(sound.length / step);
  let next = Math.floor((stream * apartMs) / sliceMs);
  return () => {
    const at = (next++ % slices) * step;
    return sound.subarray(at, at + step);
  };
}
