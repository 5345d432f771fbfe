// A lock that one process holds on a directory: a file with the name of its holder. It ends with the process, however
// the process ends: the next one sees that the holder has gone.
import { readFileSync } from 'node:fs';
import type { Disk } from './disk.js';

/** The holder of a lock, and a check whether another holder that wrote its name has gone. */
export interface LockHolder {
  readonly name: string;
  hasGone(name: string): boolean;
}

/** This process as a holder. A process number means nothing after a reboot, so the name holds the boot id as well. */
export function processHolder(): LockHolder {
  const boot = bootId();
  return {
    name: `${process.pid} ${boot}`,
    hasGone: (name) => {
      const [pid, itsBoot] = name.split(' ');
      if (itsBoot !== boot) return true;
      if (Number(pid) === process.pid) return false;
      try {
        process.kill(Number(pid), 0);
        return false;
      } catch (fault) {
        return (fault as NodeJS.ErrnoException).code !== 'EPERM';
      }
    },
  };
}

export type Lock = { readonly release: () => void } | { readonly heldBy: string };

/** Takes the lock `file`, also from a holder that has gone. `heldBy`: the process number of the present holder. */
export function takeLock(disk: Disk, file: string, holder: LockHolder): Lock {
  if (!disk.createExclusively(file, holder.name)) {
    const other = Buffer.concat([...disk.read(file)].map((piece) => Buffer.from(piece))).toString('utf8');
    const heldBy = other.split(' ')[0] as string;
    if (!holder.hasGone(other)) return { heldBy };
    disk.remove(file);
    if (!disk.createExclusively(file, holder.name)) return { heldBy };
  }
  return { release: () => disk.remove(file) };
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
