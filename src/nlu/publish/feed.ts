// Sends a robot to the process that makes its package: lines of "section, tab, record", and a last line that says that
// nothing is missing. The gateway serves calls between the pieces.
import { limits } from '../../protocol/limits.js';
import type { PackageRecord } from '../../understanding/package/records.js';
import type { Changes } from '../resource/changes.js';
import { type SnapshotOf, snapshot } from './snapshot.js';
import type { SnapshotQueries } from './snapshot-queries.js';

export const lastLine = 'end';

/** The tenant's resources have changed since reading began. */
export class SnapshotChanged extends Error {
  override readonly name = 'SnapshotChanged';
}

export interface FeedParts {
  readonly queries: SnapshotQueries;
  readonly changes: Pick<Changes, 'revisionOf'>;
  /** monotonic clock, ms */
  readonly clock: () => number;
}

/** Called with each record on its way. */
export type Meet = (found: PackageRecord) => void;

/** Reads for the length of a turn, then lets other work go on. @throws SnapshotChanged */
export async function* inTurns(parts: FeedParts, of: SnapshotOf, meet: Meet): AsyncGenerator<Buffer> {
  const { queries, changes, clock } = parts;
  const revision = changes.revisionOf(of.tenantId);
  const { turnMs, pieceBytes } = limits.nlu.publish;
  let lines: string[] = [];
  let waiting = 0;
  let endMs = clock() + turnMs;
  for (const found of snapshot(queries, of)) {
    if (found !== undefined) {
      meet(found);
      const line = lineOf(found);
      lines.push(line);
      waiting += line.length;
    }
    if (waiting < pieceBytes && clock() < endMs) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
    waiting = 0;
    await new Promise((resolve) => setImmediate(resolve));
    if (changes.revisionOf(of.tenantId) !== revision)
      throw new SnapshotChanged('the resources were changed in the meantime');
    endMs = clock() + turnMs;
  }
  yield Buffer.from(`${lines.join('')}${lastLine}\n`);
}

/** Reads everything without a pause, for a tenant that changes all the time. */
export async function* inOneGo({ queries }: FeedParts, of: SnapshotOf, meet: Meet): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  let lines: string[] = [];
  for (const found of snapshot(queries, of)) {
    if (found === undefined) continue;
    meet(found);
    lines.push(lineOf(found));
    if (lines.length < limits.nlu.publish.rowsAtOnce) continue;
    pieces.push(Buffer.from(lines.join('')));
    lines = [];
  }
  yield* pieces;
  yield Buffer.from(`${lines.join('')}${lastLine}\n`);
}

const lineOf = ({ section, record }: PackageRecord): string => `${section}\t${JSON.stringify(record)}\n`;
