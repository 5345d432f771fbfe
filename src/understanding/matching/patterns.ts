// Questions that are regular expressions. They are tried one after another on the input as it was said and, if that
// fails, on its words alone.
import type { Steps } from '../../protocol/steps.js';
import { NotationFault } from '../notation/fault.js';
import { compilePattern, type Pattern, type PatternRoom, seenBy, stepsOn } from '../notation/pattern.js';
import type { FilledSlot } from './hit.js';
import type { QuestionPattern } from './question-texts.js';
import { groupedBy } from './tables/grouped.js';

interface Compiled {
  readonly pattern: QuestionPattern;
  readonly re: Pattern;
}

export interface PatternHit {
  readonly pattern: QuestionPattern;
  readonly slots: readonly FilledSlot[];
}

/** The steps that are left for an input (limits.dialog.turn.patternSteps). */
export interface PatternSteps {
  steps: number;
}

export class Patterns {
  readonly #byQuestion: ReadonlyMap<number, readonly Compiled[]>;

  private constructor(patterns: readonly Compiled[]) {
    this.#byQuestion = groupedBy(patterns, ({ pattern }) => pattern.question);
  }

  /** @throws RobotTooLarge */
  static *of(patterns: readonly QuestionPattern[], room: PatternRoom): Steps<Patterns> {
    const all: Compiled[] = [];
    for (const pattern of patterns) {
      room.take(pattern.source);
      all.push(...compiled(pattern));
      yield;
    }
    return new Patterns(all);
  }

  get questions(): Iterable<number> {
    return this.#byQuestion.keys();
  }

  /**
   * The first pattern of the question that matches one of the texts; undefined: none does, or no steps are left to find
   * out.
   */
  hit(question: number, texts: readonly string[], left: PatternSteps): PatternHit | undefined {
    for (const each of this.#byQuestion.get(question) ?? []) {
      for (const text of texts) {
        const seen = seenBy(each.re, text);
        left.steps -= stepsOn(each.re, seen);
        if (left.steps < 0) return undefined;
        const slots = slotsIn(each, seen);
        if (slots !== undefined) return { pattern: each.pattern, slots };
      }
    }
    return undefined;
  }
}

function compiled(pattern: QuestionPattern): Compiled[] {
  try {
    return [{ pattern, re: compilePattern(pattern.source, 0) }];
  } catch (fault) {
    // A pattern that was saved before patterns were validated matches nothing.
    if (fault instanceof NotationFault) return [];
    throw fault;
  }
}

function slotsIn({ re: { re, groups } }: Compiled, seen: string): readonly FilledSlot[] | undefined {
  if (groups.length === 0) return re.test(seen) ? [] : undefined;
  const matcher = re.matcher(seen);
  if (!matcher.find()) return undefined;
  return groups.flatMap((name) => {
    const value = matcher.group(name);
    return value === null ? [] : [{ name, lexicon: '', value, normValue: value }];
  });
}
