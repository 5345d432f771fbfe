// The SQL of skills and of the intents in them. No other file uses these tables.
import type { Store } from '../../../store/open.js';
import { seen } from '../seen.js';
import type { ThresholdRow } from '../thresholds.js';

export type SkillType = 'QABASE' | 'INTENT' | 'SCENE';

export interface SkillRow extends ThresholdRow {
  readonly id: number;
  readonly tenant_id: string;
  readonly name: string;
  readonly description: string;
  readonly type: SkillType;
  /** set for QABASE */
  readonly dir_id: number | null;
  /** set for SCENE */
  readonly scene_id: number | null;
  readonly check_other_skill: 0 | 1;
  readonly auto_recover: 0 | 1;
  /** Templates around the questions that are offered. */
  readonly recommend_start: string;
  readonly recommend_end: string;
}

export type SkillTable = ReturnType<typeof skillTable>;

const columns =
  'tenant_id, name, description, type, dir_id, scene_id, threshold, direct_threshold, recommend_threshold, top_n, ' +
  'check_other_skill, auto_recover, recommend_start, recommend_end';
const values = columns.replace(/\w+/g, ':$&');

export function skillTable(db: Store) {
  const add = db.prepare<[Omit<SkillRow, 'id'>]>(`INSERT INTO nlu_skill (${columns}) VALUES (${values})`);
  const all = db.prepare<[string], SkillRow>(`SELECT * FROM nlu_skill WHERE ${seen} AND tenant_id = ? ORDER BY id`);
  const count = db.prepare<[string], number>('SELECT count(*) FROM nlu_skill WHERE tenant_id = ?').pluck();
  const find = db.prepare<[string, number], SkillRow>(
    `SELECT * FROM nlu_skill WHERE ${seen} AND tenant_id = ? AND id = ?`,
  );
  const change = db.prepare<[SkillRow]>(`UPDATE nlu_skill SET (${columns}) = (${values}) WHERE id = :id`);
  const remove = db.prepare<[number]>('DELETE FROM nlu_skill WHERE id = ?');
  const intents = db
    .prepare<[number], number>('SELECT intent_id FROM nlu_skill_intent WHERE skill_id = ? ORDER BY position')
    .pluck();
  const clearIntents = db.prepare<[number]>('DELETE FROM nlu_skill_intent WHERE skill_id = ?');
  const addIntent = db.prepare<[number, number, number]>(
    'INSERT INTO nlu_skill_intent (skill_id, intent_id, position) VALUES (?, ?, ?)',
  );
  return {
    add: (row: Omit<SkillRow, 'id'>) => Number(add.run(row).lastInsertRowid),
    all: (tenantId: string) => all.all(tenantId),
    count: (tenantId: string) => count.get(tenantId) as number,
    find: (tenantId: string, id: number) => find.get(tenantId, id),
    change: (row: SkillRow) => change.run(row),
    remove: (id: number) => remove.run(id),
    /** Intents in the order of their priority. */
    intents: (id: number) => intents.all(id),
    /** Replaces the intents of a skill. */
    putIntents(id: number, intentIds: readonly number[]): void {
      clearIntents.run(id);
      for (const [position, intentId] of intentIds.entries()) addIntent.run(id, intentId, position);
    },
  };
}
