// A carrier of sessions on a WebSocket: its messages and its close codes.
import type { WebSocket } from 'ws';
import type { ServiceError } from '../protocol/errors.js';
import type { Carrier, ServerMessage } from '../session/carrier.js';
import { tooLongCode } from './last-word-socket.js';

export type Socket = WebSocket;

/** Codes of RFC 6455: normal end, end because of the policy, or the service stops. */
export const closeCodes = {
  normal: 1000,
  policy: 1008,
  goingAway: 1001,
  tooLong: tooLongCode,
  internal: 1011,
} as const;

/** Sends the messages of sessions as JSON. */
export class SocketCarrier implements Carrier {
  constructor(readonly socket: Socket) {}

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  get unsentBytes(): number {
    return this.socket.bufferedAmount;
  }

  encode(message: ServerMessage): string | undefined {
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
