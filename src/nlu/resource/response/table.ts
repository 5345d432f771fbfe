// The SQL of responses and their answers. No other file uses these tables.
import type { Store } from '../../../store/open.js';
import { seen } from '../seen.js';

export interface ResponseRow {
  readonly id: number;
  readonly tenant_id: string;
  readonly return_type: 'FIRST' | 'RANDOM';
}

export interface AnswerRow {
  readonly id: number;
  readonly response_id: number;
  readonly type: 'TEXT' | 'TTS' | 'AUDIO' | 'VIDEO' | 'HTML' | 'RECOMMEND';
  readonly content: string;
  /** empty for none */
  readonly cmd: string;
}

export type ResponseTable = ReturnType<typeof responseTable>;

export function responseTable(db: Store) {
  const add = db.prepare<[string, string]>('INSERT INTO nlu_response (tenant_id, return_type) VALUES (?, ?)');
  const find = db.prepare<[string, number], ResponseRow>(
    `SELECT * FROM nlu_response WHERE ${seen} AND tenant_id = ? AND id = ?`,
  );
  const byId = db.prepare<[number], ResponseRow>('SELECT * FROM nlu_response WHERE id = ?');
  const change = db.prepare<[string, number]>('UPDATE nlu_response SET return_type = ? WHERE id = ?');
  const remove = db.prepare<[number]>('DELETE FROM nlu_response WHERE id = ?');
  const addAnswer = db.prepare<[Omit<AnswerRow, 'id'>]>(
    'INSERT INTO nlu_answer (response_id, type, content, cmd) VALUES (:response_id, :type, :content, :cmd)',
  );
  const answers = db.prepare<[number], AnswerRow>('SELECT * FROM nlu_answer WHERE response_id = ? ORDER BY id');
  const answer = db.prepare<[number, number], AnswerRow>('SELECT * FROM nlu_answer WHERE response_id = ? AND id = ?');
  const changeAnswer = db.prepare<[AnswerRow]>('UPDATE nlu_answer SET content = :content, cmd = :cmd WHERE id = :id');
  const removeAnswer = db.prepare<[number]>('DELETE FROM nlu_answer WHERE id = ?');
  return {
    add: (tenantId: string, returnType: ResponseRow['return_type']) =>
      Number(add.run(tenantId, returnType).lastInsertRowid),
    find: (tenantId: string, id: number) => find.get(tenantId, id),
    byId: (id: number) => byId.get(id),
    change: (id: number, returnType: ResponseRow['return_type']) => change.run(returnType, id),
    remove: (id: number) => remove.run(id),
    addAnswer: (row: Omit<AnswerRow, 'id'>) => Number(addAnswer.run(row).lastInsertRowid),
    answers: (responseId: number) => answers.all(responseId),
    answer: (responseId: number, id: number) => answer.get(responseId, id),
    changeAnswer: (row: AnswerRow) => changeAnswer.run(row),
    removeAnswer: (id: number) => removeAnswer.run(id),
  };
}
