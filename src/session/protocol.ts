// The interface that a capability implements so that a `SessionMachine` can hold its sessions, on any carrier: recognition,
// ring screening and synthesis differ only behind these types.
import type { ServiceError } from '../protocol/errors.js';
import type { limits } from '../protocol/limits.js';

export type StreamLimits = { readonly [K in keyof typeof limits.stream]: number };

/** The longest message of a client, whether it is text or audio. */
export const longestMessageBytes = ({ textFrameBytes, binaryFrameBytes }: StreamLimits): number =>
  Math.max(textFrameBytes, binaryFrameBytes);

export interface StreamProtocol {
  /** Text commands besides START; the last one ends a session. Error messages list them. */
  readonly commands: readonly string[];
  /** Commands of which any number may be on their way when the service ends a session. They are then ignored. */
  readonly repeated?: readonly string[];
  /** Binary frames come from the client; without them (synthesis) a binary frame is an error. */
  readonly takesAudio: boolean;
  /**
   * Opens a session if the configuration of START is valid, otherwise throws a ServiceError. A protocol that must look
   * something up answers later; what the client sends meanwhile waits.
   */
  start(
    message: Readonly<Record<string, unknown>>,
    traceToken: string,
    out: SessionOut,
  ): StartedSession | Promise<StartedSession>;
}

export interface StartedSession {
  readonly session: StreamSession;
  readonly warning?: readonly { readonly code: number; readonly message: string }[];
}

export interface StreamSession {
  /**
   * Handles a text command other than START. `ending`: the session sends only its last results; what the client sends
   * meanwhile waits until `ended`. `cancelled`: it is over now, and END with reason CANCEL follows at once.
   */
  command(command: string, message: Readonly<Record<string, unknown>>): 'ending' | 'going-on' | 'cancelled';
  /** False if no more audio should come until `room`. */
  push(slice: Uint8Array): boolean;
  /** Called when the client has read on after `sendAudio` answered false. */
  room?(): void;
  /** The connection or the session is gone: no call of `out` follows. */
  close(): void;
}

export type EndReason = 'NORMAL' | 'CANCEL' | 'ERROR';

/** The output of a session, in any order; `ended` or `failed` is the last. Never called before `start` has answered. */
export interface SessionOut {
  /** Sends a text message without its traceToken. `droppable` ones are left out while the client does not read. */
  send(message: { readonly respType: string }, droppable: boolean): void;
  /** False if the client does not read fast enough; send no more until the session's `room`. */
  sendAudio(slice: Uint8Array): boolean;
  /** False if the client still has too much to read from the session before; wait for `room`. */
  hasRoom(): boolean;
  room(): void;
  ended(reason: EndReason): void;
  /** Ends the session for an ERROR-class fault: sends ERROR, then END with reason ERROR. */
  failed(error: ServiceError): void;
}
