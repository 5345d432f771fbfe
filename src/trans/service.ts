// The operations behind the routes of offline transcription, limited to a developer's own tasks.

import type { Runner } from '../jobs/runner.js';
import { ServiceError } from '../protocol/errors.js';
import { readSpeechProperty } from '../protocol/wire/property.js';
import type { TaskView } from '../protocol/wire/transcription-messages.js';
import { placeOf, type Queue, type StepClaim } from './queue.js';
import type { FileRow, QueueType, TaskRow, TransTable } from './table.js';
import { taskView } from './views.js';
import type { Worker } from './worker.js';

export interface ServiceParts {
  readonly table: TransTable;
  readonly queue: Queue;
  readonly worker: Pick<Worker, 'progress' | 'abort'>;
  readonly delivery: Pick<Runner<StepClaim>, 'abort'>;
  /** Called when new work is waiting. */
  readonly onWork: () => void;
}

/** The caller, with the property in the request's path. */
export interface Asker {
  readonly developerId: number;
  readonly property: string;
}

export class Transcriptions {
  readonly #parts: ServiceParts;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  /** A task with its files. Throws RESOURCE_NOT_FOUND. */
  query(asker: Asker, taskId: string): TaskView {
    const task = this.task(asker, taskId);
    return this.view(task, this.files(task));
  }

  view(task: TaskRow, files: readonly FileRow[]): TaskView {
    return taskView(task, files, (file) => this.#parts.worker.progress(placeOf(file)));
  }

  files({ id }: TaskRow): readonly FileRow[] {
    return this.#parts.table.files(id);
  }

  /** Cancels a task. Finished files stay as they are. Throws RESOURCE_NOT_FOUND. */
  cancel(asker: Asker, taskId: string): void {
    const { id } = this.task(asker, taskId);
    this.#parts.queue.cancel(id);
    this.#stopWork(id);
  }

  status({ developerId, property }: Asker, type: QueueType) {
    const tasks = this.#parts.table.tasks(developerId, nameOf(property));
    return tasks
      .filter(({ finished_at }) => type === 'all' || (type === 'finished') === (finished_at !== null))
      .map(({ id, priority, finished_at, invalid_vocab }) => ({
        ...{ taskId: id, priority, finished: finished_at !== null },
        invalidVocab: invalid_vocab === 1,
      }));
  }

  /** Restarts the failed files of tasks. Returns the ids of the tasks that had any. */
  restart(asker: Asker, taskIds: readonly string[] | undefined): string[] {
    const { table, queue, onWork } = this.#parts;
    const ids =
      taskIds === undefined
        ? table.tasks(asker.developerId, nameOf(asker.property)).map(({ id }) => id)
        : taskIds.map((id) => this.task(asker, id).id); // checks all of them before anything changes
    const restarted = ids.filter((id) => queue.restart(id));
    for (const id of restarted) this.#stopDelivery(id);
    if (restarted.length > 0) onWork();
    return restarted;
  }

  /** Finds a task of this developer and this property. Throws a 404 otherwise. */
  task({ developerId, property }: Asker, taskId: string): TaskRow {
    const name = nameOf(property);
    const task = this.#parts.table.task(taskId);
    if (task?.developer_id !== developerId) throw new ServiceError('RESOURCE_NOT_FOUND', 'there is no such task');
    if (task.property === name) return task;
    throw new ServiceError('RESOURCE_NOT_FOUND', `the task belongs to property ${task.property}, not to ${name}`);
  }

  #stopWork(taskId: string): void {
    this.#parts.worker.abort(taskId);
    this.#stopDelivery(taskId);
  }

  #stopDelivery(taskId: string): void {
    void this.#parts.delivery.abort(({ task }) => task.id === taskId);
  }
}

const nameOf = (property: string): string => readSpeechProperty(property).name;
