// The benchmark's figures are worth what its generator is worth: levels, SNR, cadence, G.711 and the seeds.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  alawByte,
  alawSample,
  losePackets,
  ulawByte,
  ulawSample,
} from '../../../scripts/measure/bench/tones/channel.mjs';
import { makeEvidence } from '../../../scripts/measure/bench/tones/evidence.mjs';
import { evidencePromises, find } from '../../../scripts/measure/bench/tones/evidence-report.mjs';
import { openEvidenceSounds } from '../../../scripts/measure/bench/tones/evidence-sounds.mjs';
import { judge, promises } from '../../../scripts/measure/bench/tones/judge.mjs';
import { makeMatrix } from '../../../scripts/measure/bench/tones/matrix.mjs';
import { speechLike, telephoneBand, unitRms, white } from '../../../scripts/measure/bench/tones/noise.mjs';
import { renderClip } from '../../../scripts/measure/bench/tones/render.mjs';
import { burstsOf, levelOf } from '../../../scripts/measure/bench/tones/signals.mjs';
import { makeRandom } from '../../../scripts/measure/lib/random.mjs';

const vectors = fileURLToPath(new URL('../../../../shared/data/codec-conformance-itu/g711/test_data', import.meta.url));
const matrix = makeMatrix('tune', false);
const clipOf = (id: string) => {
  const clip = matrix.find((candidate) => candidate.id === id);
  if (!clip?.tone) throw new Error(`no clip ${id}`);
  return { ...clip, tone: clip.tone };
};
const noSounds = null as never; // tone clips draw on no recordings

/** The clip as floats, and where its tone sounds. */
function rendered(id: string) {
  const clip = clipOf(id);
  const { samples, onsetMs } = renderClip(clip, noSounds);
  const bursts = burstsOf(clip.tone.tone, clip.seconds, clip.tone, makeRandom(clip.seed)) as [number, number][];
  return { floats: Float32Array.from(samples, (s) => s / 32768), bursts, onsetMs };
}

describe('the clips of the tone benchmark', () => {
  it.each([
    ['level/busy/-30/2', -30],
    ['level/ringback/-5/1', -5],
    ['frequency/busy/-25/3', -15],
  ])('%s sounds at %d dBm0 within 0.2 dB, a full-scale sine being +3.14', (id, levelDbm0) => {
    const { floats, bursts } = rendered(id);
    const [from, to] = bursts.find(([a, b]) => a > 0 && b - a > 1_000) ?? [0, 0];
    expect(Math.abs(levelOf(floats, from + 40, to - 40) - levelDbm0)).toBeLessThan(0.2);
    expect(levelOf(Float32Array.from({ length: 8_000 }, (_, i) => Math.sin(i * 0.3)))).toBeCloseTo(3.14, 1);
  });

  it.each([
    ['white noise/busy/10/4', 10],
    ['speech noise/ringback/15/1', 15],
  ])('%s has an SNR of %d dB in 300-3400 Hz within 1 dB', (id, snrDb) => {
    const { floats, bursts } = rendered(id);
    const gaps: number[] = [];
    for (const [i, [, end]] of bursts.entries()) {
      const next = bursts[i + 1]?.[0] ?? floats.length;
      gaps.push(...floats.subarray(end + 10, next - 10));
    }
    const noise = telephoneBand(Float32Array.from(gaps));
    expect(Math.abs(-15 - levelOf(noise) - snrDb)).toBeLessThan(1);
  });

  it('start in the cadence or after line noise, and say where the first burst begins', () => {
    const { bursts, onsetMs } = rendered('cadence/busy/25/1');
    expect(bursts[0]?.[0]).toBe(Math.round(onsetMs * 8));
    expect(bursts.slice(1, 4).map(([from, to]) => Math.round((to - from) / 8))).toEqual([438, 438, 438]);
  });

  it('are the same in every run, and other clips for the held-out seeds', () => {
    const once = renderClip(clipOf('combined/busy/in limits/7'), noSounds).samples;
    const again = renderClip(clipOf('combined/busy/in limits/7'), noSounds).samples;
    const heldOut = makeMatrix('held-out', false).find(({ id }) => id === 'combined/busy/in limits/7');
    expect(again).toEqual(once);
    expect(heldOut?.tone).not.toEqual(clipOf('combined/busy/in limits/7').tone);
  });

  it('number as the matrix asks', () => {
    const count = (group: string, expected?: string) =>
      matrix.filter((c) => c.group === group && c.must && (!expected || c.expect === expected)).length;
    const groups = [
      'frequency',
      'level',
      'white noise',
      'speech noise',
      'cadence',
      'jitter',
      'loss',
      'codec',
      'combined',
    ];
    expect(groups.map((group) => count(group, 'busy'))).toEqual([110, 60, 40, 40, 50, 20, 90, 30, 300]);
    expect(groups.map((group) => count(group, 'ringback'))).toEqual([110, 60, 40, 40, 50, 20, 90, 30, 300]);
    const rejects = ['wrong frequency', 'foreign', 'speech', 'music', 'dtmf', 'noise', 'rhythmic notes'];
    expect(rejects.map((group) => count(group))).toEqual([220, 40, 200, 200, 50, 50, 50]);
  });
});

