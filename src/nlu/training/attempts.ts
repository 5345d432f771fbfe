// The files of a task in work. Models are written to a directory of the service's own and take the place that was wanted when
// they are whole; results lie in the data directory until their task is forgotten. Each attempt has names of its own, so that a
// process that has lost its gateway writes nothing that another one reads.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { limits } from '../../protocol/limits.js';
import { isBelow } from '../../storage/below.js';
import { realDisk } from '../../storage/disk.js';
import type { TrainOutcome } from '../../understanding/learning/order.js';
import { LearnFault } from './learn.js';
import { outputOf, type StoredOrder } from './orders.js';
import type { TrainingRoot } from './root.js';
import type { TaskRow } from './table.js';

type Attempt = Pick<TaskRow, 'tenant_id' | 'request' | 'attempt'>;

const draftName = (attempt: string) => `.training-${attempt}`;

export class Attempts {
  readonly #root: TrainingRoot;
  readonly #results: string;

  /** `results`: the directory for results. */
  constructor(root: TrainingRoot, results: string) {
    this.#root = root;
    this.#results = results;
  }

  make(): void {
    realDisk.makeDirectory(this.#results);
  }

  draftOf({ tenant_id, attempt }: Attempt): string {
    return join(this.#root.directoryOf(tenant_id), draftName(attempt ?? ''));
  }

  resultOf({ attempt }: Attempt): string {
    return join(this.#results, attempt ?? '');
  }

  /** JSON; undefined: the task has none. */
  async result(row: Attempt & Pick<TaskRow, 'kind'>): Promise<string | undefined> {
    return row.kind === 'model_train' ? undefined : await readFile(this.resultOf(row), 'utf8');
  }

  /** @throws LearnFault where there is no result, or it is too large */
  async checkResult(row: Attempt): Promise<void> {
    const { size } = await stat(this.resultOf(row));
    const most = limits.training.resultBytes;
    if (size > most)
      throw new LearnFault('large', `the result has ${size} bytes; it may have ${most}: give less material`);
  }

  /** The outcome as it is kept: with the paths that the models will have, below the directory of the tenant. */
  placed(row: Attempt, outcome: TrainOutcome): TrainOutcome {
    const draft = this.draftOf(row);
    const output = outputOf(JSON.parse(row.request) as StoredOrder) ?? '';
    const results = outcome.results.map((each) => {
      const isThere = isBelow(each.modelPath, draft) && existsSync(each.modelPath);
      if (!isThere) throw new Error(`a trained model is not below ${draft}: ${each.modelPath}`);
      return { ...each, modelPath: join(output, relative(draft, each.modelPath)) };
    });
    return { ...outcome, results };
  }

  /** Replaces what lies at the output path. May be done again after a crash. */
  place(row: Attempt): void {
    const draft = this.draftOf(row);
    if (!existsSync(draft)) return; // it was done before a crash
    const base = this.#root.directoryOf(row.tenant_id);
    const below = outputOf(JSON.parse(row.request) as StoredOrder) ?? '';
    const output = join(base, this.#root.place(row.tenant_id, 'outputPath', below));
    rmSync(output, { recursive: true, force: true });
    realDisk.makeDirectory(dirname(output));
    renameSync(draft, output);
    realDisk.syncDirectory(dirname(output));
    realDisk.syncDirectory(base);
  }

  /** Removes everything that an attempt has written. */
  async remove(row: Attempt): Promise<void> {
    if (row.attempt === null) return;
    await rm(this.resultOf(row), { force: true });
    await rm(`${this.resultOf(row)}.part`, { force: true });
    await rm(this.draftOf(row), { recursive: true, force: true });
  }

  /** Removes results of tasks that are no longer known. */
  removeOthers(known: ReadonlySet<string>): void {
    for (const name of readdirSync(this.#results)) {
      if (!known.has(name)) rmSync(join(this.#results, name), { force: true });
    }
  }
}
