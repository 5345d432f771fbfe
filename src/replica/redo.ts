// File work of an applied state: written down in the transaction that made the state current, done after it, and
// done again at every start until it is done.
import { dirname } from 'node:path';
import { Rounds } from '../jobs/periodic.js';
import { isDiskFull } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { writeWhole } from '../storage/whole-file.js';
import type { FilesParts } from './files.js';
import { ringTable } from './files.js';
import type { RingTableName, WantedModels } from './ports.js';
import { type Expected, type Staged, sha256Of } from './staged.js';
import type { RedoRow, SyncTable } from './table.js';

export interface RedoParts extends FilesParts {
  readonly table: SyncTable;
  readonly staged: Staged;
  readonly onFault: (row: Pick<RedoRow, 'kind' | 'name'>, fault: unknown) => void;
  readonly onDone: () => void;
}

export class Redo {
  readonly #parts: RedoParts;
  readonly #rounds = new Rounds(() => this.#all());

  constructor(parts: RedoParts) {
    this.#parts = parts;
  }

  get waiting(): number {
    return this.#parts.table.redo().length;
  }

  /** At a start, before anybody reads the tables. */
  ringTables(): void {
    for (const row of this.#parts.table.redo())
      if (row.kind === 'ringTable') this.#attempt(row, () => this.#putTable(row));
  }

  /** Never two at once. What fails is tried again by the next call. */
  run(): Promise<void> {
    return this.#rounds.run();
  }

  /** Resolves when the running work has ended. */
  idle(): Promise<void> {
    return this.#rounds.idle();
  }

  async #all(): Promise<void> {
    this.ringTables();
    for (const row of this.#parts.table.redo()) {
      if (row.kind !== 'models') continue;
      try {
        await this.#parts.models.carryOut(JSON.parse(row.wanted) as WantedModels);
        this.#done(row);
      } catch (fault) {
        this.#failed(row, fault);
      }
    }
  }

  #attempt(row: RedoRow, work: () => void): void {
    try {
      work();
      this.#done(row);
    } catch (fault) {
      this.#failed(row, fault);
    }
  }

  #putTable(row: RedoRow): void {
    const { disk, ring, staged } = this.#parts;
    const expected = JSON.parse(row.wanted) as Expected;
    const name = row.name as RingTableName;
    const path = ring.path(name);
    const before = ringTable(this.#parts, name);
    if (before !== undefined && sha256Of(before) === expected.sha256) {
      disk.syncDirectory(dirname(path)); // a cut may have come between the rename and this
      return;
    }
    const content = staged.read(expected, limits.table.fileBytes, `ring table ${name}`);
    disk.makeDirectory(dirname(path));
    writeWhole(disk, path, [content]);
  }

  #done(row: RedoRow): void {
    this.#parts.table.doneRedo(row);
    this.#parts.onDone();
  }

  /** Without what it needs it can never be done: the state has to come again. A full disk passes. */
  #failed(row: RedoRow, fault: unknown): void {
    this.#parts.onFault(row, fault);
    if (!isDiskFull(fault)) this.#parts.table.forgetApplied();
  }
}
