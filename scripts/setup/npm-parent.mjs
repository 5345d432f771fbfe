// Ends this process when the npm or npx that started it has gone. npm passes a signal to the shell between the two, which
// ends and leaves its child behind; and a kill -9 of npm leaves the shell as well. A process number is looked at, since the
// kernel tells nobody that a parent has gone.
import { readFileSync } from 'node:fs';

const LOOK_MS = 500;
const SHELLS = ['sh', 'dash', 'bash', 'ash', 'zsh', 'ksh'];

/** Name and parent of a process; undefined where there is no /proc, or no such process. */
function processFacts(pid) {
  try {
    // "PID (NAME) STATE PPID …"; a name may hold anything.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, ppid] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')), ppid: Number(ppid) };
  } catch {
    return undefined;
  }
}

/** Sends this process SIGTERM, once. Nothing where npm did not start it: who runs a command in the background may go. */
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
