// Orders that a client sets: all ids, in the new order.
import { ServiceError } from '../../protocol/errors.js';

/**
 * Refuses a list that is no permutation of `ids`. `where`: the field with the list; `what`: the objects that it orders.
 */
export function refuseOtherThan(given: readonly number[], ids: readonly number[], where: string, what: string): void {
  const known = new Set(ids);
  const seen = new Set<number>();
  for (const [index, id] of given.entries()) {
    const place = `${where}[${index}]`;
    if (!known.has(id)) throw new ServiceError('INVALID_ARGUMENT', `${place}: ${id} is not one of the ${what}`);
    if (seen.has(id)) throw new ServiceError('INVALID_ARGUMENT', `${place}: ${id} is already in the list`);
    seen.add(id);
  }
  const missing = ids.find((id) => !seen.has(id));
  if (missing === undefined) return;
  throw new ServiceError('INVALID_ARGUMENT', `${where}: ${missing} is missing; all ${what} must be listed`);
}
