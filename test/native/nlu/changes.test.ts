// Changes of a tenant's resources: all of one or nothing, and each counts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Changes } from '../../../src/nlu/resource/changes.js';
import { type NluStore, openNluStore } from '../../helpers/nlu/nlu-store.js';

let store: NluStore;
beforeAll(async () => {
  store = await openNluStore();
});
afterAll(() => store.close());

const addLabel = (tenantId: string) => () =>
  store.db.prepare("INSERT INTO nlu_response (tenant_id, return_type) VALUES (?, 'FIRST')").run(tenantId);
const countOf = (tenantId: string): unknown =>
  store.db.prepare('SELECT count(*) FROM nlu_response WHERE tenant_id = ?').pluck().get(tenantId);

it('many changes of one whole are one change, and a fault in the last of them undoes all', () => {
  const changes = new Changes(store.db);
  const tenantId = store.newTenant();
  const saveThree = () => {
    for (let each = 0; each < 3; each++) changes.save(tenantId, addLabel(tenantId));
  };
  changes.saveWhole(tenantId, saveThree);
  expect([countOf(tenantId), changes.revisionOf(tenantId)]).toEqual([3, 1]);
  const failing = () => {
    saveThree();
    throw new Error('the last of them');
  };
  expect(() => changes.saveWhole(tenantId, failing)).toThrow('the last of them');
  expect([countOf(tenantId), changes.revisionOf(tenantId)]).toEqual([3, 1]);
  saveThree(); // each of them its own change again
  expect([countOf(tenantId), changes.revisionOf(tenantId)]).toEqual([6, 4]);
});
