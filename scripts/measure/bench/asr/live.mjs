// Live recognition streams in real time at an engine, and how late their results are.
import { setTimeout as sleep } from 'node:timers/promises';
import { toAlaw } from '../../eval/lib/audio.mjs';
import { usageOf } from '../../lib/gateway.mjs';
import { streamParams, tailMs } from './engine.mjs';
import { callOf, rateHz } from './sound.mjs';

export const warmUpMs = 4_000;
const pauseMs = 1_200;
/** A voice that begins up to this long before the sentence, with a breath, still belongs to it. */
const beforeMs = 500;

/** @typedef {{ seconds: number, sliceMs: number }} Pace */

/** Sends the slices of every call when they are due; `measuring` is called when the warm-up is over. Returns how busy
 * the process was, and its CPU seconds for a second of the audio of all calls, which a late sender does not change.
 * @param {number} pid @param {readonly { send(): void, offsetMs: number }[]} calls @param {Pace} pace
 * @param {() => void} measuring */
export async function inRealTime(pid, calls, { seconds, sliceMs }, measuring) {
  const startMs = performance.now();
  const slices = Math.floor((seconds * 1_000 + warmUpMs) / sliceMs);
  let cpuS = 0;
  let measuredFromMs = 0;
  for (let slice = 0; slice < slices; slice++) {
    for (const { send, offsetMs } of calls) {
      const waitMs = startMs + slice * sliceMs + offsetMs - performance.now();
      if (waitMs > 1) await sleep(waitMs);
      send();
    }
    if (measuredFromMs > 0 || slice * sliceMs < warmUpMs) continue;
    measuring();
    cpuS = usageOf(pid).cpuS;
    measuredFromMs = performance.now();
  }
  const { cpuS: afterS, rssMiB } = usageOf(pid);
  const usedS = afterS - cpuS;
  // The slice with which the warm-up ends is not measured.
  const audioS = ((slices - 1 - Math.ceil(warmUpMs / sliceMs)) * sliceMs) / 1_000;
  return { busy: usedS / ((performance.now() - measuredFromMs) / 1_000), perAudioS: usedS / audioS, rssMiB };
}

/** Live streams in real time. @param {import('./engine.mjs').Engines} engines @param {number} pid
 * @param {readonly Int16Array[]} sentences @param {Pace & { count: number }} options */
export async function live(engines, pid, sentences, { count, seconds, sliceMs }) {
  /** @type {number[]} */
  const firsts = [];
  /** @type {number[]} */
  const finals = [];
  /** @type {number[]} from VOICE_START's time */
  const firstsOfVoice = [];
  let failures = 0;
  let isMeasuring = false;
  const calls = Array.from({ length: count }, (_, number) => {
    const { samples, spoken } = callOf(sentences, number * 7, seconds + warmUpMs / 1_000 + 2, pauseMs);
    const audio = toAlaw(samples);
    const step = (rateHz * sliceMs) / 1_000;
    /** @type {number[]} */
    const sentMs = [];
    let voiceMs = Number.NaN;
    /** @type {number[]} */
    const endsMs = [];
    // A slice is sent when its last sample has been spoken.
    const spokenAt = (/** @type {number} */ atMs) => {
      const slice = Math.floor(atMs / sliceMs);
      return (sentMs[slice] ?? Number.NaN) - ((slice + 1) * sliceMs - atMs);
    };
    const onsets = spoken.map(({ onsetMs, endMs }) => ({ fromMs: onsetMs - beforeMs, onsetMs, endMs }));
    const session = engines.openSession(streamParams(), (event) => {
      const now = performance.now();
      if (event.type === 'failed') failures++;
      if (event.type === 'event' && event.event === 'VOICE_START') voiceMs = event.atMs;
      if (event.type === 'event' && event.event === 'VOICE_END') endsMs.push(event.atMs);
      if (event.type !== 'sentence') return;
      if (!event.sentence.isFinal && !Number.isNaN(voiceMs)) {
        // If a sentence is split, only its first voice begins with it.
        const own = onsets.findIndex(({ fromMs, endMs }) => voiceMs >= fromMs && voiceMs < endMs);
        const [onset] = own < 0 ? [] : onsets.splice(0, own + 1).slice(-1);
        if (isMeasuring) firstsOfVoice.push(now - spokenAt(voiceMs));
        if (isMeasuring && onset !== undefined) firsts.push(now - spokenAt(onset.onsetMs));
        voiceMs = Number.NaN;
      }
      if (!event.sentence.isFinal) return;
      const late = now - spokenAt((endsMs.shift() ?? Number.NaN) + tailMs);
      if (isMeasuring && !Number.isNaN(late)) finals.push(late);
    });
    const send = () => {
      const at = sentMs.length * step;
      sentMs.push(performance.now());
      session.push(audio.subarray(at, at + step));
    };
    return { session, send, offsetMs: (number * sliceMs) / count };
  });
  const { busy, rssMiB } = await inRealTime(pid, calls, { seconds, sliceMs }, () => {
    isMeasuring = true;
  });
  for (const { session } of calls) session.close();
  return { count, busy, realTime: busy / count, rssMiB, firsts, firstsOfVoice, finals, failures };
}
