// Firmware as a replicated kind. An upstream lists what it rolls out; a box remembers what its upstream wants, and does not list that
// in turn: it has no bundle to serve.
import { type ContentSource, type ItemOf, itemsOf, type ReplicatedKind } from '../replica/kind/kind.js';
import type { Bundles } from './bundles.js';
import type { Rollouts } from './rollouts.js';

export function replicatedFirmware(rollouts: Rollouts, bundles: Bundles): ReplicatedKind<ItemOf<'firmware'>> {
  return {
    kind: 'firmware',
    madeOf: 'rows',
    nameOf: ({ product }) => product,
    // The bundle is no part of what an apply needs; a box fetches it when it has its turn.
    contentOf: () => [],
    list: () => {
      const items = rollouts.items();
      const content = (sha256: string): ContentSource | undefined => {
        const item = items.find((each) => each.sha256 === sha256);
        return item === undefined ? undefined : { path: bundles.path(sha256), bytes: item.bytes };
      };
      return { items: () => items, content };
    },
    plan: ({ state, scope }) => {
      if (!scope.firmware) return undefined;
      const items = itemsOf(state, 'firmware');
      return { commit: () => ({ changed: rollouts.setWanted(items), conflicts: 0 }) };
    },
  };
}
