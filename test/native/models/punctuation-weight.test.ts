// Specification 2, section 4.4: puncWeight in [-100, 100], larger means more punctuation. The model that ships, on
// scripts/measure/eval/classifiers/punc_phrases.txt.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PunctuationModel } from '../../../src/engine/runtime/classifiers/punctuation.js';
import { loadPunctuation } from '../../../src/engine/runtime/models/load.js';
import { modelIn } from '../../helpers/models/model-folder.js';
import { shippedFolder } from '../../helpers/models/shipped.js';

const phrases = readFileSync(
  new URL('../../../scripts/measure/eval/classifiers/punc_phrases.txt', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => line.replace(/[，。？]/g, ''));
const weights = [-100, -50, 0, 50, 100];

let model: PunctuationModel;
beforeAll(async () => {
  model = await loadPunctuation(modelIn(shippedFolder('punc-zh')));
});
afterAll(() => model.release());

const marked = (weight: number) =>
  Promise.all(phrases.map((phrase) => model.punctuate(phrase, { isFinished: true, weight })));
const marksIn = (texts: readonly string[]) => texts.join('').match(/[，。？]/g)?.length ?? 0;

describe('puncWeight', () => {
  it('sets more marks the larger it is', async () => {
    const counts = [];
    for (const weight of weights) counts.push(marksIn(await marked(weight)));
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(new Set(counts).size).toBe(weights.length);
  });

  it('of 0 is the measure of the model', async () => {
    const plain = await Promise.all(phrases.map((phrase) => model.punctuate(phrase, { isFinished: true })));
    expect(await marked(0)).toEqual(plain);
  });

  it('changes no character, and a finished text closes with a mark all the same', async () => {
    for (const weight of [-100, 100]) {
      const texts = await marked(weight);
      expect(texts.map((text) => text.replace(/[，。？]/g, ''))).toEqual(phrases);
      for (const text of texts) expect(text).toMatch(/[。？]$/);
    }
  });
});
