// A robot that is published and put online above is served below after the next round, and goes back: two real gateways.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainSource } from '../../../src/trust/plain-bytes.js';
import { openPackage } from '../../../src/understanding/package/reader.js';
import { NluClient } from '../../helpers/gateway/nlu-client.js';
import { robotWithPairs } from '../../helpers/nlu/robot-rows.js';
import { dataDirWithRobots } from '../../helpers/nlu/robots-on-disk.js';
import { patient, type SyncPair, startPair } from '../../helpers/sync/sync-pair.js';

let pair: SyncPair;
let above: NluClient;
let below: NluClient;
beforeAll(async () => {
  const dataDir = dataDirWithRobots((rows) => robotWithPairs(rows, 'r-1', 50));
  pair = await startPair({}, { dataDir });
  const { upstream, box } = pair;
  above = new NluClient({ ...upstream, app: upstream.apps.add('author', 'default') });
  below = new NluClient(box);
});
afterAll(() => pair.discard());

async function published(): Promise<{ id: string; sha256: string }> {
  const { id } = await above.created('/robots/r-1/publishes', {});
  for (;;) {
    const view = await above.view(`/robots/r-1/publishes/${id}`);
    if (view.state !== 'WORKING') return view;
    await sleep(10);
  }
}

async function nextRound(): Promise<void> {
  await pair.pollNow();
  await pair.inStep();
}

it('a robot published above is online below after the next round, goes back, and offline', async () => {
  const old = await published();
  const question = { question: { text: '新的问题' }, response: { answers: [{ type: 'TEXT', content: '好' }] } };
  const { qaDomains } = await above.view('/qa_domains');
  await above.created(`/qa_dirs/${qaDomains[0].id}/qa_pairs`, question);
  const young = await published();
  pair.startAgent({ time: patient });
  for (const [{ id, sha256 }, pairs] of [
    [young, 51],
    [old, 50],
  ] as const) {
    await above.patch('/robots/r-1/online', { publishId: id });
    await nextRound();
    expect(await below.view('/robots/r-1/online')).toMatchObject({ publishId: id, source: 'upstream' });
    const source = plainSource(join(pair.box.dataDir, 'nlu', 'packages', sha256), undefined);
    expect([...openPackage(source).records('pairs')]).toHaveLength(pairs);
    source.close();
  }
  expect(existsSync(join(pair.box.dataDir, 'sync', 'content', old.sha256))).toBe(false);
  await above.patch('/robots/r-1/online', { publishId: '' });
  await nextRound();
  expect((await below.get('/robots/r-1/online')).json.error.code).toBe(29);
});
