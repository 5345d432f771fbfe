// Limits of ring screening and of its tables.
import { KiB } from './units.js';

export const ring = {
  oneShotMs: 120_000,
  audioMaxS: { min: 10, max: 300, default: 90 },
  evidenceEvents: 200,
  /** a longer pause separates two announcements: no keyword reaches across it */
  announcementPauseMs: 1_500,
  /** characters of an announcement's earlier sentences that are compared with the newest one */
  announcementCharacters: 200,
  doubtedKeywords: 20,
  /** audio with a lower peak level is silence */
  silentBelowDbm0: -45,
  keywordConfidence: { min: 0, max: 1, default: 0.2 },
} as const;

export const table = { fileBytes: 256 * KiB, lines: 10_000, lineBytes: 256, settleMs: 100, pollMs: 2_000 } as const;

/** Verdicts on calls that are kept for later queries and posted to the operator's address. */
export const verdicts = {
  keepMs: 600_000,
  /** verdicts of one application; a further one drops its oldest */
  perApplication: 16_384,
  /** verdicts in all; a further one drops the oldest of the application with the most */
  inAll: 32_768,
  /** characters of a prompt's text that are kept; the fork and the post carry all of it */
  textCharacters: 1_024,
  posts: {
    atOnce: 64,
    /** posts of one application at once, so that a receiver that does not answer delays nobody else's posts */
    atOncePerApplication: 4,
    /**
     * posts in progress, waiting, or waiting for another try, shared by the applications; more are dropped and logged
     */
    most: 4_096,
    tries: 6,
    timeoutMs: 10_000,
    backoff: { minMs: 1_000, maxMs: 60_000, spread: 0.5 },
    urlBytes: 2_048,
  },
} as const;
