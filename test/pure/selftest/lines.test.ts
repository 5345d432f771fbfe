// The lines of the self-test that need no machine in a certain state, and their verdict.
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/cli/selftest/check.js';
import { pauseBetweenS, runRound, table } from '../../../src/cli/selftest/rounds.js';
import { clockCheck } from '../../../src/local/selftest/clock.js';
import { rightShare } from '../../../src/local/selftest/likeness.js';
import { judgeSpace, spaceCheck } from '../../../src/local/selftest/space.js';
import { limits } from '../../../src/protocol/limits.js';

const { builtAtMs } = limits.clock;

describe('the clock', () => {
  it.each([
    ['the moment of the release', builtAtMs, 'passed'],
    ['1970', 0, 'warning'],
    ['2000', Date.UTC(2000, 0, 1), 'warning'],
    ['2024', Date.UTC(2024, 11, 31), 'warning'],
    ['a second before the release', builtAtMs - 1_000, 'warning'],
  ])('at %s is sane, or said to be not', async (_, nowMs, outcome) => {
    const finding = await clockCheck(() => nowMs, builtAtMs).run();
    expect(finding.outcome).toBe(outcome);
    expect(finding.sentence).toContain(new Date(nowMs).toISOString().slice(0, 10));
    if (outcome === 'warning') expect(finding.sentence).toContain('not set');
  });
});

describe('free space', () => {
  it.each([
    [15, 'passed'],
    [14.9, 'FAILED'],
    [0, 'FAILED'],
    [100, 'passed'],
  ])('of %s %% is %s', (percent, outcome) => {
    const { sentence, ...finding } = judgeSpace({ freeBytes: percent * 1e9, allBytes: 100e9 }, '/data');
    expect(finding).toEqual({ outcome });
    expect(sentence).toContain(`${percent.toFixed(1)} % (${percent.toFixed(1)} GB of 100.0 GB) is free at /data`);
  });

  it('is not found on a file system that has none, nor in a directory that is not there', async () => {
    expect(judgeSpace({ freeBytes: 0, allBytes: 0 }, '/proc').outcome).toBe('FAILED');
    const [line] = await runRound([spaceCheck('/nowhere/at/all')]);
    expect(line).toMatchObject({ name: 'free space', outcome: 'FAILED', sentence: expect.stringContaining('ENOENT') });
  });
});

describe('a text that was heard', () => {
  it.each([
    ['您好，您拨打的用户已关机。', '您好您拨打的用户已关机', 1],
    ['中国现在处于绝对安全位置', '中国现在处于绝对安全位', 11 / 12],
    ['中国现在处于绝对安全位置', '中国现在处于绝对安全位置了', 11 / 12],
    ['中国现在', '中国线在', 3 / 4],
    ['中国现在', '', 0],
    ['中国', '一二三四五六', 0],
  ])('%s as %s: so many characters are right, whatever its punctuation', (expected, heard, share) => {
    expect(rightShare(expected, heard)).toBeCloseTo(share, 9);
  });
});

describe('a try', () => {
  const finds = (name: string, finding: Finding) => ({ name, run: () => finding });
  const fine = finds('clock', { outcome: 'passed', sentence: 'it is noon' });
  const broken = {
    name: 'engine',
    run: async () => {
      throw new Error('it fell over');
    },
  };

  it('takes a fault as a failure of its line alone, and times each line', async () => {
    const lines = await runRound([broken, fine]);
    expect(lines).toEqual([
      { name: 'engine', outcome: 'FAILED', ms: expect.any(Number), sentence: 'it fell over' },
      { name: 'clock', outcome: 'passed', ms: expect.any(Number), sentence: 'it is noon' },
    ]);
    expect(table(lines)).toMatch(
      /^engine {2}FAILED {2} +\d+ ms {2}it fell over\nclock {3}passed {2} +\d+ ms {2}it is noon\n\n1 of 2 checks failed: engine\.\n$/,
    );
  });

  it('in which something was skipped or gave a warning did not fail, and says so', async () => {
    expect(table(await runRound([fine]))).toMatch(/\n\nEverything passed\.\n$/);
    const lines = await runRound([fine, finds('gateway', { outcome: 'skipped', sentence: 'none need run' })]);
    expect(table(lines)).toMatch(/\n\nNothing failed \(gateway: skipped\)\.\n$/);
  });

  it('is followed by the next after a minute at most', () => {
    expect([5, 20, 600, 86_400].map(pauseBetweenS)).toEqual([1, 2, 60, 60]);
  });
});
