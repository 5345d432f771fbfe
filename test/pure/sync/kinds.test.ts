// The kinds of a gateway: what it does not keep in step it does not take either.
import { expect, it } from 'vitest';
import type { SyncItem } from '../../../src/protocol/wire/sync-messages.js';
import { Kinds } from '../../../src/replica/kinds.js';
import { replicatedResources } from '../../../src/resources/replica/resources.js';

const resources = () => replicatedResources({} as never);
const profile: SyncItem = { kind: 'profile', name: 'outbound', sha256: '0'.repeat(64), bytes: 1 };

it('a state with an item of a kind that no feature of the gateway replicates is refused', () => {
  const kinds = new Kinds([resources()]);
  expect(() => kinds.refuseOthers([profile])).toThrow('state.items: this gateway replicates resource, but not profile');
  expect(() => kinds.refuseOthers([])).not.toThrow();
});

it('two features cannot replicate the same kind', () => {
  expect(() => new Kinds([resources(), resources()])).toThrow('two features replicate the same kind');
});
