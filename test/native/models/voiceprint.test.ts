// Family voiceprint: the model that ships, through the product's own loader and front end; and what is refused.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dot } from '../../../src/engine/pipeline/diarization/clustering.js';
import type { VoiceprintModel } from '../../../src/engine/runtime/classifiers/voiceprint.js';
import { loadVoiceprint } from '../../../src/engine/runtime/models/load.js';
import { ManifestSchema } from '../../../src/models/manifest.js';
import { addon } from '../../../src/native/index.js';
import { readFlac } from '../../helpers/audio/flac.js';
import { foreignData } from '../../helpers/models/foreign-models.js';
import { modelIn, writeModel } from '../../helpers/models/model-folder.js';
import { shippedFolder } from '../../helpers/models/shipped.js';
import { toneVoices } from '../../helpers/models/tone-voices.js';

const rateHz = 8_000;
const allBytes = 1_000_000;

let model: VoiceprintModel;
beforeAll(async () => {
  model = await loadVoiceprint(modelIn(shippedFolder('speaker')));
});
afterAll(() => model.release());

function rowsOf(samples: Int16Array): Float32Array {
  return model.openRows().push(samples).slice();
}
const vectorOf = async (samples: Int16Array) => (await model.vectors(rowsOf(samples), 1)).slice();

/** Pulses through two resonances that wander as vowels do: no person, but a pitch and a throat. */
function buzz(pitchHz: number, throat: number, ms: number): Int16Array {
  const vowels = [
    [700, 1_200],
    [350, 2_100],
    [450, 900],
  ] as const;
  const states = [
    [0, 0],
    [0, 0],
  ] as [number, number][];
  let phase = 0;
  return Int16Array.from({ length: (ms * rateHz) / 1_000 }, (_, at) => {
    const second = at / rateHz;
    phase += (pitchHz * (1 + 0.08 * Math.sin(5 * second))) / rateHz;
    let value = phase >= 1 ? 6_000 : 0;
    phase %= 1;
    const vowel = vowels[Math.floor(second * 4) % vowels.length] as readonly [number, number];
    for (const [which, state] of states.entries()) {
      const angle = (2 * Math.PI * (vowel[which] as number) * throat) / rateHz;
      const width = 0.96;
      const next = value + 2 * width * Math.cos(angle) * state[0] - width ** 2 * state[1];
      state[1] = state[0];
      state[0] = next;
      value = next * 0.3;
    }
    return Math.round(Math.max(-30_000, Math.min(30_000, value)));
  });
}

describe('the voiceprint model that ships', () => {
  it('gives vectors of length 1, one for each stretch', async () => {
    const { size, windowRows, minRows } = model.manifest.voiceprint;
    const rows = rowsOf(buzz(120, 1, 4_000));
    for (const count of [minRows, windowRows]) {
      const stretch = rows.subarray(0, 2 * count * model.rowWidth);
      const both = await model.vectors(stretch, 2);
      expect(both).toHaveLength(2 * size);
      const alone = await model.vectors(stretch.subarray(0, stretch.length / 2), 1);
      for (const [at, value] of alone.entries()) expect(both[at]).toBeCloseTo(value, 4);
      expect(dot(alone, alone)).toBeCloseTo(1, 4);
    }
  });

  it('hears a voice again at a tenth of the level, and another one as another', async () => {
    const [low, high] = [buzz(110, 0.9, 2_000), buzz(230, 1.15, 2_000)];
    const voice = await vectorOf(low);
    const soft = await vectorOf(low.map((value) => Math.round(value / 10)));
    expect(dot(voice, soft)).toBeGreaterThan(0.8);
    expect(dot(voice, await vectorOf(high))).toBeLessThan(dot(voice, soft) - 0.3);
  });

  it('refuses rows that are not as many as it is told', async () => {
    await expect(model.vectors(new Float32Array(7 * model.rowWidth), 2)).rejects.toThrow(RangeError);
  });

  it('weighs at most 1 MB', () => {
    expect(model.manifest.files.reduce((sum, file) => sum + file.bytes, 0)).toBeLessThan(allBytes);
  });
});

const sentences = ['BAC009S0252W0123', 'BAC009S0252W0130', 'BAC009S0150W0001', 'BAC009S0150W0002'] as const;
const hasRecordings = existsSync(foreignData('aishell-sample/flac'));
const suite = hasRecordings ? describe : describe.skip;

suite(hasRecordings ? 'two people who read' : 'two people who read (shared/data is not here)', () => {
  it('are more alike to themselves than to one another', async () => {
    const [one, again, other, otherAgain] = (await Promise.all(
      sentences.map((name) => {
        const { samples } = readFlac(readFileSync(foreignData(`aishell-sample/flac/${name}.flac`)));
        return vectorOf(new addon.Resampler(16_000, rateHz).push(samples));
      }),
    )) as [Float32Array, Float32Array, Float32Array, Float32Array];
    const within = Math.min(dot(one, again), dot(other, otherAgain));
    const between = Math.max(...[other, otherAgain].flatMap((each) => [dot(one, each), dot(again, each)]));
    expect(within).toBeGreaterThan(between + 0.2);
  });
});

describe('a manifest of the family voiceprint', () => {
  const issues = (changes: object): string => {
    const { files: _files, ...shipped } = JSON.parse(
      readFileSync(join(shippedFolder('speaker'), 'manifest.json'), 'utf8'),
    ) as Record<string, object>;
    const file = { name: 'model.onnx', bytes: 1, sha256: '0'.repeat(64) };
    const outcome = ManifestSchema.safeParse({ ...shipped, files: [file], ...changes });
    return outcome.success ? '' : outcome.error.issues.map(({ message }) => message).join('; ');
  };
  const rule = { size: 96, minRows: 40, windowRows: 150, stepRows: 40, twoVoices: 1 };

  it.each([
    [
      'a window that is shorter than what is needed',
      { voiceprint: { ...rule, minRows: 200 } },
      'minRows: must be at most',
    ],
    ['a step that leaves speech out', { voiceprint: { ...rule, stepRows: 151 } }, 'stepRows: must be at most'],
    ['another task', { task: 'gender' }, 'speaker'],
  ])('with %s is refused', (_, changes, message) => {
    expect(issues({})).toBe('');
    expect(issues(changes)).toContain(message);
  });

  it('that gives another size than its graph is refused when it is loaded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tonegate-voiceprint-'));
    const { draft, files } = toneVoices;
    const wrong = { ...draft, voiceprint: { ...(draft.voiceprint as object), size: 9 } };
    await expect(loadVoiceprint(modelIn(writeModel(folder, wrong, files)))).rejects.toThrow('8 numbers, must have 9');
    rmSync(folder, { recursive: true, force: true });
  });
});
