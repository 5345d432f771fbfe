// Memory for a spare is what the machine has, or what the tightest control group leaves.
import { expect, it } from 'vitest';
import { freeMemoryBytes } from '../../../src/child/free-memory.js';

const MiB = 1024 * 1024;
const free = (files: Record<string, string>) => freeMemoryBytes((file) => files[file]);
const machine = { '/proc/meminfo': 'MemTotal: 1024000 kB\nMemAvailable:    512000 kB\n' };

it('is what the machine has where no group limits it', () => {
  expect(free(machine)).toBe(500 * MiB);
  expect(free({ ...machine, '/proc/self/cgroup': '0::/a\n', '/sys/fs/cgroup/a/memory.max': 'max\n' })).toBe(500 * MiB);
});

it('is what the tightest group leaves, and cached pages count as free', () => {
  const groups = {
    '/proc/self/cgroup': '0::/system.slice/tonegate.service\n',
    '/sys/fs/cgroup/system.slice/tonegate.service/memory.max': `${400 * MiB}\n`,
    '/sys/fs/cgroup/system.slice/tonegate.service/memory.current': `${250 * MiB}\n`,
    '/sys/fs/cgroup/system.slice/tonegate.service/memory.stat': `anon 1\ninactive_file ${50 * MiB}\n`,
    '/sys/fs/cgroup/system.slice/memory.max': `${300 * MiB}\n`,
    '/sys/fs/cgroup/system.slice/memory.current': `${260 * MiB}\n`,
  };
  expect(free({ ...machine, ...groups })).toBe(40 * MiB);
});

it('is unknown where the kernel does not tell', () => {
  expect(free({})).toBeUndefined();
});
