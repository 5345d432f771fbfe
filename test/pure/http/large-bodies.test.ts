// Large bodies: so many of each client are read at a time.
import { describe, expect, it } from 'vitest';
import { LargeBodies } from '../../../src/http/body/large-bodies.js';
import { limits } from '../../../src/protocol/limits.js';

const atOnce = limits.shares.largeBodiesAtOnce;
const [client, other] = [{ address: '10.0.0.2' }, { address: '10.0.0.3' }];

describe('large bodies', () => {
  it('of one client are read a few at a time, in their order, and another client does not wait', async () => {
    const bodies = new LargeBodies();
    const begun: string[] = [];
    const finish: (() => void)[] = [];
    const read = (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        finish.push(() => resolve(name));
      });
    const own = Array.from({ length: atOnce + 2 }, (_, each) => bodies.read(client, read(`own ${each}`)));
    const others = bodies.read(other, read('other'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([...Array.from({ length: atOnce }, (_, each) => `own ${each}`), 'other']);
    finish[0]?.();
    expect(await own[0]).toBe('own 0');
    expect(begun.at(-1)).toBe(`own ${atOnce}`);
    for (let each = 1; each < atOnce + 3; each++) {
      finish[each]?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await Promise.all([...own, others])).toHaveLength(atOnce + 3);
  });

  it('that are refused make room for the next', async () => {
    const bodies = new LargeBodies();
    const refused = Array.from({ length: 3 * atOnce }, () =>
      bodies.read(client, () => Promise.reject(new Error('no room'))),
    );
    const settled = await Promise.allSettled([...refused, bodies.read(client, async () => 'read')]);
    expect(settled.at(-1)).toEqual({ status: 'fulfilled', value: 'read' });
  });
});
