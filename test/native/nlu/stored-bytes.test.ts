// The bytes of robots that count against the quota of a developer.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storedBytes } from '../../../src/nlu/resource/stored-bytes.js';
import { type NluStore, openNluStore } from '../../helpers/nlu/nlu-store.js';
import { type RobotRows, robotRows } from '../../helpers/nlu/robot-rows.js';

let store: NluStore;
beforeEach(async () => {
  store = await openNluStore();
});
afterEach(() => store.close());

const text = 'x'.repeat(4_000);
const session = {
  ...{ id: 's', appkey: 'a', service: 'recog', robot_id: 'r', publish_id: '', turns: 0, timeout_s: 1, expires_at: 1 },
  ...{ state: '{}', extra_info: '' },
};
const branch = ({ insert, node, scene }: RobotRows) =>
  insert('nlu_branch', { node_id: node(scene('s'), 'DISPATCH'), position: 0, name: 'b', condition: text });

it.each<[string, (rows: RobotRows, tenantId: string) => unknown]>([
  ['a processor', ({ processor }) => processor(text)],
  ['a condition of a branch', branch],
  ['a description', ({ intent }) => intent('i', { description: text })],
  ['the script of a menu', ({ skill }) => skill('QABASE', { recommend_start: text })],
  ['a question', ({ question }) => question('pair', text)],
  ['an extended question', ({ question }) => question('pair', 'q', [text])],
  ['an answer', ({ response }) => response(text)],
  ['a session', ({ insert }, tenant_id) => insert('dialog_session', { ...session, tenant_id, state: text })],
  [
    'the answers of a turn in progress',
    ({ insert }, tenant_id) => insert('dialog_session', { ...session, tenant_id, pending: text }),
  ],
  [
    'the log text of a session',
    ({ insert }, tenant_id) => insert('dialog_session', { ...session, tenant_id, extra_info: text }),
  ],
])('%s counts with its text', (_, make) => {
  const { db } = store;
  const bytesOf = storedBytes(db);
  const tenantId = store.newTenant();
  const developer = db.prepare<[], number>('SELECT id FROM developer').pluck().get() as number;
  const before = bytesOf(developer);
  make(robotRows(db, tenantId), tenantId);
  expect(bytesOf(developer) - before).toBeGreaterThanOrEqual(text.length);
  expect(bytesOf(developer) - before).toBeLessThan(2 * text.length);
});

it('short texts count with the row that they take', () => {
  const { db } = store;
  const bytesOf = storedBytes(db);
  const rows = robotRows(db, store.newTenant());
  const developer = db.prepare<[], number>('SELECT id FROM developer').pluck().get() as number;
  const before = bytesOf(developer);
  rows.question(
    'pair',
    'q',
    Array.from({ length: 100 }, (_, at) => String(at)),
  );
  expect(bytesOf(developer) - before).toBeGreaterThan(100 * 60);
});
