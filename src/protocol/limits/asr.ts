// Limits of recognition.
import { KiB, MiB } from './units.js';

/** Limits of recognition. The ranges are those of specification 2, section 2.3. */
export const asr = {
  oneShotMs: 60_000,
  /** audio of one stream that may wait for the model */
  waitingAudioMs: 120_000,
  /** decoders of a recogniser that are kept for the next voices */
  idleDecoders: 16,
  /** characters of the longest sentence whose hypotheses are compared by the rescoring model */
  rescoredCharacters: 128,
  /** backlog of audio above which slices are not acknowledged */
  behindMs: 1_000,
  /** backlog above which a clip pauses; it is short, so that little recognition is left to do when a clip to be screened
   * arrives */
  clipBehindMs: 200,
  /** total audio of a session before EXCEEDED_AUDIO */
  shortStreamMs: 60_000,
  continueStreamMs: 14_400_000,
  vadHeadMs: { min: 0, max: 600_000, default: 10_000 },
  vadTailMs: { min: 50, max: 30_000, default: 500 },
  /** the value 0 is allowed, too */
  vadEndMs: { min: 200, max: 3_600_000, default: 0 },
  vadMaxSegmentS: { min: 10, max: 600, default: 30 },
  vadThreshold: { min: 1, max: 100, default: 10 },
  nBest: { min: 1, max: 10, default: 1 },
  /** the value 0 is allowed, too */
  tppContextRangeMs: { min: 1_000, max: 30_000, default: 5_000 },
  /** a year; a larger value is a mistake */
  startOffsetMs: { min: 0, max: 31_536_000_000, default: 0 },
  /** JSON with 4 MiB of BASE64 and two lists of 100K, each of their characters escaped */
  jsonBodyBytes: 4 * MiB + 640 * KiB,
  vocabularyIds: 100,
  /** warnings about one hotword list; the last one gives the number of further warnings */
  listNotes: 10,
  /** all hotwords of a call with their readings, as sent to the engine; well below engine.frameBytes */
  hotwordBytes: 4 * MiB,
  /** compiled lists in an engine, for each recogniser */
  keptHotwordLists: 16,
  /** custom LMs that an engine keeps mapped */
  keptCorpora: 32,
  idBytes: 256,
} as const;
