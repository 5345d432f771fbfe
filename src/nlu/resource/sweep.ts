// Removes resources that nobody sees any more, some rows at a time: those of a batch, or all those of a tenant.
import { limits } from '../../protocol/limits.js';
import type { Store } from '../../store/open.js';

const { rowsAtOnce, wordsAtOnce } = limits.nlu.batch;

/** Removes some rows. Returns false if none is left. */
type Sweep<T> = (of: T) => boolean;

/** The sweep of a batch: it removes the rows that the batch has made or hidden. */
export const batchSweep = (db: Store): Sweep<number> =>
  // `batch > 0` lets SQLite use the index of the rows that name a batch.
  sweeping(db, 'root.batch = :of AND root.batch > 0', []);

/** The sweep of a tenant. Its models, which are few, are removed together with the row of the tenant. */
export const tenantSweep = (db: Store): Sweep<string> => sweeping(db, 'root.tenant_id = :of', ['publish']);

/** `before`: further kinds, without parts of their own. Rows that name others are removed first. */
function sweeping<T>(db: Store, isOf: string, before: readonly string[]): Sweep<T> {
  const roots = (kind: string, key = 'id') => `SELECT ${key} FROM nlu_${kind} AS root WHERE ${isOf} LIMIT :most`;
  const parts = (kind: string, column: string, root: string) =>
    `SELECT part.id FROM nlu_${root} AS root JOIN nlu_${kind} AS part ON part.${column} = root.id ` +
    `WHERE ${isOf} LIMIT :most`;
  const removal = (kind: string, ids: string, key = 'id') => `DELETE FROM nlu_${kind} WHERE ${key} IN (${ids})`;
  const isLeaf = 'AND NOT EXISTS (SELECT 1 FROM nlu_dir AS below WHERE below.parent_id = root.id) LIMIT';
  const statements = [
    ...before.map((kind) => removal(kind, roots(kind))),
    removal('robot', roots('robot', 'seq'), 'seq'),
    removal('skill', roots('skill')),
    `UPDATE nlu_branch SET next_scene_id = NULL WHERE id IN (${parts('branch', 'next_scene_id', 'scene')})`,
    removal('node', parts('node', 'scene_id', 'scene')),
    removal('scene', roots('scene')),
    removal('task_question', roots('task_question')),
    removal('intent', roots('intent')),
    removal('pair', parts('pair', 'dir_id', 'dir')),
    removal('dir', roots('dir').replace('LIMIT', isLeaf)),
    removal('entry', parts('entry', 'lexicon_id', 'lexicon')),
    removal('lexicon', roots('lexicon')),
    removal('tag', parts('tag', 'group_id', 'tag_group')),
    removal('tag_group', roots('tag_group')),
  ].map((sql) => {
    const most = /FROM nlu_(entry|tag) /.test(sql) ? wordsAtOnce : rowsAtOnce;
    return { statement: db.prepare<[{ of: T; most: number }]>(sql), most };
  });
  return (of) => statements.some(({ statement, most }) => statement.run({ of, most }).changes > 0);
}
