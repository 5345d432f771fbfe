// get-conf: what a client must know to behave.
import type { z } from 'zod';
import type { Config } from '../config/config.js';
import { limits } from '../protocol/limits.js';
import type { OperationConf } from './routes.js';

export function operationConf(
  config: Pick<Config, 'stream' | 'ring' | 'asr' | 'tts' | 'trans' | 'token'>,
): z.output<typeof OperationConf> {
  const { stream, ring, asr, tts, trans, token } = config;
  const { sliceBytes, uploadBytes, uploadLifeMs, filesPerTask } = limits.trans;
  const { timeSliceMs, waitingRequests, shortTextCharacters, textBytes, textFrameBytes } = limits.synthesis;
  return {
    slice: { minMs: limits.stream.minSliceMs, maxMs: limits.stream.maxSliceMs },
    timeouts: {
      nextSliceMs: stream.nextSliceMs,
      idleMs: stream.idleMs,
      strayAudioMs: stream.strayAudioMs,
      nextAudioRequestMs: tts.nextRequestMs,
      requestMs: limits.http.requestTimeoutMs,
    },
    maxima: {
      audioBytes: limits.http.audioBytes,
      ringOneShotMs: ring.oneShotMs,
      ringAudioMaxS: { ...limits.ring.audioMaxS },
      asrOneShotMs: asr.oneShotMs,
      asrShortStreamMs: asr.shortStreamMs,
      asrContinueStreamMs: asr.continueStreamMs,
      synthesisSliceMs: { ...timeSliceMs },
      waitingAudioRequests: waitingRequests,
      markupBytes: limits.tts.markupBytes,
      shortTextCharacters,
      synthesisTextBytes: textBytes,
      synthesisTextFrameBytes: textFrameBytes,
      textFrameBytes: limits.stream.textFrameBytes,
      binaryFrameBytes: limits.stream.binaryFrameBytes,
      recordIdBytes: limits.recordIdBytes,
      extraInfoBytes: limits.extraInfoBytes,
      errors: { count: stream.errorCount, withinMs: stream.errorWindowMs },
    },
    transcription: {
      ...{ sliceBytes: { ...sliceBytes }, uploadBytes, uploadLifeMs, filesPerTask },
      ...{ recordingMs: trans.maxMs, keepResultsS: trans.keepResultsS },
    },
    token: { lifeS: token.lifeS, renewedLifeS: limits.token.renewedLifeS },
  };
}
