// Questions that are regular expressions. They are tried one after another on the input as it was said and, if that
// fails, on its words alone.
import type { RE2JS } from 're2js';
import type { Steps } from '../../protocol/steps.js';
import { NotationFault } from '../notation/fault.js';
import { compilePattern, seenBy } from '../notation/pattern.js';
import type { FilledSlot } from './hit.js';
import type { QuestionPattern } from './question-texts.js';
import { groupedBy } from './tables/grouped.js';

interface Compiled {
  readonly pattern: QuestionPattern;
  readonly re: RE2JS;
  readonly groups: readonly string[];
}

export interface PatternHit {
  readonly pattern: QuestionPattern;
  readonly slots: readonly FilledSlot[];
}

export class Patterns {
  readonly #byQuestion: ReadonlyMap<number, readonly Compiled[]>;

  private constructor(patterns: readonly Compiled[]) {
    this.#byQuestion = groupedBy(patterns, ({ pattern }) => pattern.question);
  }

  static *of(patterns: readonly QuestionPattern[]): Steps<Patterns> {
    const all: Compiled[] = [];
    for (const pattern of patterns) {
      all.push(...compiled(pattern));
      yield;
    }
    return new Patterns(all);
  }

  get questions(): Iterable<number> {
    return this.#byQuestion.keys();
  }

  /** The first pattern of the question that matches one of the texts; undefined: none does. */
  hit(question: number, texts: readonly string[]): PatternHit | undefined {
    for (const each of this.#byQuestion.get(question) ?? []) {
      for (const text of texts) {
        const slots = slotsIn(each, text);
        if (slots !== undefined) return { pattern: each.pattern, slots };
      }
    }
    return undefined;
  }
}

function compiled(pattern: QuestionPattern): Compiled[] {
  try {
    const re = compilePattern(pattern.source, 0);
    return [{ pattern, re, groups: Object.keys(re.namedGroups()) }];
  } catch (fault) {
    // A pattern that was saved before patterns were validated matches nothing.
    if (fault instanceof NotationFault) return [];
    throw fault;
  }
}

function slotsIn({ re, groups }: Compiled, text: string): readonly FilledSlot[] | undefined {
  const seen = seenBy(re, text);
  if (groups.length === 0) return re.test(seen) ? [] : undefined;
  const matcher = re.matcher(seen);
  if (!matcher.find()) return undefined;
  return groups.flatMap((name) => {
    const value = matcher.group(name);
    return value === null ? [] : [{ name, lexicon: '', value, normValue: value }];
  });
}
