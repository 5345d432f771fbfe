// A carrier of sessions brings what the client sends to a SessionMachine, and takes its output to the client.
// docs/lifecycle.md ("Carriers") says the same in words.
import type { ServiceError } from '../protocol/errors.js';

/** A message of the service: `respType`, `traceToken` and what belongs to them. */
export interface ServerMessage {
  readonly respType: string;
  readonly traceToken: string;
  readonly [field: string]: unknown;
}

export interface Carrier {
  /** False once the way to the client is closing: nothing is sent any more. */
  readonly isOpen: boolean;
  /** Bytes that were sent and that the client has not taken yet. */
  readonly unsentBytes: number;
  /** The form in which a message goes to `send`; undefined where this carrier has none for it, and it is left out. */
  encode(message: ServerMessage): string | undefined;
  /** Told of each message after it was given to `send`, or had no form. */
  said?(message: ServerMessage): void;
  /** Queues without waiting. `written` follows when the bytes have left, or never where the connection breaks. */
  send(data: string | Uint8Array, written?: () => void): void;
  /** Reads nothing more from the client. What has been read already may still arrive. */
  pause(): void;
  resume(): void;
  /** Closes in order, after what was sent, and says why as well as the carrier can. Calls `gone` of the machine at last. */
  end(error: ServiceError): void;
  /** Closes at once and forgets what was sent. Calls `gone` of the machine at last. */
  drop(): void;
}
