// Limits of recognition.
import { KiB, MiB } from './units.js';

/** Ranges are those of specification 2, section 2.3. */
export const asr = {
  oneShotMs: 60_000,
  /** audio of one stream that may wait for the model */
  waitingAudioMs: 120_000,
  /** idle searches of a recogniser that are kept for the next voice */
  idleDecoders: 16,
  /** backlog of the models beyond which slices are not acknowledged and a clip pauses */
  behindMs: 1_000,
  /** total audio of a session before EXCEEDED_AUDIO */
  shortStreamMs: 60_000,
  continueStreamMs: 14_400_000,
  vadHeadMs: { min: 0, max: 600_000, default: 10_000 },
  vadTailMs: { min: 50, max: 30_000, default: 500 },
  /** the range; 0 is allowed too */
  vadEndMs: { min: 200, max: 3_600_000, default: 0 },
  vadMaxSegmentS: { min: 10, max: 600, default: 30 },
  vadThreshold: { min: 1, max: 100, default: 10 },
  nBest: { min: 1, max: 10, default: 1 },
  /** the range; 0 is allowed too */
  tppContextRangeMs: { min: 1_000, max: 30_000, default: 5_000 },
  /** one year: a larger offset is a mistake */
  startOffsetMs: { min: 0, max: 31_536_000_000, default: 0 },
  /** JSON around 4 MiB of BASE64 and two word lists of 100K with every character escaped */
  jsonBodyBytes: 4 * MiB + 640 * KiB,
  vocabularyIds: 100,
  /** warnings about one hotword list; the last one tells the number of the rest */
  listNotes: 10,
  /** all hotwords of a call with their readings, as sent to the engine; well below engine.frameBytes */
  hotwordBytes: 4 * MiB,
  /** compiled lists that an engine keeps for each recogniser */
  keptHotwordLists: 16,
  /** custom LMs that an engine keeps mapped */
  keptCorpora: 32,
  idBytes: 256,
} as const;
