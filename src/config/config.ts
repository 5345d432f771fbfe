// Defaults < DATA/config.json < environment < flags, validated once, frozen.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileFault } from '../protocol/file-fault.js';
import { describeIssues } from '../protocol/wire/issues.js';
import { parseJsonBytes } from '../protocol/wire/json.js';
import { editsBetween } from './edits.js';
import { ConfigSchema, type Settings } from './schema.js';
import { envPrefix, fromText, type Setting, settings } from './settings.js';

export interface Config extends Settings {
  /** Absolute path. Everything the gateway keeps lies below it. */
  readonly dataDir: string;
}

export type Origin = 'default' | 'file' | 'environment' | 'flag';

export interface LoadedConfig {
  readonly config: Config;
  /** Origin of each setting that is not a default, by dotted name. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** Warnings for the operator, such as an environment variable that names no setting. */
  readonly warnings: readonly string[];
}

export interface ConfigSources {
  readonly dataDir?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Dotted name → value. */
  readonly flags?: Readonly<Record<string, unknown>>;
}

/** Says which source, which key, and what would be right. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Variables with our prefix that are no settings: the data directory (below), and whom `tonegate batch` talks to. */
const otherVariables = new Set(['TONEGATE_DATA', 'TONEGATE_GATEWAY', 'TONEGATE_APPKEY', 'TONEGATE_ACCESS_TOKEN']);

export function dataDirOf(sources: Pick<ConfigSources, 'dataDir' | 'env'>): string {
  const { env } = sources;
  const state = env.XDG_STATE_HOME || join(homedir(), '.local', 'state');
  return resolve(sources.dataDir || env.TONEGATE_DATA || join(state, 'tonegate'));
}

export function loadConfig(sources: ConfigSources): LoadedConfig {
  const dataDir = dataDirOf(sources);
  const file = join(dataDir, 'config.json');
  const tree = readFile(file);
  check(tree, file); // on its own, so that a bad key is blamed on the file
  const origins: Record<string, Origin> = {};
  for (const setting of settings) if (pick(tree, setting) !== undefined) origins[setting.name] = 'file';
  const warnings = unknownVariables(sources.env);
  for (const setting of settings) {
    const text = sources.env[setting.env];
    if (text === undefined || text === '') continue;
    put(tree, setting, fromText(setting, text));
    check(tree, setting.env);
    origins[setting.name] = 'environment';
  }
  for (const [name, value] of Object.entries(sources.flags ?? {})) {
    const setting = settings.find((each) => each.name === name);
    if (setting === undefined || value === undefined) continue;
    put(tree, setting, value);
    check(tree, 'command line');
    origins[name] = 'flag';
  }
  const config = deepFreeze({ ...check(tree, 'configuration'), dataDir });
  checkTogether(config);
  return { config, origins, warnings };
}

/** Settings of a file that is not in its place yet. @throws ConfigError that names `source`, the key, and what would be right */
export function checkTree(tree: SettingsTree, source: string): void {
  checkTogether(check(tree, source));
}

function checkTogether(config: Settings): void {
  if ((config.tls.certFile === '') !== (config.tls.keyFile === '')) {
    throw new ConfigError('tls.certFile and tls.keyFile: give both or neither');
  }
  checkSync(config);
  checkMedia(config);
}

function checkSync({ sync }: Settings): void {
  if (sync.signKeys.length > 0 && sync.plain.length > 0) {
    throw new ConfigError(
      'sync.signKeys, sync.plain: a plain upstream cannot sign its states; leave one of the two settings empty',
    );
  }
  if (sync.nats.plaintext && sync.nats.caFile !== '') {
    throw new ConfigError(
      'sync.nats.plaintext, sync.nats.caFile: without TLS no certificate is checked; set only one of the two',
    );
  }
}

function checkMedia({ media: { audioSocket } }: Settings): void {
  if (!audioSocket.enabled || audioSocket.appkey !== '') return;
  throw new ConfigError(
    'media.audioSocket.appkey: must name an application (`tonegate apps add NAME`) if media.audioSocket.enabled is true',
  );
}

/** Directory in which the sync process leaves content for the gateway. */
export const contentDirectoryOf = ({ dataDir, sync }: Config): string =>
  sync.contentDirectory === '' ? join(dataDir, 'sync', 'content') : sync.contentDirectory;

/** The configuration without a file, environment or flags. */
export const defaultConfig = (): Settings => ConfigSchema.parse({});

/** Settings as a file holds them. */
export type SettingsTree = Record<string, unknown>;
type Tree = SettingsTree;

function readFile(file: string): Tree {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ConfigError(`${file}: cannot be read: ${fileFault(fault)}`, { cause: fault });
  }
  let value: unknown;
  try {
    value = parseJsonBytes(bytes);
  } catch (fault) {
    throw new ConfigError(`${file}: ${(fault as Error).message}`, { cause: fault });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigError(`${file}: must hold one JSON object`);
  }
  return value as Tree;
}

function check(tree: Tree, source: string): Settings {
  const outcome = ConfigSchema.safeParse(tree);
  if (outcome.success) return outcome.data;
  const unknown = outcome.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [],
  );
  const hint = unknown.map(nearest).find((name) => name !== undefined);
  const advice = unknown.includes(hint ?? '')
    ? ` (write ${nested(hint as string)})`
    : hint === undefined
      ? ''
      : ` (did you mean ${hint}?)`;
  throw new ConfigError(`${source}: ${describeIssues(outcome.error)}${advice}`);
}

/** The form of a setting in the file: `{"tls": {"certFile": …}}`. */
const nested = (name: string): string => name.split('.').reduceRight((inner, part) => `{"${part}": ${inner}}`, '…');

function pick(tree: Tree, setting: Setting): unknown {
  let node: unknown = tree;
  for (const part of setting.name.split('.')) node = (node as Tree | undefined)?.[part];
  return node;
}

function put(tree: Tree, setting: Setting, value: unknown): void {
  const path = setting.name.split('.');
  let node = tree;
  for (const part of path.slice(0, -1)) {
    node[part] = { ...(node[part] as Tree | undefined) };
    node = node[part] as Tree;
  }
  node[path.at(-1) as string] = value;
}

function unknownVariables(env: ConfigSources['env']): string[] {
  const known = new Set(settings.map((setting) => setting.env));
  return Object.keys(env)
    .filter((name) => name.startsWith(envPrefix) && !known.has(name) && !otherVariables.has(name))
    .map((name) => `environment variable ${name} names no setting and is ignored`);
}

/** The setting a misspelt one was meant to be: at most two edits away, ignoring case. */
function nearest(name: string): string | undefined {
  const scored = settings
    .flatMap((setting) => [setting.name, setting.name.split('.')[0] as string])
    .map((known) => ({ known, edits: editsBetween(name.toLowerCase(), known.toLowerCase()) }));
  return scored.filter(({ edits }) => edits <= 2).sort((a, b) => a.edits - b.edits)[0]?.known;
}

function deepFreeze<T extends object>(value: T): T {
  for (const each of Object.values(value)) if (typeof each === 'object' && each !== null) deepFreeze(each);
  return Object.freeze(value);
}
