// Publishes as jobs, and the version that is online: over a real database and real files. The publishing process itself is tested
// with a gateway; here its work is done in this process.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Compile, CompileFault } from '../../../src/nlu/publish/compile.js';
import { limits } from '../../../src/protocol/limits.js';
import { realDisk } from '../../../src/storage/disk.js';
import { DiskFull } from '../../../src/storage/part-file.js';
import { closeStore, openStore, type Store } from '../../../src/store/open.js';
import {
  compileHere,
  openPublishing,
  type PublishingOptions,
  type TestPublishing,
} from '../../helpers/nlu/publishing.js';
import { type RobotRows, robotRows, robotWithPairs } from '../../helpers/nlu/robot-rows.js';

let folder: string;
let directory: string;
let db: Store;
let tenantId: string;
let rows: RobotRows;
let nowMs: number;
let steadyMs: number;
let open: TestPublishing[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-publish-'));
  directory = join(folder, 'nlu', 'packages');
  db = openStore(join(folder, 'tonegate.db')).db;
  db.prepare("INSERT INTO developer (name, created_at) VALUES ('default', 1)").run();
  tenantId = db.prepare<[], string>('SELECT id FROM tenant').pluck().get() as string;
  rows = robotRows(db, tenantId);
  robotWithPairs(rows, 'r-1', 10);
  [nowMs, steadyMs, open] = [1_000_000, 0, []];
});
afterEach(async () => {
  for (const each of open) await each.stop();
  closeStore(db);
  rmSync(folder, { recursive: true, force: true });
});

async function start(more: Partial<PublishingOptions> = {}): Promise<TestPublishing> {
  const made = await openPublishing({ db, directory, now: () => ++nowMs, steadyMs: () => steadyMs, ...more });
  open.push(made);
  return made;
}

type View = ReturnType<TestPublishing['publishes']['view']>;

/** The publish when it is as wanted; the limit of the test ends the wait. */
async function until({ publishes }: TestPublishing, id: string, isSo: (view: View) => boolean): Promise<View> {
  for (;;) {
    const view = publishes.view(tenantId, 'r-1', id);
    if (isSo(view)) return view;
    await sleep(2);
  }
}
const ended = ({ state }: View) => state !== 'WORKING';

async function publish(publishing: TestPublishing, name?: string): Promise<View> {
  if (name !== undefined) db.prepare("UPDATE nlu_robot SET name = ? WHERE id = 'r-1'").run(name);
  const id = publishing.publishes.create(tenantId, 'r-1', '');
  return until(publishing, id, ended);
}

