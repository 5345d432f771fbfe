// Bytes of a developer's robots: the texts of the tables that grow, and the published packages.
import type { Store } from '../../store/open.js';

const texts = [
  'SELECT sum(length(CAST(text AS BLOB))) FROM nlu_question WHERE tenant_id IN mine',
  'SELECT sum(length(CAST(e.text AS BLOB))) FROM nlu_question q JOIN nlu_ext_question e ON e.question_id = q.id ' +
    'WHERE q.tenant_id IN mine',
  // Each entry has its words in a second table.
  'SELECT 2 * sum(length(CAST(e.content AS BLOB))) FROM nlu_lexicon l JOIN nlu_entry e ON e.lexicon_id = l.id ' +
    'WHERE l.tenant_id IN mine',
  'SELECT sum(length(CAST(a.content AS BLOB)) + length(CAST(a.cmd AS BLOB))) FROM nlu_response r ' +
    'JOIN nlu_answer a ON a.response_id = r.id WHERE r.tenant_id IN mine',
  'SELECT sum(length(CAST(t.cases AS BLOB))) FROM nlu_robot r JOIN nlu_test_set t ON t.robot_seq = r.seq ' +
    'WHERE r.tenant_id IN mine',
  'SELECT sum(bytes) FROM nlu_publish WHERE tenant_id IN mine',
  'SELECT sum(length(CAST(state AS BLOB))) FROM dialog_session WHERE tenant_id IN mine',
];

export function storedBytes(db: Store): (developerId: number) => number {
  const sum = texts.map((text) => `ifnull((${text}), 0)`).join(' + ');
  const bytes = db
    .prepare<[number], number>(`WITH mine AS (SELECT id FROM tenant WHERE developer_id = ?) SELECT ${sum}`)
    .pluck();
  return (developerId) => bytes.get(developerId) ?? 0;
}
