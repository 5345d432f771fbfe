// Specification 2, 2.4: which fields a result has, and when they are absent.
import { describe, expect, it } from 'vitest';
import type { Candidate, Sentence } from '../../../src/protocol/engine/recognition.js';
import { AsrSentence, type Wanted, wireSentence } from '../../../src/protocol/wire/asr-messages.js';

const wanted: Wanted = { pinyin: false, words: false, analysis: false, nBest: 1, startOffsetMs: 0 };

const candidate = (text: string): Candidate => ({
  text,
  pinyin: 'ni3 hao3',
  confidence: 0.87654,
  words: [
    { text: '你', startMs: 100.4, endMs: 250.6, pinyin: 'ni3', confidence: 0.91239, categories: ['U', 'M'] },
    { text: '，', startMs: 250.6, endMs: 250.6, pinyin: undefined, confidence: 1, categories: ['P'] },
    { text: '好', startMs: 260, endMs: 400, pinyin: 'hao3', confidence: 0.5, categories: [] },
  ],
});
const sentence: Sentence = {
  startMs: 100.4,
  endMs: 400,
  isFinal: true,
  candidates: [candidate('你，好'), candidate('你好'), candidate('泥好')],
  analysis: {
    emotions: [{ startMs: 100, endMs: 400, confidence: 0.7, emotion: 'ANGRY' }],
    gender: { confidence: 0.99, gender: 'FEMALE' },
    speed: 201.234,
    averageVolume: 55.55,
    maximumVolume: 70,
  },
};
const wire = (changes: Partial<Wanted> = {}, of: Partial<Sentence> = {}) =>
  AsrSentence.parse(wireSentence({ ...sentence, ...of }, { ...wanted, ...changes }));

describe('a sentence', () => {
  it('has its times, its text and its confidence, and nothing that was not asked for', () => {
    expect(wire()).toEqual({
      startTime: 100,
      endTime: 400,
      isFinal: true,
      result: { text: '你，好', confidence: 0.877 },
    });
  });

  it('has pinyin in the result and in the words when outputPinyin is on', () => {
    const { result } = wire({ pinyin: true, words: true });
    expect(result.pinyin).toBe('ni3 hao3');
    expect(result.words?.map(({ py }) => py)).toEqual(['ni3', '', 'hao3']);
  });

  it('has words with times, confidence and category; plain words have no category', () => {
    expect(wire({ words: true }).result.words).toEqual([
      { st: 100, et: 251, w: '你', c: 0.912, t: 'UM' },
      { st: 251, et: 251, w: '，', c: 1, t: 'P' },
      { st: 260, et: 400, w: '好', c: 0.5 },
    ]);
  });

  it('has alternatives only beyond the first candidate and never more than nbest in all', () => {
    expect(wire({ nBest: 1 }).alternatives).toBeUndefined();
    expect(wire({ nBest: 2 }).alternatives).toEqual([{ text: '你好', confidence: 0.877 }]);
    expect(wire({ nBest: 10 }).alternatives).toHaveLength(2);
    expect(wire({ nBest: 10 }, { candidates: [candidate('一')] }).alternatives).toBeUndefined();
  });

  it('has analysis only when sa is not empty, and {} when there is nothing to put out', () => {
    expect(wire().analysis).toBeUndefined();
    expect(wire({ analysis: true }).analysis).toEqual({
      emotions: [{ st: 100, et: 400, c: 0.7, e: 'ANGRY' }],
      gender: { c: 0.99, g: 'FEMALE' },
      speed: 201.2,
      avgVol: 55.6,
      maxVol: 70,
    });
    expect(wire({ analysis: true }, { analysis: undefined }).analysis).toEqual({});
    expect(wire({ analysis: true }, { analysis: { emotions: [] } }).analysis).toEqual({});
  });

  it('that is interim has confidence 0, no words, no emotions and no gender', () => {
    expect(wire({ words: true, pinyin: true, analysis: true }, { isFinal: false })).toEqual({
      startTime: 100,
      endTime: 400,
      isFinal: false,
      result: { text: '你，好', pinyin: 'ni3 hao3', confidence: 0 },
      analysis: { speed: 201.2, avgVol: 55.6, maxVol: 70 },
    });
  });

  it('has startOffset added to every time', () => {
    const { startTime, endTime, result, analysis } = wire({ words: true, analysis: true, startOffsetMs: 60_000 });
    expect([startTime, endTime]).toEqual([60_100, 60_400]);
    expect(result.words?.[0]).toMatchObject({ st: 60_100, et: 60_251 });
    expect(analysis?.emotions?.[0]).toMatchObject({ st: 60_100, et: 60_400 });
  });

  it('of no candidate at all is the empty text', () => {
    expect(wire({ pinyin: true, words: true }, { candidates: [] }).result).toEqual({
      text: '',
      pinyin: '',
      confidence: 0,
      words: [],
    });
  });
});
