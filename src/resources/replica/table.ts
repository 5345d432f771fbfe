// The SQL of resources as another gateway sees them: whole versions, living and deleted, and their content by its hash.
import type { Store } from '../../store/open.js';
import type { Place } from '../table.js';

/** A version, whether it lives or not. */
export interface VersionRow {
  readonly id: string;
  readonly category: 'user' | 'sys';
  readonly cu: string;
  readonly type: string;
  readonly developer_id: number | null;
  readonly developer: string | null;
  readonly user_id: string;
  readonly wanted_name: string;
  readonly lang: string;
  readonly description: string;
  readonly ver: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly origin: string;
  readonly ancestors: string;
  /** null: deleted */
  readonly sha256: string | null;
  readonly bytes: number;
}

export type ReplicaTable = ReturnType<typeof replicaTable>;

export function replicaTable(db: Store) {
  const columns =
    't.id, t.cu, t.type, t.developer_id, developer.name AS developer, t.user_id, t.wanted_name, t.lang, t.description, ' +
    't.ver, t.created_at, t.updated_at, t.origin, t.ancestors';
  const living =
    `SELECT ${columns}, t.category, t.sha256, length(content.bytes) AS bytes FROM resource AS t ` +
    'JOIN content USING (sha256) LEFT JOIN developer ON developer.id = t.developer_id';
  const deleted =
    `SELECT ${columns}, 'user' AS category, NULL AS sha256, 0 AS bytes FROM tombstone AS t ` +
    'JOIN developer ON developer.id = t.developer_id';
  const allLiving = db.prepare<[], VersionRow>(living);
  const allDeleted = db.prepare<[], VersionRow>(deleted);
  const livingOne = db.prepare<[string], VersionRow>(`${living} WHERE t.id = ?`);
  const deletedOne = db.prepare<[string], VersionRow>(`${deleted} WHERE t.id = ?`);
  const change = db.prepare(
    'UPDATE resource SET wanted_name = :name, lang = :lang, description = :desc, ver = :ver, crc64 = :crc64, ' +
      'created_at = :createdAtMs, updated_at = :updatedAtMs, origin = :origin, ancestors = :ancestors, sha256 = :sha256 ' +
      'WHERE id = :id',
  );
  const add = db.prepare(
    'INSERT INTO resource (id, category, cu, type, developer_id, user_id, name, wanted_name, lang, description, ver, crc64, ' +
      'created_at, updated_at, origin, ancestors, sha256) VALUES (:id, :category, :cu, :type, :developerId, :userId, ' +
      ':shownName, :name, :lang, :desc, :ver, :crc64, :createdAtMs, :updatedAtMs, :origin, :ancestors, :sha256)',
  );
  const bury = db.prepare(
    'INSERT INTO tombstone (id, cu, type, developer_id, user_id, wanted_name, lang, description, ver, created_at, ' +
      'updated_at, origin, ancestors) VALUES (:id, :cu, :type, :developerId, :userId, :name, :lang, :desc, :ver, ' +
      ':createdAtMs, :updatedAtMs, :origin, :ancestors)',
  );
  const removeLiving = db.prepare<[string]>('DELETE FROM resource WHERE id = ?');
  const removeDeleted = db.prepare<[string]>('DELETE FROM tombstone WHERE id = ?');
  const place = db.prepare<[string], Place>(
    'SELECT category, cu, type, developer_id AS developerId, user_id AS userId FROM resource WHERE id = ?',
  );
  const count = db.prepare<[], { count: number }>(
    'SELECT (SELECT count(*) FROM resource) + (SELECT count(*) FROM tombstone) AS count',
  );
  const oldDeleted = db.prepare<[number], { id: string }>(
    'SELECT id FROM tombstone ORDER BY updated_at DESC, id LIMIT -1 OFFSET ?',
  );
  const hasContent = db.prepare<[string], unknown>('SELECT 1 FROM content WHERE sha256 = ?');
  const content = db.prepare<[string], { bytes: Buffer }>('SELECT bytes FROM content WHERE sha256 = ?');
  const addContent = db.prepare<[string, Buffer]>(
    'INSERT INTO content (sha256, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const sweepContent = db.prepare(
    'DELETE FROM content WHERE NOT EXISTS (SELECT 1 FROM resource WHERE resource.sha256 = content.sha256)',
  );

  return {
    db,
    all: () => [...allLiving.all(), ...allDeleted.all()],
    count: () => count.get()?.count ?? 0,
    one: (id: string) => livingOne.get(id) ?? deletedOne.get(id),
    /** False: there is none of this id to change. */
    change: (values: object) => change.run(values).changes > 0,
    add: (values: object) => void add.run(values),
    bury: (values: object) => void bury.run(values),
    removeLiving: (id: string) => removeLiving.run(id).changes > 0,
    removeDeleted: (id: string) => removeDeleted.run(id).changes > 0,
    place: (id: string) => place.get(id),
    deletedBeyond: (newest: number) => oldDeleted.all(newest).map(({ id }) => id),
    hasContent: (sha256: string) => hasContent.get(sha256) !== undefined,
    content: (sha256: string) => content.get(sha256)?.bytes,
    addContent: (sha256: string, bytes: Buffer) => void addContent.run(sha256, bytes),
    sweepContent: () => sweepContent.run().changes,
  };
}
