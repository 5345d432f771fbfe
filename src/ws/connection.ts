// A WebSocket as a carrier of sessions: its frames, its close codes, and its pings.
import type { RawData, WebSocket } from 'ws';
import type { ServiceError } from '../protocol/errors.js';
import type { Carrier, ServerMessage } from '../session/carrier.js';
import { type MachineParts, SessionMachine } from '../session/machine.js';
import { tooLong, tooLongCode } from './last-word-socket.js';

/** RFC 6455: the connection ends because of its policy, or because the service stops. */
const closeCodes = { policy: 1008, goingAway: 1001, tooLong: tooLongCode, internal: 1011 } as const;

export interface ConnectionParts extends Omit<MachineParts, 'carrier'> {
  readonly socket: WebSocket;
}

export class Connection {
  readonly sessions: SessionMachine;
  readonly #socket: WebSocket;
  #unansweredPings = 0;

  constructor({ socket, ...parts }: ConnectionParts) {
    const sessions = new SessionMachine({ ...parts, carrier: new SocketCarrier(socket) });
    this.sessions = sessions;
    this.#socket = socket;
    socket.on('message', (data, isBinary) => {
      if (isBinary) sessions.audio(wholeOf(data));
      else sessions.command(wholeOf(data));
    });
    socket.on('pong', () => {
      this.#unansweredPings = 0;
    });
    socket.on('error', (fault) => parts.log.info({ reason: fault.message }, 'WebSocket connection failed')); // ws closes it itself
    socket.on('close', () => sessions.gone());
    socket.on(tooLong, () => sessions.tooLong());
  }

  /** Called at every ping interval. A socket that is not read from cannot show its pongs. */
  tick(): void {
    if (this.sessions.isClosed) return;
    const socket = this.#socket;
    if (this.sessions.isStalled() || (!socket.isPaused && this.#unansweredPings >= 2)) {
      socket.terminate();
      return;
    }
    this.#unansweredPings++;
    if (socket.readyState === socket.OPEN) socket.ping();
  }
}

class SocketCarrier implements Carrier {
  constructor(readonly socket: WebSocket) {}

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  get unsentBytes(): number {
    return this.socket.bufferedAmount;
  }

  encode(message: ServerMessage): string {
    return JSON.stringify(message);
  }

  send(data: string | Uint8Array, written?: () => void): void {
    this.socket.send(data, written);
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  end(error: ServiceError): void {
    this.socket.resume(); // a paused socket would never see the peer's close frame
    this.socket.close(closeCodeOf(error), error.code);
  }

  drop(): void {
    this.socket.terminate();
  }
}

function wholeOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}

function closeCodeOf(error: ServiceError): number {
  switch (error.code) {
    case 'BODY_TOO_LARGE':
      return closeCodes.tooLong;
    case 'STOPPING':
      return closeCodes.goingAway;
    case 'INTERNAL':
      return closeCodes.internal;
    default:
      return closeCodes.policy;
  }
}
