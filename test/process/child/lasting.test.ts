// docs/why/engine-channel.md: a child that stays and cannot be started is gone at once, and its supervisor hears of it.
import { expect, it } from 'vitest';
import { LastingProcess } from '../../../src/child/lasting.js';

class Unstartable extends LastingProcess<{ readonly type: string }, { readonly type: string }> {
  readonly load = 0;
  isLost = false;

  constructor() {
    const times = { startMs: 10_000, pingMs: 500, missedPings: 4, busyPings: 24 };
    // The system takes no argument of more than 128 KiB.
    const args = ['x'.repeat(200_000)];
    super({ ...times, entry: '/nowhere', args, nodeFlags: [], reads: [], frameBytes: 1_000, greeting: () => [] }, 0);
  }

  protected override take(): void {}

  protected override lost(): void {
    this.isLost = true;
  }
}

it('a child that cannot be started is gone, and whoever waits for it hears', async () => {
  const child = new Unstartable();
  child.send({ type: 'work' });
  await new Promise<void>((resolve) => child.onGone(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect([child.state, child.isLost, child.pid, child.ending]).toEqual(['gone', true, undefined, undefined]);
  child.kill('it is not wanted any more');
  child.retire(1_000);
});
