// 10,000 operations by chance on everything that a dialog robot is made of, right ones and wrong ones. The store is held against a
// model of plain objects, through the views; its rows are held against each other.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Model } from '../../../scripts/measure/power/nlu/model.mjs';
import {
  difference,
  operationNames,
  operations,
  outcome,
  plain,
  planned,
} from '../../../scripts/measure/power/nlu/operations.mjs';
import { referencesIn, rowFaults } from '../../../scripts/measure/power/nlu/rows.mjs';
import { viewsOf, viewsOfStore } from '../../../scripts/measure/power/nlu/views.mjs';
import { type NluStore, openNluStore } from '../../helpers/nlu/nlu-store.js';
import { timeFactor } from '../../helpers/time-factor.js';

const wantedOperations = 10_000;
const mostInARun = 1_000;
/** after so many the store is held against the model */
const batch = 100;

let store: NluStore;
beforeAll(async () => {
  store = await openNluStore();
});
afterAll(() => store.close());

interface Step {
  readonly name: string;
  /** of the chance that fills the operation in */
  readonly seed: number;
}

async function faultsOf(model: Model, tenantId: string): Promise<string[]> {
  const get = async (path: string) => (await store.ask(tenantId, 'GET', path)).json;
  const views = difference(await viewsOfStore(get), plain(viewsOf(model)));
  const references = difference(referencesIn(store.db, tenantId), model.references());
  const { questions, entries } = model.counts();
  const tally = store.db.prepare('SELECT questions, entries FROM nlu_tally WHERE tenant_id = ?').get(tenantId);
  const counts = difference(tally ?? { questions: 0, entries: 0 }, { questions, entries }, 'the tally');
  return [
    ...(views === undefined ? [] : [`views: ${views}`]),
    ...(references === undefined ? [] : [`references: ${references}`]),
    ...(counts === undefined ? [] : [counts]),
    ...rowFaults(store.db),
  ];
}

/** Statuses with which operations were answered, and operations that succeeded. */
const answered = new Map<number, number>();
const succeeded = new Map<string, number>();

/** The next run begins with a store that no fault has touched. */
async function run(steps: readonly Step[]): Promise<void> {
  try {
    await runInTenant(steps);
  } catch (fault) {
    await store.close();
    store = await openNluStore();
    throw fault;
  }
}

/** Everything in a tenant of its own. A fault is told with all requests that led to it. */
async function runInTenant(steps: readonly Step[]): Promise<void> {
  const model = new Model();
  const tenantId = store.newTenant();
  const trace: string[] = [];
  const fail = (fault: string) => {
    throw new Error(`${fault}\n${trace.join('\n')}`);
  };
  for (const [at, { name, seed }] of steps.entries()) {
    const operation = planned(model, name, seed);
    const { method, path, body } = operation;
    const reply = await store.ask(tenantId, method, path, body);
    answered.set(reply.status, (answered.get(reply.status) ?? 0) + 1);
    if (reply.status === 200) succeeded.set(name, (succeeded.get(name) ?? 0) + 1);
    trace.push(`${method} ${path} ${body === undefined ? '' : JSON.stringify(body)} -> ${reply.status}`);
    const fault = outcome(operation, reply);
    if (fault !== undefined) fail(fault);
    if ((at + 1) % batch > 0 && at + 1 < steps.length) continue;
    const [first] = await faultsOf(model, tenantId);
    if (first !== undefined) fail(first);
  }
  await store.removeTenant(tenantId);
  const rows = store.db.prepare<[], number>('SELECT count(*) FROM nlu_reference').pluck().get();
  if (rows !== 0) fail(`${rows} references are left of a tenant that was removed`);
  const [left] = rowFaults(store.db);
  if (left !== undefined) fail(`after the tenant was removed: ${left}`);
}

describe('operations by chance', () => {
  it('leave in the store what they leave in a model of plain objects, and nothing that leads nowhere', {
    timeout: 180_000 * timeFactor,
  }, async () => {
    const step = fc.record({ name: fc.constantFrom(...operationNames), seed: fc.nat(1_000_000) });
    const property = fc.asyncProperty(fc.array(step, { maxLength: mostInARun, size: 'max' }), run);
    const made = () => [...answered.values()].reduce((sum, count) => sum + count, 0);
    while (made() < wantedOperations) await fc.assert(property, { numRuns: 4, interruptAfterTimeLimit: 60_000 });
    // A generator that makes nothing but refusals would test little.
    expect(answered.get(200)).toBeGreaterThan(wantedOperations / 4);
    expect([...succeeded.keys()].sort()).toEqual(Object.keys(operations).sort());
    expect([...answered.keys()].sort()).toEqual([200, 400, 403, 404, 409, 412]);
  });
});
