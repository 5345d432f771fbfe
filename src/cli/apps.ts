// `tonegate apps`: through the running gateway where there is one, otherwise on the data directory itself. The gateway
// holds the only connection to the database, so the two cannot both be possible.
import { Command } from 'commander';
import { dataDirOf } from '../config/config.js';
import { type AdminCall, runningGateway } from './admin-call.js';
import { CommandFailure, exitCodes } from './exit.js';

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

export interface AppsDoor {
  add(name: string, more: AppMore): Promise<NewApp>;
  list(): Promise<AppFacts[]>;
  remove(appkey: string): Promise<void>;
  close(): void;
}

export interface AppsParts {
  /** The data directory itself; 'inUse' when another process has the database. */
  openLocally(dataDir: string): Promise<AppsDoor | 'inUse'>;
}

interface Flags {
  readonly data?: string;
  readonly json?: boolean;
  readonly developer?: string;
  readonly sync?: boolean;
}

/** A gateway that is starting has the database before it answers. */
const startingWaitMs = 5_000;
const retryMs = 100;

export function appsCommand(parts: AppsParts): Command {
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
      const app = await through(flags, parts, (door) => door.add(name, more));
      print(flags, app, `appkey  ${app.appkey}\nsecret  ${app.secret}\n`);
    });
  sub('list', 'list all applications').action(async (flags: Flags) => {
    const list = await through(flags, parts, (door) => door.list());
    const lines = list.map(
      (app) => `${[app.appkey, app.createdAt, `${app.developer}/${app.name}`, ...app.rights].join('  ')}\n`,
    );
    print(flags, list, lines.join(''));
  });
  sub('remove <appkey>', 'remove an application; its tokens end at once').action(
    async (appkey: string, flags: Flags) => {
      await through(flags, parts, (door) => door.remove(appkey));
      print(flags, { removed: appkey }, `removed ${appkey}\n`);
    },
  );
  return apps;
}

function print(flags: Flags, value: unknown, text: string): void {
  process.stdout.write(flags.json === true ? `${JSON.stringify(value)}\n` : text);
}

async function through<T>(flags: Flags, parts: AppsParts, use: (door: AppsDoor) => Promise<T>): Promise<T> {
  const door = await openDoor(dataDirOf({ dataDir: flags.data, env: process.env }), parts);
  try {
    return await use(door);
  } finally {
    door.close();
  }
}

async function openDoor(dataDir: string, parts: AppsParts): Promise<AppsDoor> {
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    const call = runningGateway(dataDir);
    if (call !== undefined) return remoteDoor(call);
    const door = await parts.openLocally(dataDir);
    if (door !== 'inUse') return door;
    if (waitedMs >= startingWaitMs) {
      throw new CommandFailure(
        exitCodes.service,
        `${dataDir}: another process has the database open, but no gateway answers for it`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

function remoteDoor(call: AdminCall): AppsDoor {
  return {
    add: (name, more) => call<NewApp>('POST', '/admin/apps', { name, ...more }),
    list: async () => (await call<{ apps: AppFacts[] }>('GET', '/admin/apps')).apps,
    remove: async (appkey) => {
      await call('DELETE', `/admin/apps/${encodeURIComponent(appkey)}`);
    },
    close: () => {},
  };
}
