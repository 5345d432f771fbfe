// Issue: a third table for operators says which SIP status and Q.850 cause fit a verdict; it is read again when it changes, and a
// row that cannot be read leaves the whole previous table in force.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { causeFileText } from '../../../../src/ring/default-tables.js';
import { bytesOf, cadences, tone } from '../../../helpers/audio/tones.js';
import { ForkClient } from '../../../helpers/gateway/fork-client.js';
import { administer } from '../../../helpers/gateway/resource-client.js';
import { type RingGateway, startRingGateway } from '../../../helpers/gateway/ring-gateway.js';

let gateway: RingGateway;
beforeAll(async () => {
  gateway = await startRingGateway({ settings: { upstream: 'https://upstream.invalid' } });
});
afterAll(() => gateway.discard());

async function causes(): Promise<string> {
  const client = await ForkClient.open(gateway.http, {
    query: { appkey: gateway.app.appkey },
    headers: { 'x-svc-access-token': gateway.accessToken },
  });
  client.text({});
  client.audio(bytesOf(tone(cadences.busy, 3_000)));
  const { sipStatus, q850 } = await client.outcome();
  return `${sipStatus} ${q850}`;
}

it('an edit holds for the next verdict, a broken one changes nothing and is logged with its line', async () => {
  const file = join(gateway.dataDir, 'ring', 'causes.txt');
  expect(readFileSync(file, 'utf8')).toBe(causeFileText);
  expect(await causes()).toBe('486 17');

  writeFileSync(file, '# ours\n10\t600\t17\n');
  await vi.waitFor(async () => expect(await causes()).toBe('600 17'), { timeout: 15_000 });

  writeFileSync(file, '# ours\n10\t200\t17\n');
  const refusal = `${file}:2: the SIP status must be a whole number from 400 to 699`;
  await vi.waitFor(() => expect(gateway.logText()).toContain(refusal), { timeout: 15_000 });
  expect(await causes()).toBe('600 17');

  writeFileSync(file, '# a verdict without a row has neither\n');
  await vi.waitFor(async () => expect(await causes()).toBe('undefined undefined'), { timeout: 15_000 });
});

it('the table of the upstream holds for the next verdict', async () => {
  const table = '# of the upstream\n10\t603\t21\n';
  const sha256 = createHash('sha256').update(table).digest('hex');
  const folder = join(gateway.dataDir, 'sync', 'content');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, sha256), table);
  const item = { kind: 'ringTable', name: 'causes', sha256, bytes: Buffer.byteLength(table) };
  const state = { format: 1, origin: 'elsewhere', revision: 1, items: [item] };
  const { status, text } = await administer(gateway, 'POST', '/v10/admin/sync/apply', { state });
  expect(status, text).toBe(200);
  await vi.waitFor(async () => expect(await causes()).toBe('603 21'), { timeout: 15_000 });
});
