// The vocabulary of ring screening (specification 2, sections 2.5 and 4.3): what is heard, what is decided, what is said.

/** What the native screener can decide. */
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

export interface KeywordRow {
  readonly word: string;
  readonly resultId: number;
  readonly resultName: string;
}

export interface ToneRow {
  readonly marker: RingMarker;
  readonly resultId: number;
  readonly resultName: string;
}

/** Both tables at one moment. A session keeps the tables that it started with. */
export interface RingTables {
  readonly keywords: readonly KeywordRow[];
  readonly tones: readonly ToneRow[];
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
      /** whose tone a `foreign-busy` or a `foreign-ring` may be: ISO 3166 codes */
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
    }
  | { readonly type: 'end'; readonly reason: 'end' | 'audioMax'; readonly atMs: number };

export type TextEvent = Extract<HeardEvent, { type: 'text' }>;

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
  keyword?: { word: string; atMs: number };
  /** dBm0, a full-scale sine being +3.14; -96 stands for digital silence */
  levels: { meanDbm0: number; peakDbm0: number };
  audioMs: number;
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
