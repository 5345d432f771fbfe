// A gateway on a machine whose clock says 1970, then 2026, then 2000, then 2026, while it runs and from start to start.

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { DialogClient } from '../../helpers/gateway/dialog-client.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient } from '../../helpers/gateway/nlu-client.js';
import { ResourceClient } from '../../helpers/gateway/resource-client.js';
import { goOnline, qaRobot } from '../../helpers/nlu/talking-robots.js';

const in1970 = Date.UTC(1970, 0, 1, 0, 1);
const in2000 = Date.UTC(2000, 0, 1);
const today = limits.clock.builtAtMs + 3 * 86_400_000;
const hourMs = 3_600_000;
const clocks = [in1970, today, in2000, today + hourMs / 2];

let gateway: TestGateway | undefined;
afterEach(async () => {
  await gateway?.discard();
  gateway = undefined;
});

const isGood = async (of: TestGateway, app: TestGateway['app'], token: string): Promise<boolean> => {
  const headers = { 'x-svc-access-token': token, 'content-type': 'application/json' };
  const path = `/v10/nlu/recog/cn_common/end_session?appkey=${app.appkey}`;
  const { status } = await of.plain(path, { method: 'POST', headers, body: '{"sessionId":"none"}' });
  return status === 404;
};
const health = async (of: TestGateway) => (await of.inside('/readyz')).json;
const served = async (of: TestGateway) => new X509Certificate(readFileSync(join(of.dataDir, 'tls', 'cert.pem')));

describe('while it runs', () => {
  it('no token, session or list is lost and none lives for ever', async () => {
    gateway = await startTestGateway({ wallMs: in1970 });
    const nlu = new NluClient(gateway);
    const robotId = (await qaRobot(nlu, { 几点开门: '九点。' })).id;
    await goOnline(nlu, robotId);
    const tokens: string[] = [];
    const sessions: string[] = [];
    for (const wallMs of clocks) {
      gateway.setClock(wallMs);
      tokens.push(await gateway.token());
      sessions.push(await new DialogClient(gateway).started(robotId));
      gateway.tokens.sweep();
      for (const token of tokens) expect(await isGood(gateway, gateway.app, token)).toBe(true);
      for (const session of sessions)
        expect(await new DialogClient(gateway).said(session, '几点开门')).toEqual(['九点。']);
    }
    gateway.advance(86_400_000);
    for (const token of tokens) expect(await isGood(gateway, gateway.app, token)).toBe(false);
    expect(gateway.tokens.sweep()).toBeGreaterThanOrEqual(tokens.length);
  });

  it('nothing is swept before the clock is believed, and /readyz says so', async () => {
    gateway = await startTestGateway({ wallMs: in1970 });
    await gateway.token();
    gateway.advance(limits.token.lifeS * 1_000 - 60_000); // less than a day of running, with the rest of the life still to go
    expect(gateway.tokens.sweep()).toBe(0);
    expect((await health(gateway)).degraded.join()).toMatch(/clock of this machine says 1970-.*; set the clock/);
    gateway.setClock(today);
    expect((await health(gateway)).degraded).toEqual([]);
    gateway.advance(120_000);
    expect(gateway.tokens.sweep()).toBe(1);
  });

  it('the certificate is good at each of the clocks that are believed, and keeps its key', async () => {
    gateway = await startTestGateway({ wallMs: in1970 });
    const first = await served(gateway);
    expect(Date.parse(first.validFrom)).toBeLessThan(today);
    const later = Date.parse(first.validTo) - 10 * 86_400_000; // within its last thirty days
    gateway.setClock(later);
    await health(gateway);
    for (let waited = 0; (await served(gateway)).fingerprint === first.fingerprint && waited < 500; waited++) {
      await new Promise((next) => setTimeout(next, 10));
    }
    const second = await served(gateway);
    expect(Date.parse(second.validTo)).toBeGreaterThan(later + 365 * 86_400_000);
    expect(second.publicKey.export({ type: 'spki', format: 'pem' })).toBe(
      first.publicKey.export({ type: 'spki', format: 'pem' }),
    );
  });

  it('the times that clients are shown never go back', async () => {
    gateway = await startTestGateway({ wallMs: in1970 });
    const lists = new ResourceClient(gateway, 'user/asr/userword');
    for (const wallMs of clocks) {
      gateway.setClock(wallMs);
      await lists.created(`at ${wallMs}`, '张三\n');
    }
    expect(gateway.clock.utcMs()).toBeGreaterThanOrEqual(today);
    expect(gateway.clock.isBelieved).toBe(true);
  });
});

describe('from start to start', () => {
  it('tokens outlive every clock, until their time has passed', async () => {
    let dataDir: string | undefined;
    let app = { appkey: '', secret: '' };
    const tokens: string[] = [];
    for (const wallMs of clocks) {
      const started = await startTestGateway({ wallMs, ...(dataDir !== undefined && { dataDir }) });
      gateway = started;
      if (dataDir === undefined) ({ dataDir, app } = started);
      tokens.push(await started.token('', app));
      started.advance(60_000);
      for (const token of tokens) expect(started.tokens.check(app.appkey, token)).toBe('valid');
      if (tokens.length < clocks.length) await started.stop(0);
    }
    const last = gateway as TestGateway;
    last.advance(86_400_000);
    for (const token of tokens) expect(last.tokens.check(app.appkey, token)).toBe('expired');
    expect(last.tokens.sweep()).toBe(tokens.length);
  });
});
