// What `tonegate board` and `tonegate update` do on a box.
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { Board, BoardStatus, UpdateOrder } from '../../cli/board/board.js';
import { CommandFailure, exitCodes } from '../../cli/exit.js';
import { parseJsonBytes } from '../../protocol/wire/json.js';
import { writeText } from '../../storage/whole-file.js';
import { bootState, boxVersion, lastWords, needBox, places, runProgram, safeModeReason } from './box.js';
import { meetDatabase } from './database.js';
import { bundleFacts, download, versionOrder, whyNotInstall } from './firmware.js';
import { networkUnits, parseNetwork } from './network.js';
import { readStick, reportFile } from './provision.js';

/** An installation writes a whole slot: minutes on a slow card. */
const installMs = 30 * 60_000;
/** Free space that a download leaves for the gateway, bytes. */
const spareBytes = 64 * 1024 * 1024;
/** A stick may hold old bundles; more of them are not looked at. */
const mostBundles = 20;

export const localBoard: Board = {
  status,
  update,
  updateFromStick,
  provision,
  prepare,
  leaveSafeMode: (say) => {
    needBox();
    if (safeModeReason() === undefined) throw new CommandFailure(exitCodes.badInput, 'this box is not in safe mode');
    const slot = bootState.current();
    bootState.markGood(slot);
    say(`slot ${slot} counts as good again; the box starts again`);
    runProgram('systemctl', ['reboot']);
  },
  factoryReset: (say) => {
    needBox();
    bootState.set('BOOT_ARGS', 'tonegate.factory-reset');
    say('the box starts again and destroys its data; it will have new keys and a new name');
    runProgram('systemctl', ['reboot']);
  },
};

function status(): BoardStatus {
  needBox();
  const safeMode = safeModeReason();
  return {
    version: boxVersion(),
    slot: bootState.current(),
    pending: bootState.get('BOOT_PENDING'),
    order: bootState.get('BOOT_ORDER'),
    triesLeft: { A: Number(bootState.get('BOOT_A_LEFT')), B: Number(bootState.get('BOOT_B_LEFT')) },
    ...(safeMode !== undefined && { safeMode }),
  };
}

async function update(
  { source, allowDowngrade, restart }: UpdateOrder,
  say: (sentence: string) => void,
): Promise<void> {
  needBox();
  refuseWhilePending();
  const isAddress = /^https?:\/\//.test(source);
  if (!isAddress && !existsSync(source)) throw new CommandFailure(exitCodes.badInput, `${source} does not exist`);
  const file = isAddress ? await fetchBundle(source, say) : resolve(source);
  try {
    install(file, allowDowngrade, say);
  } finally {
    if (isAddress) clearDownloads();
  }
  if (!restart) {
    say('the update is tried on the next start of the box');
    return;
  }
  say('the box starts again; calls that are running have 45 s to end');
  runProgram('systemctl', ['reboot']);
}

function refuseWhilePending(): void {
  const pending = bootState.get('BOOT_PENDING');
  if (pending === '' || safeModeReason() !== undefined) return;
  throw new CommandFailure(
    exitCodes.badInput,
    pending === bootState.current()
      ? 'the update that runs has not passed its self-test yet; wait until it has (10 minutes at most)'
      : `the update in slot ${pending} waits for the next start of the box; restart it first`,
  );
}

