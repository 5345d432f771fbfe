// Specification 1, sections 2.1, 4.1 and 5: one day, bound to the appkey, five minutes after a renewal.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic } from '../../helpers/gateway/call.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { probeFeature, probeRoutes } from '../../helpers/models/probe-feature.js';

const dayMs = 86_400_000;
const fiveMinutesMs = 300_000;
const features = [probeFeature];
const probePaths = [...new Set(probeRoutes().map(({ path }) => path.replace(/:(\w+)/g, '{$1}')))];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ features });
});
afterAll(() => gateway.discard());

const obtain = (query = '', app = gateway.app) =>
  gateway.secure(`/v10/auth/get-access-token?appkey=${app.appkey}${query}`, {
    headers: { authorization: basic(app.appkey, app.secret) },
  });

/** The status that a capability call with this token gets. */
const use = async (token: string, appkey = gateway.app.appkey): Promise<number> =>
  (await gateway.plain(`/probe?appkey=${appkey}`, { headers: { 'X-Svc-Access-Token': token } })).status;

describe('get-access-token', () => {
  it('answers 200 with token, refresh_token and a life of one day', async () => {
    const { status, json, headers } = await obtain('&udid=box-1');
    expect(status).toBe(200);
    expect(Object.keys(json).sort()).toEqual(['life', 'refresh_token', 'token']);
    expect(json.life).toBe(86_400);
    expect(headers['cache-control']).toBe('no-store');
    expect(await use(json.token)).toBe(200);
  });

  it('ignores a trailing slash', async () => {
    const { appkey, secret } = gateway.app;
    const path = `/v10/auth/get-access-token/?appkey=${appkey}`;
    expect((await gateway.secure(path, { headers: { authorization: basic(appkey, secret) } })).status).toBe(200);
  });

  it('lets several tokens of one appkey live side by side', async () => {
    const first = (await obtain()).json.token;
    const second = (await obtain()).json.token;
    expect(first).not.toBe(second);
    expect([await use(first), await use(second)]).toEqual([200, 200]);
  });

  it('binds a token to its appkey: another appkey gets 401', async () => {
    const token = (await obtain()).json.token;
    const other = gateway.apps.add('other');
    expect(await use(token, other.appkey)).toBe(401);
    expect(await use(token)).toBe(200);
  });

  it('ends a token one day after its creation', async () => {
    const token = (await obtain()).json.token;
    gateway.advance(dayMs - 60_000);
    expect(await use(token)).toBe(200);
    gateway.advance(61_000);
    expect(await use(token)).toBe(401);
  });

  it('leaves a renewed token five minutes and issues a new one', async () => {
    const old = (await obtain()).json;
    const renewed = (await obtain(`&refresh_token=${old.refresh_token}`)).json;
    expect(renewed.token).not.toBe(old.token);
    expect(renewed.refresh_token).not.toBe(old.refresh_token);
    expect(renewed.life).toBe(86_400);
    gateway.advance(fiveMinutesMs - 10_000);
    expect([await use(old.token), await use(renewed.token)]).toEqual([200, 200]);
    gateway.advance(11_000);
    expect([await use(old.token), await use(renewed.token)]).toEqual([401, 200]);
  });

  it('never lengthens a token: a second renewal keeps the first five minutes', async () => {
    const old = (await obtain()).json;
    await obtain(`&refresh_token=${old.refresh_token}`);
    gateway.advance(fiveMinutesMs - 10_000);
    await obtain(`&refresh_token=${old.refresh_token}`);
    gateway.advance(11_000);
    expect(await use(old.token)).toBe(401);
  });

  it('does not lengthen a token that has less than five minutes left', async () => {
    const old = (await obtain()).json;
    gateway.advance(dayMs - 60_000);
    await obtain(`&refresh_token=${old.refresh_token}`);
    gateway.advance(61_000);
    expect(await use(old.token)).toBe(401);
  });

  it('issues a token for a refresh_token whose token cannot be found', async () => {
    const { status, json } = await obtain('&refresh_token=nobody-knows-this-one');
    expect(status).toBe(200);
    expect(await use(json.token)).toBe(200);
  });

  it("does not shorten another application's token by its refresh_token", async () => {
    const mine = (await obtain()).json;
    const other = gateway.apps.add('other-app');
    expect((await obtain(`&refresh_token=${mine.refresh_token}`, other)).status).toBe(200);
    gateway.advance(fiveMinutesMs + 1_000);
    expect(await use(mine.token)).toBe(200);
  });

  it("ends an application's tokens when it is removed", async () => {
    const app = gateway.apps.add('short-lived');
    const token = (await obtain('', app)).json.token;
    expect(await use(token, app.appkey)).toBe(200);
    gateway.apps.remove(app.appkey);
    expect(await use(token, app.appkey)).toBe(401);
    expect((await obtain('', app)).status).toBe(401);
  });
});

