// Applications: who may ask for tokens. A developer owns one or more; what one of them creates, all of them share.
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

/** The secret is told once, here; afterwards only its hash is known. */
export type NewApp = AppFacts & { readonly secret: string };

export interface AppsOptions {
  readonly table: SystemTable;
  readonly now: () => number;
  readonly random: Random;
  readonly onRemoved?: (appkey: string) => void;
}

export class Apps {
  readonly #options: AppsOptions;
  /** Every request with an appkey asks; the table is small and this process is its only writer. */
  readonly #rows = new Map<string, AppRow>();

  constructor(options: AppsOptions) {
    this.#options = options;
    for (const row of options.table.apps()) this.#rows.set(row.appkey, row);
  }

  get count(): number {
    return this.#rows.size;
  }

  /** Developers outlive their applications, so this is true only before the first one ever. */
  get neverHadOne(): boolean {
    return this.#options.table.countDevelopers() === 0;
  }

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

  /** Removes an application; its tokens end with it. */
  remove(appkey: string): void {
    if (!this.#options.table.removeApp(appkey))
      throw new ServiceError('APP_NOT_FOUND', `there is no application ${appkey}`);
    this.#rows.delete(appkey);
    this.#options.onRemoved?.(appkey);
  }

  /** The name of the developer to whom an application belongs. */
  developerOf(appkey: string): string | undefined {
    return this.#rows.get(appkey)?.developer;
  }

  identify(appkey: string): Identity | null {
    const row = this.#rows.get(appkey);
    return row === undefined ? null : identityOf(row);
  }

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
