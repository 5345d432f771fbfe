// A WebSocket as a carrier of sessions: its frames and its pings.
import type { RawData, WebSocket } from 'ws';
import { type MachineParts, SessionMachine } from '../session/machine.js';
import type { StreamProtocol } from '../session/protocol.js';
import { SocketCarrier } from './carrier.js';
import { tooLong } from './last-word-socket.js';
import type { FormedStream } from './route.js';

export interface ConnectionParts extends Omit<MachineParts, 'carrier' | 'protocol'> {
  readonly socket: WebSocket;
  readonly opened: StreamProtocol | FormedStream;
}

export class Connection {
  readonly sessions: SessionMachine;
  readonly #socket: WebSocket;
  #unansweredPings = 0;

  constructor({ socket, opened, ...parts }: ConnectionParts) {
    const formed = 'carrier' in opened ? opened : undefined;
    const carrier = formed?.carrier(socket) ?? new SocketCarrier(socket);
    const protocol = 'carrier' in opened ? opened.protocol : opened;
    const sessions = new SessionMachine({
      ...parts,
      limits: { ...parts.limits, ...formed?.limits },
      protocol,
      carrier,
    });
    const listener = formed?.listener(carrier, sessions) ?? {
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
    socket.on('error', (fault) => parts.log.info({ reason: fault.message }, 'WebSocket connection failed')); // ws closes it itself
    socket.on('close', () => {
      sessions.gone();
      listener.gone();
    });
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

function wholeOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