describe('Basic authentication', () => {
  const path = () => `/v10/auth/get-access-token?appkey=${gateway.app.appkey}`;

  it.each([
    ['no credentials', () => ({})],
    ['another scheme', () => ({ authorization: 'Bearer abc' })],
    ['a wrong secret', () => ({ authorization: basic(gateway.app.appkey, 'wrong') })],
    ['an unknown appkey', () => ({ authorization: basic('nobody', gateway.app.secret) })],
    ['rubbish after Basic', () => ({ authorization: 'Basic !!!' })],
    ['credentials without a colon', () => ({ authorization: `Basic ${Buffer.from('abc').toString('base64')}` })],
  ])('answers %s with 401 and WWW-Authenticate', async (_, headers) => {
    const reply = await gateway.secure(path(), { headers: headers() as Record<string, string> });
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toBe('Basic realm="tonegate"');
    expect(reply.json.error.code).toBe(40100);
  });

  it('answers an appkey that differs from the credentials with 400 unmatched appkey', async () => {
    const { appkey, secret } = gateway.app;
    const headers = { authorization: basic(appkey, secret) };
    const reply = await gateway.secure('/v10/auth/get-access-token?appkey=another', { headers });
    expect([reply.status, reply.statusText]).toEqual([400, 'unmatched appkey']);
    expect(reply.json.error).toEqual({ code: 40003, message: 'unmatched appkey' });
  });

  it('wants the appkey in the query', async () => {
    const { appkey, secret } = gateway.app;
    const reply = await gateway.secure('/v10/auth/get-access-token', {
      headers: { authorization: basic(appkey, secret) },
    });
    expect(reply.status).toBe(400);
    expect(reply.json.error.message).toBe('query.appkey: required (string)');
  });

  it('refuses an appkey that is given twice', async () => {
    const { appkey, secret } = gateway.app;
    const headers = { authorization: basic(appkey, secret) };
    const reply = await gateway.secure(`${path()}&appkey=${appkey}`, { headers });
    expect([reply.status, reply.json.error.message]).toEqual([
      400,
      'query.appkey: is given more than once, must be given once',
    ]);
  });

  it('answers on https only: 403 on http, saying so', async () => {
    const { appkey, secret } = gateway.app;
    for (const name of ['get-access-token', 'get-service-url', 'check-auth', 'get-conf']) {
      const headers = { authorization: basic(appkey, secret) };
      const reply = await gateway.plain(`/v10/auth/${name}?appkey=${appkey}`, { headers });
      expect(reply.status).toBe(403);
      expect(reply.json.error.message).toContain('https');
    }
  });

  it('shows the configured realm', async () => {
    const other = await startTestGateway({ settings: { realm: 'line "7"' } });
    const reply = await other.secure('/v10/auth/get-conf');
    await other.discard();
    expect(reply.headers['www-authenticate']).toBe('Basic realm="line \\"7\\""');
  });
});

