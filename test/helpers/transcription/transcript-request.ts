// The plainest request to transcribe a file, with the options of a test.
import type {
  TranscribeRequest,
  TranscriptAnalysis,
  TranscriptOptions,
} from '../../../src/protocol/engine/transcription.js';

export const noText: TranscriptOptions['text'] = {
  ...{ addPunc: false, textSmooth: false, digitNorm: false, wordFilter: false, makeParagraph: false },
  puncWeight: 0,
};

/** `sa` given as `{}`: only roles. */
export const noAnalysis: TranscriptAnalysis = {
  ...{ diarization: false, checkRole: false, channelRole: 'LEFT_AGENT' },
  ...{ checkEmotion: false, outputSpeed: false, outputVolume: false, outputSilence: false },
};

export const plainOptions: TranscriptOptions = {
  ...{ resultType: 'JSON', outputPinyin: false, words: undefined, analysis: undefined },
  text: noText,
};

/** A request to an engine. */
export const wanting = (
  options: Partial<TranscriptOptions> = {},
  request: Partial<TranscribeRequest> = {},
): TranscribeRequest => ({
  ...{ property: 'cn_8k_common', hotwords: [], sensitiveWords: [] },
  ...request,
  options: { ...plainOptions, ...options },
});
