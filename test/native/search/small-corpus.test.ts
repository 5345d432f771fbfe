// Sample text of an `olm` resource as a language model (docs/model-formats.md).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSmallCorpus, sentencesOf } from '../../../src/engine/runtime/recogniser/small-corpus.js';
import { addon } from '../../../src/native/index.js';
import { corpusShare, makeCtcDecoder, wordStride } from '../../../src/native/search.js';
import type { Hypothesis } from '../../../src/native/search-addon.js';
import { alikeUnits, posteriorsOf, randomOf } from '../../helpers/models/posteriors.js';

const lexiconFile = fileURLToPath(new URL('../../../models/lm-zh/lexicon.bin', import.meta.url));
const vocabulary = readFileSync(lexiconFile).readBigUInt64LE(8);
const lexicon = new addon.Lexicon(lexiconFile);
const general = new addon.LanguageModel(path.join(path.dirname(lexiconFile), 'lm.bin'));
const { units } = lexicon;
const alike = alikeUnits(units);
const text = ['请办理宽带移机业务。', '砂轮转速要校准吗？', '宽带移机业务要收费吗？', '我要办理宽带！'].join('\n');

let folder: string;
let opened = 0;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tonegate-olm-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open(sample: string, of = vocabulary) {
  const file = path.join(folder, `${opened++}.bin`); // one that is in use must not change
  writeFileSync(file, compileSmallCorpus(sample, lexicon, of));
  return new addon.LanguageModel(file);
}

describe('a small-corpus model', () => {
  it('is read as every language model, over the same words', () => {
    const model = open(text);
    expect(model).toMatchObject({ order: 3, words: lexicon.words });
    expect(() => makeCtcDecoder({ units: units.length, lexicon, language: model })).not.toThrow();
  });

  it('expects the sentences of its text more than the general model does, and others less', () => {
    const model = open(text);
    const likelier = (sentence: string) => {
      const words = lexicon.split(sentence);
      return model.score(words, true) - general.score(words, true);
    };
    expect(likelier('请办理宽带移机业务')).toBeGreaterThan(5);
    expect(likelier('这个酒店有健身房吗')).toBeLessThan(-5);
  });

  it('gives all words that may follow a run a probability of 1 together', () => {
    const model = open(text);
    for (const run of ['', '办理', '办理宽带', '酒店']) {
      const before = Array.from(lexicon.split(run));
      const given = before.length > 0 ? model.score(Uint16Array.from(before), false) : 0;
      let sum = 0;
      for (let word = 0; word < lexicon.words; word++) {
        sum += Math.exp(model.score(Uint16Array.from([...before, word]), false) - given);
      }
      // The end of the sentence and the unknown word have the rest; scores are rounded to 255 steps.
      expect(sum).toBeLessThan(1.02);
      expect(sum).toBeGreaterThan(0.6);
    }
  });

  it('is the same in every byte for the same text', () => {
    const bytes = compileSmallCorpus(text, lexicon, vocabulary);
    expect(Buffer.from(bytes).equals(compileSmallCorpus(text, lexicon, vocabulary))).toBe(true);
    expect(Buffer.from(bytes).equals(compileSmallCorpus(`${text}宽带`, lexicon, vocabulary))).toBe(false);
  });

  it('knows text without a word, and what the lexicon lacks as the unknown word', () => {
    expect(sentencesOf('，。\n', lexicon)).toEqual([]);
    expect(open('').words).toBe(lexicon.words);
    const [words = []] = sentencesOf('办理𪚥业务', lexicon);
    expect(words.filter((word) => word === 2)).toHaveLength(1);
    expect(words.length).toBeGreaterThanOrEqual(3);
  });

  it('brings its words into what is heard, and leaves other sentences as they are', () => {
    const model = open(text);
    const heard = (sentence: string, corpus: typeof model | null) => {
      const decoder = makeCtcDecoder({ units: units.length, lexicon, language: general });
      decoder.setCorpus(corpus, corpusShare);
      const run = lexicon.readings(sentence)[0] ?? [];
      decoder.push(posteriorsOf(run, { units, alike, random: randomOf(3), mistakes: 0, doubt: 0.1 }));
      const { words } = decoder.finish()[0] as Hypothesis;
      return Array.from({ length: words.length / wordStride }, (_, at) =>
        lexicon.text(words[wordStride * at] ?? 0),
      ).join('');
    };
    expect(heard('砂轮转速要校准吗', null)).not.toBe('砂轮转速要校准吗');
    expect(heard('砂轮转速要校准吗', model)).toBe('砂轮转速要校准吗');
    expect(heard('这家酒店的评分是多少分', model)).toBe('这家酒店的评分是多少分');
    expect(heard('这家酒店的评分是多少分', null)).toBe('这家酒店的评分是多少分');
  });

  it('of another vocabulary is refused by the search', () => {
    const other = open(text, vocabulary + 1n);
    expect(() => makeCtcDecoder({ units: units.length, lexicon, language: other })).toThrow(TypeError);
    const decoder = makeCtcDecoder({ units: units.length, lexicon, language: general });
    expect(() => decoder.setCorpus(other, corpusShare)).toThrow(/same vocabulary/);
    expect(() => decoder.setCorpus(open(text), 1)).toThrow(TypeError);
  });
});
