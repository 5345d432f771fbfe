// A short-lived process beside the gateway that makes the package of a robot, which takes seconds for a large one. Its
// argument names the directories, a line with keys and the robot come on standard input, and it answers with one line.

import { join } from 'node:path';
import { isDiskFull } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { realDisk } from '../../storage/disk.js';
import { type AreaSecret, areaKeyOf } from '../../trust/area-key.js';
import { type PlainSource, plainSource } from '../../trust/plain-bytes.js';
import { RobotTooLarge } from '../../understanding/notation/fault.js';
import { openPackage } from '../../understanding/package/reader.js';
import type { MatchingRecord, PackageRecord } from '../../understanding/package/records.js';
import { ModelFault } from '../../understanding/trained/fault.js';
import type { PackageName } from './files.js';
import { writePackage } from './write-package.js';

export interface CompileOrder {
  /** The directory DATA/nlu/packages. */
  readonly directory: string;
  readonly publishId: string;
  /** The file of word vectors; undefined if there is none. */
  readonly vectors?: string | undefined;
  /**
   * Files of older packages of the robot. If they are given, results of their learning are reused, and only quick
   * learning is done; otherwise everything is learnt.
   */
  readonly learntBefore?: readonly string[];
  /** The enabled OPTIMIZED model and its directory. */
  readonly trained?: { readonly id: number; readonly directory: string } | undefined;
}

/** The first line of standard input. Files without a key are plain. */
export interface CompileSecrets {
  /** The secret for packages. */
  readonly robots?: AreaSecret | undefined;
  /** The secret for trained models. */
  readonly training?: AreaSecret | undefined;
}

/** `message`: the fault in words for the author. */
export type CompileReport =
  | PackageName
  | { readonly fault: 'full' | 'failed' }
  | { readonly fault: 'model' | 'robot'; readonly message: string };

const { directory, publishId, vectors, learntBefore, trained } = JSON.parse(process.argv[2] ?? '') as CompileOrder;
const { secrets, robot } = await parted(process.stdin);
const robotsKey = areaKeyOf(secrets.robots);

process.stdout.write(`${JSON.stringify(await compiled())}\n`);

async function compiled(): Promise<CompileReport> {
  try {
    realDisk.makeDirectory(directory);
    // A process that has lost its gateway may still write the same publish.
    const made = await writePackage(
      robot,
      { directory, partName: `${publishId}.${process.pid}` },
      { learn: learnt, complete: withModel, key: robotsKey },
    );
    lookAt(join(directory, made.sha256));
    return made;
  } catch (fault) {
    process.stderr.write(`publish ${publishId}: ${(fault as Error).message}\n`); // clients must not see file names
    if (fault instanceof RobotTooLarge) return { fault: 'robot', message: fault.message };
    if (fault instanceof ModelFault) return { fault: 'model', message: `the enabled model: ${fault.message}` };
    return { fault: isDiskFull(fault) ? 'full' : 'failed' };
  }
}

/** The text before the first end of line, and the text after it. */
async function parted(
  input: AsyncIterable<Buffer>,
): Promise<{ secrets: CompileSecrets; robot: AsyncIterable<Buffer> }> {
  const pieces = input[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  for (let end = -1; ; ) {
    const { done, value } = await pieces.next();
    if (done === true) throw new Error('the gateway ended before it had sent its first line');
    head = Buffer.concat([head, value]);
    end = head.indexOf('\n');
    if (end < 0) continue;
    const rest = head.subarray(end + 1);
    return { secrets: JSON.parse(head.toString('utf8', 0, end)), robot: after(rest, pieces) };
  }
}

async function* after(first: Buffer, others: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await others.next(); next.done !== true; next = await others.next()) yield next.value;
}

/** Adds the model, since a package holds everything that a robot needs. */
async function withModel(found: PackageRecord): Promise<PackageRecord> {
  if (found.section !== 'model' || found.record.type !== 'OPTIMIZED' || trained === undefined) return found;
  const { record } = found;
  if (record.id !== trained.id) throw new Error('another model was enabled in the meantime');
  const { modelIn } = await import('./learning.js'); // loading it takes as long as making a package without it
  return {
    section: 'model',
    record: { ...record, trained: modelIn(trained.directory, vectors, areaKeyOf(secrets.training)) },
  };
}

/**
 * Records that matching learns from the robot. A robot that cannot be loaded is published without them: the process
 * that loads it reports why. @throws RobotTooLarge
 */
async function learnt(records: readonly PackageRecord[]): Promise<readonly PackageRecord[]> {
  try {
    const before = learntBefore && lastOfEach(learntBefore.flatMap(learntIn));
    if (before !== undefined && textsIn(records) > limits.dialog.testing.learntTexts) return before;
    const learns = before === undefined ? 'all' : 'small';
    const { learntFrom } = await import('./learning.js'); // loading it takes as long as making a package without it
    return learntFrom([...records, ...(before ?? [])], { vectors, learns });
  } catch (fault) {
    if (fault instanceof RobotTooLarge) throw fault;
    process.stderr.write(`publish ${publishId}: the questions could not be trained: ${(fault as Error).message}\n`);
    return [];
  }
}

function textsIn(records: readonly PackageRecord[]): number {
  return records.reduce((sum, each) => sum + (each.section === 'questions' ? 1 + each.record.ext.length : 0), 0);
}

/** For each scope, the newest record and the one that was learnt before it from other texts. */
function lastOfEach(found: readonly MatchingRecord[]): PackageRecord[] {
  const kept = new Map<string, Map<string, PackageRecord>>();
  for (const record of found) {
    const ofScope = kept.get(record.scope) ?? new Map<string, PackageRecord>();
    if (ofScope.size < 2 && !ofScope.has(record.texts)) ofScope.set(record.texts, { section: 'matching', record });
    kept.set(record.scope, ofScope);
  }
  return [...kept.values()].flatMap((ofScope) => [...ofScope.values()]);
}

function learntIn(file: string): MatchingRecord[] {
  let source: PlainSource | undefined;
  try {
    source = plainSource(file, robotsKey);
    return [...openPackage(source).records('matching')];
  } catch {
    return []; // it was removed meanwhile, or was written by a newer version
  } finally {
    source?.close();
  }
}

/** Reads the package from the disk, as the dialog service will. */
function lookAt(file: string): void {
  const source = plainSource(file, robotsKey);
  try {
    openPackage(source);
  } finally {
    source.close();
  }
}
