// The types of a story: the caller's inputs to a robot, turn by turn, with the expected results (docs/stories.md).
import type { IntentState, Reply, SkillView } from '../flow/turn.js';

/** The settings of a session with the robot; undefined: the player's default. */
export interface Setting {
  readonly userVars?: Readonly<Record<string, unknown>>;
  /** Tags as `group:tag`. */
  readonly tags?: readonly string[];
}

export interface Story extends Setting {
  readonly title: string;
  /** The line number of the title. */
  readonly line: number;
  /** The path of the robot, relative to the story's file. */
  readonly robot: string;
  /** UTC, ms */
  readonly nowMs: number;
  readonly timeZone: string;
  readonly seed: number;
  readonly appKey: string;
  readonly tenant: { readonly id: string; readonly name: string };
  readonly turns: readonly Turn[];
}

export interface Turn extends Setting {
  readonly line: number;
  /** undefined: the session begins. */
  readonly text: string | undefined;
  /** The time that passes before the turn, ms. */
  readonly passMs: number;
  readonly webCalls: readonly ExpectedCall[];
  readonly expectations: readonly Expectation[];
}

/** An expected web call of the turn, with the answer that it gets. */
export interface ExpectedCall {
  readonly line: number;
  readonly method: string;
  readonly url: string;
  readonly body: string;
  /** Headers as `Name: value`; the call must have each of them. */
  readonly headers: readonly string[];
  readonly status: number;
  readonly response: unknown;
}

export interface ExpectedReply {
  readonly line: number;
  readonly type: Reply['type'];
  /** The accepted contents; one of them must match. */
  readonly contents: readonly string[];
  readonly cmd?: string;
  /** false: id and answerId must be 0. */
  readonly isMaintained?: boolean;
}

export interface ExpectedSkill {
  readonly type: SkillView['type'] | undefined;
  readonly name: string;
}

export interface ExpectedSlot {
  readonly name: string;
  readonly value: string;
  readonly normValue: string | undefined;
  readonly lexicon: string | undefined;
}

const signs = ['=', '!=', '>=', '<=', '>', '<'] as const;
export type Sign = (typeof signs)[number];

export type Expectation = { readonly line: number } & (
  | { readonly kind: 'replies'; readonly replies: readonly ExpectedReply[] | 'any' }
  | { readonly kind: 'skill' | 'enter' | 'wait'; readonly skill: ExpectedSkill | undefined }
  | { readonly kind: 'slots'; readonly slots: readonly ExpectedSlot[] }
  | { readonly kind: 'intent'; readonly intent: { readonly name: string; readonly state: IntentState } | undefined }
  | { readonly kind: 'nodes'; readonly names: readonly string[] }
  | { readonly kind: 'qa'; readonly qa: { readonly dir: string; readonly question: string | undefined } | undefined }
  | { readonly kind: 'missing'; readonly path: readonly string[] }
  | {
      readonly kind: 'variable';
      readonly path: readonly string[];
      readonly sign: Sign;
      /** The expected value; undefined stands for nil, which a missing value equals. */
      readonly value: unknown;
    }
);

/** A story that violates the form. */
export class StoryFault extends Error {
  override readonly name = 'StoryFault';
  constructor(
    /** The line number, from 1. */
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}
