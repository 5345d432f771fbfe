// Sample text over HTTP, compiled by its own process, in a recognition. The recogniser hears what its samples spell
// (test/helpers/models/spelling-model.ts), with the language model that ships.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeModel } from '../../../src/engine/runtime/models/load.js';
import { bytesOf, joined } from '../../helpers/audio/tones.js';
import { type AsrGateway, startAsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { administer, base64, ResourceClient } from '../../helpers/gateway/resource-client.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { modelStoreOf } from '../../helpers/models/model-store.js';
import { noModels } from '../../helpers/models/shipped.js';
import { lexiconModel, phoneSpeller, quiet, said } from '../../helpers/models/spelling-model.js';
import { timeFactor } from '../../helpers/time-factor.js';

const longMs = 60_000 * timeFactor;
const sentence = '砂轮转速要校准吗';
const sample = ['请校准砂轮转速。', `${sentence}？`, '我要更换砂轮！'].join('\n');

let folder: string;
let gateway: AsrGateway;
let texts: ResourceClient;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-olm-'));
  const dataDir = join(folder, 'data');
  const store = modelStoreOf(dataDir);
  for (const { draft: manifest, files } of [lexiconModel, phoneSpeller]) {
    await store.install(writeModel(folder, manifest, files), probeModel);
    await store.activate(manifest.id, probeModel);
  }
  gateway = await startAsrGateway({ dataDir, settings: { shippedModels: noModels } });
  texts = new ResourceClient(gateway, 'user/asr/olm');
}, longMs);
afterAll(async () => {
  await gateway.discard();
  rmSync(folder, { recursive: true, force: true });
});

const row = async (id: string) => (await texts.ask('GET', `/${id}`)).json.resource;

async function settled(id: string): Promise<{ state: string; stateReason?: string }> {
  for (;;) {
    const { state, stateReason } = await row(id);
    if (state !== 'COMPILING') return { state, ...(stateReason !== undefined && { stateReason }) };
    await new Promise((next) => setTimeout(next, 25));
  }
}

async function recognised(olmId: string) {
  const audio = bytesOf(joined(said(sentence), quiet(phoneSpeller, 8))).toString('base64');
  const { status, json, text } = await gateway.json({ config: { audioFormat: 'pcm_s16le_8k', olmId }, audio });
  if (status !== 200) throw new Error(text);
  return { heard: json.result.text as string, warning: json.warning };
}

describe('an olm resource', () => {
  it('is compiled, shows its state, and brings its words into what is heard', { timeout: longMs }, async () => {
    const id = await texts.created('broadband', sample);
    expect(['COMPILING', 'READY']).toContain((await row(id)).state);
    const early = await recognised(id);
    expect(await settled(id)).toEqual({ state: 'READY' });
    const listed = (await texts.ask('GET', '')).json.resourceList;
    expect(listed).toEqual([{ id, ver: '1', name: 'broadband', lang: 'cn', state: 'READY' }]);
    const page = (await administer(gateway, 'GET', '/admin/resources')).json.resources;
    expect(page).toMatchObject([{ id, type: 'olm', state: 'READY' }]);
    expect(readdirSync(join(gateway.dataDir, 'olm'))).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.bin$/)]);

    expect((await recognised('')).heard).not.toBe(sentence);
    expect(await recognised(id)).toEqual({ heard: sentence, warning: undefined });
    // Before, the recognition went without and said so; unless the machine stood still for that long.
    if (early.warning !== undefined) {
      const warning = { code: 106, message: expect.stringContaining('not compiled yet') };
      expect(early).toEqual({ heard: (await recognised('')).heard, warning: [warning] });
    }
    expect(gateway.logText()).toContain('custom LM compiled');
  });

  it('that changed is used as it was until it is compiled again', { timeout: longMs }, async () => {
    const [{ id }] = (await texts.ask('GET', '')).json.resourceList;
    const change = { content: base64(`${sample}\n我要移机`) };
    expect((await texts.ask('PUT', `/${id}`, { body: { resource: change } })).status).toBe(200);
    expect(await recognised(id)).toEqual({ heard: sentence, warning: undefined });
    expect(await settled(id)).toEqual({ state: 'READY' });
    expect(await recognised(id)).toEqual({ heard: sentence, warning: undefined });
  });

  it.each(['', '，。！\n'])('without a word (%j) is FAILED and says why', { timeout: longMs }, async (content) => {
    const id = await texts.created(`empty ${content.length}`, content);
    expect(await settled(id)).toEqual({ state: 'FAILED', stateReason: 'the text has no words' });
    const { warning } = await recognised(id);
    expect(warning).toMatchObject([{ code: 106, message: expect.stringContaining('the text has no words') }]);
  });

  it('leaves the lists of other types without a state', async () => {
    const lists = new ResourceClient(gateway, 'user/asr/userword');
    const id = await lists.created('names', '张三');
    expect((await lists.ask('GET', '')).json.resourceList).toEqual([{ id, ver: '1', name: 'names', lang: 'cn' }]);
    expect((await lists.ask('GET', `/${id}`)).json.resource).not.toHaveProperty('state');
  });
});
