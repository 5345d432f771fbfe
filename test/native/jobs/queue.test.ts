// Jobs in a table of a feature's own, over a real database: due times, leases, recovery; with one lane and with several.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../../src/clock/clock.js';
import { JobQueue } from '../../../src/jobs/queue.js';
import { type JobRows, type JobTable, jobRows } from '../../../src/jobs/rows.js';
import { closeStore, openStore } from '../../../src/store/open.js';

interface Row {
  readonly id: string;
  readonly state: string;
  readonly note: string | null;
}

type Values = Partial<Omit<Row, 'id'>>;

const folder = mkdtempSync(join(tmpdir(), 'tonegate-jobs-'));
const { db } = openStore(join(folder, 'tonegate.db'));
afterAll(() => {
  closeStore(db);
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ['one lane', '', undefined],
  ['lanes, and names of its own for the columns', 'publish_', 'state'],
] as const)('a job table with %s', (_, prefix, lane) => {
  let nowMs: number;
  let rows: JobRows<Row, Values>;
  let queue: JobQueue<Row, Values>;
  const nobody = () => false;
  const columns: Omit<JobTable, 'open'> = { table: 'job', key: ['id'], order: 'id', prefix };

  beforeEach(() => {
    db.exec(`DROP TABLE IF EXISTS job;
      CREATE TABLE job (id TEXT PRIMARY KEY, state TEXT NOT NULL, note TEXT, ${prefix}tries INTEGER NOT NULL DEFAULT 0,
        ${prefix}due_at INTEGER NOT NULL DEFAULT 0, ${prefix}lease INTEGER) STRICT`);
    nowMs = 1_000;
    rows = jobRows(db, { ...columns, open: "state <> 'done'", ...(lane && { lane }) });
    queue = new JobQueue(rows, () => nowMs);
  });

  const add = (...ids: string[]) => {
    for (const id of ids) db.prepare("INSERT INTO job (id, state) VALUES (?, 'waits')").run(id);
  };
  const row = (id: string) => rows.again({ id, state: '', note: null }) as Row;
  const claim = (isBusy: (row: Row) => boolean = nobody, busyCount = 0) =>
    queue.claim(
      () => queue.next(isBusy, busyCount, 'waits'),
      () => ({}),
    );
  const claimed = () => claim() as NonNullable<ReturnType<typeof claim>>;

  it('gives each job to one claim, in its order', () => {
    add('b', 'a');
    expect([claim(), claim(), claim()].map((each) => each?.row.id)).toEqual(['a', 'b', undefined]);
  });

  it('writes values with the claim', () => {
    add('a');
    queue.claim(
      () => queue.next(nobody, 0, 'waits'),
      () => ({ note: 'begun' }),
    );
    expect(row('a').note).toBe('begun');
  });

  it('passes over jobs that are still being worked on, however many', () => {
    add('a', 'b', 'c');
    const isBusy = ({ id }: Row) => id !== 'c';
    expect(claim(isBusy, 2)?.row.id).toBe('c');
    expect(claim(isBusy, 2)).toBeUndefined();
  });

  it('counts an outcome only while its lease lasts', () => {
    add('a');
    const before = claimed();
    rows.change(before.row, { lease: null }); // cancelled, or begun anew
    const after = claimed();
    const write = (note: string) => (current: Row) => rows.change(current, {}, { note });
    expect(queue.settle(before, write('old'))).toBe(false);
    expect(queue.retry(before, 0, 1, () => ({}))).toBe(false);
    expect(queue.settle(after, write('new'))).toBe(true);
    expect(row('a').note).toBe('new');
    db.exec('DELETE FROM job');
    expect(queue.settle(after, write('gone'))).toBe(false);
  });

  it('writes an outcome whole or not at all', () => {
    add('a');
    const running = claimed();
    const fail = () =>
      queue.settle(running, (current) => {
        rows.change(current, { lease: null }, { state: 'done' });
        throw new Error('disk is full');
      });
    expect(fail).toThrow('disk is full');
    expect([row('a').state, rows.leaseOf(row('a'))]).toEqual(['waits', running.lease]);
  });

  it('gives a job back until its time, with the weight of the try', () => {
    add('a');
    expect(queue.retry(claimed(), 1_500, 2, () => ({ note: 'later' }))).toBe(true);
    expect([row('a').note, rows.triesOf(row('a')), queue.nextDueAt()]).toEqual(['later', 2, 1_500]);
    expect(claim()).toBeUndefined();
    nowMs = 1_500;
    expect(queue.nextDueAt()).toBeUndefined();
    queue.retry(claimed(), 1_600, 1, () => ({}));
    expect(rows.triesOf(row('a'))).toBe(3);
  });

  it('says when the next free job is due, not one that is finished or being worked on', () => {
    add('a', 'b', 'c');
    expect(queue.nextDueAt()).toBeUndefined();
    rows.change(row('a'), { dueAt: 3_000 });
    rows.change(row('b'), { dueAt: 2_000, lease: 7 });
    rows.change(row('c'), { dueAt: 1_500 }, { state: 'done' });
    expect(queue.nextDueAt()).toBe(3_000);
  });

  it('ends the leases of a process that has gone, and counts that as no try', () => {
    add('a', 'b');
    claim();
    const next = new JobQueue(rows, () => nowMs);
    const freed: string[] = [];
    next.recover((lost) => {
      freed.push(lost.id);
      rows.change(lost, { lease: null });
    });
    expect(freed).toEqual(['a']);
    expect([claimed().row.id, rows.triesOf(row('a'))]).toEqual(['a', 0]);
  });

  it('keeps a lease, and the time of a retry, on a machine whose clock says 1970, then 2026, then 2000', () => {
    const machine = { wall: 5_000, steady: 0 };
    const never = { utcMs: null, wasBelieved: false, elapsedMs: 0 };
    const clock = new Clock(never, { wallMs: () => machine.wall, steadyMs: () => machine.steady });
    queue = new JobQueue(rows, () => clock.elapsedMs());
    add('a', 'b');
    const begun = claimed();
    const dueAt = clock.elapsedMs() + 60_000;
    queue.retry(claimed(), dueAt, 1, () => ({}));
    for (const wall of [5_000, Date.UTC(2026, 10, 27), Date.UTC(2000, 0, 1)]) {
      machine.wall = wall;
      machine.steady += 15_000;
      clock.look();
      expect([claim(), queue.nextDueAt(), rows.leaseOf(row('a'))]).toEqual([undefined, dueAt, begun.lease]);
    }
    machine.steady += 15_000;
    expect(claimed().row.id).toBe('b');
    expect(queue.settle(begun, (current) => rows.change(current, { lease: null }, { state: 'done' }))).toBe(true);
  });

  it('never claims a job that is finished', () => {
    add('a');
    rows.change(row('a'), {}, { state: 'done' });
    expect(claim()).toBeUndefined();
  });
});

it('the lanes of a job table do not see each other’s jobs', () => {
  db.exec(`DROP TABLE IF EXISTS job;
    CREATE TABLE job (id TEXT PRIMARY KEY, state TEXT NOT NULL, note TEXT, tries INTEGER NOT NULL DEFAULT 0,
      due_at INTEGER NOT NULL DEFAULT 0, lease INTEGER) STRICT;
    INSERT INTO job (id, state) VALUES ('a', 'train'), ('b', 'publish')`);
  const rows = jobRows<Row, Values>(db, {
    ...{ table: 'job', key: ['id'], open: "state <> 'done'", order: 'id', lane: 'state' },
  });
  const queue = new JobQueue(rows, () => 0);
  expect(['train', 'publish', 'import'].map((lane) => queue.next(() => false, 0, lane)?.id)).toEqual([
    'a',
    'b',
    undefined,
  ]);
});
