// The result of a rule. Offsets are UTF-16 positions in the text that the rule was given.

export interface Part {
  readonly start: number;
  readonly end: number;
  /** The text as `words` shows it. */
  readonly text: string;
}

export interface Edit extends Part {
  /** Parts that stay separate words although the sentence joins them: 百分之 and 五十 become `%` and `50`, shown as 50%. */
  readonly parts?: readonly Part[];
}

export interface Match {
  /** The position at which the search continues. Text before it that no edit covers stays as spoken. */
  readonly end: number;
  readonly edits: readonly Edit[];
}

/** A rule that looks at the text at `at`. It returns undefined if it does not apply there. */
export type Rule = (text: string, at: number) => Match | undefined;

/** Replaces the text from `start` to `end`. */
export function rewrite(start: number, end: number, text: string): Match {
  return { end, edits: [{ start, end, text }] };
}

/** Keeps the text up to `end` as it was spoken. */
export function leave(end: number): Match {
  return { end, edits: [] };
}