describe('the other system interfaces', () => {
  const get = (name: string) => {
    const { appkey, secret } = gateway.app;
    return gateway.secure(`/v10/auth/${name}?appkey=${appkey}`, { headers: { authorization: basic(appkey, secret) } });
  };

  it('get-service-url names the address by which the client came', async () => {
    expect((await get('get-service-url')).json).toEqual({ service_url: gateway.https });
  });

  it('get-service-url names the configured address where there is one', async () => {
    const other = await startTestGateway({ settings: { serviceUrl: 'https://speech.example:8443' } });
    const { appkey, secret } = other.app;
    const headers = { authorization: basic(appkey, secret) };
    const reply = await other.secure(`/v10/auth/get-service-url?appkey=${appkey}`, { headers });
    await other.discard();
    expect(reply.json).toEqual({ service_url: 'https://speech.example:8443' });
  });

  it('check-auth tells capabilities, properties, voices and limits', async () => {
    const { json } = await get('check-auth');
    expect(json).toMatchObject({ appkey: gateway.app.appkey, voices: [], limits: { maxSessions: 400 } });
    expect(json.capabilities).toEqual([
      {
        ...{
          capability: 'nlu.resource',
          properties: ['cn_common'],
          audioFormats: [],
          oneShotFormats: [],
          streamFormats: [],
        },
        endpoints: expect.arrayContaining(['/v10/nlu/resource/{property}/lexicons/{lexiconId}']),
      },
      {
        ...{
          capability: 'nlu.dialog',
          properties: ['cn_common'],
          audioFormats: [],
          oneShotFormats: [],
          streamFormats: [],
        },
        endpoints: expect.arrayContaining(['/v10/nlu/recog/{property}/dialog']),
      },
      {
        ...{
          capability: 'nlu.train',
          properties: ['cn_common'],
          audioFormats: [],
          oneShotFormats: [],
          streamFormats: [],
        },
        endpoints: expect.arrayContaining(['/v10/nlu/train/{property}/model_train/{taskId}']),
      },
      {
        ...{ capability: 'probe', properties: ['cn_8k_common'], endpoints: probePaths },
        ...{ audioFormats: ['wav', 'pcm_s16le_8k'], oneShotFormats: ['wav'], streamFormats: ['pcm_s16le_8k', 'wav'] },
      },
    ]);
    for (const { endpoints } of json.capabilities) expect(new Set(endpoints).size).toBe(endpoints.length);
  });

  it('get-conf tells slice limits, timeouts and maxima', async () => {
    expect((await get('get-conf')).json).toMatchObject({
      slice: { minMs: 40, maxMs: 1000 },
      timeouts: { nextSliceMs: 20_000, idleMs: 120_000 },
      maxima: { audioBytes: 4 * 1024 * 1024 },
      token: { lifeS: 86_400, renewedLifeS: 300 },
      nluResource: { pageEntries: { min: 10, max: 1_000, default: 50 }, retryMaxTimes: { min: 0, max: 5, default: 3 } },
    });
  });
});

describe('what is kept', () => {
  it('holds neither secrets nor tokens in the database, nor in the log', async () => {
    const { readFileSync, readdirSync } = await import('node:fs');
    const issued = (await obtain()).json;
    await use(issued.token);
    const files = readdirSync(gateway.dataDir).filter((name) => name.startsWith('tonegate.db'));
    const kept = files.map((name) => readFileSync(`${gateway.dataDir}/${name}`, 'latin1')).join('') + gateway.logText();
    expect(kept).toContain(gateway.app.appkey);
    for (const secret of [gateway.app.secret, issued.token, issued.refresh_token]) expect(kept).not.toContain(secret);
  });

  it('knows tokens and applications again after a restart', async () => {
    const first = await startTestGateway({ features });
    const { appkey, secret } = first.app;
    const token = await first.token();
    await first.stop(0);
    const second = await startTestGateway({ features, dataDir: first.dataDir });
    expect(second.app.appkey).toBe(''); // no second demo application
    const reply = await second.plain(`/probe?appkey=${appkey}`, { headers: { 'X-Svc-Access-Token': token } });
    expect(reply.status).toBe(200);
    expect(await second.token('', { appkey, secret })).toBeTypeOf('string');
    await second.discard();
  });
});
