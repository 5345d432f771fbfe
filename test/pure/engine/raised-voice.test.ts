// Specification 2, section 2.4, `emotions`: what ANGRY stands on, a voice that is raised above the session's ordinary one.
import { describe, expect, it } from 'vitest';
import { RaisedVoice } from '../../../src/engine/pipeline/analysis/raised-voice.js';
import { EffortMeter, type VoiceEffort } from '../../../src/engine/pipeline/analysis/vocal-effort.js';

/** Harmonics that fall by `fallDb` an octave above 1 kHz, at a level in dB of full scale. */
function voice(pitchHz: number, levelDb: number, fallDb: number, ms: number, rateHz = 8_000): Int16Array {
  const harmonics = Array.from({ length: Math.floor(3_400 / pitchHz) }, (_, at) => {
    const hz = pitchHz * (at + 1);
    return { hz, amplitude: 10 ** (-(fallDb * Math.max(0, Math.log2(hz / 1_000))) / 20) };
  });
  const power = harmonics.reduce((sum, { amplitude }) => sum + amplitude ** 2 / 2, 0);
  const gain = (32_768 * 10 ** (levelDb / 20)) / Math.sqrt(power);
  return Int16Array.from({ length: (ms * rateHz) / 1_000 }, (_, at) =>
    Math.round(
      harmonics.reduce(
        (sum, { hz, amplitude }, nth) => sum + gain * amplitude * Math.sin((2 * Math.PI * hz * at) / rateHz + nth ** 2),
        0,
      ),
    ),
  );
}

const effortOf = (samples: Int16Array, rateHz: 8_000 | 16_000 = 8_000) => {
  const meter = new EffortMeter(rateHz);
  meter.push(samples);
  return meter.take();
};

describe('the effort of a voice', () => {
  it.each([
    [90, 8_000],
    [130, 8_000],
    [220, 8_000],
    [220, 16_000],
    [380, 16_000],
  ] as const)('has the pitch of %i Hz at %i samples a second, to a quarter of a semitone', (pitchHz, rateHz) => {
    const effort = effortOf(voice(pitchHz, -20, 6, 600, rateHz), rateHz);
    expect(Math.abs((effort?.pitchSt ?? 0) - 12 * Math.log2(pitchHz / 55))).toBeLessThan(0.25);
  });

  it('has the level of the voice, and its tilt whatever the gain', () => {
    const [soft, loud] = [effortOf(voice(130, -30, 9, 600)), effortOf(voice(130, -18, 9, 600))];
    expect((loud?.levelDb ?? 0) - (soft?.levelDb ?? 0)).toBeCloseTo(12, 0);
    expect(loud?.tiltDb).toBeCloseTo(soft?.tiltDb ?? 0, 0);
    expect((effortOf(voice(130, -30, 6, 600))?.tiltDb ?? 0) - (soft?.tiltDb ?? 0)).toBeGreaterThan(1);
  });

  it('is nearly the same at both sample rates, and the same however the audio is cut', () => {
    const [narrow, wide] = [effortOf(voice(130, -20, 6, 600)), effortOf(voice(130, -20, 6, 600, 16_000), 16_000)];
    expect(wide?.tiltDb).toBeCloseTo(narrow?.tiltDb ?? 0, 0);
    const meter = new EffortMeter(8_000);
    const audio = voice(130, -20, 6, 600);
    for (let at = 0; at < audio.length; at += 97) meter.push(audio.subarray(at, at + 97));
    expect(meter.take()).toEqual(narrow);
  });

  it('counts voiced parts only: not silence, not noise', () => {
    expect(effortOf(new Int16Array(8_000))).toBeUndefined();
    let state = 1;
    const noise = Int16Array.from({ length: 8_000 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      return state >> 18;
    });
    expect(effortOf(noise)?.voicedMs ?? 0).toBeLessThan(200);
    const spaced = Int16Array.from([...voice(130, -20, 6, 500), ...new Int16Array(8_000), ...voice(130, -20, 6, 500)]);
    expect(effortOf(spaced)?.voicedMs).toBeGreaterThan(900);
    expect(effortOf(spaced)?.voicedMs).toBeLessThan(1_100);
  });

  it('begins anew with each sentence', () => {
    const meter = new EffortMeter(8_000);
    meter.push(voice(130, -20, 6, 600));
    meter.take();
    expect(meter.take()).toBeUndefined();
    meter.push(voice(220, -20, 6, 600));
    expect(Math.abs((meter.take()?.pitchSt ?? 0) - 24)).toBeLessThan(0.25);
  });
});

describe('a raised voice', () => {
  const plain: VoiceEffort = { voicedMs: 1_500, levelDb: -35, pitchSt: 18, tiltDb: -16 };
  const raised: VoiceEffort = { voicedMs: 1_500, levelDb: -26, pitchSt: 24, tiltDb: -12 };
  const verdicts = (...efforts: VoiceEffort[]) => {
    const rule = new RaisedVoice();
    return efforts.map((effort) => rule.judge(effort) !== undefined);
  };

  it('is louder, higher and flatter than the ordinary sentences before it, with a confidence from 0.5 to 0.9', () => {
    const rule = new RaisedVoice();
    for (let count = 0; count < 3; count++) expect(rule.judge(plain)).toBeUndefined();
    const confidence = rule.judge(raised) ?? 0;
    expect(confidence).toBeGreaterThan(0.5);
    expect(confidence).toBeLessThan(0.9);
    expect(rule.judge({ ...raised, pitchSt: 40 })).toBe(0.9);
  });

  it('is never found in the first three sentences, nor before 3 s of ordinary voice', () => {
    expect(verdicts(plain, plain, raised)).toEqual([false, false, false]);
    const short = { ...plain, voicedMs: 700 };
    expect(verdicts(short, short, short, raised)).toEqual([false, false, false, false]);
  });

  it.each([
    ['louder only', { levelDb: -20 }],
    ['higher only', { pitchSt: 30 }],
    ['flatter only', { tiltDb: -5 }],
    ['louder and flatter, not higher', { levelDb: -20, tiltDb: -5 }],
    ['higher and flatter, not louder', { pitchSt: 30, tiltDb: -5 }],
    ['louder and higher, but steeper', { levelDb: -20, pitchSt: 30, tiltDb: -17 }],
  ])('is not what is %s', (_, change) => {
    expect(verdicts(plain, plain, plain, { ...plain, ...change }).at(-1)).toBe(false);
  });

  it('is not the higher one of two people who take turns', () => {
    const other = { ...plain, pitchSt: 23.5 };
    expect(verdicts(plain, plain, other, plain, { ...raised, pitchSt: 24 }).at(-1)).toBe(false);
  });

  it('need not rise as far in the sentence after a raised one', () => {
    const less = { ...raised, pitchSt: 21.5, levelDb: -31, tiltDb: -15 };
    expect(verdicts(plain, plain, plain, less).at(-1)).toBe(false);
    expect(verdicts(plain, plain, plain, raised, less).at(-1)).toBe(true);
  });

  it('is not judged from half a second of voice', () => {
    expect(verdicts(plain, plain, plain, { ...raised, voicedMs: 480 }).at(-1)).toBe(false);
  });

  it('that stays is the ordinary one after five sentences', () => {
    expect(verdicts(plain, plain, plain, ...Array<VoiceEffort>(7).fill(raised)).slice(3)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
