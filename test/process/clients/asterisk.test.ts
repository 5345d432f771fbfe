// packages/client-js/examples/asterisk.mjs against a real gateway and a replay of Asterisk's REST interface as its documents describe it:
// Asterisk itself is no package of Debian 12.
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { bytesOf, cadences, joined, silence, tone } from '../../helpers/audio/tones.js';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';
import { timeFactor } from '../../helpers/time-factor.js';

const example = fileURLToPath(new URL('../../../packages/client-js/examples/asterisk.mjs', import.meta.url));
const timeoutMs = 60_000 * timeFactor;
const frameBytes = 320;

let gateway: RingGateway;
beforeAll(async () => {
  gateway = await startRingGateway();
});
afterAll(() => gateway.discard());

let asked: string[];
let server: Server;
let whenDialled: (call: string, media: WebSocket, events: WebSocket) => void;
beforeEach(async () => {
  asked = [];
  let call = '';
  let media: WebSocket;
  let events: WebSocket;
  let channels = 0;
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://asterisk');
    if (url.pathname === '/ari/channels/create') call = url.searchParams.get('channelId') ?? '';
    asked.push(
      `${request.method} ${url.pathname.replace(call, 'CALL')}${decodeURIComponent(url.search).replace(call, 'CALL')}`,
    );
    const reply = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/ari/channels/create') {
      reply({ id: call });
    } else if (url.pathname.endsWith('/variable')) reply({ value: 'the-connection' });
    else if (url.pathname.endsWith('/dial')) {
      response.writeHead(204).end();
      whenDialled(call, media, events);
    } else if (request.method === 'POST' && !url.pathname.endsWith('/addChannel')) reply({ id: `made-${++channels}` });
    else response.writeHead(204).end();
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (opened) => {
      if (request.url === '/media/the-connection') {
        media = opened;
        opened.send(
          'MEDIA_START connection_id:the-connection channel:WebSocket/INCOMING format:slin optimal_frame_size:320',
        );
      } else events = opened;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function run(): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const asterisk = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    ...process.env,
    TONEGATE_URL: gateway.http,
    TONEGATE_TOKEN_URL: gateway.https,
    TONEGATE_CA: join(gateway.dataDir, 'tls', 'cert.pem'),
    TONEGATE_APPKEY: gateway.app.appkey,
    TONEGATE_SECRET: gateway.app.secret,
  };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [example, 'PJSIP/1@carrier', '--asterisk', asterisk], { env });
    const out = { stdout: '', stderr: '' };
    child.stdout.on('data', (text) => {
      out.stdout += text;
    });
    child.stderr.on('data', (text) => {
      out.stderr += text;
    });
    child.on('close', (code) => resolve({ code, ...out }));
  });
}

function sendFrames(media: WebSocket, samples: Int16Array): void {
  const bytes = bytesOf(samples);
  for (let at = 0; at < bytes.length; at += frameBytes) media.send(bytes.subarray(at, at + frameBytes));
}

it('hangs up a busy call with its cause, and removes all that it made', { timeout: timeoutMs }, async () => {
  const noise = { noiseDbm0: -60 };
  whenDialled = (_, media) =>
    sendFrames(media, joined(silence(500), tone(cadences.ringback, 3_000, noise), tone(cadences.busy, 4_000, noise)));
  const { code, stdout, stderr } = await run();
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/so far: 11 no answer[\s\S]*final \(match\): 10 busy\n$/);
  expect(asked).toContain('DELETE /ari/channels/CALL?reason_code=17');
  expect(asked.slice(0, 4)).toEqual([
    'POST /ari/channels/create?endpoint=PJSIP/1@carrier&app=tonegate&channelId=CALL',
    'POST /ari/bridges?type=mixing',
    'POST /ari/bridges/made-1/addChannel?channel=CALL',
    'POST /ari/channels/CALL/snoop?spy=in&whisper=none&app=tonegate',
  ]);
  for (const [kind, id] of [
    ['bridges', 1],
    ['channels', 2],
    ['channels', 3],
    ['bridges', 4],
  ]) {
    expect(asked).toContain(`DELETE /ari/${kind}/made-${id}`);
  }
});

it('never hangs up a call that was answered', { timeout: timeoutMs }, async () => {
  whenDialled = (call, media, events) => {
    sendFrames(media, tone(cadences.ringback, 2_000));
    events.send(JSON.stringify({ type: 'ChannelStateChange', channel: { id: call, state: 'Up' } }));
  };
  const { code, stdout } = await run();
  expect([code, stdout]).toEqual([0, expect.stringContaining('final (answered)')]);
  expect(asked.some((line) => line.startsWith('DELETE /ari/channels/CALL'))).toBe(false);
});
