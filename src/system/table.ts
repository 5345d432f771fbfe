// The SQL of developers, applications and tokens. No other module uses these tables.
import type { Store } from '../store/open.js';

export interface AppRow {
  readonly appkey: string;
  readonly developer_id: number;
  readonly developer: string;
  /** The developer's default tenant. */
  readonly tenant_id: string;
  readonly name: string;
  readonly secret_hash: Buffer;
  readonly created_at: number;
  readonly may_sync: 0 | 1;
}

export interface TokenRow {
  readonly token_hash: Buffer;
  readonly appkey: string;
  readonly expires_at: number;
}

export type SystemTable = ReturnType<typeof systemTable>;

export function systemTable(db: Store) {
  const appColumns =
    'app.appkey, app.developer_id, developer.name AS developer, tenant.id AS tenant_id, app.name, app.secret_hash, ' +
    'app.created_at, app.may_sync';
  const appsWithOwners =
    `SELECT ${appColumns} FROM app JOIN developer ON developer.id = app.developer_id ` +
    'JOIN tenant ON tenant.developer_id = app.developer_id AND tenant.is_default = 1';
  const addDeveloper = db.prepare<[string, number]>(
    'INSERT INTO developer (name, created_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
  );
  const developerByName = db.prepare<[string], { id: number }>('SELECT id FROM developer WHERE name = ?');
  const countDevelopers = db.prepare<[], { count: number }>('SELECT count(*) AS count FROM developer');
  const addApp = db.prepare<[string, number, string, Buffer, number, 0 | 1]>(
    'INSERT INTO app (appkey, developer_id, name, secret_hash, created_at, may_sync) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const apps = db.prepare<[], AppRow>(`${appsWithOwners} ORDER BY app.created_at, app.appkey`);
  const app = db.prepare<[string], AppRow>(`${appsWithOwners} WHERE app.appkey = ?`);
  const removeApp = db.prepare<[string]>('DELETE FROM app WHERE appkey = ?');

  const addToken = db.prepare<[Buffer, Buffer, string, number, number]>(
    'INSERT INTO token (token_hash, refresh_hash, appkey, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
  );
  const token = db.prepare<[Buffer], TokenRow>('SELECT token_hash, appkey, expires_at FROM token WHERE token_hash = ?');
  const shorten = db.prepare<[number, Buffer, string], TokenRow>(
    'UPDATE token SET expires_at = min(expires_at, ?) WHERE refresh_hash = ? AND appkey = ? RETURNING token_hash, appkey, expires_at',
  );
  const tokensOfRefresh = db.prepare<[Buffer, string], TokenRow>(
    'SELECT token_hash, appkey, expires_at FROM token WHERE refresh_hash = ? AND appkey = ?',
  );
  const shortenToken = db.prepare<[number, Buffer]>(
    'UPDATE token SET expires_at = min(expires_at, ?) WHERE token_hash = ?',
  );
  const countTokens = db.prepare<[string], { count: number }>('SELECT count(*) AS count FROM token WHERE appkey = ?');
  const dropSoonest = db.prepare<[string, number], TokenRow>(
    'DELETE FROM token WHERE token_hash IN (SELECT token_hash FROM token WHERE appkey = ? ORDER BY expires_at LIMIT ?) ' +
      'RETURNING token_hash, appkey, expires_at',
  );
  const sweep = db.prepare<[number]>('DELETE FROM token WHERE expires_at <= ?');

  return {
    db,
    developerId(name: string, now: number): number {
      addDeveloper.run(name, now);
      return (developerByName.get(name) as { id: number }).id;
    },
    addApp: (appkey: string, developerId: number, name: string, secretHash: Buffer, now: number, maySync: boolean) =>
      addApp.run(appkey, developerId, name, secretHash, now, maySync ? 1 : 0),
    countDevelopers: () => countDevelopers.get()?.count ?? 0,
    apps: () => apps.all(),
    app: (appkey: string) => app.get(appkey),
    removeApp: (appkey: string) => removeApp.run(appkey).changes > 0,
    addToken: (tokenHash: Buffer, refreshHash: Buffer, appkey: string, now: number, expiresAt: number) =>
      addToken.run(tokenHash, refreshHash, appkey, now, expiresAt),
    token: (tokenHash: Buffer) => token.get(tokenHash),
    shorten: (refreshHash: Buffer, appkey: string, atMost: number) => shorten.all(atMost, refreshHash, appkey),
    tokensOfRefresh: (refreshHash: Buffer, appkey: string) => tokensOfRefresh.all(refreshHash, appkey),
    shortenToken: (tokenHash: Buffer, atMost: number) => void shortenToken.run(atMost, tokenHash),
    countTokens: (appkey: string) => countTokens.get(appkey)?.count ?? 0,
    dropSoonest: (appkey: string, count: number) => dropSoonest.all(appkey, count),
    sweep: (now: number) => sweep.run(now).changes,
  };
}
