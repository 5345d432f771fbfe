// `tonegate update`, and the bundles of a stick: verified by RAUC, looked at by us, installed into the slot that does not run.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { UpdateOrder } from '../../cli/board/board.js';
import { CommandFailure, exitCodes } from '../../cli/exit.js';
import {
  allowsDowngradeIn,
  type BundleFacts,
  boxCompatible,
  minFromIn,
  versionOrder,
  whyNotInstall,
} from '../../firmware/rules/version.js';
import { limits } from '../../protocol/limits.js';
import { writeText } from '../../storage/whole-file.js';
import { type Box, lastWords, type Say } from './box.js';
import { download, forgetDownload } from './download.js';
import { readText } from './read-text.js';

const { installTries: tries } = limits.firmware;

export async function update(box: Box, order: UpdateOrder, say: Say): Promise<void> {
  refuseWhilePending(box);
  const { source } = order;
  const isAddress = /^https?:\/\//.test(source);
  if (!isAddress && !existsSync(source)) throw new CommandFailure(exitCodes.badInput, `${source} does not exist`);
  const file = isAddress ? await fetchBundle(box, source, say) : resolve(source);
  try {
    installFile(box, file, order.allowDowngrade, say);
  } finally {
    if (isAddress) forgetDownload(box.disk, box.places.updates);
  }
  if (!order.restart) {
    say('the box tries the update at its next start');
    return;
  }
  restart(box, say);
}

function restart(box: Box, say: Say): void {
  say('the box restarts; running calls have 45 s to end');
  box.restart();
}

export function refuseWhilePending(box: Box): void {
  const pending = box.bootState('get', 'BOOT_PENDING');
  if (pending === '' || box.safeMode !== undefined) return;
  throw new CommandFailure(
    exitCodes.badInput,
    pending === box.bootState('get-current')
      ? 'the running update has not passed its self-test yet; wait until it has (10 minutes at most)'
      : `the update in slot ${pending} waits for the next start of the box; restart it first`,
  );
}

async function fetchBundle({ disk, places }: Box, url: string, say: Say): Promise<string> {
  let told = 0;
  const onProgress = (bytes: number, of: number | undefined) => {
    const tenth = of === undefined ? 0 : Math.floor((10 * bytes) / of);
    if (tenth > told) say(`downloaded ${tenth * 10} %`);
    told = Math.max(told, tenth);
  };
  try {
    return await download(url, { disk, folder: places.updates, onProgress });
  } catch (fault) {
    const { message, cause } = fault as Error;
    const why = cause instanceof Error ? `${message} (${cause.message})` : message;
    throw new CommandFailure(exitCodes.service, `the bundle was not downloaded: ${why}`, { cause: fault });
  }
}

/** Installs into the other slot. The one that runs stays as it is whatever happens. */
export function installFile(box: Box, file: string, allowDowngrade: boolean, say: Say): void {
  const facts = verified(box, file);
  const why = whyNotInstall(facts, { compatible: boxCompatible, version: box.version }, allowDowngrade);
  if (why !== undefined) throw new CommandFailure(exitCodes.badInput, why);
  say(`installing ${facts.version} into the other slot`);
  box.disk.remove(box.places.refusal);
  try {
    box.run('rauc', ['install', file], limits.firmware.installMs);
  } catch (fault) {
    const refusal = existsSync(box.places.refusal) ? readText(box.disk, box.places.refusal).trim() : '';
    throw refusal === '' ? fault : new CommandFailure(exitCodes.badInput, refusal, { cause: fault });
  }
  say(`${facts.version} is installed`);
}

const Info = z.object({
  compatible: z.string({ error: 'names no product' }),
  version: z.string({ error: 'names no version' }),
  description: z.string().nullish(),
});

/** Facts of a bundle whose signature holds. */
function verified(box: Box, file: string): BundleFacts {
  let told: string;
  try {
    told = box.run('rauc', ['info', '--output-format=json', file]);
  } catch (fault) {
    const why = lastWords((fault as Error).message);
    throw new CommandFailure(exitCodes.badInput, `${file} cannot be installed on this box: ${why}`, {
      cause: fault,
    });
  }
  const outcome = Info.safeParse(JSON.parse(told));
  if (!outcome.success) {
    const [issue] = outcome.error.issues;
    throw new CommandFailure(exitCodes.badInput, `${file}: the manifest of the bundle ${issue?.message}`);
  }
  const { compatible, version } = outcome.data;
  const description = outcome.data.description ?? '';
  return { compatible, version, minFrom: minFromIn(description), allowsDowngrade: allowsDowngradeIn(description) };
}

/**
 * The newest bundle of a stick that may be installed, each once: a box that went back must not try the same bundle for ever.
 * One whose installation failed, or was cut short, is begun again by the next stick, `tries` times in all.
 */
export async function updateFromStick(box: Box, folder: string, say: Say): Promise<void> {
  const toldConsole = box.onConsole(say);
  try {
    refuseWhilePending(box);
    const best = bestBundle(box, folder, toldConsole);
    if (best === undefined) {
      toldConsole(
        `every newer bundle on this stick was installed before, or failed ${tries} times; \`tonegate update FILE\` installs one again`,
      );
      return;
    }
    remember(box, best.hash, 1);
    installFile(box, best.file, false, toldConsole);
    remember(box, best.hash, tries);
    restart(box, toldConsole);
  } catch (fault) {
    toldConsole(`no update from this stick: ${(fault as Error).message}`);
    throw fault;
  }
}

function remember(box: Box, hash: string, times: number): void {
  const more = new Array<string>(times).fill(hash);
  const tried = [...triedBundles(box), ...more].slice(-limits.firmware.triedBundles * tries);
  writeText(box.places.triedBundles, `${JSON.stringify(tried)}\n`, 0o600, box.disk);
}

interface StickBundle {
  readonly file: string;
  readonly version: string;
  readonly hash: string;
}

/** Undefined: there are some, and each was installed before. */
function bestBundle(box: Box, folder: string, say: Say): StickBundle | undefined {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.raucb') && statSync(join(folder, name)).isFile())
    .slice(0, limits.firmware.stickBundles)
    .map((name) => join(folder, name));
  if (files.length === 0) throw new CommandFailure(exitCodes.badInput, 'the stick holds no bundle (*.raucb)');
  const own = { compatible: boxCompatible, version: box.version };
  const fit = files.flatMap((file) => {
    try {
      const facts = verified(box, file);
      const why = whyNotInstall(facts, own, false);
      if (why !== undefined) throw new Error(`${file}: ${why}`);
      return [{ file, version: facts.version }];
    } catch (fault) {
      say((fault as Error).message);
      return [];
    }
  });
  if (fit.length === 0) throw new CommandFailure(exitCodes.badInput, 'no bundle on the stick can be installed');
  const tried = triedBundles(box);
  for (const { file, version } of fit.sort((a, b) => versionOrder(b.version, a.version))) {
    const hash = hashOf(box, file);
    if (tried.filter((each) => each === hash).length < tries) return { file, version, hash };
  }
  return undefined;
}

function hashOf({ disk }: Box, file: string): string {
  const hash = createHash('sha256');
  for (const piece of disk.read(file)) hash.update(piece);
  return hash.digest('hex');
}

/** Hashes of bundles, once for each time that an installation began; one that was installed has all its tries used up. */
function triedBundles({ disk, places }: Box): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(readText(disk, places.triedBundles)));
  } catch {
    return [];
  }
}