async function fetchBundle(url: string, say: (sentence: string) => void): Promise<string> {
  mkdirSync(places.updates, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = statfsSync(places.updates);
  let told = -1;
  const onProgress = (bytes: number, of: number | undefined) => {
    if (of !== undefined && of - bytes > bavail * bsize - spareBytes) {
      throw new CommandFailure(exitCodes.service, `the data partition has no room for the bundle (${of} bytes)`);
    }
    const tenth = of === undefined ? -1 : Math.floor((10 * bytes) / of);
    if (tenth > told) say(`downloaded ${tenth * 10} %`);
    told = Math.max(told, tenth);
  };
  try {
    return await download(url, places.updates, onProgress);
  } catch (fault) {
    if (fault instanceof CommandFailure) throw fault;
    const reason = fault instanceof Error ? fault.message : String(fault);
    throw new CommandFailure(exitCodes.service, `the bundle was not downloaded: ${reason}`, { cause: fault });
  }
}

function clearDownloads(): void {
  for (const name of ['download.part', 'download.tag']) rmSync(join(places.updates, name), { force: true });
}

/** Installs into the other slot. The one that runs stays as it is whatever happens. */
function install(file: string, allowDowngrade: boolean, say: (sentence: string) => void): void {
  const facts = verified(file);
  const why = whyNotInstall(facts, boxVersion(), allowDowngrade);
  if (why !== undefined) throw new CommandFailure(exitCodes.badInput, why);
  say(`installing ${facts.version} into the other slot`);
  runProgram('rauc', ['install', file], installMs);
  say(`${facts.version} is installed`);
}

/** Facts of a bundle whose signature holds. */
function verified(file: string) {
  let told: string;
  try {
    told = runProgram('rauc', ['info', '--output-format=json', file]);
  } catch (fault) {
    throw new CommandFailure(
      exitCodes.badInput,
      `${file} is no bundle that this box may install: ${lastWords((fault as Error).message)}`,
      { cause: fault },
    );
  }
  return bundleFacts(told);
}

async function updateFromStick(folder: string, say: (sentence: string) => void): Promise<void> {
  needBox();
  const toldConsole = tellConsole(say);
  try {
    refuseWhilePending();
    const names = readdirSync(folder).filter(
      (name) => name.endsWith('.raucb') && statSync(join(folder, name)).isFile(),
    );
    if (names.length === 0) throw new CommandFailure(exitCodes.badInput, 'the stick holds no bundle (*.raucb)');
    const bundles = names
      .slice(0, mostBundles)
      .flatMap((name) => {
        try {
          return [{ name, facts: verified(join(folder, name)) }];
        } catch (fault) {
          toldConsole((fault as Error).message);
          return [];
        }
      })
      .sort((a, b) => versionOrder(b.facts.version, a.facts.version));
    const [best] = bundles;
    if (best === undefined) throw new CommandFailure(exitCodes.badInput, 'no bundle of the stick may be installed');
    await update({ source: join(folder, best.name), allowDowngrade: false, restart: true }, toldConsole);
  } catch (fault) {
    toldConsole(`no update from this stick: ${(fault as Error).message}`);
    throw fault;
  }
}

/** A sentence that the person in front of the box sees, too. */
const tellConsole = (say: (sentence: string) => void) => (sentence: string) => {
  say(sentence);
  try {
    writeFileSync('/dev/console', `tonegate: ${sentence}\n`);
  } catch {
    // no console
  }
};

function provision(folder: string, say: (sentence: string) => void): void {
  needBox();
  const toldConsole = tellConsole(say);
  const report = (sentence: string) => {
    toldConsole(sentence);
    try {
      writeFileSync(join(folder, reportFile), `${new Date().toISOString()} ${sentence}\n`);
    } catch (fault) {
      toldConsole(`the report could not be written to the stick: ${(fault as Error).message}`);
    }
  };
  let content: ReturnType<typeof readStick>;
  try {
    content = readStick(folder);
  } catch (fault) {
    report(`nothing was changed: ${(fault as Error).message}`);
    throw new CommandFailure(exitCodes.badInput, (fault as Error).message, { cause: fault });
  }
  const applied = appliedHashes();
  if (applied.includes(content.hash)) {
    report('these settings were applied before; nothing was changed');
    return;
  }
  const network = content.files.get('network');
  const config = content.files.get('config');
  if (network !== undefined) {
    writeText(places.network, network.toString('utf8'), 0o644);
    applyNetwork(network);
  }
  if (config !== undefined) {
    mkdirSync(places.gatewayData, { recursive: true, mode: 0o700 });
    const file = join(places.gatewayData, 'config.json');
    writeText(file, config.toString('utf8'));
    const { uid, gid } = owner();
    chownSync(file, uid, gid);
    chownSync(places.gatewayData, uid, gid);
  }
  writeText(places.provisioned, `${JSON.stringify([...applied, content.hash].slice(-50))}\n`);
  report(`the settings of this stick are in force (${[...content.files.keys()].join(', ')})`);
  if (isRunning('tonegate.service')) runProgram('systemctl', ['--no-block', 'try-restart', 'tonegate.service']);
  if (network !== undefined && isRunning('systemd-networkd.service')) {
    runProgram('systemctl', ['--no-block', 'restart', 'systemd-networkd.service']);
  }
}

const isRunning = (unit: string): boolean => {
  try {
    runProgram('systemctl', ['is-active', '--quiet', unit]);
    return true;
  } catch {
    return false;
  }
};

function owner(): { uid: number; gid: number } {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('tonegate:'));
  const [, , uid, gid] = (entry ?? '').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

function appliedHashes(): string[] {
  try {
    return JSON.parse(readFileSync(places.provisioned, 'utf8')) as string[];
  } catch {
    return [];
  }
}

function applyNetwork(bytes: Buffer): void {
  const network = parseNetwork(parseJsonBytes(bytes));
  mkdirSync(places.networkUnits, { recursive: true });
  for (const name of readdirSync(places.networkUnits)) {
    if (name.startsWith('10-tonegate-')) rmSync(join(places.networkUnits, name));
  }
  for (const [name, text] of networkUnits(network))
    writeFileSync(join(places.networkUnits, name), text, { mode: 0o644 });
  if (network.hostname !== undefined) writeFileSync(places.hostname, `${network.hostname}\n`);
}

function prepare(say: (sentence: string) => void): void {
  needBox();
  const toldConsole = tellConsole(say);
  if (existsSync(places.network)) {
    try {
      applyNetwork(readFileSync(places.network));
    } catch (fault) {
      toldConsole(`${places.network}: ${(fault as Error).message}; every interface asks for an address`);
    }
  }
  const done = meetDatabase(places.gatewayData);
  if (done !== undefined) toldConsole(done);
}
