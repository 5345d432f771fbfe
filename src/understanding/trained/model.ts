// Converts a trained model to named bytes and back. A model never changes: all files are checked against the hashes of
// its manifest before they are used.
import type { TrainedModel } from '../matching/trained/model.js';
import { adapterBytes, adapterIn, headBytes, headIn } from './bytes.js';
import { ModelFault } from './fault.js';
import {
  adapterName,
  type FileName,
  formatVersion,
  headName,
  type ModelFacts,
  type ModelManifest,
  manifestName,
  parseManifest,
  questionsName,
  sha256Of,
} from './manifest.js';

/** Access to the files of a model. */
export interface ModelFiles {
  /** The size of a file; undefined: there is no such regular file. */
  readonly size: (name: string) => number | undefined;
  readonly read: (name: string) => Uint8Array;
}

export interface OpenedModel {
  readonly manifest: ModelManifest;
  readonly model: TrainedModel;
}

/** A limit that no valid manifest exceeds. */
const mostManifestBytes = 64 * 1024;

/** The bytes of each file, by name. The same model and facts give the same bytes. */
export function modelBytes(
  model: Omit<TrainedModel, 'fingerprint'>,
  facts: ModelFacts,
): ReadonlyMap<string, Uint8Array> {
  const { type, vectors, questions, rejects, head, adapter } = model;
  const files = new Map<FileName, Uint8Array>([
    [questionsName, Buffer.from(`${JSON.stringify(questions)}\n`)],
    [headName, headBytes(head)],
    ...(adapter === undefined ? [] : [[adapterName, adapterBytes(adapter)] as const]),
  ]);
  const manifest: ModelManifest = {
    ...{ format: formatVersion, type, vectors, questions: questions.length, rejects, ...facts },
    files: Array.from(files, ([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256Of(bytes) })),
  };
  return new Map<string, Uint8Array>([
    ...files,
    // last, so that a directory with a manifest is complete
    [manifestName, Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)],
  ]);
}

/** Opens a model and reads every byte once. @throws ModelFault */
export function openModel(files: ModelFiles): OpenedModel {
  const manifest = readManifest(files);
  const bytesOf = new Map(manifest.files.map(({ name, bytes, sha256 }) => [name, checked(files, name, bytes, sha256)]));
  const of = (name: FileName): Uint8Array => bytesOf.get(name) as Uint8Array;
  const questions = questionsIn(of(questionsName), manifest.questions);
  const { dims, ...head } = headIn(of(headName), headName);
  const labels = questions.length + (manifest.rejects ? 1 : 0);
  if (head.labels !== labels) throw new ModelFault(`${headName}: has ${head.labels} labels, must have ${labels}`);
  const found = manifest.type === 'BIG' ? adapterIn(of(adapterName), adapterName) : undefined;
  if (found !== undefined && dims !== found.columns + found.dims) {
    throw new ModelFault(`${adapterName}: does not match ${headName}`);
  }
  const { type, vectors, rejects } = manifest;
  const adapter = found && { dims: found.dims, weights: found.weights };
  return {
    manifest,
    model: { type, fingerprint: fingerprintOf(manifest), vectors, questions, rejects, head, adapter },
  };
}

/** The fingerprint of the files' contents, independent of the measured figures. */
const fingerprintOf = ({ type, vectors, files }: ModelManifest): string =>
  sha256Of(Buffer.from(JSON.stringify([type, vectors, files.map(({ sha256 }) => sha256)]))).slice(0, 16);

function readManifest(files: ModelFiles): ModelManifest {
  const size = files.size(manifestName);
  if (size === undefined) throw new ModelFault(`${manifestName}: there is no such file; name the directory of a model`);
  if (size > mostManifestBytes)
    throw new ModelFault(`${manifestName}: has ${size} bytes, must have at most ${mostManifestBytes}`);
  return parseManifest(files.read(manifestName));
}

function checked(files: ModelFiles, name: string, wanted: number, sha256: string): Uint8Array {
  const size = files.size(name);
  if (size === undefined) throw new ModelFault(`${name}: the file is missing`);
  if (size !== wanted) throw new ModelFault(`${name}: has ${size} bytes, must have ${wanted}`);
  const bytes = files.read(name);
  if (sha256Of(bytes) !== sha256) throw new ModelFault(`${name}: is damaged; its hash differs`);
  return bytes;
}

function questionsIn(bytes: Uint8Array, count: number): string[] {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    value = undefined;
  }
  const isList = Array.isArray(value) && value.length === count && value.every((each) => typeof each === 'string');
  if (!isList) throw new ModelFault(`${questionsName}: must be an array of ${count} texts`);
  return value as string[];
}
