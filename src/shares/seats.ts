// The places of connections with sessions, of every carrier, shared among addresses and appkeys. A connection without a session is the first to
// go: near capacity START is due in 10 s, and a client that finds no place gets that of one who has more and uses it least.
import { limits } from '../protocol/limits.js';
import type { Client } from './client.js';
import { type Booking, Share, screeningReserveOf, takeWithReserve } from './share.js';
import type { OnRefused } from './shares.js';

/** The holder of a place: the sessions of a connection. */
export interface Seated {
  /** The time since which it has no session; undefined while it has one. */
  readonly idleSinceMs: number | undefined;
  /** Others need its place. */
  expel(why: string): void;
}

interface Taken {
  readonly sessions: Seated;
  readonly client: Client;
  readonly seat: Booking;
}

export interface SeatParts {
  readonly limit: number;
  readonly nowMs: () => number;
  readonly onRefused: OnRefused | undefined;
}

const { startDueMs, startDueCheckMs } = limits.shares;

export class Seats {
  readonly #share: Share;
  readonly #forScreening: Share;
  readonly #nowMs: () => number;
  readonly #taken = new Map<Seated, Taken>();
  readonly #check: NodeJS.Timeout;

  constructor({ limit, nowMs, onRefused }: SeatParts) {
    const facts = {
      ...{ name: 'sessions', what: 'connections with sessions', limit, onRefused },
      advice: 'close some first, or use one connection for many sessions',
    };
    this.#share = new Share(facts);
    this.#forScreening = screeningReserveOf(facts);
    this.#nowMs = nowMs;
    this.#check = setInterval(() => this.#endOverdue(), startDueCheckMs);
    this.#check.unref();
  }

  /** `screens`: the connection screens calls, so it may have a place of the reserve. Throws OVERLOADED. */
  take(client: Client, screens: boolean): Booking {
    while (this.#share.full(client, 1) !== undefined && this.#makeRoom(client)) {}
    return takeWithReserve(this.#share, screens ? this.#forScreening : undefined, client);
  }

  sit(taken: Taken): void {
    this.#taken.set(taken.sessions, taken);
  }

  leave(sessions: Seated): void {
    this.#taken.get(sessions)?.seat.release();
    this.#taken.delete(sessions);
  }

  stop(): void {
    clearInterval(this.#check);
  }

  /** The connection that has been without a session for longest, of the client with the most; false: there is none. */
  #makeRoom(client: Client): boolean {
    const mine = this.#share.heldBy(client);
    let worst: Taken | undefined;
    let most = mine + 1; // no gain in turning the tables
    let sinceMs = Number.POSITIVE_INFINITY;
    for (const each of this.#taken.values()) {
      const since = each.sessions.idleSinceMs;
      const held = this.#share.heldBy(each.client);
      if (since === undefined || held < most || (held === most && (worst === undefined || since >= sinceMs))) continue;
      [worst, most, sinceMs] = [each, held, since];
    }
    if (worst === undefined) return false;
    this.#end(worst, 'this connection has no session and was closed to make room for another client; connect again');
    return true;
  }

  #endOverdue(): void {
    if (!this.#share.isNearFull) return;
    const dueMs = this.#nowMs() - startDueMs;
    for (const each of this.#taken.values()) {
      const since = each.sessions.idleSinceMs;
      if (since === undefined || since > dueMs) continue;
      this.#end(each, `no session for ${startDueMs / 1_000} s while the service is near capacity; send START sooner`);
    }
  }

  #end({ sessions, seat }: Taken, why: string): void {
    this.#taken.delete(sessions);
    seat.release();
    sessions.expel(why);
  }
}
