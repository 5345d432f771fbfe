import type { Identity, SocketRoute } from '../http/route.js';
import type { SessionMachine } from '../session/machine.js';
import type { StreamLimits, StreamProtocol } from '../session/protocol.js';
import type { Socket, SocketCarrier } from './carrier.js';

/** A WebSocket path and the protocol that it carries. */
export interface StreamRoute extends SocketRoute {
  /** The longest text message, if it differs from that of other routes (limits.stream.textFrameBytes). */
  readonly textFrameBytes?: number;
  /**
   * Subprotocols that it supports, the best first. A client that offers none of them gets the first one that it offers.
   */
  readonly subprotocols?: readonly string[];
  /** Messages may come compressed (permessage-deflate). */
  readonly deflates?: true;
  /** Called after the credentials were checked and before the handshake is answered. Throws ServiceError: 400, 404. */
  open(handshake: Handshake): StreamProtocol | FormedStream;
}

export interface Handshake {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly identity: Identity;
}

/** A stream whose messages have a form of their own on the socket. */
export interface FormedStream {
  readonly protocol: StreamProtocol;
  /** Limits of its sessions that differ from those of other routes. */
  readonly limits: Partial<StreamLimits>;
  /** The form of what the sessions say on this socket. */
  carrier(socket: Socket): SocketCarrier;
  /** The form of what arrives on it. */
  listener(carrier: SocketCarrier, sessions: SessionMachine): SocketListener;
}

/** Takes what arrives on a socket to its sessions. */
export interface SocketListener {
  text(data: Buffer): void;
  audio(data: Buffer): void;
  /**
   * The socket is closed. Calls `over` once its sessions are no longer needed; without this function that is at once.
   */
  closed?(over: () => void): void;
  /** The socket is closed, and its sessions are gone. */
  gone(): void;
}
