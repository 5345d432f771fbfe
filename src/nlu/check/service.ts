// Checks a robot as it would be published now. It is read in turns, and calls go on meanwhile. Concurrent changes may
// be seen in part; the next check sees all of them.
import { limits } from '../../protocol/limits.js';
import { snapshot } from '../publish/snapshot.js';
import type { SnapshotQueries } from '../publish/snapshot-queries.js';
import type { Finding } from '../resource/findings.js';
import { RobotLint, warning } from './robot-lint.js';

export interface RobotCheckParts {
  readonly queries: SnapshotQueries;
  /** The number of a robot. Throws ROBOT_NOT_FOUND. */
  readonly seqOf: (tenantId: string, robotId: string) => number;
  /** Task questions of the tenant that no scene uses; at most `most`. */
  readonly unusedTaskQuestions: (tenantId: string, most: number) => readonly { id: number; label: string }[];
  /** ms UTC */
  readonly now: () => number;
  /** monotonic clock, ms */
  readonly clock: () => number;
}

export class RobotChecks {
  readonly #parts: RobotCheckParts;

  constructor(parts: RobotCheckParts) {
    this.#parts = parts;
  }

  async check(tenantId: string, robotId: string, signal: AbortSignal): Promise<Finding[]> {
    const { queries, seqOf, unusedTaskQuestions, now, clock } = this.#parts;
    const { turnMs } = limits.nlu.publish;
    const lint = new RobotLint(now());
    let endMs = clock() + turnMs;
    for (const found of snapshot(queries, { tenantId, robotSeq: seqOf(tenantId, robotId) })) {
      if (found !== undefined) lint.meet(found);
      if (clock() < endMs) continue;
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
      endMs = clock() + turnMs;
    }
    const unused = unusedTaskQuestions(tenantId, limits.nlu.findings).map(({ id, label }) =>
      warning(
        'TASK_QUESTION_UNUSED',
        `task question ${id} ${JSON.stringify(label)}`,
        'no scene uses it; remove it or add it to a scene',
      ),
    );
    return [...lint.findings(), ...unused];
  }
}
