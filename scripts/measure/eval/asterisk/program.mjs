// Starts a real Asterisk with a configuration of its own, in the file system that it is installed in, and stops it.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { files } from './settings.mjs';

/** @typedef {{ version: string, base: string, log: () => string, command: (line: string) => string, stop: () => Promise<void> }} Asterisk */

/** @param {string} root the file system that holds Asterisk @param {string[]} args */
const inRoot = (root, args) => (root === '/' ? args : ['chroot', root, ...args]);

/**
 * @param {string} root
 * @param {Omit<import('./settings.mjs').Places, 'etc' | 'work' | 'caFile'>} places
 * @param {Record<string, string>} copied  files that it needs in its folder, by their names there
 * @returns {Promise<Asterisk>}
 */
export async function startAsterisk(root, places, copied) {
  const base = mkdtempSync(join(root, 'tmp/eval-asterisk-'));
  const work = `/${base.slice(root.length).replace(/^\/+/, '')}`;
  const etc = `${work}/etc`;
  mkdirSync(join(base, 'etc'));
  mkdirSync(join(base, 'spool/outgoing'), { recursive: true });
  for (const [name, from] of Object.entries(copied)) copyFileSync(from, join(base, name));
  const all = files({ ...places, etc, work, caFile: `${work}/cert.pem` });
  for (const [name, text] of Object.entries(all)) writeFileSync(join(base, 'etc', name), text);
  const run = inRoot(root, ['asterisk', '-C', `${etc}/asterisk.conf`]);
  const [program = '', ...args] = run;
  const version = execFileSync(program, [...args, '-V'], { encoding: 'utf8' }).trim();
  const child = spawn(program, [...args, '-f'], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const command = (/** @type {string} */ line) => execFileSync(program, [...args, '-rx', line], { encoding: 'utf8' });
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await exited;
    clearTimeout(timer);
    rmSync(base, { recursive: true, force: true });
  };
  const log = () => readFileSync(join(base, 'messages'), 'utf8');
  for (let tries = 0; ; tries++) {
    await sleep(200);
    if (existsSync(join(base, 'messages')) && log().includes('Asterisk Ready')) break;
    if (child.exitCode !== null || tries > 300) {
      const told = existsSync(join(base, 'messages')) ? log().slice(-2_000) : '';
      await stop();
      throw new Error(`Asterisk did not become ready: ${told}`);
    }
  }
  return { version, base, log, command, stop };
}
