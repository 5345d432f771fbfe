// Specification 2, section 4.4: roles of sentences, paragraphs of two channels, and silences.
import { describe, expect, it } from 'vitest';
import { type HeardSentence, roleOf, transcriptOf } from '../../../src/engine/client/transcript.js';
import { silencesOf } from '../../../src/engine/pipeline/transcription/silences.js';
import type { Speakers, TranscriptAnalysis, TranscriptOptions } from '../../../src/protocol/engine/transcription.js';
import { noAnalysis as analysis, plainOptions as options } from '../../helpers/transcription/transcript-request.js';

const heard = (channel: number, startMs: number, text: string): HeardSentence => ({
  channel,
  sentence: {
    ...{ startMs, endMs: startMs + 500, text, confidence: 1 },
    ...{ pinyin: undefined, words: undefined, role: undefined, speed: undefined, volume: undefined },
    emotions: undefined,
  },
});
const file = (...sentences: HeardSentence[]) => ({ sentences, silences: undefined, speakers: undefined });

describe('the role of a sentence', () => {
  const stereo = (changes: Partial<TranscriptAnalysis>) =>
    [0, 1].map((channel) => roleOf({ ...analysis, ...changes }, 2, channel, undefined, 0));
  const mono = (changes: Partial<TranscriptAnalysis>, speakers?: Speakers) =>
    [0, 1, 2].map((index) => roleOf({ ...analysis, ...changes }, 1, 0, speakers, index));

  it('is role_0 on the left and role_1 on the right without checkRole', () => {
    expect(stereo({})).toEqual(['role_0', 'role_1']);
  });

  it('is agent and user by channelRole with checkRole', () => {
    expect(stereo({ checkRole: true })).toEqual(['agent', 'user']);
    expect(stereo({ checkRole: true, channelRole: 'RIGHT_AGENT' })).toEqual(['user', 'agent']);
  });

  it('of two channels does not depend on diarization, which is for mono only', () => {
    expect(stereo({ diarization: true })).toEqual(['role_0', 'role_1']);
  });

  it('is role_0 in mono without diarization, and where nobody can tell speakers apart', () => {
    expect(mono({})).toEqual(['role_0', 'role_0', 'role_0']);
    expect(mono({ checkRole: true })).toEqual(['role_0', 'role_0', 'role_0']);
    expect(mono({ diarization: true, checkRole: true })).toEqual(['role_0', 'role_0', 'role_0']);
  });

  it('is that of the separated speakers with diarization, and judged only where that was possible', () => {
    const bySentence = [0, 1, 0] as const;
    expect(mono({ diarization: true }, { bySentence, agent: 1 })).toEqual(['role_0', 'role_1', 'role_0']);
    expect(mono({ diarization: true, checkRole: true }, { bySentence, agent: 1 })).toEqual(['user', 'agent', 'user']);
    const unjudged = mono({ diarization: true, checkRole: true }, { bySentence, agent: undefined });
    expect(unjudged).toEqual(['role_0', 'role_1', 'role_0']);
  });
});

describe('a transcript', () => {
  it('has the sentences of two channels in one row by their start, left first where both begin', () => {
    const given = file(heard(0, 0, '一'), heard(0, 2_000, '二'), heard(1, 1_000, '三'), heard(1, 2_000, '四'));
    expect(transcriptOf(given, 2, options).sentences.map(({ text }) => text)).toEqual(['一', '三', '二', '四']);
  });

  it('has no roles without sa', () => {
    const given = file(heard(0, 0, '一'));
    expect(transcriptOf(given, 1, options).sentences[0]?.role).toBeUndefined();
    expect(transcriptOf(given, 1, { ...options, analysis }).sentences[0]?.role).toBe('role_0');
  });

  const paragraphs = { ...options, text: { ...options.text, makeParagraph: true } };

  it('keeps the paragraphs of one channel as they are', () => {
    const given = file(heard(0, 0, '一'), heard(0, 1_000, '二'), heard(0, 9_000, '\n三'));
    expect(transcriptOf(given, 1, paragraphs).sentences.map(({ text }) => text)).toEqual(['一', '二', '\n三']);
  });

  it('begins a paragraph where the other channel speaks, and never with the first sentence', () => {
    const given = file(heard(0, 1_000, '一'), heard(0, 2_000, '二'), heard(0, 9_000, '\n三'), heard(1, 0, '四'));
    const { sentences } = transcriptOf(given, 2, paragraphs);
    expect(sentences.map(({ text }) => text)).toEqual(['四', '\n一', '二', '\n三']);
    const later = file(heard(0, 0, '一'), heard(1, 9_000, '\n二'), heard(1, 10_000, '三'));
    expect(transcriptOf(later, 2, paragraphs).sentences.map(({ text }) => text)).toEqual(['一', '\n二', '三']);
  });

  it('has no paragraphs of two channels where the result shows none', () => {
    const given = file(heard(0, 0, '一'), heard(1, 1_000, '二'));
    const texts = (changes: Partial<TranscriptOptions>) =>
      transcriptOf(given, 2, { ...paragraphs, ...changes }).sentences.map(({ text }) => text);
    expect(texts({ resultType: 'SRT' })).toEqual(['一', '二']);
    expect(texts({ resultType: 'TXT', analysis })).toEqual(['一', '二']);
    expect(texts({ resultType: 'TXT' })).toEqual(['一', '\n二']);
  });

  it('has silences where they were asked for', () => {
    const silences = [{ startMs: 0, endMs: 2_000 }];
    const given = { ...file(), silences };
    expect(transcriptOf(given, 1, { ...options, analysis: { ...analysis, outputSilence: true } }).silences).toEqual(
      silences,
    );
    expect(transcriptOf(given, 1, options).silences).toBeUndefined();
  });
});

describe('silences', () => {
  const voice = (startMs: number, endMs: number) => ({ startMs, endMs });

  it('are what no channel speaks in, before, between and after, if it is long enough', () => {
    const voices = [voice(1_000, 2_000), voice(2_999, 4_000), voice(5_000, 6_000)];
    expect(silencesOf(voices, 7_000, 1_000)).toEqual([voice(0, 1_000), voice(4_000, 5_000), voice(6_000, 7_000)]);
  });

  it('are not where the other channel speaks, however long and in whatever order voices come', () => {
    const voices = [voice(0, 500), voice(5_000, 6_000), voice(400, 5_500), voice(1_000, 1_500)];
    expect(silencesOf(voices, 7_000, 1_000)).toEqual([voice(6_000, 7_000)]);
  });

  it('are all of it where nobody speaks, and none where there is no audio', () => {
    expect(silencesOf([], 3_000, 1_000)).toEqual([voice(0, 3_000)]);
    expect(silencesOf([], 0, 1_000)).toEqual([]);
  });
});
