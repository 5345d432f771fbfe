// Robots as rows of the database, for tests of code that reads whole robots: each kind with its sub-resources and its
// references, as their services save them.
import type { Store } from '../../../src/store/open.js';

export type RobotRows = ReturnType<typeof robotRows>;

export function robotRows(db: Store, tenantId: string) {
  const prepared = new Map<string, ReturnType<Store['prepare']>>();
  const insert = (table: string, values: object): number => {
    const columns = Object.keys(values);
    const places = columns.map((name) => `:${name}`);
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`;
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    return Number(statement.run(values).lastInsertRowid);
  };
  const refer = (from_kind: string, from_id: number, to_kind: string, to_id: number) =>
    insert('nlu_reference', { from_kind, from_id, to_kind, to_id });
  const thresholds = { threshold: null, direct_threshold: null, recommend_threshold: null, top_n: null };

  const question = (
    owner_kind: string,
    text: string,
    ext: readonly string[] = [],
    lexicons: readonly number[] = [],
  ) => {
    const id = insert('nlu_question', { tenant_id: tenantId, owner_kind, text });
    for (const each of ext) insert('nlu_ext_question', { question_id: id, text: each });
    for (const each of lexicons) refer('question', id, 'lexicon', each);
    return id;
  };
  const answer = (response_id: number, content: string, type = 'TEXT') =>
    insert('nlu_answer', { response_id, type, content, cmd: '' });
  const response = (...texts: readonly string[]) => {
    const id = insert('nlu_response', { tenant_id: tenantId, return_type: 'FIRST' });
    for (const text of texts) answer(id, text);
    return id;
  };

  return {
    db,
    insert,
    refer,
    question,
    answer,
    response,
    processor: (content: unknown) =>
      insert('nlu_processor', { tenant_id: tenantId, type: 'SIMPLE', content: JSON.stringify(content) }),
    lexicon: (name: string, values: object = {}) =>
      insert('nlu_lexicon', {
        ...{ tenant_id: tenantId, name, description: '', type: 'STANDARD', represent_word: name, match_var: '' },
        ...values,
      }),
    dir: (name: string, parent_id: number | null = null) =>
      insert('nlu_dir', { tenant_id: tenantId, parent_id, name, description: '' }),
    pair: (dir_id: number, question_id: number, response_id: number, values: object = {}) =>
      insert('nlu_pair', {
        dir_id,
        question_id,
        response_id,
        enabled: 1,
        effect_at: null,
        invalid_at: null,
        ...values,
      }),
    taskQuestion: (label: string, text: string) =>
      insert('nlu_task_question', { tenant_id: tenantId, label, question_id: question('taskQuestion', text) }),
    intent: (name: string, values: object = {}) =>
      insert('nlu_intent', {
        ...{ tenant_id: tenantId, name, description: '', retry_max_times: 3, check_other_skill: 1, auto_recover: 1 },
        ...{ question_id: question('intent', `${name}的说法`), response_id: response(`${name}好了`) },
        ...{ repeat_when_recover: 0, repeat_when_retry: 0, ...values },
      }),
    scene: (name: string, values: object = {}) =>
      insert('nlu_scene', {
        ...{ tenant_id: tenantId, name, description: '', retry_max_times: 3, repeat_when_retry: 0, ...values },
      }),
    node: (scene_id: number, type: string, values: object = {}) =>
      insert('nlu_node', { scene_id, name: type.toLowerCase(), type, conditional: 0, ...values }),
    skill: (type: string, values: object = {}) =>
      insert('nlu_skill', {
        ...{ tenant_id: tenantId, name: type.toLowerCase(), description: '', type, ...thresholds },
        ...{ check_other_skill: 1, auto_recover: 0, recommend_start: '', recommend_end: '', ...values },
      }),
    /** `id`: the id in the interface. */
    robot: (id: string, values: object = {}) =>
      insert('nlu_robot', {
        ...{ id, tenant_id: tenantId, name: id, description: '', forget_turns: 3, session_timeout_s: 1_200 },
        ...{ return_type: 'FIRST', ...thresholds, created_at: 1, ...values },
      }),
    bind: (robot_seq: number, skill_id: number, position = 0, values: object = {}) =>
      insert('nlu_robot_skill', { robot_seq, skill_id, position, ...values }),
  };
}

/** A robot with one skill whose domain has this many pairs, each with its extended questions. Returns its number. */
export function robotWithPairs(rows: RobotRows, id: string, pairs: number, extQuestions = 5): number {
  return rows.db.transaction(() => {
    const domain = rows.dir(`domain of ${id}`);
    for (let pair = 0; pair < pairs; pair++) {
      const ext = Array.from({ length: extQuestions }, (_, index) => `第${pair}个问题的第${index}种说法怎么办理呢`);
      rows.pair(
        domain,
        rows.question('pair', `第${pair}个问题怎么办理`, ext),
        rows.response(`第${pair}个问题这样办理。`),
      );
    }
    const robot = rows.robot(id);
    rows.bind(robot, rows.skill('QABASE', { dir_id: domain }));
    return robot;
  })();
}
