// Questions and answers that a document already contains: 问：… 答：…, Q: … A: …, or a question line followed by its
// answer.
import type { DocumentLine } from './lines.js';
import { endsSentence } from './raw.js';

const askedMark =
  /^(?:[【[（(]?\s{0,2}(?:常见)?(?:问题?|提问|客户问|q(?:uestion)?)\s{0,2}[一二三四五六七八九十\d]{0,4}\s{0,2}[】\]）)]?\s{0,2}[:：.．、]|[【[]\s{0,2}(?:问题?|q)\s{0,2}\d{0,4}\s{0,2}[】\]])\s*(.*)$/is;
const answeredMark =
  /^(?:[【[（(]?\s{0,2}(?:答案?|回答|回复|解答|答复|a(?:nswer)?)\s{0,2}[一二三四五六七八九十\d]{0,4}\s{0,2}[】\]）)]?\s{0,2}[:：.．、]|[【[]\s{0,2}(?:答案?|回答|a)\s{0,2}\d{0,4}\s{0,2}[】\]])\s*(.*)$/is;
const answeredInside = /[？?\s](?:答案?|回答|a)\s{0,2}[:：]/i;
const longestAsked = 120;

export interface Asked {
  readonly question: string;
  /** The answer on the same line. */
  readonly inline: string;
}

/** The question of a line that is marked as one; undefined: it is not. */
export function askedBy(text: string): Asked | undefined {
  const found = askedMark.exec(text);
  if (found === null) return undefined;
  const rest = (found[1] as string).trim();
  const both = answeredInside.exec(rest);
  if (both === null) return { question: rest, inline: '' };
  const { 0: mark, index } = both;
  return { question: rest.slice(0, index + 1).trim(), inline: rest.slice(index + mark.length).trim() };
}

/** The text of an answer after its mark; undefined: the line has no such mark. */
export const answeredBy = (text: string): string | undefined => answeredMark.exec(text)?.[1];

/** True if the line asks a question without a mark and the next line does not. */
export function isAskedAlone(lines: readonly DocumentLine[], at: number): boolean {
  const [before, own, next] = [lines[at - 1], lines[at] as DocumentLine, lines[at + 1]];
  if (own.text.length > longestAsked || !/[？?][”"』」]?$/.test(own.text) || own.goesOn || next === undefined)
    return false;
  if (/[？?]$/.test(next.text) || (!own.isAfterBlank && /[。！][^”"』」]/.test(own.text))) return false;
  return own.isAfterBlank || before === undefined || endsSentence(before.text);
}
