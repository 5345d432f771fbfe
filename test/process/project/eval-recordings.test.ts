// The recordings that eval:transcription submits: sentences one after another, each on the channel of its speaker.
import { describe, expect, it } from 'vitest';
import { recordingOf, wavHead } from '../../../scripts/measure/eval/lib/recordings.mjs';
import { makeRandom } from '../../../scripts/measure/lib/random.mjs';

const rateHz = 8_000;
const second = 1_000;
/** noise lies 30 dB under the speech */
const loud = second / 4;
const form = { coding: 'pcm_s16le', rateHz, channels: 2 } as const;

const said = (channel: 0 | 1) => ({
  channel,
  utterance: {
    ...{ set: 'test', speaker: `${channel}`, id: `${channel}`, text: '' },
    read: () => ({ samples: new Int16Array(rateHz).fill(second), rateHz }),
  },
});

const recorded = () => recordingOf([said(0), said(1), said(0)], form, makeRandom('recordings'));

describe('a recording of two in turn', () => {
  it('has each of them on a channel of its own, and nobody before the other is through', () => {
    const { bytes } = recorded();
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    const talks: number[] = [];
    let both = 0;
    for (let at = 0; at < samples.length; at += 2) {
      const [left = 0, right = 0] = samples.subarray(at, at + 2);
      if (left > loud && right > loud) both++;
      const who = left > loud ? 0 : right > loud ? 1 : undefined;
      if (who !== undefined && who !== talks.at(-1)) talks.push(who);
    }
    expect([both, talks]).toEqual([0, [0, 1, 0]]);
  });

  it('lasts as long as its sentences and pauses of 0.6 to 2 s before, between and behind them', () => {
    const { bytes, seconds } = recorded();
    expect(bytes.length).toBe(seconds * rateHz * 4);
    expect(seconds).toBeGreaterThan(3 + 4 * 0.6);
    expect(seconds).toBeLessThan(3 + 4 * 2);
  });

  it('is the same each time', () => {
    expect(Buffer.compare(recorded().bytes, recorded().bytes)).toBe(0);
  });
});

it('a WAV head says how many bytes follow, and how they are coded', () => {
  const head = wavHead({ coding: 'alaw', rateHz, channels: 2, bytes: 1_000 });
  expect([head.readUInt16LE(20), head.readUInt16LE(22), head.readUInt32LE(24)]).toEqual([6, 2, rateHz]);
  expect([head.readUInt32LE(28), head.readUInt32LE(40), head.length]).toEqual([2 * rateHz, 1_000, 44]);
});
