// The niceness of processes that work beside live calls.
import { spawnSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../../../src/child/program.js';

const highest = 19;

/** The niceness of a process that starts with `own` and asks for `wanted`. */
function nicenessOf(own: number, wanted: number): number {
  const program = `
    const { lowerPriority } = await import(${JSON.stringify(builtProgram('../../../src/child/priority.js', import.meta.url))});
    lowerPriority(${wanted});
    console.log((await import('node:os')).getPriority());`;
  const node = [process.execPath, '--input-type=module', '--eval', program];
  const { status, stdout, stderr } = spawnSync('nice', ['-n', String(own - getPriority()), ...node], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return Number(stdout);
}

describe('a process that works beside live calls', () => {
  it('takes the niceness that is asked for', () => {
    const own = Math.min(getPriority(), highest - 1);
    expect(nicenessOf(own, highest)).toBe(highest);
  });

  it('keeps a higher one that it was started with', () => {
    expect(nicenessOf(highest, highest - 1)).toBe(highest);
  });
});
