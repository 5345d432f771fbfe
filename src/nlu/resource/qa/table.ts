// The SQL of QA directories and pairs. No other file uses these tables.
import type { Store } from '../../../store/open.js';
import { seen } from '../seen.js';

export interface DirRow {
  readonly id: number;
  readonly tenant_id: string;
  /** null for a domain */
  readonly parent_id: number | null;
  readonly name: string;
  readonly description: string;
  /** Number of pairs in it. */
  readonly pairs: number;
}

export interface PairRow {
  readonly id: number;
  readonly dir_id: number;
  readonly question_id: number;
  readonly response_id: number;
  readonly enabled: 0 | 1;
  /** ms UTC; null if open */
  readonly effect_at: number | null;
  readonly invalid_at: number | null;
}

/** A filter for lists of pairs; null accepts any value. */
export interface PairFilter {
  readonly dirId: number;
  readonly enabled: 0 | 1 | null;
  readonly effective: 0 | 1 | null;
  /** ms UTC */
  readonly now: number;
}

export const isUnfiltered = ({ enabled, effective }: PairFilter): boolean => enabled === null && effective === null;

/** The condition of a filter, as SQL. */
export const wantedPairs =
  'FROM nlu_pair WHERE dir_id = :dirId AND (:enabled IS NULL OR enabled = :enabled) AND (:effective IS NULL OR ' +
  ':effective = (ifnull(effect_at, :now) <= :now AND :now < ifnull(invalid_at, :now + 1)))';

export type QaTable = ReturnType<typeof qaTable>;

export function qaTable(db: Store) {
  const addDir = db.prepare<[Omit<DirRow, 'id' | 'pairs'>]>(
    'INSERT INTO nlu_dir (tenant_id, parent_id, name, description) VALUES (:tenant_id, :parent_id, :name, :description)',
  );
  const dirs = db.prepare<[string], DirRow>(`SELECT * FROM nlu_dir WHERE ${seen} AND tenant_id = ? ORDER BY id`);
  const countDirs = db.prepare<[string], number>('SELECT count(*) FROM nlu_dir WHERE tenant_id = ?').pluck();
  const dir = db.prepare<[string, number], DirRow>(`SELECT * FROM nlu_dir WHERE ${seen} AND tenant_id = ? AND id = ?`);
  const named = db.prepare<[string, number | null, string], DirRow>(
    `SELECT * FROM nlu_dir WHERE ${seen} AND tenant_id = ? AND ifnull(parent_id, 0) = ifnull(?, 0) AND name = ?`,
  );
  const changeDir = db.prepare<[DirRow]>(
    'UPDATE nlu_dir SET parent_id = :parent_id, name = :name, description = :description WHERE id = :id',
  );
  const hideDir = db.prepare<[number, number]>('UPDATE nlu_dir SET batch = ? WHERE id = ?');

  const addPair = db.prepare<[Omit<PairRow, 'id'>]>(
    'INSERT INTO nlu_pair (dir_id, question_id, response_id, enabled, effect_at, invalid_at) ' +
      'VALUES (:dir_id, :question_id, :response_id, :enabled, :effect_at, :invalid_at)',
  );
  const pair = db.prepare<[number, number], PairRow>('SELECT * FROM nlu_pair WHERE dir_id = ? AND id = ?');
  const countPairs = db.prepare<[PairFilter], number>(`SELECT count(*) ${wantedPairs}`).pluck();
  const changePair = db.prepare<[PairRow]>(
    'UPDATE nlu_pair SET enabled = :enabled, effect_at = :effect_at, invalid_at = :invalid_at WHERE id = :id',
  );
  const removePair = db.prepare<[number]>('DELETE FROM nlu_pair WHERE id = ?');
  return {
    addDir: (row: Omit<DirRow, 'id' | 'pairs'>) => Number(addDir.run(row).lastInsertRowid),
    dirs: (tenantId: string) => dirs.all(tenantId),
    countDirs: (tenantId: string) => countDirs.get(tenantId) as number,
    dir: (tenantId: string, id: number) => dir.get(tenantId, id),
    namedDir: (tenantId: string, parentId: number | null, name: string) => named.get(tenantId, parentId, name),
    changeDir: (row: DirRow) => changeDir.run(row),
    hideDir: (id: number, batch: number) => hideDir.run(batch, id),
    addPair: (row: Omit<PairRow, 'id'>) => Number(addPair.run(row).lastInsertRowid),
    pair: (dirId: number, id: number) => pair.get(dirId, id),
    countPairs: (filter: PairFilter) => countPairs.get(filter) as number,
    changePair: (row: PairRow) => changePair.run(row),
    removePair: (id: number) => removePair.run(id),
  };
}
