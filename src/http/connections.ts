// The TCP connections of all listeners, shared among addresses. If a new connection finds no place, the oldest one
// without a request under way is closed for it. It is of the address with the most of them, if these are more than all
// connections of the new one's address, and otherwise of the same address.
import type { Duplex } from 'node:stream';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { addressOf } from '../shares/client.js';
import { Rate } from '../shares/rate.js';
import type { Booking } from '../shares/share.js';
import type { Shares } from '../shares/shares.js';

interface Peer extends Duplex {
  readonly remoteAddress?: string | undefined;
}

interface Seat {
  readonly address: string;
  readonly booking: Booking;
  /** The bare socket of an https connection at first, then the secure socket on top of it. */
  socket: Duplex;
}

export class Connections {
  readonly #shares: Shares;
  readonly #seats = new WeakMap<Duplex, Seat>();
  /** Seats without a request under way, by address, the oldest first. */
  readonly #idle = new Map<string, Set<Seat>>();
  readonly #told = new Rate({ perS: limits.shares.refusalsTold, burst: limits.shares.refusalsTold });

  constructor(shares: Shares) {
    this.#shares = shares;
  }

  /**
   * Seats a new connection, or returns a refusal; with `silent` no bytes should be spent on it. `shakesHands` is true
   * if TLS comes next.
   */
  admit(socket: Peer, shakesHands: boolean): { readonly refusal: ServiceError; readonly silent: boolean } | undefined {
    const address = addressOf(socket.remoteAddress);
    const refusal = this.#refusal(address, shakesHands);
    if (refusal !== undefined) return { refusal, silent: shakesHands || !this.#told.take('') };
    const seat: Seat = { address, socket, booking: this.#shares.connections.take({ address }) };
    this.#seats.set(socket, seat);
    this.#rest(seat);
    socket.once('close', () => this.#leave(seat));
    return undefined;
  }

  /** Replaces the bare socket by the secure one after the TLS handshake. */
  replace(bare: Duplex, secure: Duplex): void {
    const seat = this.#seats.get(bare);
    if (seat === undefined) return;
    seat.socket = secure;
    this.#seats.set(secure, seat);
    secure.once('close', () => this.#leave(seat));
  }

  /** Marks a connection as busy: it has a request under way or has become a WebSocket. */
  busy(socket: Duplex): void {
    const seat = this.#seats.get(socket);
    if (seat !== undefined) this.#stir(seat);
  }

  idle(socket: Duplex): void {
    const seat = this.#seats.get(socket);
    if (seat !== undefined && !socket.destroyed) this.#rest(seat);
  }

  #refusal(address: string, shakesHands: boolean): ServiceError | undefined {
    const { connections, connectionRate, handshakeRate, onRefused } = this.#shares;
    if (!connectionRate.take(address) || (shakesHands && !handshakeRate.take(address))) {
      onRefused('connections', 'rate');
      return new ServiceError(
        'OVERLOADED',
        'this address opens connections too fast; use one connection for many requests',
      );
    }
    for (let full = connections.full({ address }, 1); full !== undefined; full = connections.full({ address }, 1)) {
      if (!this.#makeRoom(address)) return connections.refusal({ address }, full);
    }
    return undefined;
  }

  /** Closes a connection without a request under way. False if there is none to close. */
  #makeRoom(address: string): boolean {
    const most = this.#mostIdle();
    const hasMore = (this.#idle.get(most)?.size ?? 0) > this.#shares.connections.heldBy({ address });
    const oldest = this.#oldest(hasMore ? most : address);
    if (oldest === undefined) return false;
    this.#leave(oldest);
    oldest.socket.destroy();
    return true;
  }

  #oldest(address: string): Seat | undefined {
    return this.#idle.get(address)?.values().next().value;
  }

  #mostIdle(): string {
    let most = '';
    let count = 0;
    for (const [address, seats] of this.#idle) {
      if (seats.size > count) [most, count] = [address, seats.size];
    }
    return most;
  }

  #rest(seat: Seat): void {
    const seats = this.#idle.get(seat.address) ?? new Set();
    seats.add(seat);
    this.#idle.set(seat.address, seats);
  }

  #stir(seat: Seat): void {
    const seats = this.#idle.get(seat.address);
    seats?.delete(seat);
    if (seats?.size === 0) this.#idle.delete(seat.address);
  }

  #leave(seat: Seat): void {
    this.#stir(seat);
    seat.booking.release();
  }
}
