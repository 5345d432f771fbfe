// A short process that runs a model once, apart from everything else: a graph that somebody else made may crash, hang or take
// all memory. It reads one order from standard input and answers with one line.
import { probeModel } from '../../engine/runtime/models/load.js';
import type { Manifest } from '../../models/manifest.js';
import { ModelError } from '../../models/model-error.js';
import type { StoredModel } from '../../models/store.js';

export interface ProbedModel {
  readonly manifest: Manifest;
  readonly source: StoredModel['source'];
  /** The path of each file that the manifest lists. */
  readonly paths: Readonly<Record<string, string>>;
}

export interface ProbeOrder {
  readonly model: ProbedModel;
  /** The language model that it is to be joined with. */
  readonly language?: ProbedModel;
}

/** The complaint about the model; null: there is none. */
export interface ProbeReport {
  readonly fault: string | null;
}

const pieces: Buffer[] = [];
for await (const piece of process.stdin) pieces.push(piece as Buffer);
const { model, language } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as ProbeOrder;

const stored = ({ manifest, source, paths }: ProbedModel): StoredModel => ({
  manifest,
  source,
  path: (name) => {
    const found = Object.hasOwn(paths, name) ? paths[name] : undefined;
    if (found === undefined) throw new ModelError('bad', `the manifest does not list the file ${name}`);
    return found;
  },
});
const report = (answer: ProbeReport) => process.stdout.write(`${JSON.stringify(answer)}\n`);
try {
  await probeModel(stored(model), language && { language: stored(language) });
  report({ fault: null });
} catch (fault) {
  if (!(fault instanceof ModelError)) throw fault;
  report({ fault: fault.message });
}
