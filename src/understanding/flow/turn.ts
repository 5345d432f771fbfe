// The types of a turn's input and output. A turn is a pure function: state, input, time and seed give the next state
// and the replies, or a web call that must be answered first. The same turn is then requested again with the answer.
import type { Moment } from '../entities/entity.js';

export type Basic = string | number | boolean;

/** A web call that a processor needs, with its placeholders filled. */
export interface WebCall {
  readonly method: string;
  readonly url: string;
  /** Headers as `Name: value`. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** The answer to a web call. Status 0 and null: the call was given up. */
export interface WebAnswer {
  readonly status: number;
  /** An object for application/json, a string for text types, otherwise null. */
  readonly response: unknown;
}

export interface TurnInput {
  /** undefined: the session begins; empty: silence. */
  readonly text: string | undefined;
  readonly userVars: Readonly<Record<string, unknown>>;
  /** Tags as `group:tag`. */
  readonly tagFilter: readonly string[];
  readonly moment: Moment;
  /** The seed of all random choices; the same seed gives the same choices. */
  readonly seed: number;
  readonly appKey: string;
  readonly tenant: { readonly id: string; readonly name: string };
}

/** The state in JSON, which the owner of the session keeps between turns. Only this folder knows its contents. */
export type SessionState = Readonly<Record<string, unknown>>;

export interface TurnRequest {
  /** undefined: the session begins. */
  readonly state: SessionState | undefined;
  readonly input: TurnInput;
  /** The answers to this turn's web calls so far, in order. */
  readonly answers: readonly WebAnswer[];
}

/** A reply in the form of the dialog interface (specification 3, section 2.1). */
export interface Reply {
  readonly id: number;
  readonly answerId: number;
  readonly type: 'TEXT' | 'TTS' | 'AUDIO' | 'VIDEO' | 'HTML' | 'RECOMMEND';
  readonly content: string;
  readonly cmd?: string;
}

export interface SlotView {
  readonly name: string;
  /** The lexicon that the slot is bound to. */
  readonly dict: string;
  readonly value: string;
  readonly normValue: string;
}

export interface SkillView {
  readonly id: number;
  readonly type: 'QABASE' | 'INTENT' | 'SCENE';
  readonly name: string;
}

export type IntentState = 'ELICIT_SLOT' | 'CONFIRM_SLOT' | 'CONFIRM_INTENT' | 'FINSIH';

export interface ContextView {
  readonly skill?: SkillView;
  readonly enterSkill?: SkillView;
  readonly waitSkill?: SkillView;
  readonly qa?: { readonly dir: { readonly id: number; readonly name: string }; readonly pairId: number };
  readonly intent?: { readonly id: string; readonly name: string; readonly state: IntentState };
  readonly scene?: { readonly nodeNames: readonly string[] };
  readonly vars: Readonly<Record<string, unknown>>;
}

/** The course of a turn, for `tonegate nlu talk` and for logs; it is not part of the interface. */
export interface Trace {
  /** One line of text for each step. */
  readonly steps: readonly string[];
  /** Faults of the robot that the turn met, as text for the log. */
  readonly warnings: readonly string[];
  /** The questions that were considered, best first. */
  readonly hits: readonly {
    readonly text: string;
    readonly skill: string;
    readonly kind: string;
    readonly score: number;
  }[];
}

export interface TurnDone {
  readonly kind: 'done';
  readonly state: SessionState;
  readonly responses: readonly Reply[];
  readonly slots: readonly SlotView[];
  readonly context: ContextView;
  readonly trace: Trace;
}

export type TurnOutcome = TurnDone | { readonly kind: 'call'; readonly call: WebCall };
