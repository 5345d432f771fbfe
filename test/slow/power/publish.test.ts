// The power goes at every single step of a publish that then goes online: before each change of a file, and before each statement
// of the database. The next start finds no half package in use: what is FINISHED or online is whole, and what was being made is
// made.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublishRow } from '../../../src/nlu/publish/table.js';
import { openStore, type Store } from '../../../src/store/open.js';
import { openPackage } from '../../../src/understanding/package/reader.js';
import { compileHere, openPublishing } from '../../helpers/nlu/publishing.js';
import { robotRows, robotWithPairs } from '../../helpers/nlu/robot-rows.js';
import { allKept, allLost, byChance, type Fate, PowerCut, PowerDisk } from '../../helpers/sync/power-disk.js';
import { watchStatements } from '../../helpers/sync/replica-store.js';
import { timeFactor } from '../../helpers/time-factor.js';

const timeoutMs = 60_000 * timeFactor;
const directory = '/data/nlu/packages';

let folder: string;
let tenantId: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-publish-'));
  const { db } = openStore(join(folder, 'prepared.db'));
  db.prepare("INSERT INTO developer (name, created_at) VALUES ('default', 1)").run();
  tenantId = db.prepare<[], string>('SELECT id FROM tenant').pluck().get() as string;
  robotWithPairs(robotRows(db, tenantId), 'r-1', 3);
  db.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Cut {
  readonly step?: number;
  readonly statement?: number;
}

/** The power is one: where it goes for the disk it goes for the database. */
async function open(disk: PowerDisk, { step, statement = Number.POSITIVE_INFINITY }: Cut = {}) {
  const { db } = openStore(join(folder, 'tonegate.db'));
  db.pragma('synchronous = OFF');
  let isOff = false;
  let count = 0;
  let cutAt = Number.POSITIVE_INFINITY;
  const off = () => {
    isOff = true;
    db.close();
  };
  watchStatements(db, () => {
    if (isOff) throw new PowerCut('no power');
    if (++count < cutAt) return;
    off();
    throw new PowerCut(`power cut before statement ${count}`);
  });
  disk.onCut = () => {
    if (!isOff) off();
  };
  const compile = compileHere(disk, disk);
  const publishing = await openPublishing({ db, directory, disk, compile, now: () => 5_000 });
  count = 0;
  cutAt = statement;
  disk.steps = 0;
  disk.cutAt = step ?? disk.cutAt;
  return { ...publishing, db, isOff: () => isOff };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Publishes and puts online. False: the power went. */
async function publish({ publishes, logText, isOff }: Opened): Promise<boolean> {
  try {
    const id = publishes.create(tenantId, 'r-1', '');
    while (!logText().includes('robot published') && !isOff()) await sleep(1);
    if (isOff()) return false;
    publishes.setOnline(tenantId, 'r-1', id);
    return true;
  } catch (fault) {
    const isCut = fault instanceof PowerCut || (fault as Error).message === 'The database connection is not open';
    expect(isCut, String(fault)).toBe(true);
    return false;
  }
}

function expectWhole(disk: PowerDisk, { sha256, bytes }: { sha256: string | null; bytes: number | null }): void {
  const file = Buffer.concat([...disk.read(join(directory, String(sha256)))].map((piece) => Buffer.from(piece)));
  expect(file.length).toBe(bytes);
  expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
  const read = openPackage({ bytes: file.length, read: (target, at) => file.copy(target, 0, at, at + target.length) });
  expect([...read.records('pairs')]).toHaveLength(3);
}

const rowsOf = (db: Store) => db.prepare<[], PublishRow>('SELECT * FROM nlu_publish').all();
const onlineIn = (db: Store) => db.prepare<[], { sha256: string; bytes: number }>('SELECT * FROM nlu_online').all();

/** One life with the power going somewhere, and the next start. True: it came to its end. */
async function live(cut: Cut, fate: Fate): Promise<boolean> {
  copyFileSync(join(folder, 'prepared.db'), join(folder, 'tonegate.db'));
  const disk = new PowerDisk();
  const first = await open(disk, cut);
  const isDone = await publish(first);
  if (first.db.open) await first.stop();
  if (first.db.open) first.db.close();

  const restarted = disk.afterCut(fate);
  const { db: found } = openStore(join(folder, 'tonegate.db'));
  for (const row of rowsOf(found)) if (row.state === 'FINISHED') expectWhole(restarted, row);
  const wasOnline = onlineIn(found);
  for (const row of wasOnline) expectWhole(restarted, row);
  if (isDone) expect(wasOnline).toHaveLength(1);
  found.close();

  const second = await open(restarted);
  while (rowsOf(second.db).some(({ state }) => state === 'WORKING')) await sleep(1);
  for (const row of rowsOf(second.db)) {
    expect(row.state).toBe('FINISHED');
    expectWhole(restarted, row);
    second.publishes.setOnline(tenantId, 'r-1', row.id);
  }
  expect(restarted.list(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
  await second.stop();
  second.db.close();
  return isDone;
}

describe('a publish that goes online', () => {
  const fates: [string, (step: number) => Fate][] = [
    ['all that was not synced is lost', () => allLost],
    ['all of it is there, contents apart', () => allKept],
    ['chance decides', (step) => byChance(step)],
  ];
  it.each(fates)(
    'cut at any step of the disk leaves no half package in use: %s',
    { timeout: timeoutMs },
    async (_, fate) => {
      let step = 1;
      while (!(await live({ step }, fate(step)))) step++;
      expect(step).toBeGreaterThan(10);
    },
  );

  it('cut before any statement of the database leaves no half package in use', { timeout: timeoutMs }, async () => {
    let statement = 1;
    while (!(await live({ statement }, allLost))) statement++;
    expect(statement).toBeGreaterThan(30);
  });
});
