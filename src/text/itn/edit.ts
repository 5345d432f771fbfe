// The result of a rule. Offsets are UTF-16 positions in the text that was given to it.

export interface Part {
  readonly start: number;
  readonly end: number;
  /** As `words` shows it. */
  readonly text: string;
}

export interface Edit extends Part {
  /** Parts that stay separate words although the sentence joins them: 百分之 and 五十 are `%` and `50`, shown as 50%. */
  readonly parts?: readonly Part[];
}

export interface Match {
  /** Position at which the search continues; text before it that is in no edit stays as spoken. */
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
