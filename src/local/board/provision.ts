// The settings of a CONFIG stick take effect as a whole, once for each content. Everything is written down in one file first; a start
// that finds this file carries it out, so that a power cut leaves the settings of before or those of the stick.
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { CommandFailure, exitCodes } from '../../cli/exit.js';
import type { SettingsTree } from '../../config/config.js';
import { limits } from '../../protocol/limits.js';
import { parseJsonBytes } from '../../protocol/wire/json.js';
import { writeText, writeWhole } from '../../storage/whole-file.js';
import type { Box, Say } from './box.js';
import { networkUnits, parseNetwork } from './network.js';
import { readText } from './read-text.js';
import { readStick, reportFile, type StickFile, settle, stickFiles } from './stick.js';

/** The files that are to be installed. */
const Order = z.strictObject({
  hash: z.string(),
  files: z.array(z.strictObject({ path: z.string(), text: z.string(), user: z.string(), mode: z.int() })),
});
type Order = z.output<typeof Order>;

/** Keys of config.json that the sync process needs too; it is another user, with settings of its own. */
const syncKeys = ['upstream', 'sync', 'logLevel'] as const;

/** @throws CommandFailure where the stick is wrong. Nothing has changed then, and the stick says why. */
export function provision(box: Box, folder: string, say: Say): void {
  const toldConsole = box.onConsole(say);
  const report: Say = (sentence) => {
    let unwritten: string | undefined;
    try {
      writeSynced(join(folder, reportFile), `${new Date().toISOString()} ${sentence}\n`);
    } catch (fault) {
      unwritten = `the report could not be written to the stick: ${(fault as Error).message}`;
    }
    toldConsole(sentence); // who reads it may pull the stick at once
    if (unwritten !== undefined) toldConsole(unwritten);
  };
  let order: Order;
  let kinds: StickFile[];
  try {
    const content = readStick(folder);
    if (appliedHashes(box).includes(content.hash)) {
      report('these settings were applied before; nothing was changed');
      return;
    }
    order = orderOf(box, content.hash, settle(content, gatewayConfig(box), networkText(box)), content.texts);
    kinds = [...content.texts.keys()];
  } catch (fault) {
    report(`nothing was changed: ${(fault as Error).message}`);
    throw new CommandFailure(exitCodes.badInput, (fault as Error).message, { cause: fault });
  }
  writeText(box.places.provisioning, JSON.stringify(order), 0o600, box.disk);
  carryOut(box);
  report(`the settings from this stick were applied (${kinds.map((kind) => stickFiles[kind]).join(', ')})`);
  if (kinds.includes('network')) applyNetwork(box);
  if (kinds.includes('network') && box.isRunning('systemd-networkd.service')) {
    box.run('systemctl', ['restart', 'systemd-networkd.service']); // the gateway may need an address of it
  }
  // Without an upstream the sync process has ended, so it must be started. Earlier in the boot both start by themselves.
  if (box.isRunning('tonegate.service')) {
    box.run('systemctl', ['--no-block', 'restart', 'tonegate.service', 'tonegate-sync.service']);
  }
}

/** The text is on the disk when this returns. */
function writeSynced(file: string, text: string): void {
  const descriptor = openSync(file, 'w');
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function orderOf(
  { places }: Box,
  hash: string,
  { config }: { readonly config: SettingsTree },
  texts: ReadonlyMap<StickFile, string>,
): Order {
  const files: Order['files'] = [];
  const put = (path: string, text: string, user: string, mode: number) => files.push({ path, text, user, mode });
  if (texts.has('config')) {
    const forSync = Object.fromEntries(syncKeys.flatMap((key) => (key in config ? [[key, config[key]]] : [])));
    put(join(places.gatewayData, 'config.json'), jsonText(config), 'tonegate', 0o600);
    put(join(places.syncData, 'config.json'), jsonText(forSync), 'tonegate-sync', 0o600);
  }
  const network = texts.get('network');
  if (network !== undefined) put(join(places.settings, stickFiles.network), network, 'root', 0o644);
  for (const kind of ['secret', 'certificate'] as const) {
    const text = texts.get(kind);
    if (text !== undefined) put(join(places.settings, stickFiles[kind]), text, 'tonegate-sync', 0o600);
  }
  return { hash, files };
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Puts in place what was written down. Done again until it is whole. Answers whether there was anything. */
export function carryOut(box: Box): boolean {
  const { disk, places } = box;
  if (disk.size(places.provisioning) === undefined) return false;
  const { hash, files } = Order.parse(JSON.parse(readText(disk, places.provisioning)));
  for (const { path, text, user, mode } of files) {
    makeOwned(box, dirname(path), user);
    writeWhole(disk, path, [Buffer.from(text)], (part) => box.give(part, user), mode);
  }
  const applied = [...appliedHashes(box).filter((each) => each !== hash), hash].slice(-limits.firmware.provisionings);
  writeText(places.provisioned, `${JSON.stringify(applied)}\n`, 0o600, disk);
  disk.remove(places.provisioning);
  disk.syncDirectory(dirname(places.provisioning));
  return true;
}

/** A directory that is there keeps its owner. */
function makeOwned({ disk, places, give }: Box, directory: string, user: string): void {
  if (disk.list(dirname(directory)).includes(basename(directory))) return;
  disk.makeDirectory(directory);
  give(directory, directory === places.settings ? 'root' : user);
}

function appliedHashes({ disk, places }: Box): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(readText(disk, places.provisioned)));
  } catch {
    return []; // settings of before are applied once more, which changes nothing
  }
}

/** The settings of the gateway now; a file that nobody can read counts for nothing. */
function gatewayConfig({ disk, places }: Box): SettingsTree {
  const file = join(places.gatewayData, 'config.json');
  if (disk.size(file) === undefined) return {};
  try {
    return parseJsonBytes(Buffer.from(readText(disk, file))) as SettingsTree;
  } catch {
    return {};
  }
}

function networkText({ disk, places }: Box): string | undefined {
  const file = join(places.settings, stickFiles.network);
  return disk.size(file) === undefined ? undefined : readText(disk, file);
}

/** Units of systemd-networkd, which lie in memory and are made on every boot. @throws Error where network.json is wrong */
export function applyNetwork(box: Box): void {
  const text = networkText(box);
  if (text === undefined) return;
  const { disk, places } = box;
  const network = parseNetwork(parseJsonBytes(Buffer.from(text)));
  mkdirSync(places.networkUnits, { recursive: true });
  for (const name of readdirSync(places.networkUnits)) {
    if (name.startsWith('10-tonegate-')) rmSync(join(places.networkUnits, name));
  }
  for (const [name, text] of networkUnits(network)) {
    writeText(join(places.networkUnits, name), text, 0o644, disk);
  }
  if (network.hostname !== undefined) writeText(places.hostname, `${network.hostname}\n`, 0o644, disk);
}
