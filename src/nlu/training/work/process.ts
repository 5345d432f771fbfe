// A short-lived process that learns: its order comes on standard input, and JSON lines report its progress and its
// outcome.

import { text } from 'node:stream/consumers';
import { isDiskFull } from '../../../protocol/errors.js';
import { realDisk } from '../../../storage/disk.js';
import { areaKeyOf } from '../../../trust/area-key.js';
import { KeyedFiles } from '../../../trust/keyed-files.js';
import { InputFault } from '../../../understanding/learning/fault.js';
import type { LearningOrder, LearningReport } from '../../../understanding/learning/order.js';
import type { WorkParts } from './parts.js';
import { carriedOut } from './works.js';

/** Least interval between two reports of progress. */
const progressMs = 250;

const gatewayPid = process.ppid;

const say = (report: LearningReport): void => {
  process.stdout.write(`${JSON.stringify(report)}\n`);
};

const order = JSON.parse(await text(process.stdin)) as LearningOrder;
const files = new KeyedFiles(realDisk, areaKeyOf(order.secret));
try {
  const trained = await carriedOut(order, { disk: realDisk, files, onProgress: throttled(), now: Date.now });
  say({ type: 'done', ...(trained !== undefined && { trained }) });
} catch (fault) {
  say(failure(fault));
}

/** Limits the rate of reports, but always reports a new stage or epoch. */
function throttled(): WorkParts['onProgress'] {
  let [toldMs, told] = [Number.NEGATIVE_INFINITY, ''];
  return (progress) => {
    // The work has no pause in which a broken pipe would be noticed; a gateway that was killed starts the task again.
    if (process.ppid !== gatewayPid) process.exit(1);
    const stage = JSON.stringify(progress.training ?? '');
    if (stage === told && performance.now() - toldMs < progressMs) return;
    [toldMs, told] = [performance.now(), stage];
    say({ type: 'progress', ...progress });
  };
}

function failure(fault: unknown): LearningReport {
  const { message } = fault as Error;
  if (fault instanceof InputFault) return { type: 'failed', cause: 'input', message };
  process.stderr.write(`${order.kind}: ${(fault as Error).stack ?? message}\n`);
  if (isDiskFull(fault)) return { type: 'failed', cause: 'full', message: 'the disk of this gateway is full' };
  return { type: 'failed', cause: 'fault', message: 'internal fault of the service; its log has the details' };
}
