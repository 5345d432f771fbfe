// Parts of a question that no paraphrase may change: slots, numbers, dates, names, foreign words. One character of a
// private range replaces each part during the rewriting; afterwards the part is put back as it was written.
import { EntityFinder } from '../../entities/finder.js';
import { NotationFault } from '../../notation/fault.js';
import { parseQuestion } from '../../notation/question.js';
import { systemLexicons } from '../../notation/system-lexicons.js';

const firstCode = 0xe000;
const mostHeld = 0x1000;
const heldForm = /[\ue000-\uefff]/g;

export const isHeld = (character: string): boolean =>
  character.charCodeAt(0) >= firstCode && character.charCodeAt(0) < firstCode + mostHeld;

export interface HeldText {
  /** The text with one character in place of each held part. */
  readonly text: string;
  /** Puts the parts back as they were written. */
  readonly written: (text: string) => string;
  /** Puts the parts back as they are spoken, with the sample words of slots. */
  readonly said: (text: string) => string;
}

interface Part {
  readonly written: string;
  readonly said: string;
}

const finder = new EntityFinder([], []);
const lexicons = systemLexicons.map(({ name }) => name).filter((name) => !name.includes('{'));
/** A fixed time: only the offsets of dates count here, and they do not depend on it. */
const circumstances = { moment: { nowMs: 0, timeZone: 'UTC' }, variables: () => undefined };

/** Words with Latin letters, digits or other non-Chinese signs, and quoted text. */
const foreignForm =
  /《[^》]*》|“[^”]*”|「[^」]*」|"[^"]*"|(?:(?![\u3400-\u9fff\ue000-\uefff，。！？；：、…—～?!,;:~\s])\S)+/gu;

/**
 * Replaces the held parts; undefined for a pattern, for invalid notation, and for a text with characters of the private
 * range. @param withForeign true: non-Chinese words are held as well
 */
export function heldText(question: string, withForeign: boolean): HeldText | undefined {
  const parsed = parsedSentence(question);
  if (parsed === undefined || /[\ue000-\uefff]/.test(question)) return undefined;
  const parts: Part[] = [];
  const hold = (part: Part): string => {
    if (parts.length === mostHeld) return part.said;
    parts.push(part);
    return String.fromCharCode(firstCode + parts.length - 1);
  };
  let [text, at] = ['', 0];
  for (const part of parsed.parts) {
    if (part.kind === 'text') {
      text += part.text;
      at += part.text.length;
      continue;
    }
    const end = question.indexOf('}', at) + 1;
    text += hold({ written: question.slice(at, end), said: part.sample ?? '' });
    at = end;
  }
  text = heldEntities(text, hold);
  if (withForeign) text = text.replace(foreignForm, (word) => hold({ written: word, said: word }));
  const back = (form: keyof Part) => (held: string) =>
    held.replace(heldForm, (character) => partOf(parts, character)[form]);
  // a part may contain another one: a quotation with a date
  const all = (form: keyof Part) => (held: string) => back(form)(back(form)(held));
  return { text, written: all('written'), said: all('said') };
}

function parsedSentence(question: string) {
  try {
    const parsed = parseQuestion(question);
    return parsed.kind === 'sentence' ? parsed : undefined;
  } catch (fault) {
    if (!(fault instanceof NotationFault)) throw fault;
    return undefined;
  }
}

const partOf = (parts: readonly Part[], character: string): Part =>
  parts[character.charCodeAt(0) - firstCode] ?? { written: character, said: character };

function heldEntities(text: string, hold: (part: Part) => string): string {
  const entities = finder.settle(finder.find(text, lexicons, circumstances));
  const spans = [...entities].sort((one, other) => one.start - other.start || other.end - one.end);
  let [held, at] = ['', 0];
  for (const { start, end } of spans) {
    if (start < at) continue;
    // the 一年多 in 一年多少钱 is 一年
    const last = text[end - 1] === '多' && /[少久长]/.test(text[end] ?? '') ? end - 1 : end;
    const value = text.slice(start, last);
    held += text.slice(at, start) + hold({ written: value, said: value });
    at = last;
  }
  return held + text.slice(at);
}
