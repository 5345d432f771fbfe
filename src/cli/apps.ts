// `tonegate apps`: the applications that may use a gateway.
import { Command } from 'commander';
import type { AdminCall } from './admin-call.js';
import { type Door, type DoorParts, throughDoor } from './door.js';
import { print } from './print.js';

export interface AppFacts {
  readonly appkey: string;
  readonly name: string;
  readonly developer: string;
  readonly createdAt: string;
  readonly rights: readonly string[];
}
export type NewApp = AppFacts & { readonly secret: string };

export interface AppMore {
  readonly developer?: string;
  readonly rights?: readonly string[];
}

export interface AppsDoor extends Door {
  add(name: string, more: AppMore): Promise<NewApp>;
  list(): Promise<AppFacts[]>;
  remove(appkey: string): Promise<void>;
}

export type AppsParts = Pick<DoorParts<AppsDoor>, 'openLocally'>;

interface Flags {
  readonly data?: string;
  readonly json?: boolean;
  readonly developer?: string;
  readonly sync?: boolean;
}

export function appsCommand({ openLocally }: AppsParts): Command {
  const through = <T>({ data }: Flags, use: (door: AppsDoor) => Promise<T>) =>
    throughDoor(data, { openLocally, remote }, use);
  const apps = new Command('apps').description('manage applications, which may obtain access tokens');
  const sub = (name: string, description: string) =>
    apps
      .command(name)
      .description(description)
      .option('--data <dir>', 'data directory')
      .option('--json', 'print one line of JSON on standard output');
  sub('add <name>', 'create an application; its appkey and secret are printed, the secret only this once')
    .option('--developer <name>', 'developer that owns it; applications of one developer share their objects')
    .option('--sync', 'give it the sync right: another gateway may follow this one with it')
    .action(async (name: string, flags: Flags) => {
      const more = {
        ...(flags.developer !== undefined && { developer: flags.developer }),
        ...(flags.sync === true && { rights: ['sync'] }),
      };
      const app = await through(flags, (door) => door.add(name, more));
      print(flags, app, `appkey  ${app.appkey}\nsecret  ${app.secret}\n`);
    });
  sub('list', 'list all applications').action(async (flags: Flags) => {
    const list = await through(flags, (door) => door.list());
    const lines = list.map(
      (app) => `${[app.appkey, app.createdAt, `${app.developer}/${app.name}`, ...app.rights].join('  ')}\n`,
    );
    print(flags, list, lines.join(''));
  });
  sub('remove <appkey>', 'remove an application; its tokens end at once').action(
    async (appkey: string, flags: Flags) => {
      await through(flags, (door) => door.remove(appkey));
      print(flags, { removed: appkey }, `removed ${appkey}\n`);
    },
  );
  return apps;
}

function remote(call: AdminCall): AppsDoor {
  return {
    add: (name, more) => call<NewApp>('POST', '/admin/apps', { name, ...more }),
    list: async () => (await call<{ apps: AppFacts[] }>('GET', '/admin/apps')).apps,
    remove: async (appkey) => {
      await call('DELETE', `/admin/apps/${encodeURIComponent(appkey)}`);
    },
    close: () => {},
  };
}
