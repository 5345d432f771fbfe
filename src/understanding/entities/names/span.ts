/** A find whose lexicon is known. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly normValue: string;
}
