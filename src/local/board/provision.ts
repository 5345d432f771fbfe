// Settings from a CONFIG stick: checked as a whole, applied as a whole, once for each content; a report goes back to the stick.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '../../config/config.js';
import { parseJsonBytes } from '../../protocol/wire/json.js';
import { parseNetwork } from './network.js';

/** The files that a stick may bring. */
const stickFiles = { config: 'config.json', network: 'network.json' } as const;
export const reportFile = 'tonegate-report.txt';

/** No settings are longer. Bytes. */
const mostBytes = 262_144;

export interface StickContent {
  /** The bytes of each file that is there. */
  readonly files: ReadonlyMap<keyof typeof stickFiles, Buffer>;
  /** SHA-256 of all of them. */
  readonly hash: string;
}

/** @throws Error that says which file is wrong, where, and what would be right. Nothing has changed then. */
export function readStick(folder: string): StickContent {
  const files = new Map<keyof typeof stickFiles, Buffer>();
  const hash = createHash('sha256');
  for (const [kind, name] of Object.entries(stickFiles) as [keyof typeof stickFiles, string][]) {
    const file = join(folder, name);
    if (!existsSync(file)) continue;
    const { size } = lstatSync(file);
    if (!lstatSync(file).isFile()) throw new Error(`${name}: must be a file`);
    if (size > mostBytes) throw new Error(`${name}: has ${size} bytes; at most ${mostBytes} are read`);
    const bytes = readFileSync(file);
    hash.update(`${kind} ${bytes.length}\n`).update(bytes);
    files.set(kind, bytes);
  }
  if (files.size === 0) {
    throw new Error(`the stick holds neither ${stickFiles.config} nor ${stickFiles.network} (docs/board.md)`);
  }
  if (files.has('config')) checkConfig(folder);
  const network = files.get('network');
  if (network !== undefined) checkNetwork(network);
  return { files, hash: hash.digest('hex') };
}

function checkConfig(folder: string): void {
  try {
    loadConfig({ dataDir: folder, env: {} });
  } catch (fault) {
    if (!(fault instanceof ConfigError)) throw fault;
    throw new Error(fault.message.replaceAll(`${folder}/`, ''), { cause: fault });
  }
}

function checkNetwork(bytes: Buffer): void {
  try {
    parseNetwork(parseJsonBytes(bytes));
  } catch (fault) {
    throw new Error(`${stickFiles.network}: ${(fault as Error).message}`, { cause: fault });
  }
}
