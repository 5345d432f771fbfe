// `tonegate tenants`: keeps what a developer stores for different customers apart.
import { Command } from 'commander';
import type { AdminCall } from './admin-call.js';
import { type Door, type DoorParts, type Place, throughDoor } from './door.js';
import { CommandFailure, exitCodes } from './exit.js';
import { print } from './print.js';

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
  readonly name?: string;
  readonly description?: string;
  readonly enabled?: boolean;
  readonly appkeys?: readonly string[];
}

export type NewTenant = TenantChange & { readonly name: string; readonly developer?: string };

export interface TenantsDoor extends Door {
  add(draft: NewTenant): Promise<TenantFacts>;
  list(developer: string | undefined): Promise<TenantFacts[]>;
  change(id: string, change: TenantChange): Promise<TenantFacts>;
  remove(id: string): Promise<void>;
}

export type TenantsParts = Pick<DoorParts<TenantsDoor>, 'openLocally'>;

interface Flags {
  readonly data?: string;
  readonly json?: boolean;
  readonly developer?: string;
  readonly name?: string;
  readonly description?: string;
  readonly enable?: boolean;
  readonly disable?: boolean;
  /** The appkeys; false for --no-app. */
  readonly app?: readonly string[] | false;
}

export function tenantsCommand({ openLocally }: TenantsParts): Command {
  const through = <T>({ data }: Flags, place: Place, use: (door: TenantsDoor) => Promise<T>) =>
    throughDoor(data, place, { openLocally, remote }, use);
  const tenants = new Command('tenants').description('manage tenants, which keep objects of one developer apart');
  const sub = (name: string, description: string) =>
    tenants
      .command(name)
      .description(description)
      .option('--data <dir>', 'data directory')
      .option('--json', 'print one line of JSON on standard output');
  sub('add <name>', 'create a tenant and print its id')
    .option('--developer <name>', 'developer that owns the tenant (default: the developer of the applications)')
    .option('--app <appkey>', 'application that may use the tenant; may be given several times', andAlso)
    .option('--description <text>', 'description of the tenant')
    .option('--disable', 'refuse requests in the tenant for now')
    .action(async (name: string, flags: Flags) => {
      const { developer } = flags;
      const draft = { ...changeOf(flags), name, ...(developer !== undefined && { developer }) };
      const tenant = await through(flags, 'usedOrNew', (door) => door.add(draft));
      print(flags, tenant, `${tenant.id}\n`);
    });
  sub('list', 'list all tenants')
    .option('--developer <name>', 'list only the tenants of this developer')
    .action(async (flags: Flags) => {
      const list = await through(flags, 'used', (door) => door.list(flags.developer));
      print(flags, list, list.map(lineOf).join(''));
    });
  sub('set <id>', 'change a tenant')
    .option('--name <name>', 'new name')
    .option('--description <text>', 'new description')
    .option(
      '--app <appkey>',
      'application that may use the tenant, in place of the present ones; may be given several times',
      andAlso,
    )
    .option('--no-app', 'let no application use the tenant')
    .option('--enable', 'accept requests in the tenant')
    .option('--disable', 'refuse requests in the tenant')
    .action(async (id: string, flags: Flags) => {
      const tenant = await through(flags, 'used', (door) => door.change(id, changeOf(flags)));
      print(flags, tenant, lineOf(tenant));
    });
  sub('remove <id>', 'remove a tenant with everything in it, unless one of its robots is online').action(
    async (id: string, flags: Flags) => {
      await through(flags, 'used', (door) => door.remove(id));
      print(flags, { removed: id }, `removed ${id}\n`);
    },
  );
  return tenants;
}

const andAlso = (appkey: string, before: unknown): string[] => [...(Array.isArray(before) ? before : []), appkey];

function changeOf({ name, description, enable, disable, app }: Flags): TenantChange {
  if (enable === true && disable === true) {
    throw new CommandFailure(exitCodes.usage, '--enable and --disable cannot be given together');
  }
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...((enable ?? disable) !== undefined && { enabled: enable === true }),
    ...(app !== undefined && { appkeys: app === false ? [] : app }),
  };
}

function lineOf({ id, createdAt, developer, name, enabled, isDefault, appkeys }: TenantFacts): string {
  const marks = [...(isDefault ? ['default'] : []), ...(enabled ? [] : ['disabled'])];
  const applications = isDefault ? [] : [`applications: ${appkeys.length === 0 ? 'none' : appkeys.join(' ')}`];
  return `${[id, createdAt, `${developer}/${name}`, ...marks, ...applications].join('  ')}\n`;
}

function remote(call: AdminCall): TenantsDoor {
  const path = '/v10/system/tenants';
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    add: (draft) => call<TenantFacts>('POST', path, draft),
    list: async (developer) => {
      const query = developer === undefined ? '' : `?${new URLSearchParams({ developer })}`;
      return (await call<{ tenants: TenantFacts[] }>('GET', path + query)).tenants;
    },
    change: (id, change) => call<TenantFacts>('PATCH', pathOf(id), change),
    remove: async (id) => {
      await call('DELETE', pathOf(id));
    },
    close: () => {},
  };
}
