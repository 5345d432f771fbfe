// docs/hardening.md, "Cages": children are started without a copy of the gateway's page tables.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { type Child, spawnChild } from '../../../src/child/spawn.js';

const ended = (child: Child) =>
  new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve([exitCode, signal]));
  });
const shell = (script: string, stdio: Parameters<typeof spawnChild>[2]['stdio'], more = {}) =>
  spawnChild('/bin/sh', ['-c', script], { stdio, env: { SAID: 'hello', UNSET: undefined }, ...more });

async function textOf(pipe: AsyncIterable<Buffer> | null): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of pipe ?? []) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

it('a child has the given environment, directory and descriptors, and tells its exit code', async () => {
  const child = shell(
    'echo $SAID $UNSET.; pwd; echo bad >&2; cat; cat <&3 >&3; exit 3',
    ['pipe', 'pipe', 'pipe', 'pipe'],
    {
      cwd: '/usr',
    },
  );
  const end = ended(child);
  child.stdin?.end('given');
  child.stdio[3]?.end('both ways');
  const texts = await Promise.all([textOf(child.stdout), textOf(child.stderr), textOf(child.stdio[3] ?? null)]);
  expect(texts).toEqual(['hello .\n/usr\ngiven', 'bad\n', 'both ways']);
  expect(await end).toEqual([3, null]);
});

it('a child that is killed tells the signal, and a second kill does nothing', async () => {
  const child = shell('echo started; exec sleep 100', ['ignore', 'pipe', 'inherit']);
  const end = ended(child);
  child.stdout?.once('data', () => child.kill('SIGKILL'));
  expect(await end).toEqual([null, 'SIGKILL']);
  child.kill('SIGKILL');
});

it('it closes after its pipes were read to their end, also where nobody reads them', async () => {
  const child = shell('head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2', ['ignore', 'pipe', 'pipe']);
  let bytes = 0;
  child.stdout?.on('data', (piece: Buffer) => {
    bytes += piece.length;
  });
  child.stderr?.resume();
  expect(await ended(child)).toEqual([0, null]);
  expect(bytes).toBe(300_000);
  const unread = shell('echo unread', ['ignore', 'pipe', 'inherit']);
  expect(await ended(unread)).toEqual([0, null]);
});

it('a program that cannot be started is an error that names it, and has no pipes', async () => {
  const child = spawnChild('/nowhere/program', [], { stdio: ['pipe', 'pipe', 'inherit'], env: {} });
  expect([child.pid, child.stdin, child.stdout]).toEqual([undefined, null, null]);
  await expect(ended(child)).rejects.toMatchObject({
    code: 'ENOENT',
    errno: -constants.errno.ENOENT,
    syscall: 'spawn /nowhere/program',
    message: expect.stringContaining('no such file or directory'),
  });
  child.kill('SIGKILL');
});

it('what a listener of the end throws is not lost', async () => {
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  const thrown = new Promise((resolve) => process.once('uncaughtException', resolve));
  const child = shell('exit 0', ['ignore', 'ignore', 'inherit']);
  child.on('close', () => {
    throw new Error('of a listener');
  });
  expect(await thrown).toMatchObject({ message: 'of a listener' });
  for (const each of others) process.on('uncaughtException', each);
});

it('an abort is told by its usual name', async () => {
  expect(await ended(shell('kill -ABRT $$', ['ignore', 'ignore', 'inherit']))).toEqual([null, 'SIGABRT']);
});

it('a script without its interpreter and a text with NUL are refused in words', async () => {
  const script = join(mkdtempSync(join(tmpdir(), 'tonegate-spawn-')), 'script');
  writeFileSync(script, 'echo', { mode: 0o700 });
  await expect(ended(spawnChild(script, [], { stdio: [], env: {} }))).rejects.toMatchObject({ code: 'ENOEXEC' });
  expect(() => spawnChild('/bin/true', ['a\0b'], { stdio: [], env: {} })).toThrow(
    'args must not contain a NUL character',
  );
  rmSync(dirname(script), { recursive: true });
});

it('a hundred children that end at once are all told', async () => {
  const ends = Array.from({ length: 100 }, (_, at) => ended(shell(`exit ${at}`, ['ignore', 'ignore', 'inherit'])));
  expect((await Promise.all(ends)).map(([exitCode]) => exitCode)).toEqual(Array.from({ length: 100 }, (_, at) => at));
});
