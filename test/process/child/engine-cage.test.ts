// The engines of a running gateway are in the cage that cage.test.ts tries out.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cagedEnvironment, cageGaps } from '../../../src/child/cage.js';
import { childPipe } from '../../../src/child/lasting.js';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';

const secret = 'TONEGATE_SECRET_FOR_ENGINES';
let gateway: RingGateway;
beforeAll(async () => {
  process.env[secret] = 'secret';
  gateway = await startRingGateway();
});
afterAll(async () => {
  delete process.env[secret];
  await gateway.discard();
});

/** The engines among the children of this process, which holds the gateway. */
function engines(): number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return children.map(Number).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main/engine'));
}

it.runIf(cageGaps().length === 0)('their system calls are filtered, and they can gain no privilege', () => {
  const pids = engines();
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(status).toMatch(/^Seccomp:\s+2$/m); // a filter
  }
});

it('they see the variables on the list only', () => {
  const allowed = new Set([...Object.keys(cagedEnvironment()), 'MALLOC_ARENA_MAX']);
  for (const pid of engines()) {
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    expect(names.map((each) => each.split('=', 1)[0]).filter((name) => !allowed.has(name as string))).toEqual([]);
  }
});

it('they have no file open that could be written, and no socket but their output and the channel to the gateway', () => {
  for (const pid of engines()) {
    const open = readdirSync(`/proc/${pid}/fd`).map((fd) => {
      const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0';
      return {
        fd: Number(fd),
        file: readlinkSync(`/proc/${pid}/fd/${fd}`),
        writes: (Number.parseInt(flags, 8) & 3) !== 0,
      };
    });
    expect(open.filter(({ file, writes }) => writes && file.startsWith('/') && file !== '/dev/null')).toEqual([]);
    const sockets = open.filter(({ file }) => file.startsWith('socket:')).map(({ fd }) => fd);
    expect([sockets.includes(childPipe), Math.max(...sockets)]).toEqual([true, childPipe]);
  }
});
