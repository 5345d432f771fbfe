// The kind of a trained model, as model.json of its directory says.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../../protocol/errors.js';
import { KiB } from '../../protocol/limits/units.js';
import type { ModelType } from '../../understanding/learning/order.js';

const mostBytes = 64 * KiB;

export interface BaseModel {
  readonly type: ModelType;
  /** Training can go on from it: it is more than a word about the kind. */
  readonly isTrained: boolean;
}

/** Undefined: there is no model.json. @throws ServiceError where it says nothing of use */
export function baseModelIn(directory: string, field: string): BaseModel | undefined {
  const file = join(directory, 'model.json');
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  const refused = (words: string) => new ServiceError('INVALID_ARGUMENT', `${field}: its model.json ${words}`);
  if (!stat.isFile() || stat.size > mostBytes) throw refused(`must be a file of at most ${mostBytes} bytes`);
  let said: { readonly type?: unknown; readonly format?: unknown } | null;
  try {
    said = JSON.parse(readFileSync(file, 'utf8')) as typeof said;
  } catch {
    throw refused('is not JSON');
  }
  const type = said?.type;
  if (type === 'SMALL' || type === 'BIG') return { type, isTrained: said?.format !== undefined };
  throw refused('must have "type": "SMALL" or "type": "BIG"');
}
