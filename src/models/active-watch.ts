// Notices that another model was activated: `tonegate models` writes active.json whole, by a rename.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../protocol/limits.js';

export interface ActiveWatch {
  close(): void;
}

/** Polls the file, because reading one stat record is cheap and works on every file system. */
export function watchActive(
  storeDirectory: string,
  changed: () => void,
  pollMs: number = limits.model.activePollMs,
): ActiveWatch {
  const file = join(storeDirectory, 'active.json');
  let seen = stampOf(file);
  const poll = setInterval(() => {
    const stamp = stampOf(file);
    if (stamp === seen) return;
    seen = stamp;
    changed();
  }, pollMs);
  poll.unref();
  return { close: () => clearInterval(poll) };
}

/** The inode tells a rename apart from a file of equal size and time. */
function stampOf(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? 'none' : `${stat.ino}:${stat.size}:${stat.mtimeNs}`;
}
