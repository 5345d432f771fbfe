// Converts a task's options into those of a recognition session, and the session's results into those of a task.

import type { Analysis, RecognitionParams, Sentence, TextParams } from '../../../protocol/engine/recognition.js';
import {
  hasParagraphs,
  type TranscribeRequest,
  type TranscriptOptions,
  type TranscriptSentence,
} from '../../../protocol/engine/transcription.js';
import { limits } from '../../../protocol/limits.js';
import type { TranscriptionParams } from '../../channel/messages.js';

/** The defaults of a live call, except that a recording may begin with any silence, and pause for any time. */
const endpoint = {
  headMs: 0,
  tailMs: limits.asr.vadTailMs.default,
  endMs: 0,
  maxSegmentMs: 1_000 * limits.asr.vadMaxSegmentS.default,
  threshold: limits.asr.vadThreshold.default,
};

export function sessionParamsOf({ property, pcm, hotwords, sensitiveWords, options }: TranscriptionParams) {
  const { analysis } = options;
  return {
    kind: 'asr',
    mode: 'continue',
    property,
    coding: { coding: 'pcm_s16le', sampleRateHz: pcm.sampleRateHz },
    audioMaxMs: Number.POSITIVE_INFINITY,
    endpoint,
    interimResults: false,
    nBest: 1,
    hotwords,
    text: textParamsOf(options, sensitiveWords),
    analysis: analysis && {
      emotion: analysis.checkEmotion,
      gender: false,
      speed: analysis.outputSpeed,
      volume: analysis.outputVolume,
    },
    languageModel: undefined,
  } satisfies RecognitionParams;
}

function textParamsOf(options: TranscriptOptions, sensitiveWords: TranscribeRequest['sensitiveWords']): TextParams {
  const { text, words, outputPinyin, resultType } = options;
  const isJson = resultType === 'JSON'; // only JSON shows words and pinyin
  return {
    addPunc: text.addPunc,
    digitNorm: text.digitNorm,
    textSmooth: text.textSmooth,
    makeParagraph: hasParagraphs(options),
    outputPinyin: isJson && outputPinyin,
    wordType: isJson && words !== undefined ? words.type : 'DISABLED',
    wordTpp: words?.tpp ?? false,
    tppContextRangeMs: limits.asr.tppContextRangeMs.default,
    sensitiveWords: text.wordFilter ? sensitiveWords : [],
  };
}

/** A sentence of one channel. Its speaker is not known here, because that depends on all channels. */
export function transcribedOf({ startMs, endMs, candidates, analysis }: Sentence, options: TranscriptOptions) {
  const [best] = candidates;
  return {
    startMs,
    endMs,
    text: best?.text ?? '',
    pinyin: best?.pinyin,
    confidence: best?.confidence ?? 0,
    words: options.words && best?.words,
    role: undefined,
    speed: analysis?.speed,
    volume: volumeOf(analysis),
    emotions: analysis?.emotions,
  } satisfies TranscriptSentence;
}

function volumeOf(analysis: Analysis | undefined): TranscriptSentence['volume'] {
  const { averageVolume, maximumVolume } = analysis ?? {};
  if (averageVolume === undefined || maximumVolume === undefined) return undefined;
  return { average: averageVolume, max: maximumVolume };
}
