// The source of states and content. Implementations: https to another tonegate, https to a plain resource service, or
// NATS.
import type { OutboxEntry, OutboxVerdict, SyncScope, SyncState } from '../protocol/wire/sync-messages.js';

export interface ContentName {
  readonly sha256: string;
  readonly bytes: number;
}

export interface Polled {
  readonly state: SyncState;
  /** Names this state for the next poll. */
  readonly mark: string;
  /** The parts of the box that this transport is responsible for. */
  readonly scope: Partial<SyncScope>;
}

export interface Pieces {
  /** Offset of the first byte: the requested one, or 0. */
  readonly offset: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** Every call throws a SyncFault, and ends at once when the signal says so. */
export interface Transport {
  /** `undefined`: what `mark` names is still the state. */
  poll(mark: string | undefined, signal: AbortSignal): Promise<Polled | undefined>;
  content(name: ContentName, offset: number, signal: AbortSignal): Promise<Pieces>;
  /** Undefined where nothing goes up. */
  readonly send?: (entries: readonly OutboxEntry[], signal: AbortSignal) => Promise<OutboxVerdict[]>;
  close(): Promise<void>;
}
