// Faults of another store's resource that this store could not keep or pass on. Resources that a client
// writes are judged where it writes.
import type { SyncResource } from '../../protocol/wire/sync-messages.js';

/**
 * The fault of an item in words; undefined if it has none. A version above `verMost` could not be increased, which
 * would end the sync for everybody.
 */
export function itemFault(item: SyncResource, verMost: number): string | undefined {
  const { id, cu, type, developer, userId, name, lang, desc, ver } = item;
  if (ver > verMost) return `ver: ${ver} is beyond ${verMost}`;
  if (item.category === 'user' && developer === null) return 'developer: required for a user resource';
  if (item.category === 'sys' && developer !== null) return 'developer: must be null for a sys resource';
  if (item.category === 'sys' && item.content === null) {
    return 'content: required; a sys resource that was deleted is not part of a state';
  }
  // The database stores a lone surrogate as something else, so that two texts become one.
  for (const [field, text] of Object.entries({ id, cu, type, developer, userId, name, lang, desc })) {
    if (text !== null && /\p{Surrogate}/u.test(text)) return `${field}: has half of a surrogate pair`;
  }
  if (name.startsWith('\u0001')) return 'name: begins with a control character'; // resources/names.ts has these for itself
  return undefined;
}
