// Finds the words of system lexicons and of the robot's own lexicons in a text (specification 3, section 2.3).
import type { Value } from '../notation/expression.js';
import { systemLexiconName, systemLexicons } from '../notation/system-lexicons.js';
import type { EntryRecord, LexiconRecord } from '../package/records.js';
import type { Entity, Moment } from './entity.js';
import { boundsOfAny, findAny } from './names/any.js';
import { nameFinders } from './names/find-names.js';
import type { Span } from './names/span.js';
import { bareAmounts, hasBareAmounts } from './quantities/bare-amounts.js';
import { timeLexicons, timesHeardIn } from './quantities/time/times-heard.js';
import { findQuantities } from './quantities.js';
import { settle } from './settle.js';
import { comparable } from './words/comparable.js';
import { CustomWords } from './words/custom-words.js';

export interface Circumstances {
  readonly moment: Moment;
  /** Values of variables, which choose the class of a dynamic lexicon. */
  readonly variables: (path: readonly string[]) => Value;
}

const anyWord = '任意';
const systemRecords = new Map(systemLexicons.map((lexicon) => [lexicon.name, lexicon]));

export class EntityFinder {
  readonly #words: CustomWords;

  constructor(lexicons: Iterable<LexiconRecord>, entries: Iterable<EntryRecord>) {
    this.#words = new CustomWords(lexicons, entries);
  }

  /**
   * Finds the entities of exactly these lexicons, under the names that were asked for. They may overlap. Their order is
   * that of the text, then the longer one first, then the order of the lexicons.
   */
  find(text: string, lexicons: readonly string[], { moment, variables }: Circumstances): Entity[] {
    const names = [...new Set(lexicons)];
    const custom = names.filter((name) => this.#words.has(name));
    const found = custom.length > 0 ? this.#words.find(comparable(text), custom, variables) : [];
    const system = names.filter((name) => !this.#words.has(name) && systemLexiconName(name) !== undefined);
    if (system.length > 0) found.push(...ofSystem(text, system, moment));
    const order = new Map(names.map((name, at) => [name, at]));
    const place = ({ lexicon }: Entity) => order.get(lexicon) as number;
    return found.sort((one, other) => one.start - other.start || other.end - one.end || place(one) - place(other));
  }

  /**
   * Finds entities of one lexicon in an answer to the question for it: in texts that sound like this one, because it may
   * have been recognised badly (the lexicon's own words, days and times of day), and amounts without their unit. It
   * serves texts in which `find` finds nothing.
   */
  findNearly(text: string, lexicon: string, { moment, variables }: Circumstances): Entity[] {
    if (this.#words.has(lexicon)) return this.#words.findNearly(comparable(text), lexicon, variables);
    const name = systemLexiconName(lexicon);
    if (name === undefined) return [];
    if (hasBareAmounts(name)) return bareAmounts(text, name, moment);
    if (!timeLexicons.has(name)) return [];
    const heard = timesHeardIn(text);
    return heard === undefined ? [] : ofSystem(heard, [lexicon], moment);
  }

  /** Removes overlaps by the rules of settle.ts. The `wanted` lexicons have precedence. */
  settle(entities: readonly Entity[], wanted: readonly string[] = []): Entity[] {
    return settle(entities, wanted);
  }

  /** The word that stands for all words of a lexicon; the lexicon's name if it has none. */
  representWord(lexicon: string): string {
    const own = this.#words.record(lexicon);
    if (own) return own.representWord || own.name;
    const name = systemLexiconName(lexicon);
    if (name === undefined) return lexicon;
    return systemRecords.get(name)?.representWord ?? anyWord;
  }
}

function ofSystem(text: string, lexicons: readonly string[], moment: Moment): Entity[] {
  const found: Entity[] = [];
  let quantities: readonly Entity[] | undefined;
  for (const lexicon of lexicons) {
    const name = systemLexiconName(lexicon) as string;
    const find = nameFinders.get(name);
    const bounds = boundsOfAny(name);
    if (find) {
      for (const span of find(text)) found.push(entityOf(text, lexicon, span));
    } else if (bounds) {
      const span = findAny(text, bounds.least, bounds.most);
      if (span) found.push(entityOf(text, lexicon, { ...span, normValue: text.slice(span.start, span.end) }));
    } else {
      quantities ??= findQuantities(text, moment);
      for (const each of quantities) if (each.lexicon === name) found.push(each);
    }
  }
  return found;
}

const entityOf = (text: string, lexicon: string, { start, end, normValue }: Span): Entity => ({
  ...{ lexicon, start, end, value: text.slice(start, end), normValue },
});
