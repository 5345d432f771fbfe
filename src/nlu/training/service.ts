// Creates, queries and ends training tasks for clients (specification 3, section 4.2).
import { parseClientUrl } from '../../net/client-url.js';
import { NetFault } from '../../net/fault.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { LearningKind } from '../../understanding/learning/order.js';
import { noSuch } from '../resource/envelopes.js';
import { refuseMore } from '../resource/fields.js';
import { ulid } from '../resource/ulid.js';
import type { Attempts } from './attempts.js';
import { inputsOf, outputOf, overlap, type Prepared, type StoredOrder } from './orders.js';
import type { TrainingRoot } from './root.js';
import type { TaskRow, TrainingTable } from './table.js';
import { calledView, type Live, type TaskView, viewOf, viewText } from './views.js';

export interface TrainingsParts {
  readonly table: TrainingTable;
  readonly root: TrainingRoot;
  readonly attempts: Attempts;
  /** ms of elapsed time */
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly live: (taskId: string) => Live | undefined;
  /** Ends the work on a task, and its callback; resolves when nothing of it runs any more. */
  readonly abort: (taskId: string) => Promise<void>;
  /** Called when a task waits for work. */
  readonly onWork: () => void;
}

const { keepMs, tasksPerTenant, unfinishedPerTenant } = limits.training;

export class Trainings {
  readonly #parts: TrainingsParts;

  constructor(parts: TrainingsParts) {
    this.#parts = parts;
  }

  /** Returns the id of a new task at once; the work is done in the background. */
  create(tenantId: string, { request, notifyUrl, warnings }: Prepared): string {
    const { table, root, now, random, onWork } = this.#parts;
    checkAddress(notifyUrl);
    root.needRoom(tenantId);
    const createdAt = now();
    const id = `t-${ulid(createdAt, random)}`;
    table.db
      .transaction(() => {
        const unfinished = table.unfinished(tenantId);
        refuseMore(unfinished.length, unfinishedPerTenant, 'training tasks in a tenant that are not finished');
        refuseMore(table.count(tenantId), tasksPerTenant, 'training tasks in a tenant');
        refuseShared(request, unfinished);
        table.add({
          ...{ id, tenant_id: tenantId, kind: request.kind, request: JSON.stringify(request) },
          ...{ notify_url: notifyUrl, warnings: JSON.stringify(warnings), created_at: createdAt },
        });
      })
      .immediate();
    onWork();
    return id;
  }

  /** JSON of the reply to a query. */
  async query(tenantId: string, kind: LearningKind, id: string): Promise<string> {
    const row = this.#row(tenantId, kind, id);
    return viewText(this.#view(row), await this.#result(row));
  }

  /** JSON of a callback: the reply to a query, with the status of a callback. */
  async callBody(row: TaskRow): Promise<string> {
    return viewText(calledView(this.#view(row)), await this.#result(row));
  }

  /** JSON of a callback during the work. */
  workingBody(id: string): string {
    const row = this.#parts.table.find(id);
    return row === undefined ? '' : viewText(calledView(this.#view(row)), undefined);
  }

  /** Ends a running task and removes its partial work, or removes the state of a finished one. Finished models stay. */
  async remove(tenantId: string, kind: LearningKind, id: string): Promise<void> {
    const { table, abort } = this.#parts;
    const row = table.db
      .transaction(() => {
        const found = this.#row(tenantId, kind, id);
        table.jobs.change(found, { lease: null }, { state: 'REMOVED', call: 'NONE' });
        return found;
      })
      .immediate();
    await abort(id);
    await this.clear(row);
  }

  /** Forgets a deleted task, once nothing of its work is left. */
  async clear(row: TaskRow): Promise<void> {
    const { table, attempts } = this.#parts;
    await attempts.remove(row);
    table.remove(row.id);
  }

  /** Forgets a task whose time is over. */
  forget(id: string): TaskRow | undefined {
    const { table } = this.#parts;
    const row = table.find(id);
    table.remove(id);
    return row;
  }

  /** The unfinished task that writes at a path, or above or below it. */
  writerOf(tenantId: string, path: string): string | undefined {
    const writes = ({ request }: TaskRow) => outputOf(JSON.parse(request) as StoredOrder);
    return this.#parts.table.unfinished(tenantId).find((row) => {
      const output = writes(row);
      return output !== undefined && overlap(output, path);
    })?.id;
  }

  /** The unfinished task that reads the file or directory, or something in it. */
  readerOf(tenantId: string, path: string): string | undefined {
    const reads = ({ request }: TaskRow) => inputsOf(JSON.parse(request) as StoredOrder);
    return this.#parts.table.unfinished(tenantId).find((row) => reads(row).some((input) => overlap(input, path)))?.id;
  }

  /** Removes some tasks of a tenant that is deleted; false: none is left. */
  removeSome(tenantId: string): boolean {
    return this.#parts.table.removeSome(tenantId);
  }

  /** The reason why a tenant cannot be removed; undefined if there is none. */
  useOf(tenantId: string): string | undefined {
    const { length } = this.#parts.table.unfinished(tenantId);
    if (length === 0) return undefined;
    return `${length} of its training tasks ${length === 1 ? 'is' : 'are'} not finished; delete ${length === 1 ? 'it' : 'them'} first`;
  }

  #view(row: TaskRow): TaskView {
    const { root, live, table } = this.#parts;
    return viewOf(row, {
      directory: root.directoryOf(row.tenant_id),
      live: live(row.id),
      placeInQueue: () => table.placeInQueue(row),
    });
  }

  async #result(row: TaskRow): Promise<string | undefined> {
    return row.state === 'FINISHED' ? await this.#parts.attempts.result(row) : undefined;
  }

  #row(tenantId: string, kind: LearningKind, id: string): TaskRow {
    const { table, now } = this.#parts;
    const row = table.find(id);
    const isOver = row?.finished_at != null && row.finished_at + keepMs[row.kind] <= now();
    const isTheirs = row?.tenant_id === tenantId && row.kind === kind && row.state !== 'REMOVED';
    if (row === undefined || !isTheirs || isOver) throw noSuch(`${kind} task`, `${id}, or it has been removed`);
    return row;
  }
}

function checkAddress(notifyUrl: string): void {
  if (notifyUrl === '') return;
  try {
    parseClientUrl(notifyUrl, ['http', 'https']);
  } catch (fault) {
    if (!(fault instanceof NetFault)) throw fault;
    throw new ServiceError('INVALID_ARGUMENT', `config.notifyUrl: ${fault.message}`, { cause: fault });
  }
}

/** Refuses a task that reads or writes the output of another one. */
function refuseShared(request: StoredOrder, unfinished: readonly TaskRow[]): void {
  const output = outputOf(request);
  for (const row of unfinished) {
    const other = JSON.parse(row.request) as StoredOrder;
    const theirs = outputOf(other);
    const refuse = (what: string) => {
      throw new ServiceError(
        'CONFLICT',
        `${what} the unfinished task ${row.id}; wait until the task is finished, or delete it`,
      );
    };
    if (output !== undefined && theirs !== undefined && overlap(output, theirs)) {
      refuse('outputPath: this place is being written by');
    }
    if (output !== undefined && inputsOf(other).some((input) => overlap(output, input))) {
      refuse('outputPath: files in this place are being read by');
    }
    const read = theirs === undefined ? undefined : inputsOf(request).find((input) => overlap(theirs, input));
    if (read !== undefined) refuse(`${read}: will be replaced by`);
  }
}
