// The vocabulary of ring screening (specification 2, sections 2.5 and 4.3): what is heard, what is decided, what is
// said.

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

/** Names that a row of the ring-tone table may carry; the first five are the specification's, the rest extensions. */
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

/** The verdicts that a caller may let end a live call early, of all that its tables let end it. */
export const stopKinds = ['busy', 'congestion', 'unobtainable', 'fax', 'prompt'] as const;
export type StopKind = (typeof stopKinds)[number];

/** The effect of a row on a call: it ends the call, waits for a better row, or gives no verdict at all. */
export const rowActions = ['end', 'hold', 'ignore'] as const;
export type RowAction = (typeof rowActions)[number];

export interface KeywordRow {
  readonly word: string;
  readonly resultId: number;
  readonly resultName: string;
  /** `end` unless given */
  readonly action?: RowAction;
}

export interface ToneRow {
  readonly marker: RingMarker;
  readonly resultId: number;
  readonly resultName: string;
  /** Unless given, fax, busy and its kin end a call, and everything else is held. */
  readonly action?: RowAction;
}

/** The status of SIP and the cause of Q.850 with which a switch ends a call of this verdict. */
export interface CauseRow {
  readonly resultId: number;
  readonly sipStatus: number;
  readonly q850: number;
}

/** Both tables at one point in time. A session keeps the tables that it started with. */
export interface RingTables {
  readonly keywords: readonly KeywordRow[];
  readonly tones: readonly ToneRow[];
}

/** A word of a prompt, as its text and as it sounded. */
export interface TextPiece {
  /** characters of the text, with what parts them from the next piece */
  readonly characters: number;
  /** number of syllables of the readings */
  readonly syllables: number;
  readonly toMs: number;
}

/** A syllable of a prompt as it was heard. */
export interface PromptSyllable {
  readonly fromMs: number;
  /** 0-1, by the recogniser alone: neither the language model nor the keywords as hotwords count. */
  readonly confidence: number;
}

/** One thing that was heard. All times are audio time in ms since the first sample of the session. */
export type HeardEvent =
  | {
      readonly type: 'decided';
      readonly kind: DecidedKind;
      readonly atMs: number;
      readonly fromMs: number;
      readonly levelDbm0: number;
      readonly frequencyHz: number;
      readonly confidence: number;
      /** the key of a `dtmf` */
      readonly key?: string;
      /** countries whose tone a `foreign-busy` or a `foreign-ring` may be: ISO 3166 codes */
      readonly country?: readonly string[];
    }
  | {
      /** a tone burst (or a stretch of any other sound) that has ended */
      readonly type: 'burst';
      readonly kind: 'tone' | 'sound';
      readonly fromMs: number;
      readonly toMs: number;
      readonly levelDbm0: number;
      readonly frequencyHz: number;
    }
  | {
      /** prompt text; an interim text is replaced by the next text, a final one stays */
      readonly type: 'text';
      readonly text: string;
      readonly isFinal: boolean;
      readonly atMs: number;
      readonly fromMs: number;
      readonly confidence: number;
      /** its syllables with tone digits, as they were heard; without them only the text is compared */
      readonly readings?: readonly string[];
      /** text and readings in the same pieces; without them they are one piece that ends at atMs */
      readonly pieces?: readonly TextPiece[];
      /** syllables of each reading; without them the confidence of the whole text counts */
      readonly syllables?: readonly PromptSyllable[];
    }
  /** Somebody answered the call: speech from here on is not a prompt. */
  | { readonly type: 'answered'; readonly atMs: number }
  | { readonly type: 'end'; readonly reason: 'end' | 'audioMax' | 'silence'; readonly atMs: number };

export type TextEvent = Extract<HeardEvent, { type: 'text' }>;

/**
 * Why a keyword was trusted: it is sure enough (`sure`); sure enough even for singing, of which there were signs
 * (`sure-in-music`); sure enough although the text around it is badly understood (`sure-when-unclear`); or less sure, but
 * heard at two places (`twice`).
 */
export const keywordRules = ['sure', 'sure-in-music', 'sure-when-unclear', 'twice'] as const;
export type KeywordRule = (typeof keywordRules)[number];

export interface HeardKeyword {
  word: string;
  /** audio time at which it begins */
  fromMs: number;
  /** audio time at which it was found */
  atMs: number;
  /** 0-1, of its own syllables */
  confidence: number;
}

export interface RingEvidence {
  /** the newest bursts, oldest first; at most `limits.ring.evidenceEvents` */
  tones: { kind: 'tone' | 'sound'; fromMs: number; toMs: number; frequencyHz: number; levelDbm0: number }[];
  /** the first decisions of the screener and the audio time at which each was made; bounded alike */
  decided: {
    kind: DecidedKind;
    atMs: number;
    fromMs: number;
    confidence: number;
    key?: string;
    country?: readonly string[];
  }[];
  /** entries beyond the bounds; absent when none */
  dropped?: number;
  /** the keyword that the verdict rests on, and why it was trusted */
  keyword?: HeardKeyword & { rule: KeywordRule };
  /** keywords in the text that were not trusted, the first ones; at most `limits.ring.doubtedKeywords` */
  doubted?: HeardKeyword[];
  /** when the call was answered; absent when nobody said so */
  answeredAtMs?: number;
  /** dBm0, a full-scale sine being +3.14; -96 stands for digital silence */
  levels: { meanDbm0: number; peakDbm0: number };
  audioMs: number;
  /** lag of recognition behind the audio; absent if nothing is recognised */
  lagMs?: number;
}

/** State of a session's or a clip's audio when evidence is requested. */
export interface HeardSoFar {
  readonly meanDbm0: number;
  readonly peakDbm0: number;
  readonly audioMs: number;
  readonly lagMs?: number;
}

/** The result object of 2.5. */
export interface RingResult {
  result: string;
  keyword: string;
  resultId: number;
  resultName: string;
  confidence: number;
}

/** A verdict of the reducer. Nothing follows a final one. */
export interface RingVerdict extends RingResult {
  isFinal: boolean;
  startMs: number;
  endMs: number;
  exceededAudio: boolean;
}

/** resultId 0 of 2.5: nothing matched. */
export const otherSituations = { resultId: 0, resultName: 'other situations' } as const;

/** Nothing but silence was heard for as long as the carrier of the call allowed (extension). */
export const onlySilence = { resultId: 90, resultName: 'silence' } as const;

/** No audio came at all (extension). */
export const noMedia = { resultId: 91, resultName: 'no media' } as const;