describe('the generator', () => {
  it('counts a white noise in 300-3400 Hz as 3100/4000 of its power', () => {
    const noise = unitRms(white(makeRandom('white'), 80_000));
    expect(10 ** ((levelOf(telephoneBand(noise)) - levelOf(noise)) / 10)).toBeCloseTo(0.775, 1);
  });

  it('shapes speech-like noise to fall from 500 Hz on and to swell with the syllables', () => {
    const noise = speechLike(makeRandom('speech'), 160_000);
    const blocks = Array.from({ length: 400 }, (_, i) => levelOf(noise, i * 400, (i + 1) * 400)).sort((a, b) => a - b);
    expect((blocks[360] ?? 0) - (blocks[40] ?? 0)).toBeGreaterThan(10);
  });

  it('loses the stated share of 20 ms packets; dropped ones shorten the clip, the others do not', () => {
    const sound = Int16Array.from({ length: 80_000 }, (_, i) => (i % 100) + 1);
    const zero = losePackets(sound, { rate: 0.05, fill: 'zero' }, makeRandom('loss'));
    const dropped = losePackets(sound, { rate: 0.05, fill: 'drop' }, makeRandom('loss'));
    const lost = zero.filter((s) => s === 0).length / 160;
    expect(zero.length).toBe(80_000);
    expect(lost).toBeGreaterThan(10);
    expect(dropped.length).toBe(80_000 - lost * 160);
  });

  it.skipIf(!existsSync(vectors))('codes G.711 as the ITU-T vectors do (needs ../shared/data)', () => {
    const words = (name: string) => new Int16Array(Uint8Array.from(readFileSync(`${vectors}/${name}`)).buffer);
    const source = words('sweep.src');
    const bytes = (name: string) => Uint8Array.from(words(name));
    expect(Uint8Array.from(source, alawByte)).toEqual(bytes('sweep-r.a'));
    expect(Uint8Array.from(source, ulawByte)).toEqual(bytes('sweep-r.u'));
    expect(Int16Array.from(bytes('sweep-r.a'), alawSample)).toEqual(words('sweep-r.rea'));
    expect(Int16Array.from(bytes('sweep-r.u'), ulawSample)).toEqual(words('sweep-r.reu'));
  });
});

describe('the judge of the benchmark', () => {
  const stored = (expect_: string, group: string) => ({
    ...clipOf('combined/busy/in limits/7'),
    expect: expect_,
    group,
    file: '',
    offset: 0,
    bytes: 0,
    onsetMs: 100,
  });

  it('takes the first decision, and counts speech before it as a flaw, not as the decision', () => {
    const heard = [
      { kind: 'speech', atMs: 300 },
      { kind: 'busy', atMs: 1_100 },
      { kind: 'ringback', atMs: 5_000 },
    ];
    const [verdict] = judge([stored('busy', 'combined')], [{ events: heard }]);
    expect(verdict).toMatchObject({ first: 'busy', right: true, delayMs: 1_000, earlyOther: 'speech' });
  });

  it('fails the line of a group in which one clip is wrong', () => {
    const clips = [stored('busy', 'jitter'), stored('busy', 'jitter')];
    const verdicts = judge(clips, [{ events: [{ kind: 'busy', atMs: 900 }] }, { events: [] }]);
    const line = promises(verdicts).find((promise) => promise.line.startsWith('jitter'));
    expect(line).toMatchObject({ figure: '1/2', holds: false });
  });

  it('fails the line of false tones when music was ever called busy', () => {
    const verdicts = judge(
      [stored('none', 'music')],
      [
        {
          events: [
            { kind: 'ring', atMs: 1 },
            { kind: 'busy', atMs: 9 },
          ],
        },
      ],
    );
    const line = promises(verdicts).find((promise) => promise.line.includes('speech + music'));
    expect(line).toMatchObject({ figure: '1/1', holds: false });
  });
});

describe('the part evidence of the benchmark', () => {
  const clips = makeEvidence('tune', false, []);
  const stored = clips.map((clip) => ({ ...clip, file: '', offset: 0, bytes: 0, onsetMs: 100 }));

  it('draws other clips for other seeds, and the same in every run', () => {
    const idOf = 'fax answers/V.21 flags only/3';
    const clip = clips.find(({ id }) => id === idOf);
    const other = makeEvidence('held-out', false, []).find(({ id }) => id === idOf);
    if (!clip || !other) throw new Error(`no clip ${idOf}`);
    const sounds = openEvidenceSounds('tune');
    expect(sounds.render(clip)).toEqual(sounds.render(clip));
    expect(sounds.render(other).samples).not.toEqual(sounds.render(clip).samples);
  });

  it('finds a foreign tone only with its own country, and fails the line of false beeps by one', () => {
    const country = stored.find(({ group, countries }) => group === 'countries' && countries?.[0] === 'FR');
    const notes = stored.find(({ group }) => group === 'high notes');
    if (!country || !notes) throw new Error('no such clips');
    const heard = (kind: string, codes?: string[]) => ({
      events: [],
      decided: [{ kind, atMs: 900, ...(codes && { country: codes }) }],
    });
    const [right, wrong] = find([country, country], [heard(country.expect, ['FR']), heard(country.expect, ['GB'])]);
    expect([right?.found, wrong?.found]).toEqual([true, false]);
    const line = evidencePromises(find([notes], [heard('beep')]), []).find((promise) =>
      promise.line.includes('beep on'),
    );
    expect(line).toMatchObject({ figure: '1/1', holds: false });
  });
});
