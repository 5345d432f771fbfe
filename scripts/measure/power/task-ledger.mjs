// The replies to clients of offline transcription, and the states that must therefore hold ever after.

/** @typedef {{ id: string, wanted: number[], isSaved: boolean, isToldOf: boolean, isCut: boolean,
 *   finished: Map<number, string> }} Task `wanted`: the recording of each file, -1 for a missing one; `isCut`: it may
 * have
 *   been cancelled; `finished`: when each file was finished, of those that succeeded */

/** Codes that a file may have at the end: 4101, 4204 and 4302 only where it was cancelled. */
const cancelledCodes = [4101, 4204, 4302];

export class TaskLedger {
  /** @type {Task[]} */ tasks = [];
  /** @type {string[]} */ faults = [];
  /** Result of each recording. @type {string[]} */ expected = [];
  unanswered = 0;
  /** Files that are refused because engines died while they processed them, twice in a row. */
  givenUp = 0;
  looks = 0;
  looksAtFinished = 0;

  /** @param {Omit<Task, 'isCut' | 'finished'>} task */
  submitted(task) {
    this.tasks.push({ ...task, isCut: false, finished: new Map() });
  }

  /** A change without an answer may have happened. It does not change a finished task, and ends any other one.
   * @param {Task} task @param {boolean} _isAcknowledged */
  cancelled(task, _isAcknowledged) {
    task.isCut = true;
  }

  /** A restarted task may be reported and saved again; finished files stay. @param {Task} task
   * @param {boolean} isAcknowledged @param {boolean} _didSomething */
  restarted(task, isAcknowledged, _didSomething) {
    if (!isAcknowledged) task.isCut = true; // it is not known whether the callback will be sent once more
  }

  /** @param {Task} task @param {any} state the answer to query */
  seen(task, state) {
    const { files } = state ?? {};
    if (files?.length !== task.wanted.length) {
      this.faults.push(`${task.id}: acknowledged, and query says ${JSON.stringify(state)}`);
      return;
    }
    for (const [index, file] of files.entries()) {
      this.looks++;
      const before = task.finished.get(index);
      if (before !== undefined) {
        this.looksAtFinished++;
        if (file.code !== 4000 || file.finishTime !== before) {
          this.faults.push(`${task.id} ${index}: finished at ${before}, and now ${file.code} ${file.finishTime}`);
        }
      } else if (file.code === 4000) task.finished.set(index, file.finishTime);
    }
  }

  /** @param {Task} task @param {any} file @param {number} number of its recording @returns {string | undefined} */
  faultOfEnd(task, file, number) {
    const wanted = number < 0 ? 4100 : 4000;
    if (file.code === wanted) return undefined;
    if (file.code === 4301 && /engines died while processing it/.test(file.info)) {
      this.givenUp++;
      return undefined;
    }
    if (task.isCut && cancelledCodes.includes(file.code) && file.info === 'cancelled') return undefined;
    return `ended with ${file.code} ${file.info}, not with ${wanted}`;
  }
}
