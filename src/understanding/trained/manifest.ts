// model.json, the manifest of a trained model (docs/nlu-training.md). It holds the facts of the model, its measured
// quality, and the hashes of its other files.
import { createHash } from 'node:crypto';
import { ModelFault } from './fault.js';

export const manifestName = 'model.json';
export const questionsName = 'questions.json';
export const headName = 'head.bin';
export const adapterName = 'adapter.bin';

/** The only allowed file names, so that a manifest cannot refer to other places. */
const fileNames = [questionsName, headName, adapterName] as const;
export type FileName = (typeof fileNames)[number];

export const formatVersion = 1;
/** The number of rates, Top-1 to Top-10. */
export const rates = 10;

export interface NamedFile {
  readonly name: FileName;
  readonly bytes: number;
  /** lower-case hex */
  readonly sha256: string;
}

/** The facts of a model's training. */
export interface ModelFacts {
  readonly epoch: number;
  /** for BIG models */
  readonly steps?: number;
  /** UTC, s */
  readonly trainedTime: number;
  readonly eval: { readonly rate: readonly number[] };
}

export interface ModelManifest extends ModelFacts {
  readonly format: typeof formatVersion;
  readonly type: 'SMALL' | 'BIG';
  /** The fingerprint of the word vectors that the model was trained with. */
  readonly vectors: string;
  /** The number of standard questions. */
  readonly questions: number;
  /** true: the label after the last question stands for inputs to refuse. */
  readonly rejects: boolean;
  readonly files: readonly NamedFile[];
}

/** The SHA-256 of bytes in lower-case hex. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const fault = (words: string): ModelFault => new ModelFault(`${manifestName}: ${words}`);

/** Parses and checks a manifest. @throws ModelFault */
export function parseManifest(bytes: Uint8Array): ModelManifest {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw fault('is not JSON; it must be the file that training wrote');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault('must be a JSON object');
  const given = value as Record<string, unknown>;
  const { format } = given;
  if (isWhole(format) && (format as number) > formatVersion) {
    throw fault(`was made by a newer version (format ${format}); this version reads format ${formatVersion}`);
  }
  if (format !== formatVersion) throw fault(`format must be ${formatVersion}`);
  const type = given.type;
  if (type !== 'SMALL' && type !== 'BIG') throw fault('type must be SMALL or BIG');
  if (typeof given.vectors !== 'string' || !/^[0-9a-f]{16}$/.test(given.vectors)) {
    throw fault('vectors must be the fingerprint of word vectors, 16 hexadecimal digits');
  }
  const whole = (name: string): number => {
    const number = given[name];
    if (!isWhole(number)) throw fault(`${name} must be a whole number of at least 0`);
    return number as number;
  };
  if (typeof given.rejects !== 'boolean') throw fault('rejects must be true or false');
  return {
    ...{ format: formatVersion, type, vectors: given.vectors, questions: whole('questions'), rejects: given.rejects },
    ...{ epoch: whole('epoch'), ...(given.steps !== undefined && { steps: whole('steps') }) },
    ...{ trainedTime: whole('trainedTime'), eval: { rate: rateIn(given.eval) }, files: filesIn(given.files, type) },
  };
}

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

function rateIn(value: unknown): number[] {
  const rate = (value as { rate?: unknown } | null | undefined)?.rate;
  const isRate = (each: unknown): each is number => typeof each === 'number' && each >= 0 && each <= 1;
  if (!Array.isArray(rate) || rate.length !== rates || !rate.every(isRate)) {
    throw fault(`eval.rate must hold ${rates} numbers from 0 to 1`);
  }
  return rate;
}

function filesIn(value: unknown, type: ModelManifest['type']): NamedFile[] {
  const wanted = fileNames.filter((name) => type === 'BIG' || name !== adapterName);
  const files = Array.isArray(value) ? (value as (Partial<NamedFile> | null | undefined)[]) : [];
  if (files.length !== wanted.length) throw fault(`files must name ${wanted.join(', ')}`);
  return wanted.map((name) => {
    const found = files.find((each) => each?.name === name);
    if (found === undefined || found === null) throw fault(`files must name ${name}`);
    const { bytes, sha256 } = found;
    if (!isWhole(bytes)) throw fault(`the size of ${name} must be a whole number of bytes`);
    if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
      throw fault(`the sha256 of ${name} must be 64 hexadecimal digits`);
    }
    return { name, bytes: bytes as number, sha256 };
  });
}
