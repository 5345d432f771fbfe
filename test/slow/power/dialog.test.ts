// The power goes before every single statement of a session that begins and of a turn with a web call: the next start finds the
// session as it was before the turn or after it, and the same turn again asks no service that was answered and kept.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Dialogs } from '../../../src/nlu/dialog/dialogs.js';
import { type SessionRow, sessionTable } from '../../../src/nlu/dialog/table.js';
import { GroupCommit } from '../../../src/store/group-commit.js';
import { openStore, type Store } from '../../../src/store/open.js';
import { loadRobot } from '../../../src/understanding/flow/robot.js';
import type { FromUnderstanding, RobotFile, TurnOrder, Understood } from '../../../src/understanding/messages.js';
import { serveUnderstanding } from '../../../src/understanding/serve.js';
import { callingRecords } from '../../helpers/nlu/calling-records.js';
import { PowerCut } from '../../helpers/sync/power-disk.js';
import { watchStatements } from '../../helpers/sync/replica-store.js';
import { timeFactor } from '../../helpers/time-factor.js';

const timeoutMs = 60_000 * timeFactor;
const robot = { sha256: '0'.repeat(64), path: '' };
const config = { needContext: true, needSlots: false, tagFilter: [] };
const log = pino({ level: 'silent' });

let folder: string;
let tenantId: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-dialog-'));
  const { db } = openStore(join(folder, 'prepared.db'));
  db.prepare("INSERT INTO developer (name, created_at) VALUES ('default', 1)").run();
  tenantId = db.prepare<[], string>('SELECT id FROM tenant').pluck().get() as string;
  db.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The understanding process, in this one. */
function understanding() {
  const loaded = { robot: loadRobot(callingRecords), facts: { sessionTimeoutS: 1_200 }, bytes: 0 };
  let answer: FromUnderstanding | undefined;
  const take = serveUnderstanding({
    send: (message) => {
      answer = message;
    },
    ...{ exit: () => {}, robots: { entries: 1 }, clock: () => 0, sliceMs: 1, later: (work) => work() },
    // biome-ignore lint/correctness/useYield: it is loaded at once
    *load() {
      return loaded;
    },
    fault: (fault) => {
      throw fault;
    },
  });
  return {
    turn: async (file: RobotFile, order: TurnOrder): Promise<Understood> => {
      take({ type: 'turn', call: 1, robot: file, order });
      if (answer?.type !== 'understood') throw new Error('not understood');
      return answer.outcome;
    },
  };
}

/** `calls`: the bodies of the web calls that were made. */
function open(cutAt = Number.POSITIVE_INFINITY) {
  const { db } = openStore(join(folder, 'tonegate.db'));
  db.pragma('synchronous = OFF');
  let count = 0;
  watchStatements(db, () => {
    if (!db.open) throw new PowerCut('no power');
    if (++count < cutAt) return;
    db.close();
    throw new PowerCut(`power cut before statement ${count}`);
  });
  const calls: string[] = [];
  const dialogs = new Dialogs({
    ...{ table: sessionTable(db), group: new GroupCommit(db), understanding: understanding() },
    packages: { keep: () => {}, round: () => {} },
    robots: {
      online: () => ({ ...robot, release: () => {} }),
      ...{ published: () => expect.unreachable(), newest: () => expect.unreachable() },
      ...{ held: () => robot, refuseInMaintenance: () => {} },
    },
    webCalls: {
      make: async ({ body }) => {
        calls.push(body);
        return { status: 200, response: `answer ${calls.length} to ${body}` };
      },
    },
    ...{ tenantName: () => '', timeZone: 'Asia/Shanghai', now: () => 5_000, elapsed: () => 5_000 },
    onTurn: () => {},
  });
  return { db, dialogs, calls };
}

const asker = () => ({ service: 'recog' as const, tenantId, appkey: 'app', log });
const rowsOf = (db: Store) => db.prepare<[], SessionRow>('SELECT * FROM dialog_session').all();
const hear = (dialogs: Dialogs, sessionId: string) =>
  dialogs.turn(asker(), { sessionId, userQuery: '查', config, userVars: {} });
const begin = (dialogs: Dialogs) =>
  dialogs.start(asker(), { robotId: 'r-1', publishId: '', config, userVars: {}, extraInfo: '' });

/** False: the power went. */
async function survived(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (fault) {
    const isCut = fault instanceof PowerCut || /database connection is not open/.test((fault as Error).message);
    expect(isCut, String(fault)).toBe(true);
    return false;
  }
}

it('a session that begins is there or it is not', { timeout: timeoutMs }, async () => {
  let isDone = false;
  for (let cutAt = 1; !isDone; cutAt++) {
    copyFileSync(join(folder, 'prepared.db'), join(folder, 'tonegate.db'));
    const { db, dialogs } = open(cutAt);
    isDone = await survived(() => begin(dialogs));
    if (db.open) db.close();
    const again = open();
    const rows = rowsOf(again.db);
    expect(rows.length).toBe(isDone ? 1 : 0);
    again.db.close();
    expect(cutAt).toBeLessThan(50);
  }
});

it('a turn has left the session as it was before or after, and its web calls are not made again', {
  timeout: timeoutMs,
}, async () => {
  copyFileSync(join(folder, 'prepared.db'), join(folder, 'tonegate.db'));
  const first = open();
  const { sessionId } = await begin(first.dialogs);
  const [before] = rowsOf(first.db) as [SessionRow];
  first.db.close();
  copyFileSync(join(folder, 'tonegate.db'), join(folder, 'begun.db'));
  const seen = new Set<string>();
  let isDone = false;
  for (let cutAt = 1; !isDone; cutAt++) {
    copyFileSync(join(folder, 'begun.db'), join(folder, 'tonegate.db'));
    const cut = open(cutAt);
    isDone = await survived(() => hear(cut.dialogs, sessionId));
    if (cut.db.open) cut.db.close();

    const after = open();
    const [row] = rowsOf(after.db) as [SessionRow];
    const kept = row.pending === null ? [] : JSON.parse(row.pending).answers;
    if (isDone) {
      expect([row.turns, row.pending]).toEqual([1, null]);
      expect(row.state).not.toBe(before.state);
    } else {
      expect([row.turns, row.state]).toEqual([0, before.state]);
      const { responses } = await hear(after.dialogs, sessionId);
      expect([...cut.calls.slice(0, kept.length), ...after.calls]).toEqual(['one', 'two']);
      expect(responses.map(({ content }) => content)).toEqual([
        expect.stringMatching(/^answer \d to one, answer \d to two$/),
      ]);
    }
    seen.add(isDone ? 'done' : `${kept.length} kept`);
    after.db.close();
    expect(cutAt).toBeLessThan(50);
  }
  expect([...seen].sort()).toEqual(['0 kept', '1 kept', '2 kept', 'done']);
});
