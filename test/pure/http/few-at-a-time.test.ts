// Many small works: a few in each turn of the event loop, all of them in the end.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FewAtATime } from '../../../src/http/listening/few-at-a-time.js';

describe('small works', () => {
  it('are done a few in a turn, in their order, with turns for others in between', async () => {
    const few = new FewAtATime(3);
    const done: number[] = [];
    for (let work = 0; work < 8; work++) few.add(() => done.push(work));
    expect(done).toEqual([]);
    for (const after of [3, 6, 8]) {
      await nextTurn();
      expect(done).toEqual(Array.from({ length: after }, (_, work) => work));
    }
  });

  it('that come from a work, or after all were done, are done too', async () => {
    const few = new FewAtATime(2);
    const done: string[] = [];
    few.add(() => {
      done.push('first');
      few.add(() => done.push('of the first'));
    });
    await nextTurn();
    await nextTurn();
    expect(done).toEqual(['first', 'of the first']);
    few.add(() => done.push('late'));
    await nextTurn();
    expect(done).toEqual(['first', 'of the first', 'late']);
  });
});
