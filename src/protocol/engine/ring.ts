// The types of ring screening (specification 2, sections 2.5 and 4.3): its input, its evidence and its verdicts.

/** The decisions of the native screener. */
export const decidedKinds = [
  'busy',
  'ringback',
  'congestion',
  'unobtainable',
  'call-waiting',
  'dial',
  'howler',
  'cng',
  'ced',
  'ring',
  'music',
  'speech',
  'dtmf',
  'v21',
  'sit',
  'beep',
  'foreign-busy',
  'foreign-ring',
] as const;
export type DecidedKind = (typeof decidedKinds)[number];

/**
 * The markers that a row of the ring-tone table may have. The first five are the specification's, the rest are
 * extensions.
 */
export const ringMarkers = [
  '#BUSY#',
  '#WAIT#',
  '#RING#',
  '#MUSIC#',
  '#FAX#',
  '#CONGESTION#',
  '#UNOBTAINABLE#',
  '#CALLWAIT#',
  '#DIAL#',
  '#HOWLER#',
  '#SIT#',
  '#BEEP#',
  '#FOREIGN_BUSY#',
  '#FOREIGN_RING#',
] as const;
export type RingMarker = (typeof ringMarkers)[number];

/**
 * The kinds of verdicts by which a caller may let a live call end early, among those by which its tables let it end.
 */
export const stopKinds = ['busy', 'congestion', 'unobtainable', 'fax', 'prompt'] as const;
export type StopKind = (typeof stopKinds)[number];

/** The effect of a row on a call: it ends the call, waits for a better row, or gives no verdict. */
export const rowActions = ['end', 'hold', 'ignore'] as const;
export type RowAction = (typeof rowActions)[number];

export interface KeywordRow {
  readonly word: string;
  readonly resultId: number;
  readonly resultName: string;
  /** The effect of the row; `end` unless given. */
  readonly action?: RowAction;
}

export interface ToneRow {
  readonly marker: RingMarker;
  readonly resultId: number;
  readonly resultName: string;
  /** The effect of the row. By default fax, busy and similar signals end a call, and all others hold. */
  readonly action?: RowAction;
}

/** The SIP status and the Q.850 cause with which a switch ends a call with this verdict. */
export interface CauseRow {
  readonly resultId: number;
  readonly sipStatus: number;
  readonly q850: number;
}

/** Both tables at one point in time. A session keeps the tables with which it started. */
export interface RingTables {
  readonly keywords: readonly KeywordRow[];
  readonly tones: readonly ToneRow[];
}

/** A word of a prompt, as text and as sound. */
export interface TextPiece {
  /** number of characters of the text, including the separator before the next piece */
  readonly characters: number;
  /** Number of syllables of the readings. */
  readonly syllables: number;
  readonly toMs: number;
}

/** A syllable of a prompt, as it was heard. */
export interface PromptSyllable {
  readonly fromMs: number;
  /** The recogniser's confidence from 0 to 1, without the language model and without keywords as hotwords. */
  readonly confidence: number;
}

/** Something that was heard. All times are ms of the session's audio from its first sample. */
export type HeardEvent =
  | {
      readonly type: 'decided';
      readonly kind: DecidedKind;
      readonly atMs: number;
      readonly fromMs: number;
      readonly levelDbm0: number;
      readonly frequencyHz: number;
      readonly confidence: number;
      /** The key of a `dtmf`. */
      readonly key?: string;
      /** ISO 3166 codes of countries whose networks may use the tone of a `foreign-busy` or `foreign-ring` */
      readonly country?: readonly string[];
    }
  | {
      /** A tone burst, or a stretch of any other sound, that has ended. */
      readonly type: 'burst';
      readonly kind: 'tone' | 'sound';
      readonly fromMs: number;
      readonly toMs: number;
      readonly levelDbm0: number;
      readonly frequencyHz: number;
    }
  | {
      /** the text of a prompt; an interim text is replaced by the next one, a final one stays */
      readonly type: 'text';
      readonly text: string;
      readonly isFinal: boolean;
      readonly atMs: number;
      readonly fromMs: number;
      readonly confidence: number;
      /** the syllables that were heard, with tone digits; without them only the text is compared */
      readonly readings?: readonly string[];
      /** the pieces of text and readings; without them they are one piece that ends at atMs */
      readonly pieces?: readonly TextPiece[];
      /** the syllables of each reading; without them the confidence of the whole text counts */
      readonly syllables?: readonly PromptSyllable[];
    }
  /** Somebody answered the call, so later speech is not a prompt. */
  | { readonly type: 'answered'; readonly atMs: number }
  | { readonly type: 'end'; readonly reason: 'end' | 'audioMax' | 'silence'; readonly atMs: number };

export type TextEvent = Extract<HeardEvent, { type: 'text' }>;

/**
 * The reasons to trust a keyword: its confidence is high enough (`sure`); high enough even for singing, of which there
 * were signs (`sure-in-music`); high enough although the surrounding text was badly understood (`sure-when-unclear`);
 * or lower, but the keyword was heard twice (`twice`).
 */
export const keywordRules = ['sure', 'sure-in-music', 'sure-when-unclear', 'twice'] as const;
export type KeywordRule = (typeof keywordRules)[number];

export interface HeardKeyword {
  word: string;
  /** audio time of its beginning, ms */
  fromMs: number;
  /** audio time at which it was found, ms */
  atMs: number;
  /** from 0 to 1, for its own syllables */
  confidence: number;
}

export interface RingEvidence {
  /** The newest bursts, oldest first; at most `limits.ring.evidenceEvents`. */
  tones: { kind: 'tone' | 'sound'; fromMs: number; toMs: number; frequencyHz: number; levelDbm0: number }[];
  /** the first decisions of the screener with their audio times; limited in the same way */
  decided: {
    kind: DecidedKind;
    atMs: number;
    fromMs: number;
    confidence: number;
    key?: string;
    country?: readonly string[];
  }[];
  /** number of entries beyond the limits; absent if none */
  dropped?: number;
  /** the keyword on which the verdict is based, and the reason to trust it */
  keyword?: HeardKeyword & { rule: KeywordRule };
  /** the first keywords that were not trusted; at most `limits.ring.doubtedKeywords` */
  doubted?: HeardKeyword[];
  /** audio time of the answer to the call, ms; absent if it was not reported */
  answeredAtMs?: number;
  /** dBm0, where a full-scale sine is +3.14; -96 stands for digital silence */
  levels: { meanDbm0: number; peakDbm0: number };
  audioMs: number;
  /** lag of recognition behind the audio, ms; absent if nothing is recognised */
  lagMs?: number;
}

/** The state of a session's or a clip's audio at the time of a request for evidence. */
export interface HeardSoFar {
  readonly meanDbm0: number;
  readonly peakDbm0: number;
  readonly audioMs: number;
  readonly lagMs?: number;
}

/** The result object of specification 2, section 2.5. */
export interface RingResult {
  result: string;
  keyword: string;
  resultId: number;
  resultName: string;
  confidence: number;
}

/** A verdict. No verdict follows a final one. */
export interface RingVerdict extends RingResult {
  isFinal: boolean;
  startMs: number;
  endMs: number;
  exceededAudio: boolean;
}

/** resultId 0 of specification 2, section 2.5: nothing matched. */
export const otherSituations = { resultId: 0, resultName: 'other situations' } as const;

/** The verdict after silence for as long as the carrier of the call allows (extension). */
export const onlySilence = { resultId: 90, resultName: 'silence' } as const;

/** The verdict if no audio arrived at all (extension). */
export const noMedia = { resultId: 91, resultName: 'no media' } as const;
