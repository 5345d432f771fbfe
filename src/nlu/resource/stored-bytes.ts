// Bytes of a developer's robots: every text of theirs in the database, with a share for each row, and the published
// packages. octet_length does not read a text whose length the row tells.
import type { Store } from '../../store/open.js';

/** Bytes that a row and its entries in indexes take besides its texts. */
const rowBytes = 64;

/** The texts of a table. */
interface Texts {
  readonly table: string;
  readonly columns: readonly string[];
  /** The join with the row that names the tenant; none: it is the row itself. */
  readonly via?: string;
}

const ofTenant: readonly Texts[] = [
  { table: 'nlu_question', columns: ['text'] },
  { table: 'nlu_ext_question', columns: ['text'], via: 'JOIN nlu_question o ON o.id = t.question_id' },
  { table: 'nlu_lexicon', columns: ['name', 'description', 'represent_word', 'match_var'] },
  {
    table: 'nlu_dynamic_class',
    columns: ['name', 'description', 'match_value'],
    via: 'JOIN nlu_lexicon o ON o.id = t.lexicon_id',
  },
  // Each entry has its words in a second table.
  { table: 'nlu_entry', columns: ['content', 'content'], via: 'JOIN nlu_lexicon o ON o.id = t.lexicon_id' },
  { table: 'nlu_tag_group', columns: ['name', 'description'] },
  { table: 'nlu_tag', columns: ['name', 'description'], via: 'JOIN nlu_tag_group o ON o.id = t.group_id' },
  { table: 'nlu_response', columns: [] },
  { table: 'nlu_answer', columns: ['content', 'cmd'], via: 'JOIN nlu_response o ON o.id = t.response_id' },
  { table: 'nlu_processor', columns: ['content'] },
  { table: 'nlu_dir', columns: ['name', 'description'] },
  { table: 'nlu_task_question', columns: ['label'] },
  { table: 'nlu_intent', columns: ['name', 'description'] },
  { table: 'nlu_slot', columns: ['name', 'description', 'lexicon'], via: 'JOIN nlu_intent o ON o.id = t.intent_id' },
  { table: 'nlu_model', columns: ['name', 'description', 'model_path'] },
  { table: 'nlu_scene', columns: ['name', 'description'] },
  { table: 'nlu_node', columns: ['name'], via: 'JOIN nlu_scene o ON o.id = t.scene_id' },
  {
    table: 'nlu_branch',
    columns: ['name', 'condition'],
    via: 'JOIN nlu_node n ON n.id = t.node_id JOIN nlu_scene o ON o.id = n.scene_id',
  },
  { table: 'nlu_skill', columns: ['name', 'description', 'recommend_start', 'recommend_end'] },
  { table: 'nlu_robot', columns: ['name', 'description'] },
  { table: 'nlu_sensitive_group', columns: ['name'], via: 'JOIN nlu_robot o ON o.seq = t.robot_seq' },
  { table: 'nlu_test_set', columns: ['name', 'description', 'cases'], via: 'JOIN nlu_robot o ON o.seq = t.robot_seq' },
  { table: 'nlu_publish', columns: ['description'] },
  { table: 'nlu_training', columns: ['request', 'warnings', 'outcome', 'error'] },
  { table: 'dialog_session', columns: ['state', 'pending', 'extra_info'] },
];

const bytesIn = ({ table, columns, via }: Texts): string => {
  const texts = columns.map((column) => `ifnull(octet_length(t.${column}), 0)`);
  const owner = via === undefined ? 't' : 'o';
  return `SELECT sum(${[rowBytes, ...texts].join(' + ')}) FROM ${table} t ${via ?? ''} WHERE ${owner}.tenant_id IN mine`;
};

export function storedBytes(db: Store): (developerId: number) => number {
  const all = [...ofTenant.map(bytesIn), 'SELECT sum(bytes) FROM nlu_publish WHERE tenant_id IN mine'];
  const sum = all.map((text) => `ifnull((${text}), 0)`).join(' + ');
  const bytes = db
    .prepare<[number], number>(`WITH mine AS (SELECT id FROM tenant WHERE developer_id = ?) SELECT ${sum}`)
    .pluck();
  return (developerId) => bytes.get(developerId) ?? 0;
}
