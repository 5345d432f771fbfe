// The contents that a state names.

import { unreachable } from '../protocol/unreachable.js';
import type { SyncItem, SyncState } from '../protocol/wire/sync-messages.js';
import type { ContentName } from './transport.js';

/** All contents of a state, each once, by its hash. */
export function contentsOf({ items }: SyncState): Map<string, ContentName> {
  return new Map(items.flatMap(namesOf).map((name) => [name.sha256, name]));
}

function namesOf(item: SyncItem): ContentName[] {
  switch (item.kind) {
    case 'resource':
      return item.content === null ? [] : [item.content];
    case 'profile':
    case 'ringTable':
    case 'onlineRobot':
      return [{ sha256: item.sha256, bytes: item.bytes }];
    case 'model':
      return [{ sha256: item.sha256, bytes: item.bytes }, ...item.files];
    case 'firmware':
      return []; // it is fetched apart, when the box has its turn
    default:
      return unreachable(item);
  }
}
