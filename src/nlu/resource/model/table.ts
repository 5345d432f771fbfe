// The SQL of models. No other file uses this table.
import type { Store } from '../../../store/open.js';

export type ModelType = 'BASE' | 'OPTIMIZED';

export interface ModelRow {
  readonly id: number;
  readonly tenant_id: string;
  readonly name: string;
  readonly description: string;
  readonly type: ModelType;
  /** empty for an OPTIMIZED model */
  readonly sys_model: string;
  /** empty for a BASE model */
  readonly model_path: string;
  readonly base_model_id: number | null;
  readonly enabled: 0 | 1;
}

export type ModelTable = ReturnType<typeof modelTable>;

export function modelTable(db: Store) {
  const add = db.prepare<[Omit<ModelRow, 'id' | 'enabled'>]>(
    'INSERT INTO nlu_model (tenant_id, name, description, type, sys_model, model_path, base_model_id, enabled) ' +
      'VALUES (:tenant_id, :name, :description, :type, :sys_model, :model_path, :base_model_id, 0)',
  );
  const all = db.prepare<[string], ModelRow>('SELECT * FROM nlu_model WHERE tenant_id = ? ORDER BY id');
  const find = db.prepare<[string, number], ModelRow>('SELECT * FROM nlu_model WHERE tenant_id = ? AND id = ?');
  const change = db.prepare<[ModelRow]>('UPDATE nlu_model SET name = :name, description = :description WHERE id = :id');
  const disable = db.prepare<[string]>('UPDATE nlu_model SET enabled = 0 WHERE tenant_id = ? AND enabled = 1');
  const enable = db.prepare<[number]>('UPDATE nlu_model SET enabled = 1 WHERE id = ?');
  const remove = db.prepare<[number]>('DELETE FROM nlu_model WHERE id = ?');
  return {
    add: (row: Omit<ModelRow, 'id' | 'enabled'>) => Number(add.run(row).lastInsertRowid),
    all: (tenantId: string) => all.all(tenantId),
    find: (tenantId: string, id: number) => find.get(tenantId, id),
    change: (row: ModelRow) => change.run(row),
    /** Makes this model the only enabled one of its tenant. */
    enable({ tenant_id, id }: Pick<ModelRow, 'tenant_id' | 'id'>): void {
      disable.run(tenant_id);
      enable.run(id);
    },
    remove: (id: number) => remove.run(id),
  };
}
