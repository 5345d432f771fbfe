// `tonegate profiles`: manages named defaults of recognition, which the running gateway stores.
import { Command } from 'commander';
import { dataDirOf } from '../config/config.js';
import { neededGateway } from './admin-call.js';
import { readGivenJson } from './given-file.js';
import { print } from './print.js';

interface Flags {
  readonly data?: string;
  readonly json?: boolean;
}

interface Profile {
  readonly name: string;
  readonly values: object;
  readonly system: { readonly whenUserBrings: string };
}

const pathOf = (name: string): string => `/admin/profiles/${encodeURIComponent(name)}`;

export function profilesCommand(): Command {
  const profiles = new Command('profiles').description('manage recognition profiles (named defaults)');
  const sub = (name: string, description: string) =>
    profiles
      .command(name)
      .description(description)
      .option('--data <dir>', 'data directory')
      .option('--json', 'print one line of JSON on standard output');
  sub('list', 'list all profiles').action(async (flags: Flags) => {
    const { profiles: all } = await gatewayOf(flags)<{ profiles: Profile[] }>('GET', '/admin/profiles');
    const lines = all.map(({ name, values, system }) => `${name}  ${JSON.stringify({ values, system })}\n`);
    print(flags, all, lines.join(''));
  });
  sub('get <name>', 'print a profile as JSON').action(async (name: string, flags: Flags) => {
    const profile = await gatewayOf(flags)<Profile>('GET', pathOf(name));
    print(flags, profile, `${JSON.stringify({ values: profile.values, system: profile.system }, null, 2)}\n`);
  });
  sub(
    'put <name> <file>',
    'create or replace a profile from {"values":{…},"system":{…}}; - reads standard input',
  ).action(async (name: string, file: string, flags: Flags) => {
    const profile = await gatewayOf(flags)<Profile>('PUT', pathOf(name), readGivenJson(file));
    print(flags, profile, `stored ${name}\n`);
  });
  sub('rm <name>', 'remove a profile').action(async (name: string, flags: Flags) => {
    await gatewayOf(flags)('DELETE', pathOf(name));
    print(flags, { removed: name }, `removed ${name}\n`);
  });
  return profiles;
}

const gatewayOf = (flags: Flags) => neededGateway(dataDirOf({ dataDir: flags.data, env: process.env }));
