// Specification 2, section 4.4, "Result formats": what JSON, SRT and TXT files hold.
import { describe, expect, it } from 'vitest';
import type {
  Transcript,
  TranscriptAnalysis,
  TranscriptOptions,
  TranscriptSentence,
} from '../../../src/protocol/engine/transcription.js';
import { srtTime } from '../../../src/trans/result/text.js';
import { resultExt, transcriptPieces } from '../../../src/trans/result/write.js';
import {
  noAnalysis as analysis,
  plainOptions as plain,
  noText as text,
} from '../../helpers/transcription/transcript-request.js';

const everything: TranscriptAnalysis = {
  ...analysis,
  checkEmotion: true,
  outputSpeed: true,
  outputVolume: true,
  outputSilence: true,
};

/** A sentence of which all is known. */
const said = (words: string, startMs: number, changes: Partial<TranscriptSentence> = {}): TranscriptSentence => ({
  startMs,
  endMs: startMs + 900,
  text: words,
  pinyin: 'ni3 hao3',
  confidence: 0.87654,
  words: [
    {
      text: '你好',
      startMs: startMs + 10.4,
      endMs: startMs + 500,
      pinyin: 'ni3 hao3',
      confidence: 0.9,
      categories: ['U', 'M'],
    },
    { text: '啊', startMs: startMs + 500, endMs: startMs + 600, pinyin: 'a5', confidence: 0.5, categories: [] },
  ],
  role: 'role_0',
  speed: 240.04,
  volume: { average: 61.26, max: 80 },
  emotions: [{ startMs, endMs: startMs + 900, confidence: 0.71234, emotion: 'ANGRY' }],
  ...changes,
});
const noRole = { role: undefined };
const transcript = (...sentences: TranscriptSentence[]): Transcript => ({
  sentences,
  silences: [{ startMs: 0, endMs: 1_500 }],
});
const writeTranscript = (given: Transcript, options: TranscriptOptions): string =>
  [...transcriptPieces(given, options)].join('');
const json = (given: Transcript, changes: Partial<TranscriptOptions> = {}) =>
  JSON.parse(writeTranscript(given, { ...plain, ...changes }));
const txt = (given: Transcript, changes: Partial<TranscriptOptions> = {}) =>
  writeTranscript(given, { ...plain, resultType: 'TXT', ...changes });
const srt = (given: Transcript, changes: Partial<TranscriptOptions> = {}) =>
  writeTranscript(given, { ...plain, resultType: 'SRT', ...changes });

describe('a result of type JSON', () => {
  it('has st, et, text and c of each sentence, and nothing that was not asked for', () => {
    expect(json(transcript(said('你好', 1_500)))).toEqual({
      sentences: [{ st: 1_500, et: 2_400, text: '你好', c: 0.877 }],
    });
  });

  it('has no sentences where nothing was said', () => {
    expect(json({ sentences: [], silences: undefined })).toEqual({ sentences: [] });
  });

  it('has py when outputPinyin, of sentences and of words', () => {
    const words = { type: 'WORD', tpp: false } as const;
    const [sentence] = json(transcript(said('你好', 0)), { outputPinyin: true, words }).sentences;
    expect(sentence.py).toBe('ni3 hao3');
    expect(sentence.words.map(({ py }: { py: string }) => py)).toEqual(['ni3 hao3', 'a5']);
  });

  it('has words with st, et, c, w and t, and no t for plain words, when words is set', () => {
    const [sentence] = json(transcript(said('你好', 0)), { words: { type: 'WORD', tpp: false } }).sentences;
    expect(sentence.words).toEqual([
      { st: 10, et: 500, c: 0.9, w: '你好', t: 'UM' },
      { st: 500, et: 600, c: 0.5, w: '啊' },
    ]);
  });

  it('has a role whenever sa is set', () => {
    expect(json(transcript(said('你好', 0)), { analysis }).sentences[0].sa).toEqual({ role: 'role_0' });
  });

  it('has speed, avgVol, maxVol and emotions of a sentence where they were asked for', () => {
    expect(json(transcript(said('你好', 0)), { analysis: everything }).sentences[0].sa).toEqual({
      role: 'role_0',
      speed: 240,
      avgVol: 61.3,
      maxVol: 80,
      emotions: [{ st: 0, et: 900, c: 0.712, e: 'ANGRY' }],
    });
  });

  it('leaves out speed, volume and emotions that were not found', () => {
    const unknown = { speed: undefined, volume: undefined, emotions: undefined };
    const [sentence] = json(transcript(said('你好', 0, unknown)), { analysis: everything }).sentences;
    expect(sentence.sa).toEqual({ role: 'role_0' });
  });

  it('has silences when sa.outputSilence is true, and only then', () => {
    expect(json(transcript(), { analysis: everything })).toEqual({ silences: [{ st: 0, et: 1_500 }], sentences: [] });
    expect(json(transcript(), { analysis })).toEqual({ sentences: [] });
    expect(json({ sentences: [], silences: undefined }, { analysis: everything }).silences).toEqual([]);
  });

  it('keeps newlines as the ends of paragraphs', () => {
    const given = transcript(said('一', 0), said('\n二', 1_000));
    const [, second] = json(given, { text: { ...text, makeParagraph: true } }).sentences;
    expect(second.text).toBe('\n二');
  });

  it('is the same in pieces, one for each sentence at most', () => {
    const given = transcript(...Array.from({ length: 50 }, (_, at) => said(`第${at}句"\\`, at * 1_000)));
    const options = { ...plain, words: { type: 'CHAR', tpp: true }, analysis: everything } as const;
    const pieces = [...transcriptPieces(given, options)];
    expect(pieces.join('')).toBe(writeTranscript(given, options));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_000);
    expect(JSON.parse(pieces.join('')).sentences).toHaveLength(50);
  });
});

