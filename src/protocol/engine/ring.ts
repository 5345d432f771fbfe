// The vocabulary of ring screening (specification 2, sections 2.5 and 4.3): events, decisions and results.

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

/** The verdicts for which a caller may have a live call ended early. */
export const stopKinds = ['busy', 'congestion', 'unobtainable', 'fax', 'prompt'] as const;
export type StopKind = (typeof stopKinds)[number];

/** The effect of a row on a call: `end` ends the call, `hold` waits for a better row, `ignore` gives no verdict. */
export const rowActions = ['end', 'hold', 'ignore'] as const;
export type RowAction = (typeof rowActions)[number];

export interface KeywordRow {
  readonly word: string;
  readonly resultId: number;
  readonly resultName: string;
  /** The default is `end`. */
  readonly action?: RowAction;
}

export interface ToneRow {
  readonly marker: RingMarker;
  readonly resultId: number;
  readonly resultName: string;
  /** By default, fax, busy and similar tones end a call, and all others hold it. */
  readonly action?: RowAction;
}

/** The SIP status and the Q.850 cause with which a switch ends a call of this verdict. */
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

/** A word of a prompt, as text and as sound. */
export interface TextPiece {
  /** Number of characters of the text, with the separator before the next piece. */
  readonly characters: number;
  /** Number of syllables of the readings. */
  readonly syllables: number;
  readonly toMs: number;
}

/** A syllable of a prompt, as it was heard. */
export interface PromptSyllable {
  readonly fromMs: number;
  /** 0-1, from the recogniser alone: neither the language model nor the keywords as hotwords count. */
  readonly confidence: number;
}

/** An event in the audio. All times are audio time in ms since the first sample of the session. */
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
      /** ISO 3166 codes of the countries whose tone a `foreign-busy` or a `foreign-ring` may be. */
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
      /** Prompt text. The next text replaces an interim text; a final text stays. */
      readonly type: 'text';
      readonly text: string;
      readonly isFinal: boolean;
      readonly atMs: number;
      readonly fromMs: number;
      readonly confidence: number;
      /** The syllables with tone digits, as they were heard; without them only the text is compared. */
      readonly readings?: readonly string[];
      /** Text and readings cut into the same pieces; without them they are one piece that ends at atMs. */
      readonly pieces?: readonly TextPiece[];
      /** The syllables of each reading; without them the confidence of the whole text counts. */
      readonly syllables?: readonly PromptSyllable[];
    }
  /** The call was answered: speech from here on is not a prompt. */
  | { readonly type: 'answered'; readonly atMs: number }
  | { readonly type: 'end'; readonly reason: 'end' | 'audioMax' | 'silence'; readonly atMs: number };

export type TextEvent = Extract<HeardEvent, { type: 'text' }>;

/**
 * The reason why a keyword was trusted. `sure`: it is certain enough; `sure-in-music`: it is certain enough even for
 * singing, of which there were signs; `sure-when-unclear`: it is certain enough although the surrounding text is badly
 * understood; `twice`: it is less certain, but was heard in two places.
 */
export const keywordRules = ['sure', 'sure-in-music', 'sure-when-unclear', 'twice'] as const;
export type KeywordRule = (typeof keywordRules)[number];

export interface HeardKeyword {
  word: string;
  /** Audio time at which the keyword begins. */
  fromMs: number;
  /** Audio time at which the keyword was found. */
  atMs: number;
  /** 0-1, from the keyword's own syllables. */
  confidence: number;
}

export interface RingEvidence {
  /** The newest bursts, oldest first; at most `limits.ring.evidenceEvents`. */
  tones: { kind: 'tone' | 'sound'; fromMs: number; toMs: number; frequencyHz: number; levelDbm0: number }[];
  /** The screener's first decisions and the audio time of each; at most as many. */
  decided: {
    kind: DecidedKind;
    atMs: number;
    fromMs: number;
    confidence: number;
    key?: string;
    country?: readonly string[];
  }[];
  /** Number of entries beyond the bounds; absent if there are none. */
  dropped?: number;
  /** The keyword on which the verdict rests, and the reason why it was trusted. */
  keyword?: HeardKeyword & { rule: KeywordRule };
  /** The first keywords of the text that were not trusted; at most `limits.ring.doubtedKeywords`. */
  doubted?: HeardKeyword[];
  /** Time at which the call was answered; absent if nobody reported it. */
  answeredAtMs?: number;
  /** Levels in dBm0: a full-scale sine is +3.14, and -96 stands for digital silence. */
  levels: { meanDbm0: number; peakDbm0: number };
  audioMs: number;
  /** Lag of recognition behind the audio; absent if nothing is recognised. */
  lagMs?: number;
}

/** State of the audio of a session or a clip at the moment when evidence is requested. */
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

/** A verdict of the reducer. Nothing follows a final verdict. */
export interface RingVerdict extends RingResult {
  isFinal: boolean;
  startMs: number;
  endMs: number;
  exceededAudio: boolean;
}

/** resultId 0 of specification 2, section 2.5: nothing matched. */
export const otherSituations = { resultId: 0, resultName: 'other situations' } as const;

/** The call was silent for as long as its carrier allows (extension). */
export const onlySilence = { resultId: 90, resultName: 'silence' } as const;

/** No audio came at all (extension). */
export const noMedia = { resultId: 91, resultName: 'no media' } as const;
