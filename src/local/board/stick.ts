// The settings that a CONFIG stick brings: read and checked as a whole, before anything is changed.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { ConfigError, checkTree, type SettingsTree } from '../../config/config.js';
import { limits } from '../../protocol/limits.js';
import { parseJsonBytes } from '../../protocol/wire/json.js';
import { type Network, parseNetwork } from './network.js';

/** Names on the stick. The upstream's secret and certificate are kept beside network.json. */
export const stickFiles = {
  config: 'config.json',
  network: 'network.json',
  secret: 'upstream.secret',
  certificate: 'upstream.pem',
} as const;
export type StickFile = keyof typeof stickFiles;
export const reportFile = 'tonegate-report.txt';

export interface StickContent {
  readonly texts: ReadonlyMap<StickFile, string>;
  /** SHA-256 of all of them. */
  readonly hash: string;
}

/** Settings as they would be in force. */
export interface Settled {
  /** config.json of the gateway, with the settings of the stick over those of before. */
  readonly config: SettingsTree;
}

/** @throws Error that says which file is wrong, and what would be right. */
export function readStick(folder: string): StickContent {
  const texts = new Map<StickFile, string>();
  const hash = createHash('sha256');
  for (const [kind, name] of Object.entries(stickFiles) as [StickFile, string][]) {
    const bytes = fileOf(folder, name);
    if (bytes === undefined) continue;
    if (!isUtf8(bytes)) throw new Error(`${name}: is not UTF-8`);
    hash.update(`${kind} ${bytes.length}\n`).update(bytes);
    texts.set(kind, bytes.toString('utf8'));
  }
  if (texts.size === 0)
    throw new Error(`the stick has none of the files ${Object.values(stickFiles).join(', ')} (docs/board.md)`);
  const certificate = texts.get('certificate');
  if (certificate !== undefined && !certificate.includes('-----BEGIN CERTIFICATE-----')) {
    throw new Error(`${stickFiles.certificate}: has no certificate in PEM form`);
  }
  if (texts.get('secret')?.trim() === '') throw new Error(`${stickFiles.secret}: is empty`);
  return { texts, hash: hash.digest('hex') };
}

function fileOf(folder: string, name: string): Buffer | undefined {
  const file = join(folder, name);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isFile()) throw new Error(`${name}: must be a file`);
  if (stat.size > limits.firmware.settingsBytes) {
    throw new Error(`${name}: has ${stat.size} bytes; at most ${limits.firmware.settingsBytes} are read`);
  }
  return readFileSync(file);
}

/** @throws Error that says which file is wrong, where, and what would be right. */
export function settle({ texts }: StickContent, before: SettingsTree, networkBefore: string | undefined): Settled {
  const config = texts.get('config');
  const merged = config === undefined ? before : (patched(before, parsed(config, stickFiles.config)) as SettingsTree);
  try {
    checkTree(merged, stickFiles.config);
  } catch (fault) {
    if (fault instanceof ConfigError) throw new Error(fault.message, { cause: fault });
    throw fault;
  }
  const text = texts.get('network') ?? networkBefore;
  if (text !== undefined) needAddresses(merged, networkOf(text));
  return { config: merged };
}

/** Settings that name the address on which a service listens. */
const listeners = [['host'], ['adminHost'], ['media', 'audioSocket', 'host'], ['media', 'sip', 'address']] as const;

/** A service that cannot bind its address would never start. Where an interface asks for its address nobody can know. */
function needAddresses(config: SettingsTree, { interfaces }: Network): void {
  const all = Object.values(interfaces);
  if (all.length === 0 || all.some((each) => 'dhcp' in each)) return;
  const own = all.flatMap((each) =>
    'addresses' in each ? each.addresses.map((address) => address.split('/')[0]) : [],
  );
  for (const path of listeners) {
    let value: unknown = config;
    for (const part of path) value = isTree(value) ? value[part] : undefined;
    if (typeof value !== 'string' || isIP(value) === 0 || isEverywhere(value) || own.includes(value)) continue;
    const why = `no interface of network.json has the address ${value} (they have ${own.join(', ')})`;
    throw new Error(`${stickFiles.config}: ${path.join('.')}: ${why}`);
  }
}

/** All addresses of the box, or those that only it can reach. */
const isEverywhere = (address: string): boolean => /^(0\.0\.0\.0|::|::1|127\..*)$/.test(address);

function networkOf(text: string): Network {
  const value = parsed(text, stickFiles.network);
  try {
    return parseNetwork(value);
  } catch (fault) {
    throw new Error(`${stickFiles.network}: ${(fault as Error).message}`, { cause: fault });
  }
}

function parsed(text: string, name: string): SettingsTree {
  let value: unknown;
  try {
    value = parseJsonBytes(Buffer.from(text));
  } catch (fault) {
    throw new Error(`${name}: ${(fault as Error).message}`, { cause: fault });
  }
  if (isTree(value)) return value;
  throw new Error(`${name}: must hold one JSON object`);
}

const isTree = (value: unknown): value is SettingsTree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON Merge Patch (RFC 7396): objects are merged, null takes a key away, everything else replaces what was there. */
function patched(target: unknown, patch: unknown): unknown {
  if (!isTree(patch)) return patch;
  const result: SettingsTree = Object.assign(Object.create(null), isTree(target) ? target : {});
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = patched(result[key], value);
  }
  return result;
}
