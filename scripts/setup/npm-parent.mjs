// Ends this process when the npm or npx that started it is gone. npm passes a signal to the shell between the two,
// which ends and leaves its child behind; and a kill -9 of npm leaves the shell as well. The process number is polled,
// since the kernel does not report the end of a parent.
import { readFileSync } from 'node:fs';

const LOOK_MS = 500;
const SHELLS = ['sh', 'dash', 'bash', 'ash', 'zsh', 'ksh'];

/** Name and parent of a process; undefined if there is no /proc, or no such process. */
function processFacts(pid) {
  try {
    // "PID (NAME) STATE PPID …"; a name may contain anything.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, ppid] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')), ppid: Number(ppid) };
  } catch {
    return undefined;
  }
}

/**
 * Sends this process SIGTERM once when npm is gone. Does nothing if npm did not start it: a background command may
 * outlive its parent.
 */
export function endWithNpm(env = process.env) {
  if (env.npm_command === undefined) return;
  const parent = process.ppid;
  const above = processFacts(parent);
  const isBehindShell = above !== undefined && SHELLS.includes(above.name);
  const look = setInterval(() => {
    const isThere = process.ppid === parent && (!isBehindShell || processFacts(parent)?.ppid === above.ppid);
    if (isThere) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  look.unref();
}
