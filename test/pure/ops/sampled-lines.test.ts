// Lines of one reason are sampled, and what was left out is told.
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../src/ops/log.js';
import { SampledLines } from '../../../src/ops/sampled-lines.js';
import { limits } from '../../../src/protocol/limits.js';

const { linesPerSecond, reasons } = limits.log;

function watched() {
  let nowMs = 0;
  const told: [string, number][] = [];
  const lines = new SampledLines({
    steadyMs: () => nowMs,
    tell: (message, leftOut) => told.push([message, leftOut]),
  });
  const taken = (count: number, message: string, why?: string) =>
    Array.from({ length: count }, () => lines.takes(message, why)).filter(Boolean).length;
  return { lines, taken, told, wait: (ms: number) => (nowMs += ms) };
}

describe('lines of one reason', () => {
  it('are all taken up to so many a second, then counted, and taken again in the next second', () => {
    const { lines, taken, told, wait } = watched();
    expect(taken(linesPerSecond, 'request refused', 'no such path')).toBe(linesPerSecond);
    expect(taken(50, 'request refused', 'no such path')).toBe(0);
    expect(taken(1, 'request refused', 'another reason')).toBe(1);
    lines.tell();
    expect(told).toEqual([['request refused: no such path', 50]]);
    wait(1_000);
    expect(taken(50, 'request refused', 'no such path')).toBe(linesPerSecond);
  });

  it('are of one reason where only numbers differ', () => {
    const { taken } = watched();
    const several = Array.from({ length: 30 }, (_, index) => taken(1, 'session refused', `slice ${index} is late`));
    expect(several.filter((each) => each === 1)).toHaveLength(linesPerSecond);
  });

  it('are counted by their message once there are too many reasons', () => {
    const { taken } = watched();
    const letters = (index: number) => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    let total = 0;
    for (let index = 0; index < 4 * reasons; index++) total += taken(1, 'request refused', `quoted ${letters(index)}`);
    expect(total).toBeLessThanOrEqual(reasons + linesPerSecond);
  });
});

it('the log samples refusals and writes every line of work that was done', () => {
  const lines: { msg: string; level: string }[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const child = log.child({ traceToken: 'a' });
  for (let index = 0; index < 100; index++) {
    child.info({ reason: 'no such path' }, 'request refused');
    log.warn('the disk fails');
    log.info({ record: index }, 'ring verdict');
  }
  const count = (message: string) => lines.filter(({ msg }) => msg === message).length;
  // a second may begin meanwhile
  expect(count('request refused')).toBeLessThanOrEqual(2 * linesPerSecond);
  expect(count('the disk fails')).toBeLessThanOrEqual(2 * linesPerSecond);
  expect(count('ring verdict')).toBe(100);
});
