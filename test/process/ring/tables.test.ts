// Specification 2, 2.5 rule 4: both tables are server-side text files that operators may edit, while the gateway serves.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { keywordFileText, toneFileText } from '../../../src/ring/default-tables.js';
import { bytesOf, cadences, sliced, tone } from '../../helpers/audio/tones.js';
import { sentencesOf } from '../../helpers/gateway/ring-client.js';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';

let gateway: RingGateway;
beforeAll(async () => {
  gateway = await startRingGateway();
});
afterAll(() => gateway.discard());

async function verdict(): Promise<string> {
  const client = await gateway.connect();
  client.start();
  client.audio(...sliced(bytesOf(tone(cadences.busy, 2_000)), 16, 200));
  const [sentence] = sentencesOf(await client.session());
  await client.close();
  return `${sentence?.resultId} ${sentence?.resultName}`;
}

it('an edit holds for the next call, a broken one changes nothing and is logged with its line', async () => {
  const tones = join(gateway.dataDir, 'ring', 'tones.txt');
  expect(readFileSync(join(gateway.dataDir, 'ring', 'keywords.txt'), 'utf8')).toBe(keywordFileText);
  expect(readFileSync(tones, 'utf8')).toBe(toneFileText);
  expect(await verdict()).toBe('10 busy');

  writeFileSync(tones, '# mine\n#BUSY#\t210\tline engaged\n');
  await vi.waitFor(async () => expect(await verdict()).toBe('210 line engaged'), { timeout: 15_000 });

  writeFileSync(tones, '# mine\n#BUSY# 10\n');
  await vi.waitFor(() => expect(gateway.logText()).toContain(`${tones}:2: must be three parts`), { timeout: 15_000 });
  expect(await verdict()).toBe('210 line engaged');
});
