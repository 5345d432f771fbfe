// The messages between the gateway and the understanding process: two closed unions of plain data, sent by structured
// clone. The state of a session is sent as text, because the gateway only stores it.
import type { FromLasting, ToLasting } from '../child/lasting.js';
import type { AreaSecret } from '../trust/area-key.js';
import type { FoundQuestions } from './flow/questions.js';
import type { Trace, TurnDone, TurnInput, WebAnswer, WebCall } from './flow/turn.js';

/** A robot, identified by its package. */
export interface RobotFile {
  readonly sha256: string;
  readonly path: string;
}

/** The facts of a robot that the owner of its sessions needs. */
export interface RobotFacts {
  readonly sessionTimeoutS: number;
}

export type { FoundQuestions };

export interface TurnOrder {
  /** The state in JSON; undefined: the session begins. */
  readonly state: string | undefined;
  readonly input: TurnInput;
  /** The answers to this turn's web calls so far, in order. */
  readonly answers: readonly WebAnswer[];
  /** true: the trace of the turn is returned as well. */
  readonly wantsTrace: boolean;
}

export interface UnderstoodTurn extends Omit<TurnDone, 'state' | 'trace'> {
  /** The state in JSON. */
  readonly state: string;
  /** Faults of the robot that the turn met, as text. */
  readonly warnings: readonly string[];
  readonly trace: Pick<Trace, 'steps' | 'hits'> | undefined;
  readonly facts: RobotFacts;
}

/** A search for the questions that texts mean at the beginning of a conversation. */
export interface FindOrder {
  /** The input without `text`, which is each of the texts in turn. */
  readonly input: Omit<TurnInput, 'text'>;
  readonly texts: readonly string[];
  /** The maximum number of questions per text. */
  readonly count: number;
}

export type Understood = UnderstoodTurn | { readonly kind: 'call'; readonly call: WebCall };

export type ToUnderstanding =
  /** The first message, if packages are encrypted. */
  | { readonly type: 'key'; readonly secret: AreaSecret }
  | { readonly type: 'load'; readonly call: number; readonly robot: RobotFile }
  | { readonly type: 'unload'; readonly sha256: string }
  | { readonly type: 'turn'; readonly call: number; readonly robot: RobotFile; readonly order: TurnOrder }
  | { readonly type: 'find'; readonly call: number; readonly robot: RobotFile; readonly order: FindOrder }
  | ToLasting;

export type FromUnderstanding =
  | FromLasting
  | { readonly type: 'loaded'; readonly call: number; readonly facts: RobotFacts }
  | { readonly type: 'understood'; readonly call: number; readonly outcome: Understood }
  /** One entry for each text. */
  | { readonly type: 'found'; readonly call: number; readonly found: readonly FoundQuestions[] }
  | { readonly type: 'failed'; readonly call: number; readonly cause: FailureCause; readonly message: string };

/**
 * `package`: the package could not be loaded; `large`: the robot or the answer is larger than it may be, and the message says
 * what to do; `turn`: an internal fault, which the log describes.
 */
export type FailureCause = 'package' | 'large' | 'turn';
