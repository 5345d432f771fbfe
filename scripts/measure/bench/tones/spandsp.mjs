// Builds spandsp.c on demand and runs the same clips through it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {import('./cache.mjs').StoredClip} StoredClip */

const source = fileURLToPath(new URL('../spandsp.c', import.meta.url));
const folder = fileURLToPath(new URL('../../../../.cache/bench', import.meta.url));

/** The program's path, or the reason why it is missing. @returns {{ program: string } | { missing: string }} */
export function buildSpandsp() {
  const probe = spawnSync('cc', ['-E', '-x', 'c', '-'], { input: '#include <spandsp.h>\n', encoding: 'utf8' });
  if (probe.error) return { missing: 'there is no C compiler' };
  if (probe.status !== 0) return { missing: 'libspandsp-dev is not installed (apt-get install libspandsp-dev)' };
  mkdirSync(folder, { recursive: true });
  const program = join(folder, 'spandsp');
  if (existsSync(program) && statSync(program).mtimeMs > statSync(source).mtimeMs) return { program };
  const done = spawnSync('cc', ['-std=gnu11', '-O2', '-Wall', '-o', program, source, '-lspandsp'], {
    encoding: 'utf8',
  });
  return done.status === 0 ? { program } : { missing: `spandsp.c does not build: ${done.stderr ?? done.error}` };
}

/** @param {string} program @param {'screen' | 'speed'} verb @param {StoredClip[]} clips */
function runProgram(program, verb, clips) {
  const input = clips.map((clip, index) => `${index} ${clip.offset} ${clip.bytes}`).join('\n');
  const done = spawnSync(program, [verb, clips[0]?.file ?? ''], {
    input: `${input}\n`,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (done.status !== 0) throw new Error(`spandsp ${verb}: ${done.stderr}`);
  return done.stdout.trim().split('\n');
}

/** @param {string} program @param {StoredClip[]} clips @returns {import('./screen.mjs').Screened[]} */
export function screenWithSpandsp(program, clips) {
  return runProgram(program, 'screen', clips).map((line) => {
    const [, kind = 'none', atMs] = line.split(' ');
    return { events: kind === 'none' ? [] : [{ kind, atMs: Number(atMs) }] };
  });
}

/** Times real time on one core. @param {string} program @param {StoredClip[]} clips */
export function speedOfSpandsp(program, clips) {
  const runs = [0, 1, 2].map(() => (runProgram(program, 'speed', clips)[0] ?? '').split(' ').map(Number));
  // The median of three, column by column, as for the product.
  const [tones, fax, dtmf, all] = [0, 1, 2, 3].map((k) => runs.map((run) => run[k] ?? 0).sort((a, b) => a - b)[1]);
  return { tones, fax, dtmf, all };
}
