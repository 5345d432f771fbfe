// An entity: words found in a text, the lexicon they belong to, and their normalised value.

export interface Entity {
  /** The name of a system lexicon (`SYS.date`) or of one of the robot's own. */
  readonly lexicon: string;
  /** UTF-16 offsets in the text: of the first unit, and of the unit after the last. */
  readonly start: number;
  readonly end: number;
  /** The text between the offsets. */
  readonly value: string;
  /**
   * The normalised value: ISO 8601, a decimal number, an official name or a standard word, depending on the lexicon.
   */
  readonly normValue: string;
}

/** The time and place of a request. Words such as "tomorrow" have no meaning without them. */
export interface Moment {
  /** UTC, ms */
  readonly nowMs: number;
  /** IANA name, such as Asia/Shanghai */
  readonly timeZone: string;
}
