// The form of what is found in a text: the words, the lexicon they belong to, and what they stand for.

export interface Entity {
  /** The name of a lexicon, of the system (`SYS.date`) or the robot's own. */
  readonly lexicon: string;
  /** UTF-16 code units in the text: the first, and the one after the last. */
  readonly start: number;
  readonly end: number;
  /** The text between them. */
  readonly value: string;
  /** ISO 8601, a decimal number, an official name or a standard word, as the lexicon has it. */
  readonly normValue: string;
}

/** The request's time and place: words such as "tomorrow" mean nothing without them. */
export interface Moment {
  /** ms UTC */
  readonly nowMs: number;
  /** IANA name, such as Asia/Shanghai */
  readonly timeZone: string;
}
