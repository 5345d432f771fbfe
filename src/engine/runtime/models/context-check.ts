// A graph that runs in chunks must be given all rows that its outputs see; otherwise chunks differ from the whole. The
// extent is measured by runs on synthetic rows.
import { rowWidth } from '../../../models/front-end.js';
import { ModelError } from '../../../models/model-error.js';
import { nameOf } from '../../../models/slots.js';
import type { Piece } from '../graph/chunker.js';
import { OrtStreamGraph, type StreamGraph } from '../graph/stream-graph.js';
import type { CtcModel } from '../recogniser/ctc.js';
import { findContext } from './describe/context.js';

/**
 * Throws a ModelError if the manifest gives less context than an output sees. Dynamically quantised graphs see all rows
 * of a run.
 */
export async function checkContext({ manifest, stream: { graph } }: CtcModel): Promise<void> {
  const { streaming, frontEnd } = manifest;
  if (streaming.mode !== 'recompute') return;
  if (!(graph instanceof OrtStreamGraph) || graph.isDynamicallyQuantised) return;
  const width = rowWidth(frontEnd);
  const found = await findContext((rows, count) => trial(graph, rows, count, streaming.rowsPerOutput), width);
  const fault = (what: string) => new ModelError('bad', `${nameOf(manifest)}: ${what}`);
  if (typeof found === 'string') throw fault(found);
  if (found.reach === undefined) {
    throw fault('streaming: each output of the graph sees the whole sentence, so mode must be whole');
  }
  for (const side of ['leftRows', 'rightRows'] as const) {
    const [given, seen] = [streaming[side], found.reach[side]];
    if (given < seen)
      throw fault(`streaming.${side}: must be at least ${seen}, because an output of the graph sees that many rows`);
  }
}

async function trial(graph: StreamGraph, rows: Float32Array, rowCount: number, rowsPerOutput: number) {
  const outputs = Math.ceil(rowCount / rowsPerOutput);
  const counts = { outputs, skip: 0, keep: outputs, outputsBefore: 0, validOutputs: outputs };
  const piece: Piece = { rows, rowCount, ...counts, isLook: false };
  const [scores] = await graph.run([{ piece, caches: graph.newCaches() }]);
  const data = (scores ?? new Float32Array(0)).slice();
  return { type: 'float32' as const, shape: [1, outputs, data.length / outputs], data };
}
