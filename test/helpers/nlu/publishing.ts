// Publishing without a gateway: a real database and a real or a power-cut disk; packages are made in this process.

import { pino } from 'pino';
import type { Compile } from '../../../src/nlu/publish/compile.js';
import { PackageFiles } from '../../../src/nlu/publish/files.js';
import { OnlineRobots } from '../../../src/nlu/publish/online.js';
import { startPublishing } from '../../../src/nlu/publish/start.js';
import { publishTable } from '../../../src/nlu/publish/table.js';
import { writePackage } from '../../../src/nlu/publish/write-package.js';
import { Changes } from '../../../src/nlu/resource/changes.js';
import type { AwaitedDisk } from '../../../src/storage/awaited-disk.js';
import { type Disk, realDisk } from '../../../src/storage/disk.js';
import type { Store } from '../../../src/store/open.js';
import { chance } from '../chance.js';

export interface PublishingOptions {
  readonly db: Store;
  readonly directory: string;
  readonly disk?: Disk & Partial<AwaitedDisk>;
  /** ms UTC */
  readonly now?: () => number;
  /** monotonic clock of the sweep, ms */
  readonly steadyMs?: () => number;
  readonly compile?: Compile;
}

/** The work of the publishing process, done in this process. */
export const compileHere =
  (disk: Disk, awaited?: AwaitedDisk): Compile =>
  async ({ directory, publishId }, input, signal) => {
    disk.makeDirectory(directory);
    const made = await writePackage(input, { directory, partName: publishId }, awaited && { disk: awaited });
    signal.throwIfAborted();
    return made;
  };

export type TestPublishing = Awaited<ReturnType<typeof openPublishing>>;

export async function openPublishing(options: PublishingOptions) {
  const { db, directory, disk = realDisk, now = Date.now, steadyMs, compile = compileHere(realDisk) } = options;
  const table = publishTable(db);
  const files = new PackageFiles(disk, directory, { ...(steadyMs && { now: steadyMs }) });
  const online = new OnlineRobots({ table, files, now });
  let log = '';
  const publishing = await startPublishing({
    ...{ table, files, online, changes: new Changes(db), now, elapsed: now, compile },
    random: (bytes) => chance(now()).bytes(bytes),
    modelDirectory: (_, path) => path,
    log: pino({ level: 'trace' }, { write: (line: string) => (log += line) }),
  });
  return { ...publishing, table, files, online, logText: () => log };
}
