// The SQL of questions and their extended questions. No other file uses these tables.
import type { Store } from '../../../store/open.js';
import { seen } from '../seen.js';

export type QuestionOwnerKind = 'pair' | 'taskQuestion' | 'intent';

export interface QuestionRow {
  readonly id: number;
  readonly tenant_id: string;
  readonly owner_kind: QuestionOwnerKind;
  readonly text: string;
}

export interface ExtQuestionRow {
  readonly id: number;
  readonly question_id: number;
  readonly text: string;
}

export type QuestionTable = ReturnType<typeof questionTable>;

export function questionTable(db: Store) {
  const add = db.prepare<[string, QuestionOwnerKind, string]>(
    'INSERT INTO nlu_question (tenant_id, owner_kind, text) VALUES (?, ?, ?)',
  );
  const find = db.prepare<[string, number], QuestionRow>(
    `SELECT * FROM nlu_question WHERE ${seen} AND tenant_id = ? AND id = ?`,
  );
  const text = db.prepare<[number], string>('SELECT text FROM nlu_question WHERE id = ?').pluck();
  const change = db.prepare<[string, number]>('UPDATE nlu_question SET text = ? WHERE id = ?');
  const remove = db.prepare<[number]>('DELETE FROM nlu_question WHERE id = ?');
  const count = db.prepare<[string], number>('SELECT questions FROM nlu_tally WHERE tenant_id = ?').pluck();
  const addExt = db.prepare<[number, string]>('INSERT INTO nlu_ext_question (question_id, text) VALUES (?, ?)');
  const exts = db.prepare<[number], ExtQuestionRow>('SELECT * FROM nlu_ext_question WHERE question_id = ? ORDER BY id');
  const ext = db.prepare<[number, number], ExtQuestionRow>(
    'SELECT * FROM nlu_ext_question WHERE question_id = ? AND id = ?',
  );
  const changeExt = db.prepare<[string, number]>('UPDATE nlu_ext_question SET text = ? WHERE id = ?');
  const removeExt = db.prepare<[number]>('DELETE FROM nlu_ext_question WHERE id = ?');
  return {
    add: (tenantId: string, owner: QuestionOwnerKind, text: string) =>
      Number(add.run(tenantId, owner, text).lastInsertRowid),
    find: (tenantId: string, id: number) => find.get(tenantId, id),
    text: (id: number) => text.get(id),
    change: (id: number, text: string) => change.run(text, id),
    remove: (id: number) => remove.run(id),
    count: (tenantId: string) => count.get(tenantId) ?? 0,
    addExt: (questionId: number, text: string) => Number(addExt.run(questionId, text).lastInsertRowid),
    exts: (questionId: number) => exts.all(questionId),
    ext: (questionId: number, id: number) => ext.get(questionId, id),
    changeExt: (id: number, text: string) => changeExt.run(text, id),
    removeExt: (id: number) => removeExt.run(id),
  };
}
