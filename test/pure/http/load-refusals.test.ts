// A client whose large body was refused for load is held to the Retry-After that it got.
import { describe, expect, it } from 'vitest';
import { LoadRefusals } from '../../../src/http/load-refusals.js';
import { ServiceError } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';

const large = limits.shares.largeBodyBytes;
const [client, other] = [
  { address: '10.0.0.2', appkey: 'a' },
  { address: '10.0.0.2', appkey: 'b' },
];
const full = new ServiceError('OVERLOADED', 'no room for clips; send fewer at once');
const retryAfterMs = (full.row.retryAfterS ?? 0) * 1_000;

function refusedOnce() {
  let nowMs = 0;
  const refusals = new LoadRefusals(() => nowMs);
  refusals.refused('one-shot', client, large, full);
  return { refusals, at: (ms: number) => (nowMs = ms) };
}

describe('a large body that is refused for load', () => {
  it('makes those that come before Retry-After is over be refused in the same words', () => {
    const { refusals, at } = refusedOnce();
    at(retryAfterMs - 1);
    expect(() => refusals.need('one-shot', client, large)).toThrow(full.message);
    at(retryAfterMs);
    expect(() => refusals.need('one-shot', client, large)).not.toThrow();
  });

  it('holds up neither another client, nor another route, nor small bodies', () => {
    const { refusals } = refusedOnce();
    expect(() => refusals.need('one-shot', other, large)).not.toThrow();
    expect(() => refusals.need('another', client, large)).not.toThrow();
    expect(() => refusals.need('one-shot', client, large - 1)).not.toThrow();
  });

  it('holds up no longer because its client goes on asking', () => {
    const { refusals, at } = refusedOnce();
    at(retryAfterMs - 1);
    refusals.refused('one-shot', client, large, full);
    at(retryAfterMs);
    expect(() => refusals.need('one-shot', client, large)).not.toThrow();
  });

  it('counts alone: other refusals, and those of small bodies, hold nothing up', () => {
    const refusals = new LoadRefusals(() => 0);
    refusals.refused('one-shot', client, large, new ServiceError('AUDIO_TOO_LONG'));
    refusals.refused('one-shot', client, large - 1, full);
    expect(() => refusals.need('one-shot', client, large)).not.toThrow();
  });
});
