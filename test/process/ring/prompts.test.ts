// Specification 2, 2.5: every keyword of the default table, said by a prompt, over HTTP, WebSocket and the command line.
// The recogniser hears what its samples spell (test/helpers/models/spelling-model.ts).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeModel } from '../../../src/engine/runtime/models/load.js';
import { localScreener } from '../../../src/local/screening.js';
import { flagAudioNames } from '../../../src/protocol/wire/audio-format.js';
import { defaultCauseRows, defaultKeywordRows } from '../../../src/ring/default-tables.js';
import { bytesOf, joined, silence, sliced } from '../../helpers/audio/tones.js';
import { ForkClient } from '../../helpers/gateway/fork-client.js';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { modelStoreOf } from '../../helpers/models/model-store.js';
import { noModels } from '../../helpers/models/shipped.js';
import { lexiconModel, phoneSpeller, said, spoken } from '../../helpers/models/spelling-model.js';
import { timeFactor } from '../../helpers/time-factor.js';

const longMs = 60_000 * timeFactor;
let folder: string;
let dataDir: string;
let gateway: RingGateway;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-prompts-'));
  dataDir = join(folder, 'data');
  const store = modelStoreOf(dataDir);
  for (const { draft, files } of [lexiconModel, phoneSpeller]) {
    await store.install(writeModel(folder, draft, files), probeModel);
    await store.activate(draft.id, probeModel);
  }
  gateway = await startRingGateway({ dataDir, settings: { shippedModels: noModels } });
  await gateway.whenReady();
});
afterAll(async () => {
  await gateway.discard();
  rmSync(folder, { recursive: true, force: true });
});

const prompt = (keyword: string) => bytesOf(joined(silence(500), spoken(said(keyword)), silence(1_000)));

async function overHttp(keyword: string, property = 'cn_8k_common', more = {}) {
  const reply = await gateway.plain(`/v10/asr/ring/${property}/short_audio?appkey=${gateway.app.appkey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-access-token': gateway.accessToken },
    body: JSON.stringify({
      config: { audioFormat: 'pcm_s16le_8k', ...more },
      audio: prompt(keyword).toString('base64'),
    }),
  });
  return reply.json.result as { resultId: number; resultName: string; keyword: string };
}

describe('a prompt with a keyword of the default table', () => {
  it(
    'has its result over HTTP',
    async () => {
      for (const { word, resultId, resultName } of defaultKeywordRows) {
        expect([word, await overHttp(word)]).toMatchObject([word, { resultId, resultName }]);
      }
    },
    longMs,
  );

  it(
    'has its result over WebSocket, and the session ends with it',
    async () => {
      const client = await gateway.connect();
      for (const { word, resultId } of defaultKeywordRows) {
        client.start({ audioFormat: 'pcm_s16le_8k' });
        client.audio(...sliced(prompt(word), 16, 100).filter((slice) => slice.length === 1_600));
        const messages = await client.session();
        const results = messages.filter(({ respType }) => respType === 'RESULT');
        expect([word, results.at(-1)]).toMatchObject([word, { sentence: { isFinal: true, resultId } }]);
      }
      await client.close();
    },
    longMs,
  );

  it('has its result on the fork of a switch too, with its status of SIP', { timeout: longMs }, async () => {
    for (const { word, resultId } of defaultKeywordRows.filter((_, index) => index % 5 === 0)) {
      const switching = await ForkClient.open(gateway.http, {
        query: { appkey: gateway.app.appkey },
        headers: { 'x-svc-access-token': gateway.accessToken },
      });
      switching.text({ callSid: 'prompt' });
      switching.audio(prompt(word));
      const row = defaultCauseRows.find((each) => each.resultId === resultId);
      const { resultId: _, ...cause } = row ?? { resultId };
      const expected = { final: true, resultId, kind: 'prompt', finishCause: 'match', ...cause };
      expect([word, await switching.outcome()]).toMatchObject([word, expected]);
    }
  });

  it('has none when the call was answered before it, live and as a recording', { timeout: longMs }, async () => {
    const client = await gateway.connect();
    client.start({ audioFormat: 'pcm_s16le_8k' });
    client.send({ command: 'ANSWERED' });
    client.audio(...sliced(prompt('关机'), 16, 100));
    client.end();
    const results = (await client.session()).filter(({ respType }) => respType === 'RESULT');
    expect(results).toMatchObject([
      { sentence: { isFinal: true, resultId: 0, result: '关机', evidence: { answeredAtMs: 0 } } },
    ]);
    await client.close();
    const endMs = prompt('关机').length / 16;
    expect(await overHttp('关机', 'cn_8k_common', { answeredAtMs: 0 })).toMatchObject({ resultId: 0, keyword: '' });
    expect(await overHttp('关机', 'cn_8k_common', { answeredAtMs: endMs })).toMatchObject({ resultId: 14 });
  });

  it('has its result where only the recogniser of the other sample rate is there', async () => {
    expect(await overHttp('空号', 'cn_16k_common')).toMatchObject({ resultId: 12, keyword: '空号' });
    expect(await overHttp('空号', 'cn_8k_zhijian')).toMatchObject({ resultId: 12, keyword: '空号' });
  });

  it('has its result as a file on the command line', async () => {
    const request = { format: 'pcm_s16le_8k', encParams: '', sliceMs: 100, names: flagAudioNames };
    const { verdict } = await localScreener(dataDir, noModels).screen(prompt('停机'), request);
    expect(verdict).toMatchObject({ keyword: '停机', resultId: 17 });
  });
});
