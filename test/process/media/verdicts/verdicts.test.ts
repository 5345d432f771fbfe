// The verdict on a call can be asked for, and is posted, also when the switch just closes.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ScreeningData } from '../../../../src/media/screening-data.js';
import { bytesOf, cadences, tone } from '../../../helpers/audio/tones.js';
import { basic } from '../../../helpers/gateway/call.js';
import { ForkClient } from '../../../helpers/gateway/fork-client.js';
import { type RingGateway, startRingGateway } from '../../../helpers/gateway/ring-gateway.js';

const waitFor = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 15_000, interval: 20 });

let gateway: RingGateway;
let listener: Server;
const posted: ScreeningData[] = [];
/** Statuses of the next answers; 200 when there is none. */
const answers: number[] = [];

beforeAll(async () => {
  listener = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const status = answers.shift() ?? 200;
    if (status === 200) posted.push(ScreeningData.parse(JSON.parse(Buffer.concat(parts).toString())));
    response.statusCode = status;
    response.end();
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  gateway = await startRingGateway({
    settings: { 'ring.verdictUrl': `http://127.0.0.1:${port}/verdicts`, 'ring.loopback': true },
  });
});
afterAll(async () => {
  await gateway.discard();
  listener.close();
});

const fork = () =>
  ForkClient.open(gateway.http, {
    query: { appkey: gateway.app.appkey },
    headers: { 'x-svc-access-token': gateway.accessToken },
  });
const ask = (uuid: string, headers: Record<string, string> = { 'x-svc-access-token': gateway.accessToken }) =>
  gateway.plain(`/v10/asr/ring/verdicts/${encodeURIComponent(uuid)}?appkey=${gateway.app.appkey}`, { headers });

it('a call is under way, then has its interim and its final verdict, which is posted once', async () => {
  const uuid = 'call/1 ü';
  const client = await fork();
  client.text({ uuid });
  await waitFor(async () => expect((await ask(uuid)).json.state).toBe('underWay'));
  client.audio(bytesOf(tone(cadences.ringback, 6_000, { noiseDbm0: -60 })));
  await waitFor(async () => {
    expect((await ask(uuid)).json).toMatchObject({ state: 'interim', verdict: { kind: 'ringback', final: false } });
  });
  client.audio(bytesOf(tone(cadences.busy, 4_000, { noiseDbm0: -60 })));
  const outcome = await client.outcome();
  const { close: _, ...data } = outcome;
  expect((await ask(uuid)).json).toMatchObject({ state: 'final', verdict: data });
  await waitFor(() => expect(posted).toEqual([data]));
  posted.length = 0;
});

it('a call that the switch just closes has a final verdict on what was heard of it', async () => {
  for (const [uuid, audio, expected] of [
    ['closed while it rang', bytesOf(tone(cadences.ringback, 4_000, { noiseDbm0: -60 })), { kind: 'ringback' }],
    ['closed before any audio', Buffer.alloc(0), { kind: 'noMedia', resultId: 91 }],
  ] as const) {
    const client = await fork();
    client.text({ uuid });
    client.audio(audio);
    client.socket.close();
    await client.closed();
    await waitFor(async () => {
      expect((await ask(uuid)).json).toMatchObject({ state: 'final', verdict: { ...expected, finishCause: 'end' } });
    });
    await waitFor(() => expect(posted.at(-1)).toMatchObject({ uuid, final: true, finishCause: 'end' }));
  }
});

it('a post that fails is tried again, and one that is refused is not', async () => {
  posted.length = 0;
  answers.push(503, 404);
  for (const uuid of ['fails once', 'is refused']) {
    const client = await fork();
    client.text({ uuid });
    client.text({ event: 'stop' });
    await client.closed();
    if (uuid === 'fails once') await waitFor(() => expect(answers).toEqual([404]));
  }
  await waitFor(() => expect(posted.map(({ uuid }) => uuid)).toEqual(['fails once']));
  expect(answers).toEqual([]);
  const metrics = (await gateway.inside('/metrics')).text;
  expect(metrics).toContain('tonegate_ring_verdict_posts_total{outcome="refused"} 1');
});

it('an unknown call is refused in words, and so is who may not ask', async () => {
  const unknown = await ask('nobody');
  expect(unknown.status).toBe(404);
  expect(unknown.json.error.message).toMatch(/no call with that name within 10 minutes/);
  expect((await ask('nobody', {})).status).toBe(401);
  const { appkey, secret } = gateway.app;
  expect((await ask('nobody', { authorization: basic(appkey, secret) })).status).toBe(403);
  const secure = await gateway.secure('/v10/asr/ring/verdicts/nobody', {
    headers: { authorization: basic(appkey, secret) },
  });
  expect(secure.status).toBe(404);
  const other = gateway.apps.add('other');
  const token = await gateway.keptToken(other);
  const client = await fork();
  client.text({ uuid: 'mine' });
  client.text({ event: 'stop' });
  await client.closed();
  const asked = await gateway.plain(`/v10/asr/ring/verdicts/mine?appkey=${other.appkey}`, {
    headers: { 'x-svc-access-token': token },
  });
  expect(asked.status).toBe(404);
});
