// Limits of synthesis: of its texts (`tts`), and of its requests and audio (`synthesis`).
import { KiB, MiB } from './units.js';

const longTextCharacters = 200_000;

export const tts = {
  /** specification 2, section 8 */
  markupBytes: 1_024,
  markupDepth: 16,
  /** a longer sentence is cut at a comma, or anywhere if it must be; the search for its end stops here */
  sentenceCharacters: 60,
  /** from this length on the first sentence may be cut at a comma, so that it can be heard soon */
  firstSentenceCharacters: 8,
  /** digits that are read as one number; longer ones are read digit by digit */
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
  /** longest time of a session without a GET_AUDIO */
  nextRequestMs: 120_000,
  /** plain text over the WebSocket, as UTF-8: room for textCharacters of any script */
  textBytes: 4 * longTextCharacters,
  textCharacters: longTextCharacters,
  /**
   * a START message: a text in which every character is escaped as a pair of surrogates, and the rest of the message
   */
  textFrameBytes: 12 * longTextCharacters + 64 * KiB,
  /** plain text over HTTP */
  shortTextCharacters: 500,
  /** JSON around the text and extraInfo with every character escaped */
  shortTextBodyBytes: 64 * KiB,
  /** audio that a reply over HTTP asks an engine for at once */
  shortTextSliceMs: 200,
  /** warnings that a header of that reply lists */
  headerWarnings: 8,
  engine: {
    /** audio made ahead of the last pull; not below the longest time slice */
    aheadMs: 10_000,
    /** audio of one pull: specification 2, section 8 */
    pullMs: 10_000,
    /** pulls that no slice has answered yet */
    waitingPulls: 128,
    /** tokens of one sentence: the front end cuts at 60 characters, which never have that many */
    tokens: 4_000,
    /** PCM of whole syntheses; the least recently used one is dropped first */
    cacheBytes: 32 * MiB,
    cacheEntries: 256,
    /** a longer synthesis is not kept */
    cacheEntryBytes: 4 * MiB,
  },
} as const;
