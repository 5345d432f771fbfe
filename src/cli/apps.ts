// `tonegate apps`: the applications that may use a gateway.
import { Command } from 'commander';
import { makingFault } from '../protocol/file-fault.js';
import { realDisk } from '../storage/disk.js';
import type { AdminCall } from './admin-call.js';
import { type Door, type DoorParts, type Place, throughDoor } from './door.js';
import { CommandFailure, exitCodes, writeFailure } from './exit.js';
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
  readonly secretFile?: string;
  readonly showSecret?: boolean;
}

export function appsCommand({ openLocally }: AppsParts): Command {
  const through = <T>({ data }: Flags, place: Place, use: (door: AppsDoor) => Promise<T>) =>
    throughDoor(data, place, { openLocally, remote }, use);
  const apps = new Command('apps').description('manage applications, which may obtain access tokens');
  const sub = (name: string, description: string) =>
    apps
      .command(name)
      .description(description)
      .option('--data <dir>', 'data directory')
      .option('--json', 'print one line of JSON on standard output');
  sub(
    'add <name>',
    'create an application and print its appkey and secret on the terminal; the secret is shown only once',
  )
    .option('--secret-file <file>', 'write the secret into this new file (mode 0600) and print only the appkey')
    .option('--show-secret', 'print the secret even if standard output is not a terminal')
    .option(
      '--developer <name>',
      'developer that owns the application; applications of one developer share their objects',
    )
    .option('--sync', 'give the application the sync right, so that another gateway can follow this one')
    .action(async (name: string, flags: Flags) => {
      const more = {
        ...(flags.developer !== undefined && { developer: flags.developer }),
        ...(flags.sync === true && { rights: ['sync'] }),
      };
      refuseSecretInPipe(flags);
      const { secretFile } = flags;
      const app = await through(flags, 'usedOrNew', async (door) => {
        const added = await door.add(name, more);
        if (secretFile === undefined) return added;
        await writeSecret(secretFile, added.secret).catch(async (fault: unknown) => {
          await door.remove(added.appkey); // without its secret the application would be useless
          throw fault;
        });
        return added;
      });
      const { secret, ...facts } = app;
      if (secretFile === undefined) print(flags, app, `appkey  ${app.appkey}\nsecret  ${secret}\n`);
      else print(flags, { ...facts, secretFile }, `appkey  ${app.appkey}\nsecret  in ${secretFile}\n`);
    });
  sub('list', 'list all applications').action(async (flags: Flags) => {
    const list = await through(flags, 'used', (door) => door.list());
    const lines = list.map(
      (app) => `${[app.appkey, app.createdAt, `${app.developer}/${app.name}`, ...app.rights].join('  ')}\n`,
    );
    print(flags, list, lines.join(''));
  });
  sub('remove <appkey>', 'remove an application and invalidate its tokens at once').action(
    async (appkey: string, flags: Flags) => {
      await through(flags, 'used', (door) => door.remove(appkey));
      print(flags, { removed: appkey }, `removed ${appkey}\n`);
    },
  );
  return apps;
}

/** Standard output may go to a log that many people read, or to a file that stays. */
function refuseSecretInPipe({ secretFile, showSecret }: Flags): void {
  if (process.stdout.isTTY === true || secretFile !== undefined || showSecret === true) return;
  throw new CommandFailure(
    exitCodes.usage,
    'apps add: the secret is printed only on a terminal; give --secret-file FILE to store it, or --show-secret to print it anyway',
  );
}

async function writeSecret(file: string, secret: string): Promise<void> {
  const refused = (why: string) =>
    new CommandFailure(exitCodes.badInput, `--secret-file: ${file} ${why}; no application was added`);
  let isNew: boolean;
  try {
    isNew = realDisk.createExclusively(file, `${secret}\n`);
  } catch (fault) {
    const message = `--secret-file: ${file} cannot be written: ${makingFault(fault)}; no application was added`;
    throw writeFailure(message, fault);
  }
  if (!isNew) throw refused('already exists, so name a new file');
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
