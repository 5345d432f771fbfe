// The order of turns in the understanding process, and the refusal of robots that end it.
import { describe, expect, it } from 'vitest';
import { TurnQueue, type TurnQueueLimits } from '../../../src/understanding/turn-queue.js';

const most: TurnQueueLimits = {
  ...{ atOnce: 4, atOncePerOwner: 2, waiting: 8 },
  ...{ deaths: 2, deathsWithinMs: 10_000, refuseMinMs: 1_000, refuseMaxMs: 4_000, suspects: 2 },
};

class Lost extends Error {}

function scene(limits: Partial<TurnQueueLimits> = {}) {
  let nowMs = 0;
  const refused: string[] = [];
  const queue = new TurnQueue(
    { ...most, ...limits },
    () => nowMs,
    (robot, forMs) => refused.push(`${robot} ${forMs}`),
  );
  const running: { readonly name: string; readonly end: () => void; readonly lose: () => void }[] = [];
  const add = (owner: string, robot = 'r', more: { isLoad?: boolean; signal?: AbortSignal } = {}) => {
    const work = () =>
      new Promise<string>((resolve, reject) => {
        const name = `${owner}:${robot}`;
        running.push({ name, end: () => resolve(name), lose: () => reject(new Lost()) });
      });
    const outcome = queue.run({ owner, robot, isLoad: false, ...more }, work, (fault) => fault instanceof Lost);
    outcome.catch(() => {});
    return outcome;
  };
  const names = () => running.map(({ name }) => name).join(' ');
  const end = async (name: string) => {
    const at = running.findIndex((each) => each.name === name);
    running.splice(at, 1)[0]?.end();
    await settled();
  };
  const die = async () => {
    queue.died();
    for (const { lose } of running.splice(0)) lose();
    await settled();
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { queue, add, names, end, die, pass, refused };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('go to the client with the fewest turns under way, and none has more than its share', async () => {
    const { add, names, end } = scene();
    for (let each = 0; each < 4; each++) void add('a');
    await settled();
    expect(names()).toBe('a:r a:r');
    void add('b');
    await settled();
    expect(names()).toBe('a:r a:r b:r');
    await end('a:r');
    expect(names()).toBe('a:r b:r a:r');
  });

  it('that wait are limited: a client may have as many places as are still free', async () => {
    const { add } = scene();
    for (let each = 0; each < 6; each++) void add('a');
    await settled();
    await expect(add('a')).rejects.toThrow('4 turns of this client wait; the rest is reserved for others');
    for (let each = 0; each < 4; each++) void add('b');
    await expect(add('b')).rejects.toMatchObject({ code: 'OVERLOADED' });
  });

  it('whose client has gone give up their place', async () => {
    const { add, queue, names, end } = scene();
    const gone = new AbortController();
    for (let each = 0; each < 2; each++) void add('a');
    const third = add('a', 'r', { signal: gone.signal });
    expect(queue.size).toBe(3);
    gone.abort(new Error('the client has gone'));
    await expect(third).rejects.toThrow('the client has gone');
    expect(queue.size).toBe(2);
    await end('a:r');
    await end('a:r');
    expect([names(), queue.size]).toEqual(['', 0]);
  });

  it('go on while another client’s robots are loaded, one at a time', async () => {
    const { add, names, end } = scene();
    void add('a', 'x', { isLoad: true });
    void add('a', 'y', { isLoad: true });
    void add('b', 'z', { isLoad: true });
    void add('b', 'w');
    await settled();
    expect(names()).toBe('a:x b:w');
    await end('a:x');
    expect(names()).toBe('b:w a:y');
    await end('a:y');
    expect(names()).toBe('b:w b:z');
  });
});

describe('a robot that was at work when the process died', () => {
  it('runs alone the next time, and is cleared when its call is answered', async () => {
    const { add, names, end, die } = scene();
    void add('a', 'x');
    void add('b', 'y');
    await settled();
    await die();
    void add('a', 'x');
    void add('b', 'y');
    void add('c', 'z');
    await settled();
    expect(names()).toBe('a:x');
    await end('a:x');
    expect(names()).toBe('b:y'); // a suspect, too
    await end('b:y');
    expect(names()).toBe('c:z');
    await end('c:z');
    void add('a', 'x');
    void add('b', 'y');
    await settled();
    expect(names()).toBe('a:x b:y');
  });

  it('is refused for a time that doubles if the process dies again and again while it is alone', async () => {
    const { add, die, pass, refused, names } = scene();
    const dies = async () => {
      void add('a', 'x');
      await settled();
      expect(names()).toBe('a:x');
      await die();
    };
    await dies();
    await dies();
    expect(refused).toEqual(['x 1000']);
    await expect(add('a', 'x')).rejects.toMatchObject({ code: 'DIALOG_UNAVAILABLE' });
    await expect(add('a', 'x')).rejects.toThrow('refused for 1 s');
    void add('b', 'y');
    await settled();
    expect(names()).toBe('b:y');
    await die(); // once is not enough
    pass(1_001);
    await dies();
    pass(2_001);
    await dies();
    pass(4_001);
    await dies();
    expect(refused).toEqual(['x 1000', 'x 2000', 'x 4000', 'x 4000']);
    expect(await Promise.race([add('b', 'y'), settled().then(() => 'begun')])).toBe('begun');
  });

  it('is not blamed for deaths that are long ago', async () => {
    const { add, die, pass, refused } = scene();
    for (let each = 0; each < 3; each++) {
      void add('a', 'x');
      await settled();
      await die();
      pass(most.deathsWithinMs);
    }
    expect(refused).toEqual([]);
  });
});
