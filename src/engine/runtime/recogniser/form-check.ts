// Checks the form of a graph that is computed without the runtime: the runtime and the native encoder hear the same
// synthetic rows.
import { rowWidth } from '../../../models/front-end.js';
import type { CtcManifest } from '../../../models/manifest.js';
import { ModelError } from '../../../models/model-error.js';
import { nameOf } from '../../../models/slots.js';
import type { Piece } from '../graph/chunker.js';
import type { ModelOf } from '../graph/stored-model.js';
import type { StreamGraph } from '../graph/stream-graph.js';
import { CtcModel } from './ctc.js';

const runs = 3;
/** Largest difference of scores: the two round their softmaxes differently, by less than a hundredth of this. */
const mostApartNats = 1e-3;

/** Throws a ModelError if the scores of the runtime differ. */
export async function checkForm(loaded: CtcModel, model: ModelOf<CtcManifest>): Promise<void> {
  const byRuntime = await CtcModel.load(model, 'runtime');
  try {
    const [ours, theirs] = [await hear(loaded), await hear(byRuntime)];
    const apart = ours.reduce((most, score, at) => Math.max(most, Math.abs(score - (theirs[at] ?? Number.NaN))), 0);
    if (!(apart <= mostApartNats)) {
      const shown = Number.isNaN(apart) ? 'not comparable' : `up to ${apart.toPrecision(2)} nats apart`;
      throw new ModelError(
        'bad',
        `${nameOf(model.manifest)}: graph.form is ${model.manifest.graph.form}, but the scores of the form and of the graph are ${shown}; leave graph.form out`,
      );
    }
  } finally {
    await byRuntime.release();
  }
}

/** The scores of several runs; the audio ends in the last one. */
async function hear({ manifest, stream: { graph } }: CtcModel): Promise<number[]> {
  const { streaming, frontEnd } = manifest;
  if (streaming.mode !== 'caches') throw new ModelError('bad', `${nameOf(manifest)}: graph.form needs mode caches`);
  const { windowRows: rowCount, rowsPerOutput } = streaming;
  const outputs = rowCount / rowsPerOutput;
  const caches = graph.newCaches();
  const scores: number[] = [];
  for (let run = 0; run < runs; run++) {
    const rows = Float32Array.from({ length: rowCount * rowWidth(frontEnd) }, (_, at) => madeUp(run, at));
    const validOutputs = run === runs - 1 ? Math.ceil(outputs / 2) : outputs;
    const piece: Piece = {
      rows,
      rowCount,
      outputs,
      skip: 0,
      keep: outputs,
      outputsBefore: run * outputs,
      validOutputs,
      isLook: false,
    };
    scores.push(...scoresOf(await graph.run([{ piece, caches }])));
  }
  return scores;
}

const scoresOf = ([first]: Awaited<ReturnType<StreamGraph['run']>>): Iterable<number> => first ?? [];

/** A value like those of log-mel rows, from below 0 to 14. */
const madeUp = (run: number, at: number): number =>
  6 + 5 * Math.sin(at * 0.37 + run) + 3 * Math.sin(at * 0.011 * (run + 1));
