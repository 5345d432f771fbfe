// Faults of another store's resource that this store could not keep or pass on. Resources that a client
// writes are judged where it writes.
import type { SyncResource } from '../../protocol/wire/sync-messages.js';

/** In words; undefined: nothing. `verMost`: a version that cannot be counted on would end the sync of everybody. */
export function itemFault({ id, cu, type, developer, userId, name, lang, desc, ver }: SyncResource, verMost: number) {
  if (ver > verMost) return `ver: ${ver} is beyond ${verMost}`;
  // The database stores a lone surrogate as something else, so that two texts become one.
  for (const [field, text] of Object.entries({ id, cu, type, developer, userId, name, lang, desc })) {
    if (text !== null && /\p{Surrogate}/u.test(text)) return `${field}: has half of a character`;
  }
  if (name.startsWith('\u0001')) return 'name: begins with a control character'; // resources/names.ts has these for itself
  return undefined;
}
