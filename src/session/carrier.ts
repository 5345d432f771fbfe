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
  /** False once the connection to the client is closing: nothing is sent any more. */
  readonly isOpen: boolean;
  /** Bytes that were sent and that the client has not taken yet. */
  readonly unsentBytes: number;
  /**
   * The form in which a message goes to `send`; undefined if this carrier has no form for it, so that it is left out.
   */
  encode(message: ServerMessage): string | undefined;
  /** Called for each message after it was passed to `send`, or had no form. */
  said?(message: ServerMessage): void;
  /** Queues data without waiting. `written` is called when the bytes have left, and never if the connection breaks. */
  send(data: string | Uint8Array, written?: () => void): void;
  /** Reads nothing more from the client. What has been read already may still arrive. */
  pause(): void;
  resume(): void;
  /**
   * Closes in order after everything that was sent, and gives the reason as far as the carrier can. Finally it calls
   * `gone` of the machine.
   */
  end(error: ServiceError): void;
  /** Closes at once and discards what was queued. Finally it calls `gone` of the machine. */
  drop(): void;
}
