// The SQL of resources and profiles. Nobody else touches these tables.
import type { Store } from '../store/open.js';

/** An owner and a kind of resources. */
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
  /** as shown */
  readonly name: string;
  readonly lang: string;
  readonly description: string;
  readonly ver: number;
  readonly crc64: string;
  readonly updated_at: number;
  readonly origin: string;
  /** a space between */
  readonly ancestors: string;
  readonly sha256: string;
}

/** The columns that a new version changes. */
export interface VersionValues {
  readonly crc64: string;
  readonly sha256: string;
  readonly content: Buffer;
  readonly origin: string;
  readonly ancestors: string;
  readonly withToken: 0 | 1;
  readonly now: number;
}

export interface NameRow {
  readonly id: string;
  readonly name: string;
  readonly wanted_name: string;
  readonly created_at: number;
}

export interface ProfileRow {
  readonly name: string;
  readonly settings: string;
  readonly vocabulary_id: string | null;
  readonly sensitive_words_id: string | null;
  readonly when_user_brings: 'merge' | 'replace';
  readonly updated_at: number;
  /** '': made here */
  readonly origin: string;
}

export type ResourceTable = ReturnType<typeof resourceTable>;

export function resourceTable(db: Store) {
  const columns =
    'id, category, cu, type, developer_id, user_id, name, lang, description, ver, crc64, updated_at, ' +
    'origin, ancestors, sha256';
  const inPlace =
    'cu = :cu AND type = :type AND category = :category AND developer_id IS :developerId AND user_id = :userId';
  type Named<T> = [Place & T];
  const addContent = db.prepare<[string, Buffer]>(
    'INSERT INTO content (sha256, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const add = db.prepare(
    'INSERT INTO resource (id, category, cu, type, developer_id, user_id, name, wanted_name, lang, description, ver, crc64, ' +
      'created_at, updated_at, origin, ancestors, with_token, sha256) VALUES (:id, :category, :cu, :type, :developerId, :userId, :name, ' +
      ":name, :lang, :desc, 1, :crc64, :now, :now, :origin, '', :withToken, :sha256)",
  );
  const update = db.prepare<Named<{ id: string } & Omit<VersionValues, 'content'>>, { ver: number }>(
    'UPDATE resource SET sha256 = :sha256, crc64 = :crc64, ver = ver + 1, updated_at = :now, origin = :origin, ' +
      `ancestors = :ancestors, with_token = :withToken WHERE id = :id AND ${inPlace} RETURNING ver`,
  );
  const remove = db.prepare<Named<{ id: string }>>(`DELETE FROM resource WHERE id = :id AND ${inPlace}`);
  const bury = db.prepare<{ id: string; ancestors: string; origin: string; now: number }>(
    'INSERT INTO tombstone (id, cu, type, developer_id, user_id, wanted_name, lang, description, ver, created_at, ' +
      'updated_at, origin, ancestors) SELECT id, cu, type, developer_id, user_id, wanted_name, lang, description, ver + 1, ' +
      "created_at, :now, :origin, :ancestors FROM resource WHERE id = :id AND category = 'user'",
  );
  const names = db.prepare<[Place], NameRow>(
    `SELECT id, name, wanted_name, created_at FROM resource WHERE ${inPlace} ORDER BY created_at, id`,
  );
  const renamed = db.prepare<[Place], unknown>(
    `SELECT 1 FROM resource WHERE ${inPlace} AND name <> wanted_name LIMIT 1`,
  );
  const rename = db.prepare<[string, string]>('UPDATE resource SET name = ? WHERE id = ?');
  const row = db.prepare<[string], ResourceRow>(`SELECT ${columns} FROM resource WHERE id = ?`);
  const content = db.prepare<[string], { content: Buffer }>(
    'SELECT bytes AS content FROM content JOIN resource USING (sha256) WHERE resource.id = ?',
  );
  const count = db.prepare<Named<unknown>, { count: number }>(
    `SELECT count(*) AS count FROM resource WHERE ${inPlace}`,
  );
  const countOfDeveloper = db.prepare<[Place], { count: number }>(
    'SELECT count(*) AS count FROM resource ' +
      'WHERE cu = :cu AND type = :type AND category = :category AND developer_id IS :developerId',
  );
  const withoutToken = db.prepare<[number, string], { count: number; bytes: number }>(
    'SELECT count(*) AS count, ifnull(sum(length(bytes)), 0) AS bytes FROM resource JOIN content USING (sha256) ' +
      'WHERE with_token = 0 AND developer_id = ? AND id <> ?',
  );
  const bytesOfDeveloper = db
    .prepare<[number], number>(
      'SELECT ifnull(sum(length(bytes)), 0) FROM resource JOIN content USING (sha256) WHERE developer_id = ?',
    )
    .pluck();
  const named = db.prepare<Named<{ name: string }>, { id: string }>(
    'SELECT id FROM resource WHERE cu = :cu AND type = :type AND category = :category AND ' +
      'ifnull(developer_id, 0) = ifnull(:developerId, 0) AND user_id = :userId AND name = :name',
  );
  // Ten thousand rows as objects would hold the event loop six times as long as the same rows as text.
  const listed = "'id', id, 'ver', CAST(ver AS TEXT), 'name', name, 'lang', lang";
  const page = db
    .prepare<Named<{ offset: number; limit: number }>, string>(
      `SELECT json_group_array(CASE description WHEN '' THEN json_object(${listed}) ` +
        `ELSE json_object(${listed}, 'desc', description) END) ` +
        'FROM (SELECT id, ver, name, lang, description FROM resource ' +
        `WHERE ${inPlace} ORDER BY seq LIMIT :limit OFFSET :offset)`,
    )
    .pluck();
  const pageRows = db.prepare<Named<{ offset: number; limit: number }>, ResourceRow>(
    `SELECT ${columns} FROM resource WHERE ${inPlace} ORDER BY seq LIMIT :limit OFFSET :offset`,
  );
  const ofType = db.prepare<[string, string], Pick<ResourceRow, 'id' | 'sha256'>>(
    'SELECT id, sha256 FROM resource WHERE cu = ? AND type = ? ORDER BY updated_at, id',
  );
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  const countAll = db.prepare<[], { count: number }>('SELECT count(*) AS count FROM resource');
  const pageOfAll = db.prepare<[number, number], ResourceRow & { developer: string | null }>(
    `SELECT ${columns.replace(/\w+/g, 'resource.$&')}, developer.name AS developer FROM resource ` +
      'LEFT JOIN developer ON developer.id = resource.developer_id ORDER BY seq LIMIT ? OFFSET ?',
  );

  const profiles = db.prepare<[], ProfileRow>('SELECT * FROM profile ORDER BY name');
  const putProfile = db.prepare(
    'INSERT INTO profile (name, settings, vocabulary_id, sensitive_words_id, when_user_brings, updated_at, origin) ' +
      'VALUES (:name, :settings, :vocabularyId, :sensitiveWordsId, :whenUserBrings, :now, :origin) ' +
      'ON CONFLICT (name) DO UPDATE SET settings = excluded.settings, vocabulary_id = excluded.vocabulary_id, ' +
      'sensitive_words_id = excluded.sensitive_words_id, when_user_brings = excluded.when_user_brings, ' +
      'updated_at = excluded.updated_at, origin = excluded.origin',
  );
  const removeProfile = db.prepare<[string]>('DELETE FROM profile WHERE name = ?');
  const profileUsing = db.prepare<[{ id: string }], { name: string }>(
    'SELECT name FROM profile WHERE vocabulary_id = :id OR sensitive_words_id = :id ORDER BY name LIMIT 1',
  );

  return {
    db,
    add(
      place: Place,
      values: { id: string; name: string; lang: string; desc: string } & Omit<VersionValues, 'ancestors'>,
    ) {
      const { content: bytes, ...rest } = values;
      addContent.run(rest.sha256, bytes);
      add.run({ ...place, ...rest });
    },
    update(place: Place, id: string, { content: bytes, ...values }: VersionValues): number | undefined {
      addContent.run(values.sha256, bytes);
      return update.get({ ...place, id, ...values })?.ver;
    },
    /** A user resource leaves a tombstone. */
    remove(place: Place, id: string, version: { ancestors: string; origin: string; now: number }): boolean {
      bury.run({ id, ...version });
      return remove.run({ ...place, id }).changes > 0;
    },
    /** The oldest resource has the right to its name. */
    names: (place: Place) => names.all(place),
    hasRenamed: (place: Place) => renamed.get(place) !== undefined,
    rename: (id: string, name: string) => void rename.run(name, id),
    row: (id: string) => row.get(id),
    content: (id: string) => content.get(id)?.content,
    count: (place: Place) => count.get(place)?.count ?? 0,
    /** The others of a developer that were written without a token. */
    withoutToken: (developerId: number, but: string) =>
      withoutToken.get(developerId, but) as { count: number; bytes: number },
    bytesOfDeveloper: (developerId: number) => bytesOfDeveloper.get(developerId) as number,
    countOfDeveloper: (place: Place) => countOfDeveloper.get(place)?.count ?? 0,
    hasName: (place: Place, name: string) => named.get({ ...place, name }) !== undefined,
    /** The page as a JSON array, with the fields that `views.listed` shows. */
    page: (place: Place, offset: number, limit: number) => page.get({ ...place, offset, limit }) ?? '[]',
    pageRows: (place: Place, offset: number, limit: number) => pageRows.all({ ...place, offset, limit }),
    /** The resources of all owners, the earliest change first. */
    ofType: (cu: string, type: string) => ofType.all(cu, type),
    /** Grows with every row of any table that was written. */
    changes: () => changes.get() ?? 0,
    countAll: () => countAll.get()?.count ?? 0,
    pageOfAll: (offset: number, limit: number) => pageOfAll.all(limit, offset),

    profiles: () => profiles.all(),
    putProfile: (values: Record<string, unknown>) => void putProfile.run(values),
    removeProfile: (name: string) => removeProfile.run(name).changes > 0,
    profileUsing: (id: string) => profileUsing.get({ id })?.name,
  };
}
