// Hypotheses for the text layer: words separated by spaces, every character 200 ms long.
import type { HotwordRule, TextParams } from '../../../src/protocol/engine/recognition.js';
import { beginText, type FinishOptions, finishText, makeTextRules } from '../../../src/text/finish.js';
import { type HeardWord, splitUnits } from '../../../src/text/heard.js';

export const charMs = 200;

/** `_` is a pause of 200 ms. */
export function heard(spaced: string): HeardWord[] {
  let at = 0;
  return spaced
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => {
      if (/^_+$/.test(word)) {
        at += charMs * word.length;
        return [];
      }
      const startMs = at;
      at += charMs * splitUnits(word).length;
      return [{ text: word, startMs, endMs: at, confidence: 0.9 }];
    });
}

export const nothing: TextParams = {
  addPunc: false,
  digitNorm: false,
  textSmooth: false,
  makeParagraph: false,
  outputPinyin: false,
  wordType: 'WORD',
  wordTpp: true,
  tppContextRangeMs: 0,
  sensitiveWords: [],
};

export interface Asked extends Partial<TextParams> {
  readonly hotwords?: readonly HotwordRule[];
  readonly options?: Partial<FinishOptions>;
  /** Marks as a model would set them into the text of the draft. */
  readonly marks?: Readonly<Record<number, string>>;
}

export function finish(words: readonly HeardWord[] | string, { hotwords = [], options, marks, ...params }: Asked = {}) {
  const rules = makeTextRules({ ...nothing, ...params }, hotwords);
  const draft = beginText(rules, typeof words === 'string' ? heard(words) : words);
  const given = marks && [...draft.text].map((_, at) => marks[at] ?? '');
  return finishText(rules, draft, { isFinal: true, marks: given, ...options });
}

/** Words as `text/category/start-end`, the shortest notation. */
export function brief(words: ReturnType<typeof finish>['words']): string[] {
  return words.map(({ text, startMs, endMs, categories }) => `${text}/${categories.join('')}/${startMs}-${endMs}`);
}
