// The searches of a recogniser's calls: taken when a voice is heard, given back after it, a few kept.
import { describe, expect, it } from 'vitest';
import { DecoderPool } from '../../../src/engine/runtime/recogniser/decoder-pool.js';
import { makeCtcDecoder } from '../../../src/native/search.js';

const plain = { hotwords: null, corpus: null };

describe('searches of calls', () => {
  it('serve one call after another, and only a few wait for the next', () => {
    let made = 0;
    const pool = new DecoderPool(() => {
      made++;
      return makeCtcDecoder({ units: 4 });
    }, 2);
    const calls = [1, 2, 3].map(() => pool.lease(plain));
    const taken = calls.map((call) => call.take(0));
    expect([made, pool.idle]).toEqual([3, 0]);
    for (const [index, call] of calls.entries()) call.giveBack(taken[index] as (typeof taken)[0]);
    expect(pool.idle).toBe(2);
    pool.lease(plain).take(0);
    expect([made, pool.idle]).toEqual([3, 1]);
  });

  it('begin with the frame that the call has come to, and remember nothing', () => {
    const pool = new DecoderPool(() => makeCtcDecoder({ units: 3, language: null }), 1);
    const lease = pool.lease(plain);
    const frames = Float32Array.from([0.05, 0.9, 0.05, 0.05, 0.05, 0.9].map(Math.log));
    const first = lease.take(0);
    first.push(frames);
    const [heard] = first.finish();
    lease.giveBack(first);
    const again = lease.take(100);
    expect([again.frames, again.finish()[0]?.units.length]).toEqual([100, 0]);
    again.push(frames);
    const [later] = again.finish();
    expect(later?.units[1]).toBe((heard?.units[1] ?? 0) + 100);
    expect(later?.score).toBe(heard?.score);
  });
});
