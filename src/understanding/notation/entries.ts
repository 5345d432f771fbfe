// Entries of lexicons, and the content of RECOMMEND answers (specification 3, sections 2.1 and 2.3).
import { limits } from '../../protocol/limits.js';
import { NotationFault, quoted } from './fault.js';

const { wordBytes, wordsPerEntry } = limits.nlu;

export interface WordEntry {
  /** The value that every word of the entry stands for. */
  readonly standard: string;
  readonly synonyms: readonly string[];
}

/**
 * Parses an entry of a standard or dynamic lexicon: the standard word, then its synonyms, separated by tabs. @throws
 * NotationFault
 */
export function parseWordEntry(content: string): WordEntry {
  const seen = new Set<string>();
  const words: string[] = [];
  let at = 0;
  for (const raw of content.split('\t')) {
    const word = checkedWord(raw, at);
    if (seen.has(word)) throw new NotationFault(at, `${quoted(word)} occurs twice in this entry`);
    if (words.length === wordsPerEntry) throw new NotationFault(at, `an entry may have at most ${wordsPerEntry} words`);
    seen.add(word);
    words.push(word);
    at += raw.length + 1;
  }
  const [standard, ...synonyms] = words;
  return { standard: standard as string, synonyms };
}

/** Parses an entry of a simple lexicon, which is one word. @throws NotationFault */
export function parseSimpleEntry(content: string): WordEntry {
  const tab = content.indexOf('\t');
  if (tab >= 0) throw new NotationFault(tab, 'an entry of a SIMPLE lexicon must be one word, without a tab');
  return { standard: checkedWord(content, 0), synonyms: [] };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that no word may hold
const control = /[\u0000-\u001f\u007f]/;

function checkedWord(raw: string, at: number): string {
  const word = raw.trim().normalize('NFC');
  if (word === '') throw new NotationFault(at, 'a word is empty');
  const bad = raw.search(control);
  if (bad >= 0) throw new NotationFault(at + bad, 'a word must not contain control characters');
  const bytes = Buffer.byteLength(word);
  if (bytes > wordBytes)
    throw new NotationFault(at, `${quoted(word)} has ${bytes} bytes, must have at most ${wordBytes}`);
  return word;
}

export interface Recommendation {
  /** Text before the menu. */
  readonly start: string;
  /** Ids of standard questions, in the order of the menu. */
  readonly menuIds: readonly number[];
  /** Text after the menu. */
  readonly end: string;
}

const recommendationKeys = ['start', 'menuIds', 'end'];

/** Parses the content of a RECOMMEND answer, which is JSON. @throws NotationFault */
export function parseRecommendation(content: string): Recommendation {
  const value = jsonObjectOf(content);
  const unknown = Object.keys(value).find((key) => !recommendationKeys.includes(key));
  if (unknown !== undefined)
    throw new NotationFault(0, `unknown key ${quoted(unknown)}; the keys are start, menuIds, end`);
  const { start = '', menuIds, end = '' } = value;
  if (typeof start !== 'string' || typeof end !== 'string') throw new NotationFault(0, 'start and end must be strings');
  if (!Array.isArray(menuIds) || menuIds.length === 0) {
    throw new NotationFault(0, 'menuIds must be an array of one or more ids of standard questions');
  }
  const ids = menuIds.map((each, index) => {
    const id = typeof each === 'string' && /^[0-9]{1,15}$/.test(each) ? Number(each) : each;
    if (Number.isSafeInteger(id) && id > 0) return id as number;
    throw new NotationFault(0, `menuIds[${index}]: must be the id of a standard question`);
  });
  if (new Set(ids).size !== ids.length) throw new NotationFault(0, 'menuIds must not name a question twice');
  return { start, menuIds: ids, end };
}

function jsonObjectOf(content: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (fault) {
    const at = Number(/position (\d+)/.exec((fault as Error).message)?.[1] ?? 0);
    throw new NotationFault(at, 'the content of RECOMMEND must be JSON: {"start": …, "menuIds": […], "end": …}');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new NotationFault(0, 'the content of RECOMMEND must be a JSON object with start, menuIds and end');
  }
  return value as Readonly<Record<string, unknown>>;
}
