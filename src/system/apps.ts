// Applications, which may ask for tokens. A developer owns one or more, and its applications share everything they
// create.
import type { Identity, Right } from '../http/route.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { hashOf, matches, newSecret, type Random } from './secret.js';
import type { AppRow, SystemTable } from './table.js';

export interface AppFacts {
  readonly appkey: string;
  readonly name: string;
  readonly developer: string;
  readonly createdAt: string;
  readonly rights: readonly Right[];
}

/** A new application with its secret. The secret is returned only here; afterwards the gateway knows only its hash. */
export type NewApp = AppFacts & { readonly secret: string };

export interface AppsOptions {
  readonly table: SystemTable;
  readonly now: () => number;
  readonly random: Random;
  readonly onRemoved?: (appkey: string) => void;
}

export class Apps {
  readonly #options: AppsOptions;
  /** Every request with an appkey looks here. The table is small, and this process is its only writer. */
  readonly #rows = new Map<string, AppRow>();

  constructor(options: AppsOptions) {
    this.#options = options;
    for (const row of options.table.apps()) this.#rows.set(row.appkey, row);
  }

  get count(): number {
    return this.#rows.size;
  }

  /**
   * True until the first application is added. Developers outlive their applications, so it never becomes true again.
   */
  get neverHadOne(): boolean {
    return this.#options.table.countDevelopers() === 0;
  }

  /** Adds an application. An unknown developer is created. Throws CONFLICT if there are too many applications. */
  add(name: string, developer = 'default', rights: readonly Right[] = []): NewApp {
    const { table, now, random } = this.#options;
    if (this.#rows.size >= limits.app.count)
      throw new ServiceError('CONFLICT', `there can be at most ${limits.app.count} applications; remove one first`);
    const appkey = random(10).toString('hex');
    const secret = newSecret(random);
    table.db.transaction(() => {
      const developerId = table.developerId(developer, now());
      table.addApp(appkey, developerId, name, hashOf(secret), now(), rights.includes('sync'));
    })();
    const row = table.app(appkey) as AppRow;
    this.#rows.set(appkey, row);
    return { ...facts(row), secret };
  }

  list(): AppFacts[] {
    return [...this.#rows.values()].map(facts);
  }

  /** Removes an application and its tokens. Throws APP_NOT_FOUND. */
  remove(appkey: string): void {
    if (!this.#options.table.removeApp(appkey))
      throw new ServiceError('APP_NOT_FOUND', `there is no application ${appkey}`);
    this.#rows.delete(appkey);
    this.#options.onRemoved?.(appkey);
  }

  /** The name of the developer who owns an application; undefined: there is no such application. */
  developerOf(appkey: string): string | undefined {
    return this.#rows.get(appkey)?.developer;
  }

  /** The identity of an application without a check of its secret; null: there is no such application. */
  identify(appkey: string): Identity | null {
    const row = this.#rows.get(appkey);
    return row === undefined ? null : identityOf(row);
  }

  /** The identity of an application if its secret matches; null: it does not, or there is no such application. */
  checkSecret(appkey: string, secret: string): Identity | null {
    const row = this.#rows.get(appkey);
    if (row === undefined || secret.length > limits.token.textBytes) return null;
    return matches(secret, row.secret_hash) ? identityOf(row) : null;
  }
}

const rightsOf = (row: AppRow): Right[] => (row.may_sync === 1 ? ['sync'] : []);

const identityOf = (row: AppRow): Identity => ({
  appkey: row.appkey,
  developerId: row.developer_id,
  tenantId: row.tenant_id,
  rights: rightsOf(row),
});

const facts = (row: AppRow): AppFacts => ({
  appkey: row.appkey,
  name: row.name,
  developer: row.developer,
  createdAt: new Date(row.created_at).toISOString(),
  rights: rightsOf(row),
});
