// The kind of a trained model, from model.json in its directory.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../../protocol/errors.js';
import { KiB } from '../../protocol/limits/units.js';
import type { KeyedFiles } from '../../trust/keyed-files.js';
import type { ModelType } from '../../understanding/learning/order.js';

const mostBytes = 64 * KiB;

export interface BaseModel {
  readonly type: ModelType;
  /** True if training can go on from it; a model.json alone only states the kind. */
  readonly isTrained: boolean;
}

/** The model; undefined if there is no model.json. @throws ServiceError if it states nothing useful */
export function baseModelIn(directory: string, field: string, files: KeyedFiles): BaseModel | undefined {
  const file = join(directory, 'model.json');
  if (!existsSync(file)) return undefined;
  const bytes = files.bytesOf(file);
  const refused = (words: string) => new ServiceError('INVALID_ARGUMENT', `${field}: its model.json ${words}`);
  if (bytes === undefined || bytes > mostBytes) throw refused(`must be a file of at most ${mostBytes} bytes`);
  let said: { readonly type?: unknown; readonly format?: unknown } | null;
  try {
    said = JSON.parse(files.read(file).toString('utf8')) as typeof said;
  } catch {
    throw refused('is not JSON');
  }
  const type = said?.type;
  if (type === 'SMALL' || type === 'BIG') return { type, isTrained: said?.format !== undefined };
  throw refused('must have "type": "SMALL" or "type": "BIG"');
}
