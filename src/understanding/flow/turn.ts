// The forms of a turn: what goes in, what comes out. A turn is a pure step: state, input, time and seed give the next state and
// the replies, or a web call that must be answered first. Then the same turn is asked for again with the answer.
import type { Moment } from '../entities/entity.js';

export type Basic = string | number | boolean;

/** A web call that a processor wants, its placeholders filled. */
export interface WebCall {
  readonly method: string;
  readonly url: string;
  /** `Name: value` */
  readonly headers: readonly string[];
  readonly body: string;
}

/** The answer that came back; status 0 and null: the call was given up. */
export interface WebAnswer {
  readonly status: number;
  /** An object for application/json, a text for the text types, null otherwise. */
  readonly response: unknown;
}

export interface TurnInput {
  /** undefined: the session begins. Empty: silence. */
  readonly text: string | undefined;
  readonly userVars: Readonly<Record<string, unknown>>;
  /** `group:tag` */
  readonly tagFilter: readonly string[];
  readonly moment: Moment;
  /** Decides what is left to chance; the same seed decides in the same way. */
  readonly seed: number;
  readonly appKey: string;
  readonly tenant: { readonly id: string; readonly name: string };
}

/** JSON; kept between the turns by whoever keeps the session. Only this folder knows its contents. */
export type SessionState = Readonly<Record<string, unknown>>;

export interface TurnRequest {
  /** undefined: the session begins. */
  readonly state: SessionState | undefined;
  readonly input: TurnInput;
  /** The answers to the web calls of this turn so far, in order. */
  readonly answers: readonly WebAnswer[];
}

/** A reply, as the dialog interface gives it (specification 3, section 2.1). */
export interface Reply {
  readonly id: number;
  readonly answerId: number;
  readonly type: 'TEXT' | 'TTS' | 'AUDIO' | 'VIDEO' | 'HTML' | 'RECOMMEND';
  readonly content: string;
  readonly cmd?: string;
}

export interface SlotView {
  readonly name: string;
  /** The lexicon that it is bound to. */
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

/** How a turn came about, for `tonegate nlu talk` and for logs; no part of the interface. */
export interface Trace {
  /** One line for each step, in words. */
  readonly steps: readonly string[];
  /** Faults of the robot that the turn met, in words; they belong in the log. */
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
