// The state of a conversation between two turns: plain JSON.
import type { Basic, IntentState, Reply, SessionState } from './turn.js';

export interface SlotValue {
  readonly value: string;
  readonly normValue: string;
}

/** null: the slot is defined and not filled. */
export type Slots = Record<string, SlotValue | null>;

/** A reply that may have to be said again, with the response that it came from. */
export interface SaidReply {
  readonly responseId: number;
  readonly reply: Reply;
}

interface Waiting {
  readonly skillId: number;
  slots: Slots;
  /** Misunderstandings in a row. */
  retries: number;
  /** The last script of the skill, which asks for what it waits for. */
  script: readonly SaidReply[];
}

export interface IntentPlace extends Waiting {
  readonly kind: 'intent';
  readonly intentId: number;
  state: IntentState;
  /** The slot that is asked for or confirmed. */
  slot: string | null;
  /** Slots that the caller has confirmed. */
  confirmed: string[];
}

export interface ScenePlace extends Waiting {
  readonly kind: 'scene';
  readonly sceneId: number;
  /** The understand node that waits. */
  nodeId: number;
}

/** The place where a task skill stands. */
export type Place = IntentPlace | ScenePlace;

/** A task skill that was left for a while. A finished intent lingers: the other intents of its skill are tried first. */
export interface KeptPlace {
  readonly place: Place;
  readonly sinceTurn: number;
}

export interface Conversation {
  turn: number;
  globals: Record<string, Basic>;
  /** The task skill that waits for the caller. */
  at: Place | null;
  kept: KeptPlace | null;
}

export function newConversation(): Conversation {
  return { turn: 0, globals: {}, at: null, kept: null };
}

/** A copy, so that a turn that is tried again begins with the same state. */
export function conversationOf(state: SessionState): Conversation {
  return structuredClone(state) as unknown as Conversation;
}

export const stateOf = (conversation: Conversation): SessionState => conversation as unknown as SessionState;

export const isFinished = (place: Place): boolean => place.kind === 'intent' && place.state === 'FINSIH';
