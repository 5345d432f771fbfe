// The rows of the resources of dialog robots compared with each other: they must be consistent whatever was done or cut
// off.

/** @typedef {import('../../../../dist/store/open.js').Store} Store */

/**
 * Tables of both ends of references, with the column that names them. @type {Record<string, [table: string, column:
 * string]>}
 */
const ends = {
  ...{ question: ['nlu_question', 'id'], slot: ['nlu_slot', 'id'], answer: ['nlu_answer', 'id'] },
  ...{ sensitiveGroup: ['nlu_sensitive_group', 'id'], scene: ['nlu_scene', 'id'], skill: ['nlu_skill', 'id'] },
  ...{ robot: ['nlu_robot', 'seq'], lexicon: ['nlu_lexicon', 'id'], tag: ['nlu_tag', 'id'] },
  ...{ taskQuestion: ['nlu_task_question', 'id'], dir: ['nlu_dir', 'id'], intent: ['nlu_intent', 'id'] },
};

/** Columns that own a question, a response or a processor. @type {Record<string, [table: string, column: string][]>} */
const owners = {
  nlu_question: [
    ['nlu_pair', 'question_id'],
    ['nlu_task_question', 'question_id'],
    ['nlu_intent', 'question_id'],
  ],
  nlu_processor: [
    ['nlu_intent', 'processor_id'],
    ['nlu_node', 'processor_id'],
  ],
  nlu_response: [
    ...['response_id', 'confirm_response_id', 'retry_response_id', 'failed_response_id'].map(
      (column) => /** @type {[string, string]} */ (['nlu_intent', column]),
    ),
    ...[
      ['nlu_pair', 'response_id'],
      ['nlu_slot', 'elicit_response_id'],
      ['nlu_slot', 'confirm_response_id'],
    ].map(([table, column]) => /** @type {[string, string]} */ ([table, column])),
    ...[
      ['nlu_scene', 'retry_response_id'],
      ['nlu_scene', 'failed_response_id'],
      ['nlu_node', 'response_id'],
    ].map(([table, column]) => /** @type {[string, string]} */ ([table, column])),
    ...[
      ['nlu_robot', 'opening_response_id'],
      ['nlu_robot', 'fallback_response_id'],
      ['nlu_sensitive_group', 'response_id'],
    ].map(([table, column]) => /** @type {[string, string]} */ ([table, column])),
  ],
};

/** The contradictions in the store, in words. @param {Store} db @returns {string[]} */
export function rowFaults(db) {
  /** @type {string[]} */ const faults = [];
  const count = (/** @type {string} */ sql) => /** @type {number} */ (db.prepare(sql).pluck().get());
  for (const row of /** @type {any[]} */ (db.pragma('foreign_key_check')))
    faults.push(`a foreign key leads nowhere: ${JSON.stringify(row)}`);
  for (const side of ['from', 'to']) {
    const kinds = /** @type {string[]} */ (db.prepare(`SELECT DISTINCT ${side}_kind FROM nlu_reference`).pluck().all());
    for (const kind of kinds) {
      const end = ends[kind];
      if (end === undefined) {
        faults.push(`references have an unknown kind: ${kind}`);
        continue;
      }
      const lost = count(
        `SELECT count(*) FROM nlu_reference WHERE ${side}_kind = '${kind}' AND ${side}_id NOT IN (SELECT ${end[1]} FROM ${end[0]})`,
      );
      if (lost > 0) faults.push(`${lost} references have a ${kind} that is not there as their ${side} end`);
    }
  }
  for (const [table, columns] of Object.entries(owners)) {
    const owned = columns
      .map(([owner, column]) => `SELECT ${column} AS id FROM ${owner} WHERE ${column} IS NOT NULL`)
      .join(' UNION ALL ');
    const orphans = count(`SELECT count(*) FROM ${table} WHERE id NOT IN (${owned})`);
    if (orphans > 0) faults.push(`${orphans} rows of ${table} belong to nothing`);
    const shared = count(`SELECT count(*) FROM (SELECT id FROM (${owned}) GROUP BY id HAVING count(*) > 1)`);
    if (shared > 0) faults.push(`${shared} rows of ${table} belong to two`);
  }
  const tallies = db
    .prepare(
      `SELECT tenant_id, questions, entries,
         (SELECT count(*) FROM nlu_question q WHERE q.tenant_id = t.tenant_id) AS counted_questions,
         (SELECT count(*) FROM nlu_entry e JOIN nlu_lexicon l ON l.id = e.lexicon_id WHERE l.tenant_id = t.tenant_id) AS counted_entries
       FROM nlu_tally t`,
    )
    .all();
  for (const tally of /** @type {any[]} */ (tallies)) {
    const isRight = tally.questions === tally.counted_questions && tally.entries === tally.counted_entries;
    if (!isRight) faults.push(`the tally is wrong: ${JSON.stringify(tally)}`);
  }
  const untallied = count(`SELECT count(*) FROM nlu_question WHERE tenant_id NOT IN (SELECT tenant_id FROM nlu_tally)`);
  if (untallied > 0) faults.push(`${untallied} questions are of tenants without a tally`);
  const words = count(
    'SELECT count(*) FROM nlu_word w LEFT JOIN nlu_entry e ON e.id = w.entry_id AND e.lexicon_id = w.lexicon_id WHERE e.id IS NULL',
  );
  if (words > 0) faults.push(`${words} words are of no entry of their lexicon`);
  return faults;
}

/** References from resources of the tenant, in the form of the model. @param {Store} db @param {string} tenantId */
export function referencesIn(db, tenantId) {
  const rows = /** @type {any[]} */ (db.prepare('SELECT * FROM nlu_reference').all());
  const tenantOf = {
    ...Object.fromEntries(
      ['question', 'scene', 'skill'].map((kind) => [kind, `SELECT tenant_id FROM ${ends[kind]?.[0]} WHERE id = ?`]),
    ),
    slot: 'SELECT tenant_id FROM nlu_intent WHERE id = (SELECT intent_id FROM nlu_slot WHERE id = ?)',
    answer: 'SELECT tenant_id FROM nlu_response WHERE id = (SELECT response_id FROM nlu_answer WHERE id = ?)',
    sensitiveGroup:
      'SELECT tenant_id FROM nlu_robot WHERE seq = (SELECT robot_seq FROM nlu_sensitive_group WHERE id = ?)',
    robot: 'SELECT tenant_id FROM nlu_robot WHERE seq = ?',
  };
  const statements = Object.fromEntries(Object.entries(tenantOf).map(([kind, sql]) => [kind, db.prepare(sql).pluck()]));
  const shownId = db.prepare('SELECT id FROM nlu_robot WHERE seq = ?').pluck();
  return rows
    .filter(({ from_kind, from_id }) => statements[from_kind]?.get(from_id) === tenantId)
    .map(({ from_kind, from_id, to_kind, to_id }) => {
      const id = from_kind === 'robot' ? shownId.get(from_id) : from_id;
      return `${from_kind} ${id} names ${to_kind} ${to_id}`;
    })
    .sort();
}
