// The SQL of tenants and of the applications that may use them. No other module writes these tables.
import type { Store } from '../../store/open.js';

export interface TenantRow {
  readonly id: string;
  readonly developer_id: number;
  readonly developer: string;
  readonly is_default: 0 | 1;
  /** '': a default tenant that has no name yet */
  readonly name: string;
  readonly description: string;
  readonly enabled: 0 | 1;
  readonly created_at: number;
}

export type NewTenantRow = Omit<TenantRow, 'developer' | 'is_default'>;

export type TenantTable = ReturnType<typeof tenantTable>;

export function tenantTable(db: Store) {
  const rows =
    'SELECT tenant.*, developer.name AS developer FROM tenant JOIN developer ON developer.id = tenant.developer_id ' +
    'WHERE tenant.removed = 0';
  const order = 'ORDER BY developer.id, tenant.is_default DESC, tenant.created_at, tenant.name';
  const all = db.prepare<[], TenantRow>(`${rows} ${order}`);
  const allOf = db.prepare<[string], TenantRow>(`${rows} AND developer.name = ? ${order}`);
  const find = db.prepare<[string], TenantRow>(`${rows} AND tenant.id = ?`);
  const named = db.prepare<[number, string], { id: string }>(
    "SELECT id FROM tenant WHERE developer_id = ? AND name = ? AND name <> ''",
  );
  const defaultOf = db
    .prepare<[number], string>('SELECT id FROM tenant WHERE developer_id = ? AND is_default = 1')
    .pluck();
  const count = db
    .prepare<[number], number>('SELECT count(*) FROM tenant WHERE developer_id = ? AND is_default = 0 AND removed = 0')
    .pluck();
  const add = db.prepare<[NewTenantRow]>(
    'INSERT INTO tenant (id, developer_id, is_default, name, description, enabled, created_at) ' +
      'VALUES (:id, :developer_id, 0, :name, :description, :enabled, :created_at)',
  );
  const change = db.prepare<[Pick<TenantRow, 'id' | 'name' | 'description' | 'enabled'>]>(
    'UPDATE tenant SET name = :name, description = :description, enabled = :enabled WHERE id = :id',
  );
  const hide = db.prepare<[string]>("UPDATE tenant SET removed = 1, name = '' WHERE id = ?");
  const isHidden = db.prepare<[string], 1>('SELECT 1 FROM tenant WHERE id = ? AND removed = 1').pluck();
  const hidden = db.prepare<[], string>('SELECT id FROM tenant WHERE removed = 1').pluck();
  const remove = db.prepare<[string]>('DELETE FROM tenant WHERE id = ?');

  const developer = db.prepare<[string], { id: number; name: string }>('SELECT id, name FROM developer WHERE name = ?');
  const appkeys = db
    .prepare<[string], string>('SELECT appkey FROM tenant_app WHERE tenant_id = ? ORDER BY appkey')
    .pluck();
  const appkeysOf = db
    .prepare<[number], string>('SELECT appkey FROM app WHERE developer_id = ? ORDER BY appkey')
    .pluck();
  const clearApps = db.prepare<[string]>('DELETE FROM tenant_app WHERE tenant_id = ?');
  const addApp = db.prepare<[string, string]>('INSERT INTO tenant_app (tenant_id, appkey) VALUES (?, ?)');
  const usable = db
    .prepare<{ id: string; developerId: number; appkey: string }, 0 | 1>(
      'SELECT enabled FROM tenant WHERE id = :id AND developer_id = :developerId AND removed = 0 AND (is_default = 1 OR ' +
        'EXISTS (SELECT 1 FROM tenant_app WHERE tenant_id = :id AND appkey = :appkey))',
    )
    .pluck();

  return {
    db,
    all: () => all.all(),
    allOf: (developerName: string) => allOf.all(developerName),
    find: (id: string) => find.get(id),
    named: (developerId: number, name: string) => named.get(developerId, name)?.id,
    defaultOf: (developerId: number) => defaultOf.get(developerId) as string,
    /** The number of the developer's tenants besides the default one. */
    count: (developerId: number) => count.get(developerId) as number,
    add: (row: NewTenantRow) => void add.run(row),
    change: ({ id, name, description, enabled }: TenantRow) => void change.run({ id, name, description, enabled }),
    /** From now on only `isHidden` and `hidden` know it, and its name is free. */
    hide: (id: string) => void hide.run(id),
    isHidden: (id: string) => isHidden.get(id) !== undefined,
    hidden: () => hidden.all(),
    /** Removes the tenant and everything stored in it. */
    remove: (id: string) => void remove.run(id),
    developer: (name: string) => developer.get(name),
    /** The appkeys that may use the tenant: those assigned to it, or for a default tenant all of its developer's. */
    appkeys: ({ id, is_default, developer_id }: TenantRow) =>
      is_default === 1 ? appkeysOf.all(developer_id) : appkeys.all(id),
    setAppkeys(id: string, keys: readonly string[]): void {
      clearApps.run(id);
      for (const key of keys) addApp.run(id, key);
    },
    /** The `enabled` column of a tenant that the application may use; undefined: there is no such tenant. */
    usable: (id: string, developerId: number, appkey: string) => usable.get({ id, developerId, appkey }),
  };
}
