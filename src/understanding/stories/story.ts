// The form of a story: what a caller says to a robot, turn by turn, and what must come of it (docs/stories.md).
import type { IntentState, Reply, SkillView } from '../flow/turn.js';

/** The setting of a session with the robot. `undefined`: as the defaults of the player say. */
export interface Setting {
  readonly userVars?: Readonly<Record<string, unknown>>;
  /** `group:tag` */
  readonly tags?: readonly string[];
}

export interface Story extends Setting {
  readonly title: string;
  /** The line of the title. */
  readonly line: number;
  /** Relative to the story's file. */
  readonly robot: string;
  /** ms UTC */
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
  /** ms that pass before the turn. */
  readonly passMs: number;
  readonly webCalls: readonly ExpectedCall[];
  readonly expectations: readonly Expectation[];
}

/** A web call that the turn makes, and the answer that it gets. */
export interface ExpectedCall {
  readonly line: number;
  readonly method: string;
  readonly url: string;
  readonly body: string;
  /** `Name: value`; each must be among those of the call. */
  readonly headers: readonly string[];
  readonly status: number;
  readonly response: unknown;
}

export interface ExpectedReply {
  readonly line: number;
  readonly type: Reply['type'];
  /** One of them. */
  readonly contents: readonly string[];
  readonly cmd?: string;
  /** false: id and answerId are 0. */
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
      /** undefined: nil, which a value that is not there is as well. */
      readonly value: unknown;
    }
);

/** A story that does not follow the form. */
export class StoryFault extends Error {
  override readonly name = 'StoryFault';
  constructor(
    /** From 1. */
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}
