// A slice of the matrix of `npm run bench:tones`: of every group and step inside the promised limits one clip, 40 clips with
// everything drawn at once, and sounds that must not pass for a tone. All of it is synthetic.
import { beforeAll, describe, expect, it } from 'vitest';
import { judge, promises, withKind } from '../../../scripts/measure/bench/tones/judge.mjs';
import { type Clip, makeMatrix } from '../../../scripts/measure/bench/tones/matrix.mjs';
import { renderClip } from '../../../scripts/measure/bench/tones/render.mjs';
import { addon, encodings, eventKinds, eventStride } from '../../../src/native/index.js';
import { timeFactor } from '../../helpers/time-factor.js';

const combinedClips = 40;
const kindNames = new Map<number, string>(Object.entries(eventKinds).map(([name, number]) => [number, name]));
const noSounds = null as never; // tones draw on no recordings

const tones = makeMatrix('tune', false).filter((clip) => clip.must && clip.tone !== undefined);
const firstOfEachStep = tones.filter(
  ({ group, step, expect: label, content }, at) =>
    group !== 'combined' &&
    tones.findIndex(
      (other) => other.group === group && other.step === step && other.expect === label && other.content === content,
    ) === at,
);
const combined = tones.filter(({ group }) => group === 'combined');
const stride = Math.floor(combined.length / combinedClips);
const slice = [...firstOfEachStep, ...combined.filter((_, at) => at % stride === 0)];
const foreignGroups = ['wrong frequency', 'foreign'];
const groups = [...new Set(slice.map(({ group }) => group))];

/** The clip as a call of A-law slices, 100 ms each. */
function screened(clip: Clip) {
  const { samples, onsetMs } = renderClip(clip, noSounds);
  const coded = addon.encode(encodings.alaw, samples);
  const frontend = new addon.Frontend(encodings.alaw, 8_000, 0, 1_000);
  const events: { kind: string; atMs: number }[] = [];
  const take = (count: number) => {
    expect(count).toBeGreaterThanOrEqual(0);
    for (let at = 0; at < count; at++) {
      const [kind = 0, atSamples = 0] = frontend.events.subarray(at * eventStride);
      events.push({ kind: kindNames.get(kind) ?? '', atMs: atSamples / 8 });
    }
  };
  for (let at = 0; at < coded.length; at += 800) take(frontend.push(coded.subarray(at, at + 800)));
  take(frontend.flush());
  return { stored: { ...clip, onsetMs }, events };
}

describe('the tone matrix, inside the promised limits', () => {
  let verdicts: ReturnType<typeof judge> = [];
  beforeAll(() => {
    const clips = slice.map(screened);
    const [stored, events] = [clips.map((clip) => clip.stored), clips.map((clip) => ({ events: clip.events }))];
    verdicts = judge(stored as unknown as Parameters<typeof judge>[0], events);
  }, 60_000 * timeFactor);

  it('has every group', () => {
    expect(groups).toEqual([
      ...['frequency', 'level', 'white noise', 'speech noise', 'cadence', 'jitter', 'loss', 'codec', 'other tones'],
      ...['wrong frequency', 'foreign', 'combined'],
    ]);
  });

  it.each(groups.filter((group) => !foreignGroups.includes(group)))(
    '%s: the first decision on every clip is its own label',
    (group) => {
      const wrong = verdicts.filter(({ clip, right }) => clip.group === group && !right);
      expect(wrong.map(({ clip, first }) => `${clip.id}: ${first}`)).toEqual([]);
    },
  );

  it.each(foreignGroups)('%s: no clip passes for a tone of this country, or for a fax', (group) => {
    const own = verdicts.filter(({ clip }) => clip.group === group);
    const passed = withKind(own, ['busy', 'ringback', 'cng', 'ced', 'v21']);
    expect(passed.map(({ clip, first }) => `${clip.id}: ${first}`)).toEqual([]);
  });

  it('every promised line holds that the slice has clips for', () => {
    const lines = promises(verdicts).filter(({ holds }) => holds !== undefined);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter(({ holds }) => holds !== true)).toEqual([]);
  });
});
