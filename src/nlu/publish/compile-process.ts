// A short process beside the gateway that makes the package of a robot: seconds of work for a large one. Its argument says where,
// the robot comes by standard input, and one line answers.
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { isDiskFull } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { realDisk } from '../../storage/disk.js';
import { robotOf } from '../../understanding/flow/robot.js';
import { WordVectors } from '../../understanding/matching/word-vectors.js';
import { fileSource, openPackage } from '../../understanding/package/reader.js';
import type { PackageRecord } from '../../understanding/package/records.js';
import { finished } from '../../understanding/steps.js';
import type { PackageName } from './files.js';
import { writePackage } from './write-package.js';

export interface CompileOrder {
  /** DATA/nlu/packages */
  readonly directory: string;
  readonly publishId: string;
  /** Of the process; that of publishing unless given. */
  readonly niceness?: number;
  /** The file of word vectors; undefined: there is none. */
  readonly vectors?: string | undefined;
  /** Files of older packages of the robot. Where they are given, what was learnt for them is used, and only what takes no time is
   * learnt; otherwise all is. */
  readonly learntBefore?: readonly string[];
}

export type CompileReport = PackageName | { readonly fault: 'full' | 'failed' };

const {
  directory,
  publishId,
  vectors,
  learntBefore,
  niceness = limits.nlu.publish.niceness,
} = JSON.parse(process.argv[2] ?? '') as CompileOrder;
setPriority(niceness);

process.stdout.write(`${JSON.stringify(await compiled())}\n`);

async function compiled(): Promise<CompileReport> {
  try {
    realDisk.makeDirectory(directory);
    // A process that lost its gateway may still write the same publish.
    const made = await writePackage(
      process.stdin,
      { directory, partName: `${publishId}.${process.pid}` },
      undefined,
      learnt,
    );
    lookAt(join(directory, made.sha256));
    return made;
  } catch (fault) {
    process.stderr.write(`publish ${publishId}: ${(fault as Error).message}\n`); // names files, which no client shall see
    return { fault: isDiskFull(fault) ? 'full' : 'failed' };
  }
}

/** What matching learns of the robot. A robot that cannot be loaded is published as it is: whoever loads it will say why. */
function learnt(records: readonly PackageRecord[]): readonly PackageRecord[] {
  try {
    const meanings = vectors === undefined ? undefined : new WordVectors(readFileSync(vectors));
    const before = (learntBefore ?? []).flatMap(learntIn);
    const learns = learntBefore === undefined ? 'all' : 'small';
    const found = finished(robotOf([...records, ...before], { vectors: meanings, learns })).matcher.records();
    return Array.from(found, (record) => ({ section: 'matching', record }));
  } catch (fault) {
    process.stderr.write(`publish ${publishId}: nothing was learnt: ${(fault as Error).message}\n`);
    return [];
  }
}

function learntIn(file: string): PackageRecord[] {
  let source: ReturnType<typeof fileSource> | undefined;
  try {
    source = fileSource(file);
    return Array.from(openPackage(source).records('matching'), (record) => ({ section: 'matching', record }));
  } catch {
    return []; // it has been removed meanwhile, or a newer version has written it
  } finally {
    source?.close();
  }
}

/** Reads the package as it lies on the disk, as the dialog service will. */
function lookAt(file: string): void {
  const source = fileSource(file);
  try {
    openPackage(source);
  } finally {
    source.close();
  }
}
