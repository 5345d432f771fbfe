// Sends a robot to the process that makes its package: lines of "section, tab, record", and a last line that says that
// nothing is missing. The gateway serves calls between the pieces.
import { piecesInTurns } from '../../http/body/in-turns.js';
import { limits } from '../../protocol/limits.js';
import type { Steps } from '../../protocol/steps.js';
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
  const lines = new Lines();
  const options = {
    clock,
    pieceMs: turnMs,
    isPieceFull: () => lines.characters >= pieceBytes,
    beforePiece: () => {
      if (changes.revisionOf(of.tenantId) !== revision)
        throw new SnapshotChanged('the resources were changed in the meantime');
    },
  };
  for await (const _ of piecesInTurns(lines.read(queries, of, meet), options)) yield Buffer.from(lines.take());
  yield Buffer.from(`${lines.take()}${lastLine}\n`);
}

/** Reads everything without a pause, for a tenant that changes all the time. */
export async function* inOneGo({ queries }: FeedParts, of: SnapshotOf, meet: Meet): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  const lines = new Lines();
  for (const _ of lines.read(queries, of, meet)) {
    if (lines.characters >= limits.nlu.publish.pieceBytes) pieces.push(Buffer.from(lines.take()));
  }
  yield* pieces;
  yield Buffer.from(`${lines.take()}${lastLine}\n`);
}

/** The lines that were read and not taken yet. */
class Lines {
  characters = 0;
  #lines: string[] = [];

  *read(queries: SnapshotQueries, of: SnapshotOf, meet: Meet): Steps<void> {
    for (const found of snapshot(queries, of)) {
      if (found !== undefined) {
        meet(found);
        const line = lineOf(found);
        this.#lines.push(line);
        this.characters += line.length;
      }
      yield;
    }
  }

  take(): string {
    const text = this.#lines.join('');
    [this.#lines, this.characters] = [[], 0];
    return text;
  }
}

const lineOf = ({ section, record }: PackageRecord): string => `${section}\t${JSON.stringify(record)}\n`;
