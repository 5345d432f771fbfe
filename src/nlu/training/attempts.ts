// The files of a running task. Models are written to a directory of the service's own and moved to the requested place
// when they are whole; results lie in the data directory until their task is forgotten. Each attempt has names of its
// own, so that nothing reads the output of a process that has lost its gateway.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isDiskFull } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { isBelow } from '../../storage/below.js';
import { realDisk } from '../../storage/disk.js';
import { piecesOf } from '../../trust/plain-bytes.js';
import { StoredFiles } from '../../trust/stored-files.js';
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

  /** `results`: the directory of results. */
  constructor(root: TrainingRoot, results: string) {
    this.#root = root;
    this.#results = results;
  }

  make(): void {
    realDisk.makeDirectory(this.#results);
  }

  /**
   * Called at a start: encrypts results that were written before there was a key. Without room on the disk they stay
   * plain until they are removed.
   */
  async encryptAll(): Promise<void> {
    const stored = new StoredFiles(this.#root.key);
    try {
      for (const name of readdirSync(this.#results)) await stored.encrypt(join(this.#results, name));
    } catch (fault) {
      if (!isDiskFull(fault)) throw fault;
    }
  }

  draftOf({ tenant_id, attempt }: Attempt): string {
    return join(this.#root.directoryOf(tenant_id), draftName(attempt ?? ''));
  }

  resultOf({ attempt }: Attempt): string {
    return join(this.#results, attempt ?? '');
  }

  /** The result as JSON; undefined if the task has none. */
  async result(row: Attempt & Pick<TaskRow, 'kind'>): Promise<string | undefined> {
    if (row.kind === 'model_train') return undefined;
    const pieces: Buffer[] = [];
    for (const piece of piecesOf(this.resultOf(row), this.#root.key, 0, limits.training.resultBytes)) {
      pieces.push(piece);
      await setImmediate(); // lets calls go on
    }
    return Buffer.concat(pieces).toString('utf8');
  }

  /** @throws LearnFault if there is no result, or it is too large */
  async checkResult(row: Attempt): Promise<void> {
    const bytes = this.#root.files.bytesOf(this.resultOf(row));
    if (bytes === undefined) throw new Error('a task ended without a result');
    const most = limits.training.resultBytes;
    if (bytes > most)
      throw new LearnFault('large', `the result has ${bytes} bytes, must have at most ${most}; give less material`);
  }

  /** The outcome as it is stored: with the future paths of the models, below the directory of the tenant. */
  placed(row: Attempt, outcome: TrainOutcome): TrainOutcome {
    const draft = this.draftOf(row);
    const output = outputOf(JSON.parse(row.request) as StoredOrder) ?? '';
    const results = outcome.results.map((each) => {
      const isThere = isBelow(each.modelPath, draft) && existsSync(each.modelPath);
      if (!isThere) throw new Error(`a trained model must be below ${draft}: ${each.modelPath}`);
      return { ...each, modelPath: join(output, relative(draft, each.modelPath)) };
    });
    return { ...outcome, results };
  }

  /** Replaces the content of the output path. May be repeated after a crash. */
  place(row: Attempt): void {
    const draft = this.draftOf(row);
    if (!existsSync(draft)) return; // it was moved before a crash
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
