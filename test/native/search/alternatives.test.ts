// The search that ships, on frames of a recogniser that does not exist (test/helpers/models/posteriors.ts).
import { describe, expect, it } from 'vitest';
import { addon } from '../../../src/native/index.js';
import { makeCtcDecoder, wordStride } from '../../../src/native/search.js';
import type { Hypothesis, NativeCtcDecoder } from '../../../src/native/search-addon.js';
import { alikeUnits, posteriorsOf, randomOf } from '../../helpers/models/posteriors.js';
import { shippedFile } from '../../helpers/models/shipped.js';
import { timeFactor } from '../../helpers/time-factor.js';

const lexicon = new addon.Lexicon(shippedFile('lm-zh', 'lexicon.bin'));
const language = new addon.LanguageModel(shippedFile('lm-zh', 'lm.bin'));
const { units } = lexicon;
const alike = alikeUnits(units);
const sentences = [
  '您拨打的电话暂时无法接通请稍后再拨',
  '我想查一下这个月的话费是多少',
  '他昨天下午在银行门口等了很久',
  '请问你们周末几点开门几点关门',
];
const textOf = ({ words }: Hypothesis): string =>
  Array.from({ length: words.length / wordStride }, (_, at) => lexicon.text(words[at * wordStride] ?? 0)).join('');
const search = (nBest: number) => makeCtcDecoder({ units: units.length, nBest, lexicon, language });

/** Runs of units most frames of which are not sure. */
const heardBadly = Array.from({ length: 30 }, (_, seed) => {
  const run = lexicon.readings(sentences[seed % sentences.length] ?? '')[0] ?? [];
  return posteriorsOf(run, { units, alike, random: randomOf(seed), mistakes: 0.7, doubt: 1.5 });
});
const results = (decoder: NativeCtcDecoder, frames: Float32Array): Hypothesis[] => {
  decoder.restart();
  decoder.push(frames);
  return decoder.finish();
};

describe('more than one result', () => {
  it('the first is the same for every number that is asked for', { timeout: 20_000 * timeFactor }, () => {
    const [one, three, ten] = [search(1), search(3), search(10)];
    for (const frames of heardBadly) {
      const [best] = results(one, frames);
      expect(results(three, frames)[0]).toEqual(best);
      expect(results(ten, frames)[0]).toEqual(best);
    }
  });

  it('as many come as a call wants, up to the number of the decoder', () => {
    const frames = heardBadly[0] as Float32Array;
    const decoder = search(5);
    const five = results(decoder, frames);
    expect(five.length).toBe(5);
    expect(decoder.finish(1)).toEqual(five.slice(0, 1));
    expect(decoder.finish(3)).toEqual(five.slice(0, 3));
    expect(decoder.finish(32)).toEqual(five);
    for (const most of [0, 33, 1.5]) expect(() => decoder.finish(most)).toThrow(/most/);
  });

  it('they come in the order of their scores, and no text comes twice', { timeout: 20_000 * timeFactor }, () => {
    const ten = search(10);
    for (const frames of heardBadly) {
      const heard = results(ten, frames);
      expect(heard.length).toBe(10);
      expect(new Set(heard.map(textOf)).size).toBe(10);
      const scores = heard.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    }
  });

  it('one of 16 is right more often than the first', { timeout: 20_000 * timeFactor }, () => {
    const many = search(16);
    let [first, any] = [0, 0];
    for (const [at, frames] of heardBadly.entries()) {
      const texts = results(many, frames).map(textOf);
      const said = sentences[at % sentences.length] ?? '';
      if (texts[0] === said) first++;
      if (texts.includes(said)) any++;
    }
    expect(any).toBeGreaterThan(first + 2);
  });

  it('a look at frames to come says the first of them, and changes nothing', () => {
    const [one, three] = [search(1), search(3)];
    const frames = heardBadly[0] as Float32Array;
    const half = units.length * Math.floor(frames.length / units.length / 2);
    three.push(frames.subarray(0, half));
    expect(three.peek(frames.subarray(half))).toEqual(results(one, frames)[0]);
    expect(three.frames).toBe(half / units.length);
    three.push(frames.subarray(half));
    expect(three.finish()).toEqual(results(search(3), frames));
  });
});
