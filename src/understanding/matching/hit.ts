// The forms of a question to the matcher and of its answers.

import type { Entity, Moment } from '../entities/entity.js';
import type { Value } from '../notation/expression.js';

/** One input of the caller. */
export interface Utterance {
  readonly text: string;
  readonly moment: Moment;
  /** Choose the class of a dynamic lexicon. */
  readonly variables: (path: readonly string[]) => Value;
}

/** A slot that the notation of a question filled: `{city@SYS.city}`, or a named group of a pattern. */
export interface FilledSlot {
  readonly name: string;
  /** The name of its lexicon; empty for a named group. */
  readonly lexicon: string;
  readonly value: string;
  readonly normValue: string;
}

export type HitKind = 'exact' | 'pattern' | 'near';

/** A question that the input may mean. */
export interface QuestionHit {
  readonly questionId: number;
  /** The extended question that was hit; null: the standard one. */
  readonly extId: number | null;
  readonly kind: HitKind;
  /** 0 to 1, calibrated; 1 for exact and pattern hits. */
  readonly score: number;
  readonly slots: readonly FilledSlot[];
}

/** A set of questions that compete with each other. */
export type Scope = `skill:${number}` | `node:${number}`;

/** An input as the matcher has read it: normalised, with its entities. It serves every scope of the turn. */
export interface Reading {
  readonly utterance: Utterance;
  /** All finds of the lexicons that questions of the robot name; they may overlap. */
  readonly entities: readonly Entity[];
}

export interface Matcher<R extends Reading = Reading> {
  read(utterance: Utterance): R;
  /** The best questions of a scope, best first (score, then exact before pattern before near, then the order of the scope),
   * each question once. `isOpen` leaves out questions that do not hold now. */
  hits(reading: R, scope: Scope, count: number, isOpen?: (questionId: number) => boolean): readonly QuestionHit[];
  /** Nobody asks about it any more: what it holds serves the next one. */
  release(reading: R): void;
}
