// The SQL of processors. No other file uses this table.
import type { Store } from '../../../store/open.js';
import { seen } from '../seen.js';

export interface ProcessorRow {
  readonly id: number;
  readonly tenant_id: string;
  readonly type: 'SIMPLE' | 'WEBAPI';
  /** JSON */
  readonly content: string;
}

export type ProcessorTable = ReturnType<typeof processorTable>;

export function processorTable(db: Store) {
  const add = db.prepare<[string, ProcessorRow['type'], string]>(
    'INSERT INTO nlu_processor (tenant_id, type, content) VALUES (?, ?, ?)',
  );
  const find = db.prepare<[string, number], ProcessorRow>(
    `SELECT * FROM nlu_processor WHERE ${seen} AND tenant_id = ? AND id = ?`,
  );
  const byId = db.prepare<[number], ProcessorRow>('SELECT * FROM nlu_processor WHERE id = ?');
  const change = db.prepare<[ProcessorRow['type'], string, number]>(
    'UPDATE nlu_processor SET type = ?, content = ? WHERE id = ?',
  );
  const remove = db.prepare<[number]>('DELETE FROM nlu_processor WHERE id = ?');
  return {
    add: (tenantId: string, type: ProcessorRow['type'], content: string) =>
      Number(add.run(tenantId, type, content).lastInsertRowid),
    find: (tenantId: string, id: number) => find.get(tenantId, id),
    byId: (id: number) => byId.get(id),
    change: (id: number, type: ProcessorRow['type'], content: string) => change.run(type, content, id),
    remove: (id: number) => remove.run(id),
  };
}
