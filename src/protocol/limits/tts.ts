// Limits of synthesis: of its texts (`tts`), of its requests and audio (`synthesis`).
import { KiB, MiB } from './units.js';

const longTextCharacters = 200_000;

export const tts = {
  /** specification 2, section 8 */
  markupBytes: 1_024,
  markupDepth: 16,
  /** a longer one is cut at a comma, or where need be; more is not looked at to find its end */
  sentenceCharacters: 60,
  /** the first may be cut at a comma from here on, so that it can be heard soon */
  firstSentenceCharacters: 8,
  /** read as one number; longer ones digit by digit */
  cardinalDigits: 16,
  /** letters of one English word that are read as a word */
  wordLetters: 40,
  pauseMs: 10_000,
} as const;

/** Ranges are those of specification 2, sections 2.6, 4.5 and 8. */
export const synthesis = {
  pitch: { min: -500, max: 500, default: 0 },
  volume: { min: 0, max: 100, default: 50 },
  speed: { min: -500, max: 500, default: 0 },
  soundEffect: { min: 0, max: 5, default: 0 },
  timeSliceMs: { min: 100, max: 10_000 },
  /** GET_AUDIOs that wait for their audio, per session */
  waitingRequests: 128,
  /** in a session, without a GET_AUDIO */
  nextRequestMs: 120_000,
  /** plain text over the WebSocket, as UTF-8: room for textCharacters of any script */
  textBytes: 4 * longTextCharacters,
  textCharacters: longTextCharacters,
  /**
   * START message: a text in which a client escapes each character as a pair of surrogates, and the rest of the
   * message
   */
  textFrameBytes: 12 * longTextCharacters + 64 * KiB,
  /** plain text over HTTP */
  shortTextCharacters: 500,
  /** JSON around it and extraInfo, each character of them escaped */
  shortTextBodyBytes: 64 * KiB,
  /** audio that a reply over HTTP asks an engine for at once */
  shortTextSliceMs: 200,
  /** named in a header of that reply */
  headerWarnings: 8,
  engine: {
    /** made ahead of what was pulled; not below the longest time slice */
    aheadMs: 10_000,
    /** one pull: specification 2, section 8 */
    pullMs: 10_000,
    /** that no slice has answered */
    waitingPulls: 128,
    /** one sentence: the front end cuts at 60 characters, none of which has that many tokens */
    tokens: 4_000,
    /** PCM of whole syntheses, the one that was last wanted longest ago goes first */
    cacheBytes: 32 * MiB,
    cacheEntries: 256,
    /** a longer one is not kept */
    cacheEntryBytes: 4 * MiB,
  },
} as const;
