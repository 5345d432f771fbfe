// A lock: two commands started at once (a build and a test run) must not compile into the same folders.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 300;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs `work` while holding `file`; waits for another living holder, and takes over from a dead one. */
export async function whileLocked(file, onWait, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    let holder = Number.NaN;
    try {
      holder = Number(readFileSync(file, 'utf8'));
    } catch {
      continue; // it was just released
    }
    if (holder > 0 && isAlive(holder)) {
      if (!waited) onWait(holder);
    } else if (waited) {
      rmSync(file, { force: true }); // twice without a living holder: the holder did not end in order
      continue;
    }
    await sleep(POLL_MS);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}
