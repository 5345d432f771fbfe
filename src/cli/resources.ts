// `tonegate resources`: manages what the running gateway stores, and checks word lists. Only `check` needs no gateway.
import { Command, Option } from 'commander';
import { dataDirOf } from '../config/config.js';
import { limits } from '../protocol/limits.js';
import { neededGateway } from './admin-call.js';
import { CommandFailure, exitCodes } from './exit.js';
import { readGivenFile } from './given-file.js';
import { print } from './print.js';

export interface ListDiagnostic {
  readonly line: number;
  readonly severity: 'fault' | 'note';
  readonly wrong: string;
  readonly right: string;
}

export interface ResourcesParts {
  check(type: WordListType, content: Uint8Array): Promise<readonly ListDiagnostic[]>;
}

export const wordListTypes = ['userword', 'sensword'] as const;
export type WordListType = (typeof wordListTypes)[number];

interface ListedResource {
  readonly id: string;
  readonly ver: string;
  readonly name: string;
  readonly lang: string;
  readonly category: string;
  readonly cu: string;
  readonly type: string;
  readonly developer: string | null;
  readonly userId: string;
  /** State of a resource of sample text. */
  readonly state?: string;
}

interface Flags {
  readonly data?: string;
  readonly json?: boolean;
  readonly offset?: string;
  readonly limit?: string;
  readonly name?: string;
  readonly lang?: string;
  readonly desc?: string;
  readonly id?: string;
  readonly type?: WordListType;
}

export function resourcesCommand(parts: ResourcesParts): Command {
  const resources = new Command('resources').description(
    'manage word lists and other resources of the running gateway',
  );
  const sub = (name: string, description: string) =>
    resources
      .command(name)
      .description(description)
      .option('--data <dir>', 'data directory')
      .option('--json', 'print one line of JSON on standard output');
  sub('list', 'list the resources of all owners')
    .option('--offset <n>', 'number of resources to skip')
    .option('--limit <n>', 'largest number of resources to list (default: all)')
    .action(list);
  sub('get <id>', 'print the content of a resource').action(get);
  sub('put <cu> <type> <file>', 'store a sys resource; with --id, change an existing one')
    .option('--name <name>', 'name of the new resource')
    .option('--lang <lang>', 'language of the new resource', 'cn')
    .option('--desc <text>', 'description of the new resource', '')
    .option('--id <id>', 'id of the resource whose content is changed')
    .action(put);
  sub('rm <id>', 'remove a resource').action(async (id: string, flags: Flags) => {
    await gatewayOf(flags)('DELETE', `/admin/resources/${encodeURIComponent(id)}`);
    print(flags, { removed: id }, `removed ${id}\n`);
  });
  sub('check <file>', 'check each line of a word list against the grammar; needs no gateway')
    .addOption(new Option('--type <type>', 'type of the list').choices([...wordListTypes]).default('userword'))
    .action((file: string, flags: Flags) => check(parts, file, flags));
  return resources;
}

const gatewayOf = (flags: Flags) => neededGateway(dataDirOf({ dataDir: flags.data, env: process.env }));

interface ResourcePage {
  readonly totalCount: number;
  readonly resources: readonly ListedResource[];
}

async function list(flags: Flags): Promise<void> {
  const page = flags.limit === undefined ? await everything(flags) : await pageOf(flags, flags.offset, flags.limit);
  const lines = page.resources.map(({ id, ver, name, category, cu, type, developer, userId, state }) => {
    const owner = category === 'sys' ? 'sys' : `${developer}/${userId === '' ? '*' : userId}`;
    const suffix = state === undefined ? '' : `  ${state}`;
    return `${id}  v${ver}  ${cu}/${type}  ${owner}  ${name}${suffix}\n`;
  });
  print(flags, page, lines.join(''));
  const end = Number(flags.offset ?? 0) + page.resources.length;
  if (end < page.totalCount && flags.json !== true) {
    process.stderr.write(
      `tonegate: there are ${page.totalCount - end} more resources; continue with --offset ${end}\n`,
    );
  }
}

/** A page of the list, in the order in which the resources were stored, as in every list of resources. */
function pageOf(flags: Flags, offset: string | undefined, limit: string): Promise<ResourcePage> {
  const query = new URLSearchParams({ ...(offset !== undefined && { offset }), limit });
  return gatewayOf(flags)<ResourcePage>('GET', `/admin/resources?${query}`);
}

async function everything(flags: Flags): Promise<ResourcePage> {
  const start = Number(flags.offset ?? 0);
  const resources: ListedResource[] = [];
  for (;;) {
    const offset = resources.length === 0 ? flags.offset : String(start + resources.length);
    const page = await pageOf(flags, offset, String(limits.resource.pageMax));
    resources.push(...page.resources);
    if (page.resources.length === 0 || start + resources.length >= page.totalCount) {
      return { totalCount: page.totalCount, resources };
    }
  }
}

async function get(id: string, flags: Flags): Promise<void> {
  const path = `/admin/resources/${encodeURIComponent(id)}`;
  const { resource } = await gatewayOf(flags)<{ resource: { content: string } }>('GET', path);
  if (flags.json === true) print(flags, resource, '');
  else process.stdout.write(Buffer.from(resource.content, 'base64'));
}

async function put(cu: string, type: string, file: string, flags: Flags): Promise<void> {
  const content = readGivenFile(file).toString('base64');
  const path = `/v10/resource/sys/${encodeURIComponent(cu)}/${encodeURIComponent(type)}`;
  const { id, name, lang, desc } = flags;
  if (id !== undefined) {
    const body = { resource: { content } };
    const { updated } = await gatewayOf(flags)<Put>('PUT', `${path}/${encodeURIComponent(id)}`, body);
    print(flags, updated, `${updated?.id}  v${updated?.ver}\n`);
    return;
  }
  if (name === undefined) throw new CommandFailure(exitCodes.usage, 'a new resource needs --name');
  const { created } = await gatewayOf(flags)<Put>('POST', path, { resource: { name, lang, desc, content } });
  print(flags, created, `${created?.id}  v${created?.ver}\n`);
}

interface Put {
  readonly created?: { readonly id: string; readonly ver: string };
  readonly updated?: { readonly id: string; readonly ver: string };
}

async function check(parts: ResourcesParts, file: string, flags: Flags): Promise<void> {
  const diagnostics = await parts.check(flags.type ?? 'userword', readGivenFile(file));
  const lines = diagnostics.map(
    ({ line, severity, wrong, right }) => `${file}:${line}: ${severity}: ${wrong}; expected ${right}\n`,
  );
  print(flags, { diagnostics }, lines.join(''));
  const faults = diagnostics.filter(({ severity }) => severity === 'fault').length;
  if (faults > 0)
    throw new CommandFailure(exitCodes.badInput, `${file}: ${faults} ${faults === 1 ? 'fault' : 'faults'}`);
}
