// Scripts of board/update in a folder in place of the box: a stick that goes in, and orders of the sync process.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/setup/setup.mjs';

let folder: string;
const at = (name: string) => path.join(folder, name);
const read = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');
const program = (name: string, text: string) =>
  writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tonegate-scripts-'));
  for (const name of ['bin', 'board', 'content']) mkdirSync(at(name));
  program('tonegate', `echo "$*" >>${at('calls')}`);
  program('umount', '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The script, with the places of a box below the folder. */
function script(name: string): string {
  const text = readFileSync(path.join(root, 'board/update', name), 'utf8')
    .replaceAll('/run/tonegate-board', at('board'))
    .replaceAll('/var/lib/tonegate-content', at('content'))
    .replaceAll('/dev/console', at('console'))
    .replaceAll('/usr/bin/tonegate', at('bin/tonegate'));
  writeFileSync(at(name), text, { mode: 0o755 });
  return at(name);
}
const env = () => ({ ...process.env, PATH: `${at('bin')}:${process.env.PATH}` });

describe('a stick', () => {
  const plugIn = (label: string, mount = '') => {
    program('blkid', `echo '${label}'`);
    program('mount', mount);
    return spawnSync(script('stick'), ['/dev/sda1'], { encoding: 'utf8', env: env() });
  };

  it.each([
    ['TG-CONFIG', /^board provision \S+\/stick\.\w+\n$/],
    ['TG-UPDATE', /^board update-from-stick \S+\/stick\.\w+\n$/],
  ])('labelled %s is looked at', (label, call) => {
    expect(plugIn(label).status).toBe(0);
    expect(read('calls')).toMatch(call);
  });

  it('with another label changes nothing', () => {
    expect(plugIn('HOLIDAY').stdout).toBe(
      "the stick /dev/sda1 is labelled 'HOLIDAY'; only TG-CONFIG and TG-UPDATE are read\n",
    );
    expect(read('calls')).toBe('');
  });

  it('with a broken file system changes nothing, and console and log say so', () => {
    const { status, stdout } = plugIn(
      'TG-CONFIG',
      'echo "mount: /dev/sda1: wrong fs type, bad superblock" >&2; exit 32',
    );
    const words =
      'the stick /dev/sda1 cannot be read: mount: /dev/sda1: wrong fs type, bad superblock. It changes nothing';
    expect(status).toBe(1);
    for (const told of [stdout, read('console')]) expect(told).toContain(words);
    expect(read('calls')).toBe('');
  });
});

describe('an order of the sync process', () => {
  const install = async (outcome: string) => {
    writeFileSync(at('board/outcome'), 'the order before\ndone\n');
    const child = spawn(script('fleet'), ['install', '/elsewhere/bundle', '--allow-downgrade'], { env: env() });
    const words: Buffer[] = [];
    child.stderr.on('data', (piece) => words.push(piece));
    const ended = once(child, 'close');
    while (!existsSync(at('content/order'))) await new Promise((resolve) => setTimeout(resolve, 20));
    const [id, ...lines] = read('content/order').trim().split('\n');
    writeFileSync(at('part'), `${id}\n${outcome}\n`);
    renameSync(at('part'), at('board/outcome'));
    const [status] = await ended;
    return { lines, status, words: Buffer.concat(words).toString() };
  };

  it('names the bundle without its folder, and ends with the outcome of this order', async () => {
    expect(await install('done\n')).toEqual({
      lines: ['install', 'bundle', '--allow-downgrade'],
      status: 0,
      words: '',
    });
  });

  it('that failed brings the reason', async () => {
    const reason = 'the bundle is for kettle; this box is tonegate-arm64';
    expect(await install(`failed\n${reason}`)).toMatchObject({ status: 1, words: `${reason}\n` });
  });
});
