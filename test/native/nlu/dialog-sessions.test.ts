// Sessions in a real store: a disk that is full while one begins or goes on, and how many a tenant may have.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Dialogs } from '../../../src/nlu/dialog/dialogs.js';
import { type SessionRow, sessionTable } from '../../../src/nlu/dialog/table.js';
import { limits } from '../../../src/protocol/limits.js';
import { GroupCommit } from '../../../src/store/group-commit.js';
import { openStore, type Store } from '../../../src/store/open.js';
import { loadRobot } from '../../../src/understanding/flow/robot.js';
import { runTurn } from '../../../src/understanding/flow/run.js';
import type { SessionState } from '../../../src/understanding/flow/turn.js';
import type { Understood } from '../../../src/understanding/messages.js';
import { callingRecords } from '../../helpers/nlu/calling-records.js';

const package_ = { sha256: '0'.repeat(64), path: '', release: () => {} };
const config = { needContext: false, needSlots: false, tagFilter: [] };
const facts = { sessionTimeoutS: 1_200 };
const robot = loadRobot(callingRecords);

let folder: string;
let db: Store;
let tenantId: string;
let nowMs: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-sessions-'));
  ({ db } = openStore(join(folder, 'tonegate.db')));
  db.pragma('synchronous = OFF');
  db.prepare("INSERT INTO developer (name, created_at) VALUES ('default', 1)").run();
  tenantId = db.prepare<[], string>('SELECT id FROM tenant').pluck().get() as string;
  nowMs = 5_000;
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

/** Turns are carried out as they are. `padding`: of what the session keeps, so that it needs room. */
function dialogsOf({ padding = 0 } = {}): Dialogs {
  return new Dialogs({
    ...{ table: sessionTable(db), group: new GroupCommit(db), packages: { keep: () => {}, round: () => {} } },
    understanding: {
      turn: async (_, { state, input, answers }): Promise<Understood> => {
        const { padding: _padding, ...before } = state === undefined ? {} : JSON.parse(state);
        const outcome = runTurn(robot, {
          state: state === undefined ? undefined : (before as SessionState),
          ...{ input, answers },
        });
        if (outcome.kind === 'call') return outcome;
        const kept = JSON.stringify({ ...outcome.state, padding: 'x'.repeat(input.text === undefined ? 0 : padding) });
        return { ...outcome, state: kept, warnings: [], trace: undefined, facts };
      },
    },
    robots: {
      ...{ online: () => package_, held: () => package_, refuseInMaintenance: () => {} },
      ...{ published: () => expect.unreachable(), newest: () => expect.unreachable() },
    },
    webCalls: { make: async () => ({ status: 200, response: 'answer' }) },
    ...{ tenantName: () => '', timeZone: 'Asia/Shanghai', now: () => nowMs, elapsed: () => nowMs, onTurn: () => {} },
  });
}

const asker = () => ({ service: 'recog' as const, tenantId, appkey: 'app', log: pino({ level: 'silent' }) });
const begin = (dialogs: Dialogs, extraInfo = '') =>
  dialogs.start(asker(), { robotId: 'r-1', publishId: '', config, userVars: {}, extraInfo });
const hear = (dialogs: Dialogs, sessionId: string) =>
  dialogs.turn(asker(), { sessionId, userQuery: '好', config, userVars: {} });
const rows = () => db.prepare<[], SessionRow>('SELECT * FROM dialog_session ORDER BY id').all();

/** No page more than there are. */
const fill = () => void db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
const makeRoom = () => void db.pragma('max_page_count = 1000000');

describe('a full disk', () => {
  it('refuses a session that begins, and leaves nothing of it', async () => {
    const dialogs = dialogsOf();
    fill();
    await expect(begin(dialogs, 'x'.repeat(limits.dialog.bodyBytes))).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect(rows()).toEqual([]);
    makeRoom();
    await begin(dialogs);
    expect(rows()).toHaveLength(1);
  });

  it('refuses a turn and leaves the session as it was; the same turn goes through once there is room', async () => {
    const dialogs = dialogsOf({ padding: 200_000 });
    const { sessionId } = await begin(dialogs);
    const before = rows();
    fill();
    await expect(hear(dialogs, sessionId)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect(rows()).toEqual(before);
    makeRoom();
    await hear(dialogs, sessionId);
    expect(rows()[0]).toMatchObject({ turns: 1, pending: null });
  });

  it('does not keep a session from its end', async () => {
    const dialogs = dialogsOf();
    const { sessionId } = await begin(dialogs);
    fill();
    await dialogs.end(asker(), sessionId);
    expect(rows()).toEqual([]);
  });
});

describe('the sessions of a tenant', () => {
  it('are as many as the limit says; those over their time and those that have ended make room', async () => {
    const dialogs = dialogsOf();
    const { sessionId } = await begin(dialogs);
    const [row] = rows() as [SessionRow];
    const table = sessionTable(db);
    db.transaction(() => {
      for (let at = 2; at < limits.dialog.sessionsPerTenant; at++) table.add({ ...row, id: `s-${at}` });
      table.add({ ...row, id: 'over', expires_at: nowMs });
    })();
    const last = await begin(dialogs);
    await expect(begin(dialogs)).rejects.toMatchObject({ code: 'OVERLOADED' });
    await dialogs.end(asker(), sessionId);
    await begin(dialogs);
    await expect(begin(dialogs)).rejects.toMatchObject({ code: 'OVERLOADED' });
    await hear(dialogs, last.sessionId);
    nowMs += facts.sessionTimeoutS * 1_000;
    await begin(dialogs);
  });
});
