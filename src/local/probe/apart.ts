// Runs a model once in a process of its own, within a time.
import { ChildFault, runOnce } from '../../child/once.js';
import { builtProgram } from '../../child/program.js';
import { ModelError } from '../../models/model-error.js';
import { nameOf } from '../../models/slots.js';
import type { CheckSettings, StoredModel } from '../../models/store.js';
import { limits } from '../../protocol/limits.js';
import type { ProbedModel, ProbeOrder, ProbeReport } from './process.js';

const { probe } = limits.model;

/** Throws ModelError (bad): the model would not serve, its process crashed, or it took longer than `timeMs`. */
export async function probeApart(
  model: StoredModel,
  { timeMs = probe.timeMs, language }: CheckSettings = {},
): Promise<void> {
  const { manifest } = model;
  const order: ProbeOrder = { model: probed(model), ...(language && { language: probed(language) }) };
  const files = [order.model, order.language].flatMap((each) => Object.values(each?.paths ?? {}));
  const { fault } = await runOnce<ProbeReport>({
    program: builtProgram('./process.js', import.meta.url),
    input: JSON.stringify(order),
    reads: files,
    timeMs,
    heapMiB: probe.heapMiB,
    answerBytes: probe.answerBytes,
  }).catch((failure: unknown) => {
    if (!(failure instanceof ChildFault)) throw failure;
    const advice = 'a usable model loads and runs within a few seconds';
    throw new ModelError('bad', `${nameOf(manifest)}: its trial run ${failure.message}; ${advice}`, { cause: failure });
  });
  if (fault !== null) throw new ModelError('bad', fault);
}

const probed = ({ manifest, source, path }: StoredModel): ProbedModel => ({
  manifest,
  source,
  paths: Object.fromEntries(manifest.files.map(({ name }) => [name, path(name)])),
});
