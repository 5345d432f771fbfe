// Fair shares: what one client may have, alone and beside others, and books that always come to nothing in the end.
import { describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import { addressOf, type Client } from '../../../src/shares/client.js';
import { Rate } from '../../../src/shares/rate.js';
import {
  type Booking,
  openWithReserve,
  Share,
  screeningReserveOf,
  takeWithReserve,
} from '../../../src/shares/share.js';
import { chance } from '../../helpers/chance.js';

const share = (limit: number, onRefused?: (name: string, full: string) => void) =>
  new Share({ name: 'test', what: 'things', advice: 'take fewer', limit, onRefused });

/** As many as it gets. */
function hoard(from: Share, client: Client): Booking[] {
  const bookings: Booking[] = [];
  while (from.full(client, 1) === undefined) bookings.push(from.take(client));
  return bookings;
}

const [dialer, neighbour] = [
  { address: '10.0.0.1', appkey: 'dialer' },
  { address: '10.0.0.2', appkey: 'neighbour' },
];

describe('the reserve for ring screening', () => {
  const facts = { name: 'test', what: 'things', advice: 'take fewer', limit: 400 };

  it('is a twentieth on top of the limit, for those who may use it, once the share is full', () => {
    const [all, reserve] = [new Share(facts), screeningReserveOf(facts)];
    hoard(all, dialer);
    expect(() => takeWithReserve(all, undefined, dialer)).toThrow('things of this client: 400');
    const places = Array.from({ length: 20 }, () => takeWithReserve(all, reserve, dialer));
    expect([all.used, reserve.used]).toEqual([400, 20]);
    expect(() => takeWithReserve(all, reserve, dialer)).toThrow('things of this client: 400');
    for (const place of places) place.release();
    expect(reserve.used).toBe(0);
  });

  it('takes the rest of a body whose first bytes the share had room for', () => {
    const [all, reserve] = [new Share(facts), screeningReserveOf(facts)];
    const body = openWithReserve(all, reserve, dialer);
    body.add(350);
    expect(() => body.add(60)).toThrow('things of this client: 350'); // more than the reserve has
    body.add(50);
    body.add(20);
    expect([all.used, reserve.used]).toEqual([400, 20]);
    body.release();
    expect([all.used, reserve.used]).toEqual([0, 0]);
  });

  it('is shared, too: who holds most of it leaves a part to others', () => {
    const [all, reserve] = [new Share(facts), screeningReserveOf(facts)];
    hoard(all, dialer);
    hoard(all, neighbour);
    hoard(reserve, dialer);
    expect(takeWithReserve(all, reserve, { address: '10.0.0.2', appkey: 'neighbour' })).toBeDefined();
  });
});

describe('a share', () => {
  it.each([1, 2, 3, 8, 24, 100, 400, 4_096])(
    'of %i gives all of it to a client that is alone, and no more',
    (limit) => {
      expect(hoard(share(limit), dialer)).toHaveLength(limit);
    },
  );

  it('keeps a part for another address, for another appkey at that address, and for that appkey elsewhere', () => {
    for (const other of [neighbour, { ...dialer, appkey: 'neighbour' }, { ...dialer, address: '10.0.0.2' }]) {
      const sessions = share(400);
      hoard(sessions, dialer);
      expect(hoard(sessions, other).length).toBeGreaterThanOrEqual(20);
    }
  });

  it('keeps something for a third client when two have taken what they can, and for a fourth', () => {
    const sessions = share(400);
    for (const each of [1, 2, 3, 4]) {
      expect(hoard(sessions, { address: `10.0.0.${each}`, appkey: `${each}` }).length).toBeGreaterThanOrEqual(1);
    }
  });

  it('comes to even parts when clients end what they have and begin anew', () => {
    const sessions = share(400);
    const held = [hoard(sessions, dialer), hoard(sessions, neighbour)];
    for (let round = 0; round < 2_000; round++) {
      held[0]?.shift()?.release();
      for (const [at, client] of [neighbour, dialer].entries()) {
        if (sessions.full(client, 1) === undefined) held[1 - at]?.push(sessions.take(client));
      }
    }
    const [first = 0, second = 0] = held.map(({ length }) => length);
    expect(Math.min(first, second)).toBeGreaterThan(0.4 * (first + second));
  });

  it('refuses with 503 OVERLOADED in a sentence that names whose part is full, and counts it', () => {
    const onRefused = vi.fn();
    const sessions = share(2, onRefused);
    hoard(sessions, dialer);
    const refused = () => sessions.take(dialer);
    expect(refused).toThrow(ServiceError);
    expect(refused).toThrow(
      'the service is at capacity: things of this client: 2; the rest is reserved for others; take fewer',
    );
    expect(onRefused).toHaveBeenCalledWith('test', 'client');
    hoard(sessions, neighbour);
    expect(() => sessions.take({ address: '10.0.0.3' })).toThrow('things of all: 3; take fewer');
  });

  it('books what arrives, and a refusal takes nothing', () => {
    const bytes = share(1_000);
    const body = bytes.open(dialer);
    expect(bytes.used).toBe(0);
    body.add(600);
    expect(() => body.add(600)).toThrow('at capacity');
    expect(bytes.used).toBe(600);
    body.release();
    body.release();
    expect([bytes.used, bytes.holders]).toEqual([0, 0]);
  });

  it('never gives more than there is, and has nothing left when all have given back', () => {
    const { int, of, is } = chance(17);
    const below = (end: number) => int(0, end - 1);
    for (let round = 0; round < 50; round++) {
      const limit = 1 + below(500);
      const bytes = share(limit);
      const bookings: Booking[] = [];
      for (let step = 0; step < 400; step++) {
        const client = { address: `10.0.0.${below(5)}`, ...(below(3) > 0 && { appkey: `app-${below(4)}` }) };
        if (bookings.length > 0 && is(0.3)) of(bookings).release();
        else {
          const booking = bytes.open(client);
          bookings.push(booking);
          for (let adds = below(4); adds > 0; adds--) {
            const amount = 1 + below(40);
            const full = bytes.full(client, amount);
            if (full === undefined) booking.add(amount);
            else expect(() => booking.add(amount)).toThrow('at capacity');
          }
        }
        expect(bytes.used).toBeLessThanOrEqual(limit + Math.ceil(limit / limits.shares.timesFree));
      }
      for (const booking of bookings) booking.release();
      expect([bytes.used, bytes.holders]).toEqual([0, 0]);
    }
  });
});

describe('an address', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    [undefined, 'unknown'],
  ])('%s counts as %s', (address, counted) => {
    expect(addressOf(address)).toBe(counted);
  });
});

describe('a rate', () => {
  it('lets bursts through, then one at a time, and each address for itself', () => {
    let nowMs = 0;
    const rate = new Rate({ perS: 10, burst: 3 }, () => nowMs);
    expect([1, 2, 3, 4].map(() => rate.take('a'))).toEqual([true, true, true, false]);
    expect(rate.take('b')).toBe(true);
    nowMs = 100;
    expect([rate.take('a'), rate.take('a')]).toEqual([true, false]);
    nowMs = 10_000;
    expect([1, 2, 3, 4].map(() => rate.take('a'))).toEqual([true, true, true, false]);
  });

  it('remembers only so many addresses, and none that has been quiet', () => {
    let nowMs = 0;
    const rate = new Rate({ perS: 10, burst: 3 }, () => nowMs);
    for (let address = 0; address < 2 * limits.shares.addresses; address++) rate.take(String(address));
    expect(rate.size).toBeLessThanOrEqual(limits.shares.addresses);
    nowMs = 60_000;
    rate.take('a');
    expect(rate.size).toBe(1);
  });
});
