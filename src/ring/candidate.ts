// A verdict that a session may end in, and which of two is the better one.

import type { HeardKeyword, KeywordRule } from '../protocol/engine/ring.js';

export interface Candidate {
  readonly result: string;
  readonly keyword: string;
  readonly resultId: number;
  readonly resultName: string;
  readonly confidence: number;
  readonly fromMs: number;
  readonly atMs: number;
  /** A live session is over with it; what does not end one may still change. */
  readonly ends: boolean;
  /** order of telephony: fax 3, busy and its kin 2, everything that may still change 1 */
  readonly rank: number;
  /** among equals: ringback before other ringing before music */
  readonly order: number;
  /** present for a keyword */
  readonly heard?: HeardKeyword & { readonly rule: KeywordRule };
}

/**
 * The better candidate: one that ends a call goes before one that is held; then the higher RESULTID, then the earlier
 * one.
 */
export function better(held: Candidate | undefined, found: Candidate | undefined): Candidate | undefined {
  if (held === undefined || found === undefined) return held ?? found;
  if (held.ends !== found.ends) return held.ends ? held : found;
  return held.resultId >= found.resultId ? held : found;
}

export const isSame = (one: Candidate, other: Candidate | undefined): boolean =>
  one.keyword === other?.keyword && one.resultId === other.resultId;

/** Rank of telephony, then the table's own priority, then the kind; what came first keeps its place. */
export function beats(challenger: Candidate, holder: Candidate): boolean {
  if (challenger.rank !== holder.rank) return challenger.rank > holder.rank;
  if (challenger.resultId !== holder.resultId) return challenger.resultId > holder.resultId;
  return challenger.order < holder.order;
}
