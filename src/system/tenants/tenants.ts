// Tenants: what a developer stores for different customers lies apart (specification 3, section 5). They belong to the system
// service, not to the feature whose objects lie in them: a tenant is part of a caller's identity, as the application is, and
// every family that takes X-Tenant-Id shares them.
import type { Identity } from '../../http/route.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { Apps } from '../apps.js';
import type { Random } from '../secret.js';
import type { TenantRow, TenantTable } from './table.js';

export interface TenantFacts {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly developer: string;
  readonly isDefault: boolean;
  readonly appkeys: readonly string[];
  readonly createdAt: string;
}

export interface TenantChange {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly appkeys?: readonly string[] | undefined;
}

export interface TenantDraft extends TenantChange {
  readonly name: string;
  /** That of the applications unless given; without any, `default`. */
  readonly developer?: string | undefined;
}

/** Says in words what of a tenant is in use, so that the tenant has to stay. */
export type TenantUse = (tenantId: string) => string | undefined;

/** A tenant as another gateway names it. Ids of default tenants differ from gateway to gateway. */
export interface ElsewhereTenant {
  readonly id: string;
  readonly isDefault: boolean;
  readonly name: string;
  /** The developer here of the same name. */
  readonly developerId: number;
}

export interface TenantsOptions {
  readonly table: TenantTable;
  readonly apps: Apps;
  /** ms UTC */
  readonly now: () => number;
  readonly random: Random;
}

export class Tenants {
  readonly #options: TenantsOptions;
  readonly #uses: TenantUse[] = [];

  constructor(options: TenantsOptions) {
    this.#options = options;
  }

  /** A feature whose objects lie in tenants says here when one of them must stay. */
  keepWhile(use: TenantUse): void {
    this.#uses.push(use);
  }

  list(developer?: string): TenantFacts[] {
    const { table } = this.#options;
    return (developer === undefined ? table.all() : table.allOf(developer)).map((row) => this.#facts(row));
  }

  view(id: string): TenantFacts {
    return this.#facts(this.#row(id));
  }

  add({ name, description = '', enabled = true, appkeys = [], developer: developerName }: TenantDraft): TenantFacts {
    const { table, now, random } = this.#options;
    const id = random(12).toString('hex');
    table.db.transaction(() => {
      const developer = this.#developer(developerName ?? this.#ownerOf(appkeys));
      if (table.count(developer.id) >= limits.tenant.perDeveloper) {
        const most = `developer ${developer.name} may have at most ${limits.tenant.perDeveloper} tenants`;
        throw new ServiceError('TOO_MANY_RESOURCES', `${most}; remove one first`);
      }
      this.#refuseTaken(developer, name);
      this.#checkAppkeys(appkeys, developer);
      const row = { id, developer_id: developer.id, name, description, created_at: now() };
      table.add({ ...row, enabled: enabled ? 1 : 0 });
      table.setAppkeys(id, appkeys);
    })();
    return this.view(id);
  }

  change(id: string, { name, description, enabled, appkeys }: TenantChange): TenantFacts {
    const { table } = this.#options;
    table.db.transaction(() => {
      const row = this.#row(id);
      const developer = { id: row.developer_id, name: row.developer };
      if (name !== undefined && name !== row.name) this.#refuseTaken(developer, name);
      if (row.is_default === 1) refuseOfDefault(developer.name, { enabled, appkeys });
      table.change({
        ...row,
        name: name ?? row.name,
        description: description ?? row.description,
        enabled: (enabled ?? row.enabled === 1) ? 1 : 0,
      });
      if (appkeys === undefined) return;
      this.#checkAppkeys(appkeys, developer);
      table.setAppkeys(id, appkeys);
    })();
    return this.view(id);
  }

  /** Removes a tenant and everything in it in one transaction, where nobody waits. */
  remove(id: string): void {
    const { table } = this.#options;
    table.db.transaction(() => {
      this.hide(id);
      table.remove(id);
    })();
  }

  /** Hides a tenant that is to be removed, unless something of it is in use. Within a transaction. */
  hide(id: string): void {
    const { is_default, developer } = this.#row(id);
    if (is_default === 1) {
      const reason = `tenant ${id} is the default one of developer ${developer}, which every developer has`;
      throw new ServiceError('FORBIDDEN', `${reason}; its objects can be deleted one by one`);
    }
    for (const use of this.#uses) {
      const words = use(id);
      if (words !== undefined) throw new ServiceError('IN_USE', `tenant ${id} cannot be deleted: ${words}`);
    }
    this.#options.table.hide(id);
  }

  /** The tenant here of one of another gateway, made where there is none: no limit holds then, and a name that is taken is left
   * out. Within a transaction. */
  localOf({ id, isDefault, name, developerId }: ElsewhereTenant): string {
    const { table, now } = this.#options;
    if (isDefault) return table.defaultOf(developerId);
    if (table.find(id) === undefined) {
      table.remove(id); // one that is being removed is in the way
      const free = table.named(developerId, name) === undefined ? name : '';
      table.add({ id, developer_id: developerId, name: free, description: '', enabled: 1, created_at: now() });
    }
    return id;
  }

  /** Name of the developer; undefined: there is no such tenant. */
  developerOf(id: string): string | undefined {
    return this.#options.table.find(id)?.developer;
  }

  /** Empty: a default tenant, or there is no such tenant. */
  nameOf(id: string): string {
    return this.#options.table.find(id)?.name ?? '';
  }

  /** null: the application may use no such tenant. */
  verdict({ developerId, appkey }: Identity, id: string): 'enabled' | 'disabled' | null {
    if (id.length > limits.tenant.idBytes) return null;
    const enabled = this.#options.table.usable(id, developerId, appkey);
    if (enabled === undefined) return null;
    return enabled === 1 ? 'enabled' : 'disabled';
  }

  #row(id: string): TenantRow {
    const row = this.#options.table.find(id);
    if (row === undefined) throw new ServiceError('TENANT_NOT_FOUND', `there is no tenant ${id}`);
    return row;
  }

