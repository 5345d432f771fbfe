// Makes a package from the lines that the gateway sends, and names it by its content.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { AwaitedDisk } from '../../storage/awaited-disk.js';
import type { AreaKey } from '../../trust/area-key.js';
import { StoredFiles } from '../../trust/stored-files.js';
import { Lines } from '../../understanding/package/lines.js';
import type { PackageRecord } from '../../understanding/package/records.js';
import { packageBytes } from '../../understanding/package/writer.js';
import { lastLine } from './feed.js';
import type { PackageName } from './files.js';

export interface PackagePlace {
  /** The directory DATA/nlu/packages, which exists. */
  readonly directory: string;
  /** The name of the file while it is written; nothing else writes a file with this name. */
  readonly partName: string;
}

/** Learns from the records of a robot, and returns further records, of later sections. */
export type Learn = (records: readonly PackageRecord[]) => Iterable<PackageRecord> | Promise<Iterable<PackageRecord>>;

export interface PackageWork {
  readonly disk?: AwaitedDisk | undefined;
  /** The key of robots, with which the package is encrypted. */
  readonly key?: AreaKey | undefined;
  readonly learn?: Learn;
  /** Adds the parts of a record that the gateway does not send. */
  readonly complete?: (record: PackageRecord) => PackageRecord | Promise<PackageRecord>;
}

/** Throws DiskFull, or a fault of the input; nothing is left behind then. */
export async function writePackage(
  input: AsyncIterable<Uint8Array>,
  { directory, partName }: PackagePlace,
  { disk, key, learn = () => [], complete = (record) => record }: PackageWork = {},
): Promise<PackageName> {
  const part = await new StoredFiles(key, disk).create(join(directory, partName));
  try {
    const hash = createHash('sha256');
    for await (const piece of packageBytes(withLearnt(completed(recordsIn(input), complete), learn))) {
      hash.update(piece);
      await part.append(piece);
    }
    const sha256 = hash.digest('hex');
    await part.keep(join(directory, sha256));
    return { sha256, bytes: part.bytes };
  } catch (fault) {
    await part.discard();
    throw fault;
  }
}

async function* completed(
  records: AsyncIterable<PackageRecord>,
  complete: NonNullable<PackageWork['complete']>,
): AsyncGenerator<PackageRecord> {
  for await (const record of records) yield await complete(record);
}

async function* withLearnt(records: AsyncIterable<PackageRecord>, learn: Learn): AsyncGenerator<PackageRecord> {
  const all: PackageRecord[] = [];
  for await (const record of records) {
    all.push(record);
    yield record;
  }
  yield* await learn(all);
}

async function* recordsIn(input: AsyncIterable<Uint8Array>): AsyncGenerator<PackageRecord> {
  const lines = new Lines();
  let isWhole = false;
  for await (const piece of input) {
    for (const line of lines.in(piece)) {
      if (line === lastLine) isWhole = true;
      else yield recordOf(line);
    }
  }
  if (!isWhole || !lines.isAtEnd) throw new Error('the gateway ended before it had sent the whole robot');
}

function recordOf(line: string): PackageRecord {
  const tab = line.indexOf('\t');
  return { section: line.slice(0, tab), record: JSON.parse(line.slice(tab + 1)) } as PackageRecord;
}
