// The state of a conversation between two turns, as plain JSON.
import type { Basic, IntentState, Reply, SessionState } from './turn.js';

export interface SlotValue {
  readonly value: string;
  readonly normValue: string;
}

/** The slots by name; null: the slot is defined and not filled. */
export type Slots = Record<string, SlotValue | null>;

/** A slot by its name, which may be one that every object has, such as `constructor`. */
export const slotOf = (slots: Slots, name: string): SlotValue | null =>
  Object.hasOwn(slots, name) ? (slots[name] ?? null) : null;

/** A reply that may have to be repeated, with the response that it came from. */
export interface SaidReply {
  readonly responseId: number;
  readonly reply: Reply;
}

interface Waiting {
  readonly skillId: number;
  slots: Slots;
  /** The number of misunderstandings in a row. */
  retries: number;
  /** The skill's last replies, which ask for what it waits for. */
  script: readonly SaidReply[];
}

export interface IntentPlace extends Waiting {
  readonly kind: 'intent';
  readonly intentId: number;
  state: IntentState;
  /** The slot that is being asked for or confirmed. */
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

/** The position within a task skill. */
export type Place = IntentPlace | ScenePlace;

/** A task skill that was left temporarily. A finished intent also stays here, because its siblings are tried first. */
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

/** A deep copy, so that a repeated turn begins with the same state. */
export function conversationOf(state: SessionState): Conversation {
  return structuredClone(state) as unknown as Conversation;
}

export const stateOf = (conversation: Conversation): SessionState => conversation as unknown as SessionState;

export const isFinished = (place: Place): boolean => place.kind === 'intent' && place.state === 'FINSIH';