  #facts(row: TenantRow): TenantFacts {
    const { id, name, description, developer } = row;
    return {
      ...{ id, name, description, enabled: row.enabled === 1, developer, isDefault: row.is_default === 1 },
      appkeys: this.#options.table.appkeys(row),
      createdAt: new Date(row.created_at).toISOString(),
    };
  }

  /** The name of the developer to whom the application at that place belongs; without any, the default developer. */
  #ownerOf(appkeys: readonly string[], at = 0): string {
    const appkey = appkeys[at];
    if (appkey === undefined) return 'default';
    const owner = this.#options.apps.developerOf(appkey);
    if (owner !== undefined) return owner;
    throw new ServiceError('INVALID_ARGUMENT', `appkeys[${at}]: there is no application ${JSON.stringify(appkey)}`);
  }

  #developer(name: string): { readonly id: number; readonly name: string } {
    const developer = this.#options.table.developer(name);
    if (developer !== undefined) return developer;
    const advice = 'there is one once an application was made for it';
    throw new ServiceError('INVALID_ARGUMENT', `developer: there is no developer ${JSON.stringify(name)}; ${advice}`);
  }

  #refuseTaken(developer: { readonly id: number; readonly name: string }, name: string): void {
    if (this.#options.table.named(developer.id, name) === undefined) return;
    const shown = JSON.stringify(name);
    throw new ServiceError('CONFLICT', `name: developer ${developer.name} has a tenant ${shown} already`);
  }

  /** All applications of a tenant belong to its developer. */
  #checkAppkeys(appkeys: readonly string[], developer: { readonly name: string }): void {
    for (const [at, appkey] of appkeys.entries()) {
      const where = `appkeys[${at}]`;
      const owner = this.#ownerOf(appkeys, at);
      if (owner !== developer.name) {
        const rule = `all applications of a tenant belong to one developer, here ${developer.name}`;
        throw new ServiceError('INVALID_ARGUMENT', `${where}: ${appkey} belongs to developer ${owner}; ${rule}`);
      }
      const first = appkeys.indexOf(appkey);
      if (first < at) throw new ServiceError('CONFLICT', `${where}: ${appkey} stands in appkeys[${first}] already`);
    }
  }
}

/** Applications that name no tenant are in the default one, and so is everything that was stored without tenants. */
function refuseOfDefault(developer: string, { enabled, appkeys }: TenantChange): void {
  const which = `this is the default tenant of developer ${developer}`;
  if (enabled === false) {
    throw new ServiceError('INVALID_ARGUMENT', `enabled: must be true: ${which}, which cannot be disabled`);
  }
  if (appkeys !== undefined) {
    throw new ServiceError(
      'INVALID_ARGUMENT',
      `appkeys: ${which}, which all of its applications may use; leave it out`,
    );
  }
}
