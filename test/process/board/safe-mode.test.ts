// Safe mode: interfaces and console are up, the engines are off, and everybody is told why.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { features } from '../../../src/main/features.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';

const reason = 'no slot passed its self-test; slot A was the last good one';
let gateway: TestGateway;
let token: string;
beforeAll(async () => {
  gateway = await startTestGateway({ features, settings: { safeMode: reason } });
  token = gateway.tokens.issue(gateway.app.appkey).token;
});
afterAll(() => gateway.discard());

describe('a gateway in safe mode', () => {
  it('is not ready, and /readyz and /healthz say why', async () => {
    const ready = await fetch(`${gateway.admin}/readyz`);
    expect(ready.status).toBe(503);
    expect(JSON.stringify(await ready.json())).toContain(reason);
    const health = await fetch(`${gateway.admin}/healthz`);
    expect(health.status).toBe(200);
    expect(JSON.stringify(await health.json())).toContain(reason);
  });

  it('says so in the log, and starts no engine', async () => {
    expect(gateway.logText()).toContain(reason);
    const metrics = await (await fetch(`${gateway.admin}/metrics`)).text();
    expect(metrics).not.toMatch(/^tonegate_engine_process\{/m);
  });

  it('issues tokens and serves what needs no engine', async () => {
    expect(await gateway.token()).not.toBe('');
    const documents = await fetch(`${gateway.http}/v10/system/openapi.json`);
    expect(documents.status).toBe(200);
  });

  it('refuses synthesis: no voice is loaded', async () => {
    const answer = await fetch(
      `${gateway.http}/v10/tts/synth/cn_zhixingjing_common/short_text?appkey=${gateway.app.appkey}`,
      {
        ...{ method: 'POST', body: '{"text":"您好"}' },
        headers: { 'X-Svc-Access-Token': token, 'content-type': 'application/json' },
      },
    );
    expect(answer.status).toBe(503);
    expect(((await answer.json()) as { error: { code: number } }).error.code).toBe(50301);
  });

  it.each([
    ['screening', 'asr/ring/cn_8k_common/short_audio', Buffer.alloc(16_000), 'application/octet-stream'],
    ['recognition', 'asr/freetalk/cn_8k_common/short_audio', Buffer.alloc(16_000), 'application/octet-stream'],
  ])('refuses %s with the reason', async (_, path, body, type) => {
    const answer = await fetch(`${gateway.http}/v10/${path}?appkey=${gateway.app.appkey}`, {
      ...{ method: 'POST', body },
      headers: { 'X-Svc-Access-Token': token, 'X-Svc-Config': 'audioFormat=pcm_s16le_8k', 'content-type': type },
    });
    const text = await answer.text();
    expect(answer.status, text).toBe(503);
    expect(text).toContain(reason);
  });
});
