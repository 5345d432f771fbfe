// Custom LMs in a data directory with a key: compiled, heard with, and taken over from when they lay there plain.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeModel } from '../../../src/engine/runtime/models/load.js';
import { makeDataKey } from '../../../src/trust/data-key.js';
import { bytesOf, joined } from '../../helpers/audio/tones.js';
import { type AsrGateway, startAsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { ResourceClient } from '../../helpers/gateway/resource-client.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { modelStoreOf } from '../../helpers/models/model-store.js';
import { noModels } from '../../helpers/models/shipped.js';
import { lexiconModel, phoneSpeller, quiet, said } from '../../helpers/models/spelling-model.js';
import { timeFactor } from '../../helpers/time-factor.js';

const longMs = 60_000 * timeFactor;
const sentence = '砂轮转速要校准吗';
const audio = bytesOf(joined(said(sentence), quiet(phoneSpeller, 8))).toString('base64');

let folder: string;
let dataDir: string;
let first: AsrGateway;
let second: AsrGateway | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-sealed-olm-'));
  dataDir = join(folder, 'data');
  const store = modelStoreOf(dataDir);
  for (const { draft: manifest, files } of [lexiconModel, phoneSpeller]) {
    await store.install(writeModel(folder, manifest, files), probeModel);
    await store.activate(manifest.id, probeModel);
  }
  makeDataKey(join(folder, 'data.key'));
  first = await startAsrGateway({ dataDir, settings: { shippedModels: noModels } });
}, longMs);
afterAll(async () => {
  await second?.stop(0);
  rmSync(folder, { recursive: true, force: true });
});

async function ready(texts: ResourceClient, id: string): Promise<void> {
  while ((await texts.ask('GET', `/${id}`)).json.resource.state !== 'READY') {
    await new Promise((next) => setTimeout(next, 25));
  }
}

async function heard(gateway: AsrGateway, olmId: string): Promise<string> {
  const { app } = first;
  const { status, json, text } = await gateway.plain(
    `/v10/asr/freetalk/cn_8k_common/short_audio?appkey=${app.appkey}`,
    {
      method: 'POST',
      headers: { 'x-svc-access-token': await gateway.token('', app), 'content-type': 'application/json' },
      body: JSON.stringify({ config: { audioFormat: 'pcm_s16le_8k', olmId }, audio }),
    },
  );
  if (status !== 200) throw new Error(text);
  expect(json.warning).toBeUndefined();
  return json.result.text;
}

const beginnings = (): string[] =>
  readdirSync(join(dataDir, 'olm')).map((name) => readFileSync(join(dataDir, 'olm', name)).toString('latin1', 0, 4));

describe('custom LMs of a data directory that was plain', () => {
  it('are encrypted at its next start with a key, serve at once, and so do those that are compiled then', {
    timeout: longMs,
  }, async () => {
    const texts = new ResourceClient(first, 'user/asr/olm');
    const id = await texts.created('mill', `${sentence}？\n我要更换砂轮！`);
    await ready(texts, id);
    expect(await heard(first, id)).toBe(sentence);
    expect(beginnings()).toEqual(['TGLM']);
    await first.stop(0);

    const settings = { shippedModels: noModels, 'storage.keyFile': join(folder, 'data.key') };
    second = await startAsrGateway({ dataDir, settings });
    expect(beginnings()).toEqual(['tgse']);
    const again = new ResourceClient({ ...second, app: first.app }, 'user/asr/olm');
    await ready(again, id);
    expect(second.logText()).not.toContain('custom LM compiled');
    expect(await heard(second, '')).not.toBe(sentence);
    expect(await heard(second, id)).toBe(sentence);

    const another = await again.created('another mill', `请校准砂轮转速。\n${sentence}？`);
    await ready(again, another);
    expect(second.logText()).toContain('custom LM compiled');
    expect(await heard(second, another)).toBe(sentence);
    expect(beginnings()).toEqual(['tgse', 'tgse']);
    expect(second.logText()).not.toMatch(/"(key|seal)":/);
  });
});
