// The types of the matcher's input and output.

import type { Entity, Moment } from '../entities/entity.js';
import type { Value } from '../notation/expression.js';

/** One input of the caller. */
export interface Utterance {
  readonly text: string;
  readonly moment: Moment;
  /** Values of variables, which choose the class of a dynamic lexicon. */
  readonly variables: (path: readonly string[]) => Value;
}

/** A slot that the notation of a question filled: `{city@SYS.city}`, or a named group of a pattern. */
export interface FilledSlot {
  readonly name: string;
  /** The name of the slot's lexicon; empty for a named group. */
  readonly lexicon: string;
  readonly value: string;
  readonly normValue: string;
}

export type HitKind = 'exact' | 'pattern' | 'near';

/** A question that the input may mean. */
export interface QuestionHit {
  readonly questionId: number;
  /** The extended question that was hit; null: the standard question. */
  readonly extId: number | null;
  readonly kind: HitKind;
  /** The calibrated score from 0 to 1; 1 for exact and pattern hits. */
  readonly score: number;
  readonly slots: readonly FilledSlot[];
}

/** A set of questions that compete with each other. */
export type Scope = `skill:${number}` | `node:${number}`;

/** An input that the matcher has read: normalised, with its entities. It serves all scopes of the turn. */
export interface Reading {
  readonly utterance: Utterance;
  /** All entities of lexicons that the robot's questions name; they may overlap. */
  readonly entities: readonly Entity[];
}

export interface Matcher<R extends Reading = Reading> {
  read(utterance: Utterance): R;
  /**
   * The best questions of a scope, each once, best first (score, then exact before pattern before near, then the order
   * of the scope). `isOpen` excludes questions that are not valid now.
   */
  hits(reading: R, scope: Scope, count: number, isOpen?: (questionId: number) => boolean): readonly QuestionHit[];
  /** Releases a reading that is no longer needed, so that its memory serves the next one. */
  release(reading: R): void;
}