describe('a result of type SRT', () => {
  it('has numbered blocks of a time range and a text', () => {
    expect(srt(transcript(said('你好', 1_500, noRole), said('再见', 3_600_000, noRole)))).toBe(
      '1\n00:00:01,500 --> 00:00:02,400\n你好\n\n2\n01:00:00,000 --> 01:00:00,900\n再见\n\n',
    );
  });

  it('says who speaks where sa is set, whatever sa asks for', () => {
    const given = transcript(said('你好', 0, { role: 'agent' }), said('再见', 1_000, { role: 'user' }));
    expect(srt(given, { analysis })).toMatch(/\nagent: 你好\n\n2\n.*\nuser: 再见\n/);
  });

  it('has no block for a sentence of which smoothing left nothing, and numbers on without it', () => {
    const given = transcript(said('一', 0, noRole), said('', 1_000, noRole), said('二', 2_000, noRole));
    expect(srt(given).match(/^\d+$/gm)).toEqual(['1', '2']);
  });

  it.each([
    [0, '00:00:00,000'],
    [59_999.6, '00:01:00,000'],
    [3_723_004, '01:02:03,004'],
    [36_000_000, '10:00:00,000'],
  ])('writes %d ms as %s', (ms, shown) => {
    expect(srtTime(ms)).toBe(shown);
  });

  it('is empty where nothing was said', () => {
    expect(srt(transcript())).toBe('');
  });
});

describe('a result of type TXT', () => {
  const given = transcript(said('一，', 0, noRole), said('二。', 1_000, noRole), said('\n三。', 9_000, noRole));

  it('has one sentence per line without makeParagraph', () => {
    expect(txt(transcript(said('一', 0, noRole), said('二', 1_000, noRole)))).toBe('一\n二\n');
  });

  it('has paragraphs parted by blank lines, their lines joined with one space, with makeParagraph and without sa', () => {
    expect(txt(given, { text: { ...text, makeParagraph: true } })).toBe('一， 二。\n\n三。\n');
  });

  it('parts paragraphs within a sentence as well', () => {
    const inner = transcript(said('一。\n二，', 0, noRole), said('三。', 1_000, noRole));
    expect(txt(inner, { text: { ...text, makeParagraph: true } })).toBe('一。\n\n二， 三。\n');
  });

  it('begins and ends no paragraph where there is none', () => {
    const edges = transcript(said('\n', 0, noRole), said('\n一', 1_000, noRole), said('', 2_000, noRole));
    expect(txt(edges, { text: { ...text, makeParagraph: true } })).toBe('一\n');
    expect(txt(transcript(), { text: { ...text, makeParagraph: true } })).toBe('');
  });

  it('with sa has one sentence per line with its role, even with makeParagraph', () => {
    const roles = transcript(said('一', 0, { role: 'role_0' }), said('二', 1_000, { role: 'role_1' }));
    expect(txt(roles, { analysis, text: { ...text, makeParagraph: true } })).toBe('role_0: 一\nrole_1: 二\n');
  });
});

describe('the extension of a result', () => {
  it.each([
    ['JSON', '.json'],
    ['SRT', '.srt'],
    ['TXT', '.txt'],
  ] as const)('is that of its type: %s, %s', (type, ext) => {
    expect(resultExt(type)).toBe(ext);
  });
});