/** A process that works until it is ended. */
const never: Compile = (_, __, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

describe('a publish', () => {
  it('is WORKING at once, and FINISHED with its package', async () => {
    const here = await start();
    const id = here.publishes.create(tenantId, 'r-1', 'first');
    expect(id).toMatch(/^p-[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(here.publishes.view(tenantId, 'r-1', id)).toMatchObject({ id, state: 'WORKING', description: 'first' });
    const view = await until(here, id, ended);
    expect(view).toMatchObject({ state: 'FINISHED', online: false, bytes: expect.any(Number) });
    expect(readdirSync(directory)).toEqual([view.sha256]);
  });

  it('does not wait for all publishes of another developer', async () => {
    const made: string[] = [];
    const here = await start({
      compile: (order, ...more) => {
        made.push(order.publishId);
        return compileHere(realDisk)(order, ...more);
      },
    });
    const insert = "INSERT INTO developer (name, created_at) VALUES ('second', 1)";
    const developer = Number(db.prepare(insert).run().lastInsertRowid);
    const find = db.prepare<[number], string>('SELECT id FROM tenant WHERE developer_id = ?').pluck();
    const other = find.get(developer) as string;
    robotWithPairs(robotRows(db, other), 'r-2', 1);
    for (let each = 0; each < 4; each++) here.publishes.create(tenantId, 'r-1', '');
    const id = here.publishes.create(other, 'r-2', '');
    while (here.publishes.view(other, 'r-2', id).state !== 'FINISHED') await sleep(2);
    expect(made.indexOf(id)).toBeLessThan(2);
  });

  it('waits while the disk is full, says so, and goes on when there is room', async () => {
    let isFull = true;
    const compile: Compile = async (...order) => {
      if (isFull) throw new DiskFull('the disk of this gateway is full');
      return compileHere(realDisk)(...order);
    };
    const here = await start({ compile });
    const id = here.publishes.create(tenantId, 'r-1', '');
    const waiting = await until(here, id, ({ error }) => error !== undefined);
    expect(waiting).toMatchObject({ state: 'WORKING', error: expect.stringContaining('disk of this gateway is full') });
    isFull = false;
    nowMs += limits.nlu.publish.diskRetryMs;
    here.publishes.create(tenantId, 'r-1', 'kicks the queue');
    const view = await until(here, id, ended);
    expect(view.state).toBe('FINISHED');
    expect(view).not.toHaveProperty('error');
  });

  it('is tried again after its process died, and given up at last', async () => {
    let tries = 0;
    const here = await start({
      now: () => (nowMs += limits.nlu.publish.retryMaxMs), // every wait is over at the next look
      compile: async () => {
        tries++;
        throw new CompileFault('the publishing process ended early (by a signal)');
      },
    });
    const id = here.publishes.create(tenantId, 'r-1', '');
    for (;;) {
      if (here.publishes.view(tenantId, 'r-1', id).state === 'ERROR') break;
      await sleep(2);
      here.publishes.create(tenantId, 'r-1', 'kicks the queue');
    }
    expect(here.publishes.view(tenantId, 'r-1', id).error).toBe('the publishing process ended early (by a signal)');
    expect(tries).toBeGreaterThanOrEqual(limits.nlu.publish.tries);
  });

  it('whose gateway was killed is begun again at the next start, and leaves no half file', async () => {
    const first = await start({ compile: never });
    const id = first.publishes.create(tenantId, 'r-1', '');
    const lease = db.prepare<[], number | null>('SELECT lease FROM nlu_publish').pluck();
    while (lease.get() === null) await sleep(2);
    await first.stop(); // its row still has the lease
    realDisk.makeDirectory(directory);
    writeFileSync(join(directory, `${id}.77.part`), 'half');
    const second = await start();
    expect((await until(second, id, ended)).state).toBe('FINISHED');
    expect(readdirSync(directory)).toHaveLength(1);
  });

  it('that is deleted while it is made leaves nothing', async () => {
    const signals: AbortSignal[] = [];
    const slow: Compile = (order, input, signal) => {
      signals.push(signal);
      return never(order, input, signal);
    };
    const here = await start({ compile: slow });
    const id = here.publishes.create(tenantId, 'r-1', '');
    while (signals.length === 0) await sleep(2);
    here.publishes.remove(tenantId, 'r-1', id);
    expect(signals[0]?.aborted).toBe(true);
    expect(() => here.publishes.view(tenantId, 'r-1', id)).toThrow('there is no publish');
  });

  it('makes room for itself: the oldest that is not online goes', async () => {
    const here = await start();
    const first = await publish(here);
    here.publishes.setOnline(tenantId, 'r-1', first.id);
    const second = await publish(here);
    for (let made = 2; made < limits.nlu.perTenant.publishesPerRobot; made++) await publish(here);
    expect(here.publishes.all(tenantId, 'r-1')).toHaveLength(limits.nlu.perTenant.publishesPerRobot);
    const last = await publish(here);
    const ids = here.publishes.all(tenantId, 'r-1').map(({ id }) => id);
    expect(ids).toHaveLength(limits.nlu.perTenant.publishesPerRobot);
    expect(ids[0]).toBe(last.id);
    expect(ids).toContain(first.id);
    expect(ids).not.toContain(second.id);
  });

  it('is refused while as many as there may be are waiting', async () => {
    const here = await start({ compile: never });
    for (let made = 0; made < limits.nlu.perTenant.publishesPerRobot; made++)
      here.publishes.create(tenantId, 'r-1', '');
    expect(() => here.publishes.create(tenantId, 'r-1', '')).toThrow('are not finished yet');
  });
});

describe('the version that is online', () => {
  it('is set, taken back to an older one, and cleared; listeners hear of it', async () => {
    const here = await start();
    const [old, young] = [await publish(here, 'old'), await publish(here, 'young')];
    let heard = 0;
    const end = here.online.onChange(() => heard++);
    here.publishes.setOnline(tenantId, 'r-1', young.id);
    expect(here.publishes.online(tenantId, 'r-1')).toMatchObject({ publishId: young.id, source: 'here' });
    expect(here.online.find(tenantId, 'r-1')).toMatchObject({
      publishId: young.id,
      path: join(directory, String(young.sha256)),
    });
    here.publishes.setOnline(tenantId, 'r-1', old.id);
    expect(here.online.find(tenantId, 'r-1')?.sha256).toBe(old.sha256);
    here.publishes.setOnline(tenantId, 'r-1', '');
    expect(here.online.find(tenantId, 'r-1')).toBeUndefined();
    expect(here.publishes.online(tenantId, 'r-1')).toEqual({ publishId: '' });
    end();
    here.publishes.setOnline(tenantId, 'r-1', old.id);
    expect(heard).toBe(3);
  });

  it('can only be a FINISHED one of this robot whose package is there', async () => {
    const here = await start({
      compile: async (order, input, signal) => {
        if (nowMs > 2_000_000) throw new Error('broken');
        return compileHere(realDisk)(order, input, signal);
      },
    });
    const set = (id: string, robot = 'r-1') => here.publishes.setOnline(tenantId, robot, id);
    const view = await publish(here);
    robotWithPairs(rows, 'r-2', 1);
    expect(() => set(view.id, 'r-2')).toThrow('there is no publish of robot r-2:');
    expect(() => set('p-unknown')).toThrow('there is no publish');
    expect(() => set(view.id, 'r-none')).toThrow('there is no robot r-none');
    rmSync(join(directory, String(view.sha256)));
    expect(() => set(view.id)).toThrow('is not on the disk; publish again');
    const working = here.publishes.create(tenantId, 'r-1', '');
    expect(() => set(working)).toThrow('is not finished yet');
    await until(here, working, ended);
    nowMs = 3_000_000;
    const failed = await publish(here);
    expect(failed).toMatchObject({ state: 'ERROR', error: 'internal fault of the service; its log has the details' });
    expect(() => set(failed.id)).toThrow('has failed');
  });

  it('cannot be deleted', async () => {
    const here = await start();
    const view = await publish(here);
    here.publishes.setOnline(tenantId, 'r-1', view.id);
    expect(() => here.publishes.remove(tenantId, 'r-1', view.id)).toThrow('is online');
    here.publishes.setOnline(tenantId, 'r-1', '');
    here.publishes.remove(tenantId, 'r-1', view.id);
  });

  it('of a robot that is deleted here goes with it; one that came from above stays', async () => {
    const here = await start();
    const view = await publish(here);
    here.publishes.setOnline(tenantId, 'r-1', view.id);
    const row = here.table.online(tenantId, 'r-1');
    here.table.putOnline({ ...(row as NonNullable<typeof row>), robot_id: 'r-above', origin: 'above' });
    db.prepare('DELETE FROM nlu_robot').run();
    expect(here.online.find(tenantId, 'r-1')).toBeUndefined();
    expect(here.publishes.online(tenantId, 'r-above')).toMatchObject({ publishId: view.id, source: 'upstream' });
    expect(() => here.publishes.setOnline(tenantId, 'r-above', '')).toThrow('is managed by the upstream');
  });
});

describe('the file of a package', () => {
  const isThere = ({ sha256 }: View) => existsSync(join(directory, String(sha256)));

  it('stays while a publish, an online mark or a holder names it, and goes a while after the last of them', async () => {
    const here = await start();
    const sweep = () => here.files.sweep((sha256) => here.table.isNamed(sha256));
    const later = () => {
      sweep();
      steadyMs += limits.nlu.publish.unusedMs;
      sweep();
    };
    const [first, second] = [await publish(here, 'first'), await publish(here, 'second')];
    later();
    expect([isThere(first), isThere(second)]).toEqual([true, true]);

    here.publishes.setOnline(tenantId, 'r-1', first.id);
    const held = here.online.hold(tenantId, 'r-1');
    const heldTwice = here.online.hold(tenantId, 'r-1');
    here.publishes.setOnline(tenantId, 'r-1', second.id);
    here.publishes.remove(tenantId, 'r-1', first.id);
    later();
    expect(isThere(first)).toBe(true);
    held?.release();
    held?.release();
    later();
    expect(isThere(first)).toBe(true);
    heldTwice?.release();
    sweep();
    expect(isThere(first)).toBe(true); // a session may be about to open it
    later();
    expect([isThere(first), isThere(second)]).toEqual([false, true]);
  });
});
