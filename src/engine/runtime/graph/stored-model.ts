// Opens a stored model: reads its texts and its normalisation, checks its graph against its manifest, and runs it once.

import { checkFile, readSmall } from '../../../models/files.js';
import { type Normalisation, parseKaldiNnet, rowWidth } from '../../../models/front-end.js';
import { type Graph, type GraphFacts, graphMismatch } from '../../../models/graph.js';
import type {
  ClassifierManifest,
  CtcManifest,
  GraphManifest,
  VadManifest,
  VoiceprintManifest,
} from '../../../models/manifest.js';
import { ModelError } from '../../../models/model-error.js';
import { nameOf } from '../../../models/slots.js';
import type { StoredModel } from '../../../models/store.js';
import { limits } from '../../../protocol/limits.js';
import { realDisk } from '../../../storage/disk.js';
import { OrtGraph } from './ort.js';

export interface ModelOf<M> extends StoredModel {
  readonly manifest: M & StoredModel['manifest'];
}

interface GraphPlan<T> {
  /** The graph's required properties; by default the manifest's own. */
  readonly graphOf?: (facts: GraphFacts) => Graph;
  readonly make: (opened: OrtGraph, graph: Graph) => T;
  /** Runs the model once: one that does not run could not serve. */
  readonly warmUp: (made: T) => Promise<unknown>;
}

/** Loads a graph. Throws a ModelError if it does not match the manifest or does not run; it is released then. */
export async function loadGraph<T>(
  model: ModelOf<GraphManifest>,
  { graphOf = () => model.manifest.graph, make, warmUp }: GraphPlan<T>,
): Promise<T> {
  const { manifest } = model;
  const name = nameOf(manifest);
  checkFiles(model); // a damaged file must not reach the runtime
  const opened = await openGraph(model, manifest.graph.file);
  try {
    const graph = graphOf(opened.facts);
    const mismatch = graphMismatch(graph, opened.facts);
    if (mismatch !== undefined) throw new ModelError('bad', `${name}: ${mismatch}`);
    const made = make(opened, graph);
    await warmUp(made).catch((fault: unknown) => {
      const reason = (fault as Error).message.split('\n')[0];
      throw new ModelError('bad', `${name}: the graph does not run: ${reason}`, { cause: fault });
    });
    return made;
  } catch (fault) {
    await opened.release();
    throw fault;
  }
}

/** Checks files against their hashes. */
export function checkFiles({ manifest, path }: StoredModel): void {
  for (const file of manifest.files) checkFile(realDisk, path(file.name), file);
}

export function openGraph({ manifest, path }: StoredModel, name: string): Promise<OrtGraph> {
  const file = path(name);
  return OrtGraph.load(file, readSmall(realDisk, file, limits.model.fileBytes), `${nameOf(manifest)} ${name}`);
}

export function modelText({ manifest, path }: StoredModel, name: string): string {
  const bytes = readSmall(realDisk, path(name), limits.model.textBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (fault) {
    throw new ModelError('bad', `${nameOf(manifest)} ${name}: is not UTF-8`, { cause: fault });
  }
}

export function normalisation(
  model: ModelOf<CtcManifest | VadManifest | ClassifierManifest | VoiceprintManifest>,
): Normalisation | undefined {
  const { frontEnd } = model.manifest;
  if (frontEnd.kind !== 'fbank' || frontEnd.cmvn === undefined) return undefined;
  const { file } = frontEnd.cmvn;
  const parsed = parseKaldiNnet(modelText(model, file), rowWidth(frontEnd));
  if (typeof parsed === 'string') throw new ModelError('bad', `${nameOf(model.manifest)} ${file}: ${parsed}`);
  return parsed;
}
