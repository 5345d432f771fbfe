// Turns of a session one at a time, and the packages that sessions hold.
import { describe, expect, it } from 'vitest';
import { HeldPackages } from '../../../src/nlu/dialog/held-packages.js';
import { Lanes } from '../../../src/nlu/dialog/lanes.js';
import { limits } from '../../../src/protocol/limits.js';

/** Work that ends when it is told to. */
function controlled() {
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    order.push(`${name} ends`);
    return name;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { order, work, end };
}

const { waitingTurns } = limits.dialog;

describe('turns of one session', () => {
  it('are carried out one at a time and in order', async () => {
    const [lanes, { order, work, end }] = [new Lanes(), controlled()];
    const all = ['first', 'second', 'third'].map((name) => lanes.run('s', work(name)));
    for (const name of ['first', 'second', 'third']) await end(name);
    expect(await Promise.all(all)).toEqual(['first', 'second', 'third']);
    expect(order).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('wait, as many as the limit says; the next is 503 and does not begin', async () => {
    const [lanes, { order, work, end }] = [new Lanes(), controlled()];
    const names = Array.from({ length: 1 + waitingTurns }, (_, at) => `turn ${at}`);
    const all = names.map((name) => lanes.run('s', work(name)));
    await expect(lanes.run('s', work('too many'))).rejects.toMatchObject({ code: 'OVERLOADED' });
    await end('turn 0');
    const next = lanes.run('s', work('there is room again'));
    for (const name of [...names.slice(1), 'there is room again']) await end(name);
    await Promise.all([...all, next]);
    expect(order).not.toContain('too many begins');
  });

  it('do not wait for those of other sessions', async () => {
    const [lanes, { order, work, end }] = [new Lanes(), controlled()];
    const all = [lanes.run('a', work('a')), lanes.run('b', work('b'))];
    expect(order).toEqual(['a begins', 'b begins']);
    await end('a');
    await end('b');
    await Promise.all(all);
  });

  it('that fail let the next one begin, and the lane ends with its last turn', async () => {
    const [lanes, { work, end }] = [new Lanes(), controlled()];
    const failing = lanes.run('s', () => Promise.reject(new Error('no')));
    const next = lanes.run('s', work('next'));
    await expect(failing).rejects.toThrow('no');
    expect(lanes.isBusy('s')).toBe(true);
    await end('next');
    expect(await next).toBe('next');
    expect(lanes.isBusy('s')).toBe(false);
  });
});

describe('the package of a session', () => {
  function held(needed: string[]) {
    const [holds, unneeded]: [string[], string[]] = [[], []];
    const packages = new HeldPackages({
      table: { packages: () => needed },
      hold: (sha256) => {
        holds.push(sha256);
        return () => void holds.splice(holds.indexOf(sha256), 1);
      },
      onUnneeded: (sha256) => void unneeded.push(sha256),
    });
    return { packages, holds, unneeded };
  }

  it('is held from the start of the gateway on', () => {
    expect(held(['a', 'b']).holds).toEqual(['a', 'b']);
  });

  it('is held once, however many sessions need it', () => {
    const { packages, holds } = held(['a']);
    packages.keep('a');
    packages.keep('b');
    packages.keep('b');
    expect(holds).toEqual(['a', 'b']);
  });

  it('is let go when no session needs it, and held again for the next one', () => {
    const needed = ['a', 'b'];
    const { packages, holds, unneeded } = held(needed);
    needed.shift();
    packages.round();
    packages.round();
    expect([holds, unneeded]).toEqual([['b'], ['a']]);
    packages.keep('a');
    expect(holds).toEqual(['b', 'a']);
  });
});
