// A program that gets one order and gives one answer ends whatever happens, and says why there is no answer.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChildFault, type Order, runOnce } from '../../../src/child/once.js';
import { builtProgram } from '../../../src/child/program.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tonegate-once-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

let programs = 0;

/** A program of this source text. */
function programOf(source: string): string {
  const file = path.join(folder, `${programs++}.mjs`);
  writeFileSync(file, source);
  return file;
}

const bounds = { input: '', timeMs: 60_000, heapMiB: 64, answerBytes: 1_000 };
const run = (source: string, more: Partial<Order> = {}) => runOnce({ program: programOf(source), ...bounds, ...more });

const echo = `const pieces = [];
for await (const piece of process.stdin) pieces.push(piece);
process.stdout.write(JSON.stringify({ heard: Buffer.concat(pieces).toString(), args: process.argv.slice(2) }) + '\\n');`;

const runsFor = (ms: number) => `setTimeout(() => {}, ${ms});`;

describe('a program that is run once', () => {
  it('gets its arguments and its input, and its answer is read', async () => {
    expect(await run(echo, { input: '你好', args: ['a', 'b'] })).toEqual({ heard: '你好', args: ['a', 'b'] });
  });

  it('is killed when its time is over', async () => {
    await expect(run(runsFor(100_000), { timeMs: 100 })).rejects.toEqual(
      new ChildFault('late', 'took longer than 0.1 s'),
    );
  });

  it('is killed when it answers more than it may', async () => {
    const endless = "const piece = 'x'.repeat(500); setInterval(() => process.stdout.write(piece), 1);";
    await expect(run(endless)).rejects.toEqual(new ChildFault('answer', 'answered more than 1000 bytes'));
    const answerOf = (bytes: number) => run(`process.stdout.write(JSON.stringify('x'.repeat(${bytes - 2})));`);
    expect(await answerOf(1_000)).toHaveLength(998);
    await expect(answerOf(1_001)).rejects.toEqual(new ChildFault('answer', 'answered more than 1000 bytes'));
  });

  it('is killed when nobody waits for it any more', async () => {
    const stopped = new AbortController();
    const file = path.join(folder, 'started');
    const source = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(file)}, String(process.pid)); ${runsFor(100_000)}`;
    const answer = run(source, { signal: stopped.signal, writes: [folder] });
    answer.catch(() => {});
    while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 5));
    stopped.abort(new Error('the gateway is stopping'));
    await expect(answer).rejects.toThrow('the gateway is stopping');
  });

  it('tells lines before its answer, which is the last of them', async () => {
    const lines: unknown[] = [];
    const onLine = (line: unknown) => void lines.push(line);
    const slow = `const say = (text) => new Promise((next) => { process.stdout.write(text); setTimeout(next, 20); });
await say('{"at":1}\\n{"a'); await say('t":2}'); await say('\\n{"answer":"你好"}\\n');`;
    expect(await run(slow, { onLine })).toEqual({ answer: '你好' });
    expect(lines).toEqual([{ at: 1 }, { at: 2 }, { answer: '你好' }]);
    const many = "for (let at = 0; at < 1000; at++) process.stdout.write(JSON.stringify({ at }) + '\\n');";
    expect(await run(many, { onLine })).toEqual({ at: 999 }); // more in all than the limit of one line
    await expect(run("process.stdout.write('x'.repeat(1001))", { onLine })).rejects.toEqual(
      new ChildFault('answer', 'answered more than 1000 bytes'),
    );
    await expect(run("process.stdout.write('no JSON\\n')", { onLine })).rejects.toEqual(
      new ChildFault('answer', 'wrote a line that is not JSON'),
    );
    const cut = new ChildFault('ended', 'ended early (status 0)');
    await expect(run('process.stdout.write(\'{"at":1}\\n{"at"\')', { onLine })).rejects.toEqual(cut);
    await expect(run('', { onLine })).rejects.toEqual(cut);
  });

  it('without an answer says how it ended', async () => {
    await expect(run('process.exit(3);')).rejects.toEqual(new ChildFault('ended', 'ended early (status 3)'));
    await expect(run("process.stdout.write('not JSON');")).rejects.toEqual(
      new ChildFault('ended', 'ended early (status 0)'),
    );
    await expect(run(`process.kill(process.pid, 'SIGKILL');${runsFor(100_000)}`)).rejects.toEqual(
      new ChildFault('ended', 'ended early (by a signal)'),
    );
  });

  it('with more objects than its heap has room for ends early', async () => {
    const greedy = 'const all = []; for (;;) all.push(new Array(1000).fill(all.length));';
    await expect(run(greedy)).rejects.toMatchObject({ kind: 'ended' });
  });
});

describe('the place of a program', () => {
  it('is beside its caller, or in the last build', () => {
    const entry = builtProgram(
      './compile-process.js',
      new URL('../../../src/custom-lm/compile.ts', import.meta.url).href,
    );
    expect(entry.split(path.sep).slice(-3)).toEqual(['dist', 'custom-lm', 'compile-process.js']);
    expect(existsSync(entry)).toBe(true);
  });
});
