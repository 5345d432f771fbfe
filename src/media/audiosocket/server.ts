// The TCP port for AudioSocket: who may connect, how often and how many at once. The screening is that of every carrier.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Logger } from 'pino';
import { asServiceError, ServiceError } from '../../protocol/errors.js';
import type { Sessions } from '../../session/sessions.js';
import { addressOf } from '../../shares/client.js';
import type { Booking } from '../../shares/share.js';
import type { Shares } from '../../shares/shares.js';
import type { CallPurpose } from '../call.js';
import { LiveCalls } from '../live-calls.js';
import { AudioSocketConnection } from './connection.js';

export interface AudioSocketParts {
  readonly host: string;
  readonly port: number;
  readonly appkey: string;
  readonly noMediaMs: number;
  readonly hangsUp: boolean;
  /** Says whether a peer with this address may connect. */
  readonly isAllowed: (address: string) => boolean;
  /** Says whether the application exists. */
  readonly hasApp: (appkey: string) => boolean;
  /** The purpose of a new call. Throws OVERLOADED and what is wrong with the property. */
  readonly purpose: () => CallPurpose;
  readonly sessions: Sessions;
  readonly shares: Pick<Shares, 'connections' | 'connectionRate' | 'onRefused'>;
  readonly newName: () => string;
  readonly log: Logger;
  readonly onConnection: (outcome: 'taken' | 'refused') => void;
}

export class AudioSocketServer {
  readonly #parts: AudioSocketParts;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #calls = new LiveCalls();

  constructor(parts: AudioSocketParts) {
    this.#parts = parts;
    this.#server = createServer({ noDelay: true }, (socket) => this.#connected(socket));
  }

  /** Open connections. */
  get connections(): number {
    return this.#sockets.size;
  }

  /** Resolves with the port. */
  async listen(): Promise<number> {
    const { host, port } = this.#parts;
    this.#server.listen({ host, port });
    await once(this.#server, 'listening'); // rejects with the reason when the address cannot be had
    return (this.#server.address() as AddressInfo).port;
  }

  /** Stops after the sessions have ended. */
  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (!this.#server.listening) return;
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #connected(socket: Socket): void {
    const { log, onConnection } = this.#parts;
    const bookings: Booking[] = [];
    const release = () => {
      for (const booking of bookings) booking.release();
    };
    try {
      this.#take(socket, bookings);
      onConnection('taken');
    } catch (fault) {
      release();
      const error = asServiceError(fault);
      const address = addressOf(socket.remoteAddress);
      if (error.code === 'INTERNAL') log.error({ address, err: error.cause }, 'AudioSocket connection failed');
      else log.info({ address, reason: error.message }, 'AudioSocket connection refused');
      onConnection('refused');
      socket.on('error', () => {});
      socket.destroy();
    }
  }

  #take(socket: Socket, bookings: Booking[]): void {
    const { appkey, isAllowed, hasApp, purpose, sessions, shares, onConnection, ...parts } = this.#parts;
    const address = addressOf(socket.remoteAddress);
    if (!isAllowed(socket.remoteAddress ?? '')) {
      throw new ServiceError('FORBIDDEN', 'the address is not in media.audioSocket.addresses');
    }
    if (!shares.connectionRate.take(address)) {
      shares.onRefused('connections', 'rate');
      throw new ServiceError('OVERLOADED', 'this address opens connections too fast');
    }
    if (!hasApp(appkey))
      throw new ServiceError('APP_NOT_FOUND', 'media.audioSocket.appkey: there is no such application');
    const connection = shares.connections.take({ address });
    bookings.push(connection);
    const client = { address, appkey };
    const seat = sessions.take(client, true);
    bookings.push(seat);
    const screening = purpose();
    this.#sockets.add(socket);
    new AudioSocketConnection({
      ...{ ...parts, socket, purpose: screening, sessions, seat, client, calls: this.#calls },
      onRefused: () => onConnection('refused'),
      onGone: () => {
        this.#sockets.delete(socket);
        connection.release();
      },
    });
  }
}
