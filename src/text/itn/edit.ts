// What a rule answers. Offsets are UTF-16 places in the text that was given to it.

export interface Part {
  readonly start: number;
  readonly end: number;
  /** As `words` shows it. */
  readonly text: string;
}

export interface Edit extends Part {
  /** Where words stay separate although the sentence joins them: 百分之 and 五十 are `%` and `50`, shown as 50%. */
  readonly parts?: readonly Part[];
}

export interface Match {
  /** Where the search goes on; what lies before it and is in no edit stays as spoken. */
  readonly end: number;
  readonly edits: readonly Edit[];
}

/** Answers undefined where it has nothing to say. */
export type Rule = (text: string, at: number) => Match | undefined;

export function rewrite(start: number, end: number, text: string): Match {
  return { end, edits: [{ start, end, text }] };
}

export function leave(end: number): Match {
  return { end, edits: [] };
}
