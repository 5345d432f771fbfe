// The messages between gateway and understanding process: two closed unions of plain data (structured clone carries them). The
// state of a session crosses as text, because the gateway only stores it.
import type { FromLasting, ToLasting } from '../child/lasting.js';
import type { AreaSecret } from '../trust/area-key.js';
import type { FoundQuestions } from './flow/questions.js';
import type { Trace, TurnDone, TurnInput, WebAnswer, WebCall } from './flow/turn.js';

/** A robot, by its package. */
export interface RobotFile {
  readonly sha256: string;
  readonly path: string;
}

/** The facts of a robot that whoever keeps its sessions must know. */
export interface RobotFacts {
  readonly sessionTimeoutS: number;
}

export type { FoundQuestions };

export interface TurnOrder {
  /** JSON; undefined: the session begins. */
  readonly state: string | undefined;
  readonly input: TurnInput;
  /** The answers to the web calls of this turn so far, in order. */
  readonly answers: readonly WebAnswer[];
  /** How the turn came about is told too. */
  readonly wantsTrace: boolean;
}

export interface UnderstoodTurn extends Omit<TurnDone, 'state' | 'trace'> {
  /** JSON */
  readonly state: string;
  /** Faults of the robot that the turn met, in words. */
  readonly warnings: readonly string[];
  readonly trace: Pick<Trace, 'steps' | 'hits'> | undefined;
  readonly facts: RobotFacts;
}

/** Texts, each said at the beginning of a conversation: which questions do they mean? */
export interface FindOrder {
  /** `text` is one of them after the other. */
  readonly input: Omit<TurnInput, 'text'>;
  readonly texts: readonly string[];
  /** questions of each text */
  readonly count: number;
}

export type Understood = UnderstoodTurn | { readonly kind: 'call'; readonly call: WebCall };

export type ToUnderstanding =
  /** Comes first, where packages are encrypted. */
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
  /** One for each text. */
  | { readonly type: 'found'; readonly call: number; readonly found: readonly FoundQuestions[] }
  /** `package`: it could not be loaded; `turn`: a fault of our own, and the log has it. */
  | { readonly type: 'failed'; readonly call: number; readonly cause: 'package' | 'turn'; readonly message: string };
