// A WebSocket as a carrier of sessions: its frames and its pings.
import type { Logger } from 'pino';
import type { RawData, WebSocket } from 'ws';
import type { Carrier } from '../session/carrier.js';
import type { SessionMachine } from '../session/machine.js';
import type { StreamLimits, StreamProtocol } from '../session/protocol.js';
import { SocketCarrier } from './carrier.js';
import { tooLong } from './last-word-socket.js';
import type { FormedStream, SocketListener } from './route.js';

export interface ConnectionParts {
  readonly socket: WebSocket;
  readonly opened: StreamProtocol | FormedStream;
  readonly log: Logger;
  readonly open: (carrier: Carrier, protocol: StreamProtocol, limits: Partial<StreamLimits>) => SessionMachine;
  /** Called when the socket is closed and its sessions are no longer needed. */
  readonly onGone: (sessions: SessionMachine) => void;
}

export class Connection {
  readonly sessions: SessionMachine;
  readonly #socket: WebSocket;
  #unansweredPings = 0;

  constructor({ socket, opened, log, open, onGone }: ConnectionParts) {
    const formed = 'carrier' in opened ? opened : undefined;
    const carrier = formed?.carrier(socket) ?? new SocketCarrier(socket);
    const protocol = 'carrier' in opened ? opened.protocol : opened;
    const sessions = open(carrier, protocol, formed?.limits ?? {});
    const listener: SocketListener = formed?.listener(carrier, sessions) ?? {
      text: (data: Buffer) => sessions.command(data),
      audio: (data: Buffer) => sessions.audio(data),
      gone: () => {},
    };
    this.sessions = sessions;
    this.#socket = socket;
    socket.on('message', (data, isBinary) => {
      if (isBinary) listener.audio(wholeOf(data));
      else listener.text(wholeOf(data));
    });
    socket.on('pong', () => {
      this.#unansweredPings = 0;
    });
    socket.on('error', (fault) => log.info({ reason: fault.message }, 'WebSocket connection failed')); // ws closes it
    const over = () => {
      sessions.gone();
      listener.gone();
      onGone(sessions);
    };
    socket.on('close', () => {
      if (listener.closed === undefined) over();
      else listener.closed(over);
    });
    socket.on(tooLong, () => sessions.tooLong());
  }

  /** Called at every ping interval. A socket that is not being read cannot show its pongs. */
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

function wholeOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
