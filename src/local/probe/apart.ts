// Runs a model once in a process of its own, within a time.
import { ChildFault, runOnce } from '../../child/once.js';
import { builtProgram } from '../../child/program.js';
import { ModelError } from '../../models/model-error.js';
import { nameOf } from '../../models/slots.js';
import type { StoredModel } from '../../models/store.js';
import { limits } from '../../protocol/limits.js';
import type { ProbeOrder, ProbeReport } from './process.js';

const { probe } = limits.model;

/** Throws ModelError (bad): the model would not serve, its process crashed, or it took longer than `timeMs`. */
export async function probeApart(
  { manifest, source, path }: StoredModel,
  timeMs: number = probe.timeMs,
): Promise<void> {
  const paths = Object.fromEntries(manifest.files.map(({ name }) => [name, path(name)]));
  const order: ProbeOrder = { manifest, source, paths };
  const { fault } = await runOnce<ProbeReport>({
    program: builtProgram('./process.js', import.meta.url),
    input: JSON.stringify(order),
    reads: Object.values(paths),
    timeMs,
    heapMiB: probe.heapMiB,
    answerBytes: probe.answerBytes,
  }).catch((failure: unknown) => {
    if (!(failure instanceof ChildFault)) throw failure;
    const advice = 'a model that serves calls loads and runs within a few seconds';
    throw new ModelError('bad', `${nameOf(manifest)}: its trial run ${failure.message}; ${advice}`, { cause: failure });
  });
  if (fault !== null) throw new ModelError('bad', fault);
}
