// `--data` with a mistake: commands that make nothing leave nothing behind, and say what would be right.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));

let own: string;
let data: string;
beforeEach(() => {
  own = mkdtempSync(join(tmpdir(), 'tonegate-data-'));
  data = join(own, 'data');
});
afterEach(() => rmSync(own, { recursive: true }));

const tonegate = (...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], (fault, stdout, stderr) =>
      resolve({ code: Number(fault?.code ?? 0), stdout, stderr }),
    );
  });

it.each([
  ['apps', 'list'],
  ['apps', 'remove', 'a'],
  ['tenants', 'list'],
  ['tenants', 'set', 'a', '--disable'],
  ['tenants', 'remove', 'a'],
])('%s %s makes no data directory where a name has a mistake: exit 3', async (...args) => {
  const mistyped = `${data}-mistyped`;
  const { code, stderr } = await tonegate(...args, '--data', mistyped);
  const wrong = 'no gateway has run on this data directory; name the directory of a gateway with --data';
  expect([code, stderr, existsSync(mistyped)]).toEqual([3, `tonegate: ${mistyped}: ${wrong}\n`, false]);
});

it.each([
  ['apps', 'list'],
  ['tenants', 'list'],
  ['sync', 'status'],
])('%s %s says that --data names a file: exit 4', async (...args) => {
  const file = `${data}-file`;
  writeFileSync(file, '');
  const { code, stderr } = await tonegate(...args, '--data', file);
  const wrong = `${file}: is not a directory; name the data directory with --data`;
  expect([code, stderr]).toEqual([4, `tonegate: ${wrong}\n`]);
});

it('names the directory in the command that starts a gateway on it, if it is there: exit 4', async () => {
  const absent = await tonegate('sync', 'status', '--data', data);
  expect([absent.code, absent.stderr]).toEqual([
    4,
    expect.stringContaining(
      `${data}: no gateway is running here, because the directory does not exist; name the directory of`,
    ),
  ]);
  await tonegate('apps', 'add', 'a', '--show-secret', '--data', data);
  const stopped = await tonegate('sync', 'status', '--data', data);
  expect([stopped.code, stopped.stderr]).toEqual([
    4,
    expect.stringContaining(
      `no gateway is running on this data directory; start one with \`tonegate serve --data ${data}\``,
    ),
  ]);
});
