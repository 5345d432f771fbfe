// Works that last long keep nobody waiting but their owner.
import { expect, it } from 'vitest';
import { FairSlots } from '../../../src/jobs/fair-slots.js';
import { Rate } from '../../../src/shares/rate.js';

/** Works that end when they are told to. */
function scene(atOnce: number, atOncePerOwner: number) {
  const slots = new FairSlots({ atOnce, atOncePerOwner });
  const running: { readonly owner: string; readonly end: () => void }[] = [];
  const add = (owner: string) =>
    slots.run(owner, () => new Promise<void>((resolve) => running.push({ owner, end: resolve })));
  const owners = () => running.map(({ owner }) => owner).join('');
  const end = async (owner: string) => {
    const at = running.findIndex((each) => each.owner === owner);
    running.splice(at, 1)[0]?.end();
    await settled();
  };
  return { slots, running, add, owners, end };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('an owner has so many works at once, and all have so many', async () => {
  const { add, owners, end } = scene(5, 2);
  for (let each = 0; each < 4; each++) for (const owner of ['a', 'b', 'c']) void add(owner);
  await settled();
  expect(owners()).toBe('abcab');
  await end('b');
  expect(owners()).toBe('acabc'); // c had fewest
});

it('a slot that becomes free goes to who has fewest works under way, and then to who was served longest ago', async () => {
  const { slots, add, owners, end, running } = scene(3, 3);
  for (let each = 0; each < 6; each++) void add('a');
  await settled();
  expect(owners()).toBe('aaa');
  void add('b');
  void add('c');
  await end('a');
  await end('a');
  expect(owners()).toBe('abc');
  await end('b');
  expect(owners()).toBe('aca');
  while (running.length > 0) await end(running[0]?.owner ?? '');
  expect(slots.owners).toBe(0);
});

it('a work that fails gives its slot back', async () => {
  const slots = new FairSlots({ atOnce: 1, atOncePerOwner: 1 });
  const fails = slots.run('a', () => Promise.reject(new Error('it failed')));
  await expect(fails).rejects.toThrow('it failed');
  expect(await slots.run('a', async () => 7)).toBe(7);
  expect(slots.owners).toBe(0);
});

it('an owner may have as many works waiting as are still free', async () => {
  const slots = new FairSlots({ atOnce: 1, atOncePerOwner: 1, mostWaiting: 4 });
  const never = () => new Promise<void>(() => {});
  void slots.run('a', never);
  for (let each = 0; each < 2; each++) {
    expect(slots.isFull('a')).toBe(false);
    void slots.run('a', never);
  }
  expect(slots.isFull('a')).toBe(true);
  expect(slots.isFull('b')).toBe(false);
  void slots.run('b', never);
  expect(slots.isFull('b')).toBe(true);
  expect(slots.isFull('c')).toBe(false);
});

it('a work whose client has gone leaves its place and is not done', async () => {
  const slots = new FairSlots({ atOnce: 1, atOncePerOwner: 1, mostWaiting: 2 });
  let end = () => {};
  const first = slots.run(
    'a',
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  const gone = new AbortController();
  let isDone = false;
  const second = slots.run(
    'a',
    async () => {
      isDone = true;
    },
    gone.signal,
  );
  expect(slots.isFull('a')).toBe(true);
  gone.abort(new Error('the client has gone'));
  await expect(second).rejects.toThrow('the client has gone');
  expect(slots.isFull('a')).toBe(false);
  end();
  await first;
  await settled();
  expect([isDone, slots.owners]).toEqual([false, 0]);
});

it('an owner that begins works too often waits, and nobody else does', async () => {
  const slots = new FairSlots({ atOnce: 1, atOncePerOwner: 1, mostWaiting: 2, pace: new Rate({ perS: 10, burst: 3 }) });
  const done: string[] = [];
  const work = (owner: string) => slots.run(owner, async () => void done.push(owner));
  const startMs = performance.now();
  const all = ['a', 'a', 'a'].map(work);
  await Promise.all(all);
  const paced = [work('a'), work('a')];
  expect(slots.isFull('a')).toBe(true);
  expect(slots.isFull('b')).toBe(false);
  await work('b');
  expect(done).toEqual(['a', 'a', 'a', 'b']);
  await Promise.all(paced);
  expect(done).toEqual(['a', 'a', 'a', 'b', 'a', 'a']);
  expect(performance.now() - startMs).toBeGreaterThan(150);
  expect(slots.owners).toBe(0);
});
