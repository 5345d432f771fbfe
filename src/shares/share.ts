// A limit that clients share. One of them may hold eight times what is still free: alone it gets all of the limit, beside
// others it gets less the less there is, and an eighth of the limit on top of it is left for who has little. What an address
// and an appkey hold over all their clients may be twice that, so that neither a second application behind one address nor a
// second machine with the same appkey is locked out by the first.
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { Client } from './client.js';

/** The part that is used up: the client's own, that of its address, that of its appkey, or all there is. */
export type Full = 'client' | 'address' | 'appkey' | 'all';

export interface ShareFacts {
  /** The name for metrics: connections, sessions … */
  readonly name: string;
  /** The name of the things that are counted, in the plural, for messages: "WebSocket connections". */
  readonly what: string;
  /** The advice of messages: "end some first". */
  readonly advice: string;
  /** The amount that one client may have while nobody else wants any. */
  readonly limit: number;
  /** A refusal as it is sent to a client. */
  readonly onRefused?: ((share: string, full: Full) => void) | undefined;
}

/** The part of a share that a client has taken. */
export interface Booking {
  /** Takes more. Throws OVERLOADED, and has what it had before. */
  add(amount: number): void;
  /** Gives all of it back. May be called again; counts once. */
  release(): void;
}

const { timesFree, nearFull } = limits.shares;

export class Share {
  readonly #facts: ShareFacts;
  readonly #total: number;
  readonly #held = new Map<string, number>();
  #used = 0;

  constructor(facts: ShareFacts) {
    this.#facts = facts;
    this.#total = facts.limit + Math.ceil(facts.limit / timesFree);
  }

  get used(): number {
    return this.#used;
  }

  /** Addresses, appkeys and clients that hold something. */
  get holders(): number {
    return this.#held.size;
  }

  get isNearFull(): boolean {
    return this.#used >= nearFull * this.#facts.limit;
  }

  heldBy(client: Client): number {
    return this.#held.get(keysOf(client)[0]?.key ?? '') ?? 0;
  }

  /** The part that so much more would use up; undefined if the client may have it. */
  full(client: Client, amount: number): Full | undefined {
    const free = this.#total - this.#used - amount;
    const over = keysOf(client).find(({ key, times }) => {
      const held = this.#held.get(key) ?? 0;
      return held > 0 && held + amount > (free < 0 ? this.#facts.limit : times * free);
    });
    return over?.full ?? (free < 0 ? 'all' : undefined);
  }

  /** Throws OVERLOADED if the client may not have so much more now. Nothing is taken. */
  need(client: Client, amount = 1): void {
    const full = this.full(client, amount);
    if (full !== undefined) throw this.refusal(client, full);
  }

  /** Throws OVERLOADED. */
  take(client: Client, amount = 1): Booking {
    const booking = this.#open(client);
    booking.add(amount);
    return booking;
  }

  /** A booking that holds nothing yet. */
  open(client: Client): Booking {
    return this.#open(client);
  }

  /** The refusal as it is sent to its client. */
  refusal(client: Client, full: Full): ServiceError {
    const { name, what, advice, onRefused } = this.#facts;
    onRefused?.(name, full);
    const whose = { client: 'of this client', address: 'of this address', appkey: 'of this appkey', all: 'of all' }[
      full
    ];
    const key = keysOf(client).find((each) => each.full === full)?.key;
    const held = key === undefined ? this.#used : (this.#held.get(key) ?? 0);
    const others = full === 'all' ? '' : '; the rest is reserved for others';
    return new ServiceError('OVERLOADED', `the service is at capacity: ${what} ${whose}: ${held}${others}; ${advice}`);
  }

  #open(client: Client): Booking {
    const keys = keysOf(client);
    let amount = 0;
    return {
      add: (more) => {
        this.need(client, more);
        amount += more;
        this.#move(keys, more);
      },
      release: () => {
        this.#move(keys, -amount);
        amount = 0;
      },
    };
  }

  #move(keys: readonly Key[], by: number): void {
    this.#used += by;
    for (const { key } of keys) {
      const held = (this.#held.get(key) ?? 0) + by;
      if (held === 0) this.#held.delete(key);
      else this.#held.set(key, held);
    }
  }
}

/** A share's own reserve for ring screening: it is used once the share is full. */
export const screeningReserveOf = (facts: ShareFacts): Share =>
  new Share({ ...facts, limit: Math.floor(facts.limit * limits.shares.screeningReserve) });

/** Takes one from the share, or from its reserve if only that has room for the client. Throws OVERLOADED, with the share's words. */
export function takeWithReserve(share: Share, reserve: Share | undefined, client: Client): Booking {
  const booking = openWithReserve(share, reserve, client);
  booking.add(1);
  return booking;
}

/** A booking that holds nothing yet. What the share has no room for comes from its reserve. */
export function openWithReserve(share: Share, reserve: Share | undefined, client: Client): Booking {
  const own = share.open(client);
  if (reserve === undefined) return own;
  const kept = reserve.open(client);
  return {
    add: (amount) => {
      const isReserveNeeded = share.full(client, amount) !== undefined && reserve.full(client, amount) === undefined;
      (isReserveNeeded ? kept : own).add(amount);
    },
    release: () => {
      own.release();
      kept.release();
    },
  };
}

interface Key {
  readonly key: string;
  readonly full: Full;
  /** how many times what is free */
  readonly times: number;
}

/** The client itself first. */
function keysOf({ address = '', appkey }: Client): readonly Key[] {
  const own: Key = { key: `client ${address} ${appkey ?? ''}`, full: 'client', times: timesFree };
  if (appkey === undefined) return [own];
  return [
    own,
    { key: `address ${address}`, full: 'address', times: 2 * timesFree },
    { key: `appkey ${appkey}`, full: 'appkey', times: 2 * timesFree },
  ];
}
