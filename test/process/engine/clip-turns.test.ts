// One-shots of several clients on one real engine: turns, the reserve of screening, and work that nobody waits for.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Engines, startEngines } from '../../../src/engine/client/client.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { bytesOf, silence } from '../../helpers/audio/tones.js';

const clip = { kind: 'ring', property: 'cn_8k_common', format: 'pcm_s16le_8k', maxMs: 120_000 } as const;
const [short, minute] = [bytesOf(silence(1_000)), Buffer.alloc(16_000 * 60)];
const [hoarder, bystander] = [
  { address: '10.0.0.1', appkey: 'hoarder' },
  { address: '10.0.0.2', appkey: 'bystander' },
];

let engines: Engines;
beforeAll(async () => {
  engines = startEngines({ tables: defaultTables, log: { info: () => {}, warn: () => {} }, count: 1 });
  await engines.ready();
});
afterAll(() => engines.stop());

it('a client with one clip does not wait for all of one with many', async () => {
  const order: string[] = [];
  const heard = (name: string, bytes: Uint8Array, client = hoarder) =>
    engines.hear(clip, bytes, { client }).then(() => order.push(name));
  const many = Array.from({ length: 12 }, () => heard('hoarder', minute));
  await heard('bystander', short, bystander);
  expect(order.length).toBeLessThan(12);
  await Promise.all(many);
});

it('the seconds of audio that wait are shared: a reserve is left for others', async () => {
  const many = Array.from({ length: 16 }, () => engines.hear(clip, minute, { client: hoarder }));
  const refused = many.map((each) =>
    each.then(
      () => '',
      (fault: Error) => fault.message,
    ),
  );
  expect((await engines.hear(clip, short, { client: bystander })).verdict.resultId).toBe(0);
  expect(
    (await Promise.all(refused)).filter((message) => /ms of audio of one-shot ring screening/.test(message)),
  ).toHaveLength(1);
});

it('a client that leaves is told so, and its place is free again whether its clip waited or was being heard', async () => {
  const leaving = Array.from({ length: 12 }, () => new AbortController());
  const gone = leaving.map(({ signal }) => engines.hear(clip, minute, { client: hoarder, signal }));
  for (const each of leaving) each.abort();
  for (const each of gone) await expect(each).rejects.toThrow('the client disconnected before its audio was processed');
  await expect.poll(() => engines.status()[0]?.calls, { timeout: 15_000 }).toBe(0);
  const again = Array.from({ length: 15 }, () => engines.hear(clip, minute, { client: hoarder }));
  expect(await Promise.all(again)).toHaveLength(15);
});
