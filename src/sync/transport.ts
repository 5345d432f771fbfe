// The source of states and content. There are three implementations: https to another tonegate, https to a plain
// resource service, and NATS.
import type { OutboxEntry, OutboxVerdict, SyncScope, SyncState } from '../protocol/wire/sync-messages.js';

export interface ContentName {
  readonly sha256: string;
  readonly bytes: number;
}

export interface Polled {
  readonly state: SyncState;
  /** The name of this state for the next poll. */
  readonly mark: string;
  /** The parts of the box that this transport is responsible for. */
  readonly scope: Partial<SyncScope>;
}

export interface Pieces {
  /** Offset of the first byte: the requested one, or 0. */
  readonly offset: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** A way to the upstream. Every call throws a SyncFault, and ends at once when the signal aborts. */
export interface Transport {
  /** The current state; undefined if `mark` still names it. */
  poll(mark: string | undefined, signal: AbortSignal): Promise<Polled | undefined>;
  content(name: ContentName, offset: number, signal: AbortSignal): Promise<Pieces>;
  /** Sends changes upstream; undefined if this transport cannot. */
  readonly send?: (entries: readonly OutboxEntry[], signal: AbortSignal) => Promise<OutboxVerdict[]>;
  close(): Promise<void>;
}
