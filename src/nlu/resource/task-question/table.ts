// The SQL of task questions. No other file uses this table.
import type { Store } from '../../../store/open.js';
import type { Page } from '../page.js';
import { seen } from '../seen.js';

export interface TaskQuestionRow {
  readonly id: number;
  readonly tenant_id: string;
  readonly label: string;
  readonly question_id: number;
}

export type TaskQuestionTable = ReturnType<typeof taskQuestionTable>;

export function taskQuestionTable(db: Store) {
  const add = db.prepare<[string, string, number]>(
    'INSERT INTO nlu_task_question (tenant_id, label, question_id) VALUES (?, ?, ?)',
  );
  const find = db.prepare<[string, number], TaskQuestionRow>(
    `SELECT * FROM nlu_task_question WHERE ${seen} AND tenant_id = ? AND id = ?`,
  );
  // An empty label matches any: the filter of the list finds the text anywhere in the label.
  const wanted = `FROM nlu_task_question WHERE ${seen} AND tenant_id = :tenantId AND (:label = '' OR instr(label, :label) > 0)`;
  type Wanted = { readonly tenantId: string; readonly label: string };
  const count = db.prepare<[Wanted], number>(`SELECT count(*) ${wanted}`).pluck();
  const page = db.prepare<[Wanted & Page], TaskQuestionRow>(
    `SELECT * ${wanted} ORDER BY id LIMIT :limit OFFSET :offset`,
  );
  const unused = db.prepare<[string, number], TaskQuestionRow>(
    `SELECT * FROM nlu_task_question AS t WHERE ${seen} AND tenant_id = ? AND NOT EXISTS ` +
      "(SELECT 1 FROM nlu_reference WHERE to_kind = 'taskQuestion' AND to_id = t.id) ORDER BY id LIMIT ?",
  );
  const relabel = db.prepare<[string, number]>('UPDATE nlu_task_question SET label = ? WHERE id = ?');
  const remove = db.prepare<[number]>('DELETE FROM nlu_task_question WHERE id = ?');
  return {
    add: (tenantId: string, label: string, questionId: number) =>
      Number(add.run(tenantId, label, questionId).lastInsertRowid),
    find: (tenantId: string, id: number) => find.get(tenantId, id),
    count: (wantedRows: Wanted) => count.get(wantedRows) as number,
    page: (wantedRows: Wanted & Page) => page.all(wantedRows),
    /** Task questions that no scene uses. */
    unused: (tenantId: string, most: number) => unused.all(tenantId, most),
    relabel: (id: number, label: string) => relabel.run(label, id),
    remove: (id: number) => remove.run(id),
  };
}
