// The gender model that ships, through the product's own loader and front end.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClassifierModel } from '../../../src/engine/runtime/classifiers/classifier.js';
import { genderOfSpeech } from '../../../src/engine/runtime/classifiers/gender.js';
import { loadClassifier } from '../../../src/engine/runtime/models/load.js';
import { addon } from '../../../src/native/index.js';
import { readFlac } from '../../helpers/audio/flac.js';
import { foreignData } from '../../helpers/models/foreign-models.js';
import { modelIn } from '../../helpers/models/model-folder.js';

const rateHz = 8_000;
const allBytes = 200_000;
/** The rows of 0.5 s. */
const leastMs = 500;

let model: ClassifierModel;
beforeAll(async () => {
  model = await loadClassifier(modelIn(fileURLToPath(new URL('../../../models/gender', import.meta.url))));
});
afterAll(() => model.release());

const sentences = ['BAC009S0252W0123', 'BAC009S0252W0130', 'BAC009S0252W0140'];
const heard = (name: string) => {
  const { samples } = readFlac(readFileSync(foreignData(`aishell-sample/flac/${name}.flac`)));
  return new addon.Resampler(16_000, rateHz).push(samples);
};
const hasRecordings = existsSync(foreignData('aishell-sample/flac'));
const suite = hasRecordings ? describe : describe.skip;

suite(hasRecordings ? 'a man who reads' : 'a man who reads (shared/data is not here)', () => {
  it.each(sentences)('is heard as a man in %s', async (name) => {
    const verdict = await genderOfSpeech(model, heard(name));
    expect(verdict?.gender).toBe('MALE');
    expect(verdict?.confidence).toBeGreaterThan(0.5);
    expect(verdict?.confidence).toBeLessThanOrEqual(1);
  });

  it('is the same man at a tenth of the level', async () => {
    const samples = heard('BAC009S0252W0123');
    const quiet = samples.map((value) => Math.round(value / 10));
    const [loud, soft] = [await genderOfSpeech(model, samples), await genderOfSpeech(model, quiet)];
    expect(soft?.gender).toBe(loud?.gender);
    expect(Math.abs((soft?.confidence ?? 0) - (loud?.confidence ?? 1))).toBeLessThan(0.1);
  });
});

describe('gender', () => {
  it('says nothing of less than half a second', async () => {
    const samples = (ms: number) => Int16Array.from({ length: (ms * rateHz) / 1_000 }, (_, at) => 3_000 * Math.sin(at));
    expect(await genderOfSpeech(model, samples(leastMs - 20))).toBeUndefined();
    expect(await genderOfSpeech(model, samples(leastMs))).toBeDefined();
  });

  it('weighs at most 200 kB', () => {
    expect(model.manifest.files.reduce((sum, file) => sum + file.bytes, 0)).toBeLessThan(allBytes);
  });
});
