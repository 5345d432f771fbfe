import type { Identity, SocketRoute } from '../http/route.js';
import type { SessionMachine } from '../session/machine.js';
import type { StreamLimits, StreamProtocol } from '../session/protocol.js';
import type { Socket, SocketCarrier } from './carrier.js';

/** A path that is a WebSocket, and what speaks on it. */
export interface StreamRoute extends SocketRoute {
  /** The longest text message, where it is longer than that of other routes (limits.stream.textFrameBytes). */
  readonly textFrameBytes?: number;
  /** Subprotocols that it speaks, the best first. A client that names none of them is answered with the first it names. */
  readonly subprotocols?: readonly string[];
  /** Messages may come compressed (permessage-deflate). */
  readonly deflates?: true;
  /** Called when the credentials are good and before the handshake is answered. Throws ServiceError: 400, 404. */
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
  /** The socket is closed. `over` is called once when its sessions are no longer needed; at once without this. */
  closed?(over: () => void): void;
  /** The socket is closed, and its sessions are gone. */
  gone(): void;
}
