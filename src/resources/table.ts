// The SQL of resources and profiles. Nobody else touches these tables.
import type { Store } from '../store/open.js';

/** Whose resources of which kind. */
export interface Place {
  readonly cu: string;
  readonly type: string;
  readonly category: 'user' | 'sys';
  /** null: sys */
  readonly developerId: number | null;
  /** '': shared */
  readonly userId: string;
}

export interface ResourceRow {
  readonly id: string;
  readonly category: 'user' | 'sys';
  readonly cu: string;
  readonly type: string;
  readonly developer_id: number | null;
  readonly user_id: string;
  readonly name: string;
  readonly lang: string;
  readonly description: string;
  readonly ver: number;
  readonly crc64: string;
  readonly updated_at: number;
}

export interface ProfileRow {
  readonly name: string;
  readonly settings: string;
  readonly vocabulary_id: string | null;
  readonly sensitive_words_id: string | null;
  readonly when_user_brings: 'merge' | 'replace';
  readonly updated_at: number;
}

export type ResourceTable = ReturnType<typeof resourceTable>;

export function resourceTable(db: Store) {
  const columns = 'id, category, cu, type, developer_id, user_id, name, lang, description, ver, crc64, updated_at';
  const inPlace =
    'cu = :cu AND type = :type AND category = :category AND developer_id IS :developerId AND user_id = :userId';
  type Named<T> = [Place & T];
  const add = db.prepare(
    'INSERT INTO resource (id, category, cu, type, developer_id, user_id, name, lang, description, ver, crc64, created_at, updated_at, content) ' +
      'VALUES (:id, :category, :cu, :type, :developerId, :userId, :name, :lang, :desc, 1, :crc64, :now, :now, :content)',
  );
  const update = db.prepare<Named<{ id: string; crc64: string; content: Buffer; now: number }>, { ver: number }>(
    'UPDATE resource SET content = :content, crc64 = :crc64, ver = ver + 1, updated_at = :now ' +
      `WHERE id = :id AND ${inPlace} RETURNING ver`,
  );
  const remove = db.prepare<Named<{ id: string }>>(`DELETE FROM resource WHERE id = :id AND ${inPlace}`);
  const row = db.prepare<[string], ResourceRow>(`SELECT ${columns} FROM resource WHERE id = ?`);
  const content = db.prepare<[string], { content: Buffer }>('SELECT content FROM resource WHERE id = ?');
  const count = db.prepare<Named<unknown>, { count: number }>(
    `SELECT count(*) AS count FROM resource WHERE ${inPlace}`,
  );
  const countOfDeveloper = db.prepare<[Place], { count: number }>(
    'SELECT count(*) AS count FROM resource ' +
      'WHERE cu = :cu AND type = :type AND category = :category AND developer_id IS :developerId',
  );
  const named = db.prepare<Named<{ name: string }>, { id: string }>(
    'SELECT id FROM resource WHERE cu = :cu AND type = :type AND category = :category AND ' +
      'ifnull(developer_id, 0) = ifnull(:developerId, 0) AND user_id = :userId AND name = :name',
  );
  const page = db.prepare<Named<{ offset: number; limit: number }>, ResourceRow>(
    `SELECT ${columns} FROM resource WHERE ${inPlace} ORDER BY seq LIMIT :limit OFFSET :offset`,
  );
  const countAll = db.prepare<[], { count: number }>('SELECT count(*) AS count FROM resource');
  const pageOfAll = db.prepare<[number, number], ResourceRow & { developer: string | null }>(
    `SELECT ${columns.replace(/\w+/g, 'resource.$&')}, developer.name AS developer FROM resource ` +
      'LEFT JOIN developer ON developer.id = resource.developer_id ORDER BY seq LIMIT ? OFFSET ?',
  );

  const profiles = db.prepare<[], ProfileRow>('SELECT * FROM profile ORDER BY name');
  const putProfile = db.prepare(
    'INSERT INTO profile (name, settings, vocabulary_id, sensitive_words_id, when_user_brings, updated_at) ' +
      'VALUES (:name, :settings, :vocabularyId, :sensitiveWordsId, :whenUserBrings, :now) ' +
      'ON CONFLICT (name) DO UPDATE SET settings = excluded.settings, vocabulary_id = excluded.vocabulary_id, ' +
      'sensitive_words_id = excluded.sensitive_words_id, when_user_brings = excluded.when_user_brings, updated_at = excluded.updated_at',
  );
  const removeProfile = db.prepare<[string]>('DELETE FROM profile WHERE name = ?');
  const profileUsing = db.prepare<[{ id: string }], { name: string }>(
    'SELECT name FROM profile WHERE vocabulary_id = :id OR sensitive_words_id = :id ORDER BY name LIMIT 1',
  );

  return {
    db,
    add: (place: Place, values: Record<string, unknown>) => void add.run({ ...place, ...values }),
    update: (place: Place, id: string, crc64: string, bytes: Buffer, now: number) =>
      update.get({ ...place, id, crc64, content: bytes, now })?.ver,
    remove: (place: Place, id: string) => remove.run({ ...place, id }).changes > 0,
    row: (id: string) => row.get(id),
    content: (id: string) => content.get(id)?.content,
    count: (place: Place) => count.get(place)?.count ?? 0,
    countOfDeveloper: (place: Place) => countOfDeveloper.get(place)?.count ?? 0,
    hasName: (place: Place, name: string) => named.get({ ...place, name }) !== undefined,
    page: (place: Place, offset: number, limit: number) => page.all({ ...place, offset, limit }),
    countAll: () => countAll.get()?.count ?? 0,
    pageOfAll: (offset: number, limit: number) => pageOfAll.all(limit, offset),

    profiles: () => profiles.all(),
    putProfile: (values: Record<string, unknown>) => void putProfile.run(values),
    removeProfile: (name: string) => removeProfile.run(name).changes > 0,
    profileUsing: (id: string) => profileUsing.get({ id })?.name,
  };
}
