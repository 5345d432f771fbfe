import type { Identity, SocketRoute } from '../http/route.js';
import type { StreamProtocol } from '../session/protocol.js';

/** A path that is a WebSocket, and what speaks on it. */
export interface StreamRoute extends SocketRoute {
  /** The longest text message, where it is longer than that of other routes (limits.stream.textFrameBytes). */
  readonly textFrameBytes?: number;
  /** Called when the token is good and before the handshake is answered. Throws ServiceError: 400, 404. */
  open(handshake: Handshake): StreamProtocol;
}

export interface Handshake {
  readonly params: Readonly<Record<string, string>>;
  readonly identity: Identity;
}
