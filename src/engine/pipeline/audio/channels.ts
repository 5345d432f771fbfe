// One channel of a stereo recording: the customer's side, the agent's, or both together.
import { addon, encodings } from '../../../native/index.js';
import type { AudioChannel, Coding } from '../../../protocol/engine/audio.js';

/**
 * Yields one channel as 16-bit samples. `slices`: whole pairs of samples, left before right. A mix is the mean, so it
 * never clips.
 */
export function* oneChannel(
  slices: Iterable<Uint8Array>,
  coding: Exclude<Coding, 'svc_speex' | 'svc_opus'>,
  channel: AudioChannel,
): Iterable<Uint8Array> {
  for (const slice of slices) yield channelOf(slice, coding, channel);
}

/** The same for one slice. */
export function channelOf(
  slice: Uint8Array,
  coding: Exclude<Coding, 'svc_speex' | 'svc_opus'>,
  channel: AudioChannel,
): Uint8Array {
  const pairs = addon.decode(encodings[coding], slice);
  const samples = new Int16Array(Math.floor(pairs.length / 2));
  for (let at = 0; at < samples.length; at++) samples[at] = sampleOf(pairs, 2 * at, channel);
  return new Uint8Array(samples.buffer);
}

function sampleOf(pairs: Int16Array, at: number, channel: AudioChannel): number {
  const [left, right] = [pairs[at] as number, pairs[at + 1] as number];
  return channel === 'left' ? left : channel === 'right' ? right : Math.round((left + right) / 2);
}
