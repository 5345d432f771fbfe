// Reads an author's trained model to its last byte in a process of its own: hashing tens of MB here would hold up
// calls.
import { ChildFault, runOnce } from '../../child/once.js';
import { builtProgram } from '../../child/program.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { AreaKey } from '../../trust/area-key.js';
import type { ModelReport, ModelToCheck } from './check-model-process.js';

/** `key`: the key of training. @throws ServiceError with the fault of the model */
export async function checkModelIn(directory: string, key: AreaKey | undefined): Promise<void> {
  const { timeMs, heapMiB, answerBytes } = limits.nlu.modelCheck;
  const order: ModelToCheck = { directory, training: key?.secret };
  const report = await runOnce<ModelReport>({
    program: builtProgram('./check-model-process.js', import.meta.url),
    input: JSON.stringify(order),
    reads: [directory],
    ...{ timeMs, heapMiB, answerBytes },
  }).catch((fault: unknown) => {
    if (!(fault instanceof ChildFault)) throw fault;
    throw new ServiceError('OVERLOADED', `the check of the model ${fault.message}; try again`);
  });
  if (report.fault !== undefined) throw new ServiceError('INVALID_ARGUMENT', `modelPath: ${report.fault}`);
}
