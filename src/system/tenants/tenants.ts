// Tenants keep apart what a developer stores for different customers (specification 3, section 5). They belong to the
// system service and not to a feature that stores objects in them: a tenant is part of a caller's identity, as the
// application is, and all route families that take X-Tenant-Id share them.
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
  /** Name of the developer. By default it is the developer of the applications, or `default` if there are none. */
  readonly developer?: string | undefined;
}

/** Describes what still uses a tenant, so that it cannot be removed; undefined: nothing does. */
export type TenantUse = (tenantId: string) => string | undefined;

/** A tenant as another gateway names it. The ids of default tenants differ between gateways. */
export interface ElsewhereTenant {
  readonly id: string;
  readonly isDefault: boolean;
  readonly name: string;
  /** The local developer of the same name. */
  readonly developerId: number;
}

export interface TenantsOptions {
  readonly table: TenantTable;
  readonly apps: Apps;
  /** UTC clock, ms */
  readonly now: () => number;
  readonly random: Random;
}

export class Tenants {
  readonly #options: TenantsOptions;
  readonly #uses: TenantUse[] = [];

  constructor(options: TenantsOptions) {
    this.#options = options;
  }

  /** A feature that stores objects in tenants registers a check here; it tells when a tenant cannot be removed. */
  keepWhile(use: TenantUse): void {
    this.#uses.push(use);
  }

  list(developer?: string): TenantFacts[] {
    const { table } = this.#options;
    return (developer === undefined ? table.all() : table.allOf(developer)).map((row) => this.#facts(row));
  }

  /** Throws TENANT_NOT_FOUND. */
  view(id: string): TenantFacts {
    return this.#facts(this.#row(id));
  }

  /** Adds a tenant. Throws TOO_MANY_RESOURCES if the developer has too many, and CONFLICT if the name is taken. */
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

  /**
   * Changes the given fields of a tenant. Throws a ServiceError if the tenant is unknown or does not allow the change.
   */
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

  /**
   * Removes a tenant and everything stored in it. Throws a ServiceError if it is unknown, a default tenant or in use.
   */
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
      const reason = `tenant ${id} is the default tenant of developer ${developer}, which every developer has`;
      throw new ServiceError('FORBIDDEN', `${reason}; delete its objects one by one instead`);
    }
    for (const use of this.#uses) {
      const words = use(id);
      if (words !== undefined) throw new ServiceError('IN_USE', `tenant ${id} cannot be deleted: ${words}`);
    }
    this.#options.table.hide(id);
  }

  /**
   * Finds the local counterpart of a tenant of another gateway and returns its id. A missing tenant is created, without
   * regard to the limit on tenants; its name stays empty if another tenant has it. Call it within a transaction.
   */
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

  /** The developer's name; undefined: there is no such tenant. */
  developerOf(id: string): string | undefined {
    return this.#options.table.find(id)?.developer;
  }

  /** The tenant's name; empty for a default tenant without a name and for an unknown tenant. */
  nameOf(id: string): string {
    return this.#options.table.find(id)?.name ?? '';
  }

  /** The state of a tenant for this caller; null: the application may not use such a tenant. */
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

  /**
   * The name of the developer who owns the application at index `at`; `default` if the list is shorter. Throws if the
   * application is unknown.
   */
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
    const advice = 'a developer exists once an application has been created for it';
    throw new ServiceError('INVALID_ARGUMENT', `developer: there is no developer ${JSON.stringify(name)}; ${advice}`);
  }

  #refuseTaken(developer: { readonly id: number; readonly name: string }, name: string): void {
    if (this.#options.table.named(developer.id, name) === undefined) return;
    const shown = JSON.stringify(name);
    throw new ServiceError('CONFLICT', `name: developer ${developer.name} already has a tenant ${shown}`);
  }

  /** Checks that all applications of a tenant belong to its developer. */
  #checkAppkeys(appkeys: readonly string[], developer: { readonly name: string }): void {
    for (const [at, appkey] of appkeys.entries()) {
      const where = `appkeys[${at}]`;
      const owner = this.#ownerOf(appkeys, at);
      if (owner !== developer.name) {
        const rule = `all applications of a tenant must belong to one developer, here ${developer.name}`;
        throw new ServiceError('INVALID_ARGUMENT', `${where}: ${appkey} belongs to developer ${owner}; ${rule}`);
      }
      const first = appkeys.indexOf(appkey);
      if (first < at) throw new ServiceError('CONFLICT', `${where}: ${appkey} is already in appkeys[${first}]`);
    }
  }
}

/**
 * Refuses changes that a default tenant does not allow. Applications that name no tenant use the default one, and so
 * does everything that was stored before tenants existed.
 */
function refuseOfDefault(developer: string, { enabled, appkeys }: TenantChange): void {
  const which = `this is the default tenant of developer ${developer}`;
  if (enabled === false) {
    throw new ServiceError('INVALID_ARGUMENT', `enabled: must be true: ${which}, which cannot be disabled`);
  }
  if (appkeys !== undefined) {
    throw new ServiceError(
      'INVALID_ARGUMENT',
      `appkeys: ${which}, which all applications of the developer may use; leave appkeys out`,
    );
  }
}
