// Finds how much memory this process and its children may still use: what the machine has, or what the control group
// leaves.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Read = (file: string) => string | undefined;

const readReal: Read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** The free memory in bytes; undefined if the kernel does not report it. */
export function freeMemoryBytes(read: Read = readReal): number | undefined {
  const machine = /^MemAvailable:\s+(\d+) kB/m.exec(read('/proc/meminfo') ?? '')?.[1];
  const known = [machine === undefined ? undefined : Number(machine) * 1024, groupFreeBytes(read)];
  const bounds = known.filter((bytes) => bytes !== undefined);
  return bounds.length === 0 ? undefined : Math.min(...bounds);
}

const groups = '/sys/fs/cgroup';

/** The tightest of the limits of its control group (version 2) and of those above it. */
function groupFreeBytes(read: Read): number | undefined {
  const own = /^0::(\/.*)$/m.exec(read('/proc/self/cgroup') ?? '')?.[1];
  if (own === undefined) return undefined;
  let tightest: number | undefined;
  for (let folder = join(groups, own); folder.startsWith(groups); folder = dirname(folder)) {
    const limit = Number(read(join(folder, 'memory.max')) ?? Number.NaN); // "max": no limit
    const used = Number(read(join(folder, 'memory.current')) ?? Number.NaN);
    if (!Number.isFinite(limit) || !Number.isFinite(used)) continue;
    // Pages of files that nobody uses are given up when they are wanted.
    const cached = Number(/^inactive_file (\d+)$/m.exec(read(join(folder, 'memory.stat')) ?? '')?.[1] ?? 0);
    tightest = Math.min(tightest ?? Number.POSITIVE_INFINITY, limit - used + cached);
  }
  return tightest;
}
