// The steps after the last file of a task: its results are saved at saveTo, then its callback is made. Both are as
// durable as the files and happen at least once: after a crash between an answer and its row, the same call is made
// again.

import type { Logger } from 'pino';
import { final, retryWaitMs } from '../jobs/retry.js';
import { type Lane, Runner, type Work } from '../jobs/runner.js';
import { withinTime } from '../net/time-limit.js';
import { FileFault, fileCodes } from '../protocol/engine/transcription.js';
import { limits } from '../protocol/limits.js';
import { transCodes } from '../protocol/wire/transcription-messages.js';
import type { SavedFile, SaveTarget, TransPorts } from './ports.js';
import { placeOf, type Queue, requestOf, type StepClaim } from './queue.js';
import { resultExt } from './result/write.js';
import { resultNames } from './result-names.js';
import type { FileRow, TaskRow, TransTable } from './table.js';
import type { Places } from './task-files.js';
import { taskView } from './views.js';
import { backoff } from './worker.js';

export interface DeliveryParts {
  readonly queue: Queue;
  readonly table: TransTable;
  readonly places: Places;
  readonly ports: TransPorts;
  readonly log: Logger;
  /** elapsed time, ms (src/clock/clock.ts) */
  readonly elapsed: () => number;
  /** from 0 to 1 */
  readonly random: () => number;
  /** Called when a step has ended or will be tried again. */
  readonly onSettled: () => void;
}

const { afterTries, afterUnderWay, callbackMs, diskRetryMs } = limits.trans;

/** Builds the runner of these steps. Its keys are the ids of tasks. */
export function deliveries(parts: DeliveryParts): Runner<StepClaim> {
  const { log, onSettled } = parts;
  return new Runner({
    ...{ name: 'transcription', log, onSettled, diskRetryMs },
    lanes: [deliveryLane(parts)],
    keyOf: ({ task }) => task.id,
  });
}

function deliveryLane(parts: DeliveryParts): Lane<StepClaim> {
  const { queue, log, elapsed, random } = parts;
  return {
    slots: afterUnderWay,
    ownerOf: ({ task }) => task.developer_id,
    claim: (isBusy, busyCount, busyOwners) => queue.claimStep(isBusy, busyCount, busyOwners),
    work: async (claim, work) => {
      if (claim.task.step === 'save') await save(claim, work, parts);
      else await notify(claim, work, parts);
    },
    faulted: (claim, fault) => {
      const { id: taskId, step, step_tries: tries } = claim.task;
      const facts = { taskId, step, reason: (fault as Error).message };
      if (!(fault instanceof FileFault))
        log.error({ ...facts, err: fault }, 'transcription: a step of the task failed');
      const isFinal = fault instanceof FileFault && !fault.isPassing;
      const rule = isFinal ? final : { weight: 1, most: afterTries };
      const waitMs = retryWaitMs(rule, tries, backoff, random);
      if (waitMs !== undefined) {
        queue.retryStep(claim, elapsed() + waitMs);
        log.info(facts, 'transcription: a step failed and will be retried');
        return;
      }
      queue.endStep(claim, step === 'save' ? false : undefined);
      const refusal = step === 'save' ? 'the results could not be saved' : 'the callback was refused';
      const end = isFinal ? refusal : 'a step failed too often; no more tries';
      log.warn({ ...facts, tries: tries + 1 }, `transcription: ${end}`);
    },
  };
}

async function save(claim: StepClaim, { signal }: Work, parts: DeliveryParts): Promise<void> {
  const { task } = claim;
  const target = requestOf(task).saveTo as SaveTarget;
  await parts.ports.save(target, task.id, results(task, target, parts), signal);
  parts.queue.endStep(claim, true);
}

async function* results(
  task: TaskRow,
  { style }: SaveTarget,
  { table, places }: DeliveryParts,
): AsyncGenerator<SavedFile> {
  const files = table.files(task.id);
  for (const { file, name } of namedResults(task, files, style)) {
    yield { name, pieces: () => piecesOf(places, file) };
  }
  yield { name: 'manifest.json', bytes: manifest(taskView(task, files)) };
}

async function* piecesOf(places: Places, file: FileRow): AsyncGenerator<Uint8Array> {
  const { stream } = await places.results.open(places.result(placeOf(file)));
  for await (const piece of stream) yield piece as Uint8Array;
}

async function notify(claim: StepClaim, { signal }: Work, { ports, queue }: DeliveryParts): Promise<void> {
  const { task } = claim;
  const url = callbackUrl(requestOf(task).notifyUrl as string, task.id, task.save_status);
  await withinTime(signal, callbackMs, (until) => ports.notify(url, until));
  queue.endStep(claim);
}

/** The available results, with the names that they have among all files of the task. */
export function namedResults(task: TaskRow, files: readonly FileRow[], style: SaveTarget['style']) {
  const { resultType } = requestOf(task).options;
  const heads = files.map(({ position, shown }) => ({ index: position, path: shown }));
  const names = resultNames(style, heads, resultExt(resultType));
  const named = files.map((file, at) => ({ file, name: names[at] as string }));
  return named.filter(({ file }) => file.code === fileCodes.succeeded);
}

/**
 * The callback's URL. `task` follows the parameters that the URL already has; save_status is added only if saveTo was
 * set.
 */
export function callbackUrl(notifyUrl: string, taskId: string, saveStatus: number | null): string {
  const url = new URL(notifyUrl);
  const more = `task=${encodeURIComponent(taskId)}${saveStatus === null ? '' : `&save_status=${saveStatus}`}`;
  url.search = url.search === '' ? more : `${url.search}&${more}`;
  return url.href;
}

/** The contents of manifest.json. */
export const manifest = (view: ReturnType<typeof taskView>): Buffer =>
  Buffer.from(`${JSON.stringify({ ...manifestHead, ...view }, null, 2)}\n`);

const manifestHead = { code: transCodes.success, message: 'success' };
