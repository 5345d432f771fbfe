// Limits of ring screening and of its tables.
import { KiB } from './units.js';

export const ring = {
  oneShotMs: 120_000,
  audioMaxS: { min: 10, max: 300, default: 90 },
  evidenceEvents: 200,
  /** a longer pause parts two announcements: no keyword reaches across it */
  announcementPauseMs: 1_500,
  /** characters of an announcement's earlier sentences that are compared with the newest one */
  announcementCharacters: 200,
  doubtedKeywords: 20,
  /** Audio whose peak level is below it is silence. */
  silentBelowDbm0: -45,
  keywordConfidence: { min: 0, max: 1, default: 0.2 },
} as const;

export const table = { fileBytes: 256 * KiB, lines: 10_000, lineBytes: 256, settleMs: 100, pollMs: 2_000 } as const;
