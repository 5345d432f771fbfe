// packages/client-js/examples/asterisk.mjs against a real gateway and a replay of Asterisk's REST interface: its answers, its events and
// their order are those of Asterisk 22.10.1 (docs/measurements.md), which `npm run eval:asterisk` calls through.
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { bytesOf, cadences, joined, silence, tone } from '../../helpers/audio/tones.js';
import { ForkClient } from '../../helpers/gateway/fork-client.js';
import { AudioSocketClient, audioFrames, frame, kinds, uuidFrame } from '../../helpers/media/audiosocket-client.js';
import { type AudioSocketGateway, startAudioSocketGateway } from '../../helpers/media/audiosocket-gateway.js';
import { timeFactor } from '../../helpers/time-factor.js';

const example = fileURLToPath(new URL('../../../packages/client-js/examples/asterisk.mjs', import.meta.url));
const timeoutMs = 60_000 * timeFactor;
const frameBytes = 320;
/** The application hears of a channel a moment after the request that made it was answered. */
const stasisMs = 30;

let gateway: AudioSocketGateway;
beforeAll(async () => {
  gateway = await startAudioSocketGateway({ hangup: true });
});
afterAll(() => gateway.discard());

/** The audio of an external medium, whichever way it goes. */
interface Medium {
  send(samples: Int16Array): void;
  hangUp(): void;
}

let asked: string[];
let server: Server;
let dialled: { call: string; medium: Medium; event: (type: string, more?: object) => void };
let whenDialled: (call: typeof dialled) => void;
beforeEach(async () => {
  asked = [];
  let call = '';
  let medium: Medium | undefined;
  let events: WebSocket | undefined;
  let app = '';
  let bridges = 0;
  let media = '';
  const inStasis = new Set<string>();
  const event = (type: string, id: string, more: object = {}) =>
    events?.send(JSON.stringify({ type, channel: { id, state: 'Down' }, application: app, ...more }));
  const enter = (id: string) =>
    setTimeout(() => {
      inStasis.add(id);
      event('StasisStart', id, { args: [] });
    }, stasisMs);
  /** The medium connects to the gateway by itself. */
  const connect = async (query: URLSearchParams, id: string) => {
    const host = query.get('external_host') ?? '';
    if (query.get('encapsulation') === 'audiosocket') {
      const client = await AudioSocketClient.open(Number(host.split(':')[1]));
      client.send(uuidFrame(query.get('data') ?? ''));
      medium = {
        send: (samples) => client.send(audioFrames(bytesOf(samples))),
        hangUp: () => client.send(frame(kinds.hangup)),
      };
    } else {
      const client = await ForkClient.open(gateway.http, {
        query: { appkey: gateway.app.appkey, hangup: 1, json: 0 },
        headers: { 'x-svc-access-token': gateway.accessToken },
        subprotocols: ['media'],
      });
      client.text(mediaStart(host, `WebSocket/${host}/0x7f16bc0080a0`, id));
      medium = { send: (samples) => client.audio(bytesOf(samples)), hangUp: () => client.socket.close(1000) };
    }
    enter(id);
  };
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://asterisk');
    const query = url.searchParams;
    const reply = (status: number, body?: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
    const channelId = query.get('channelId') ?? query.get('snoopId') ?? '';
    if (url.pathname === '/ari/channels/create') call = channelId;
    if (url.pathname === '/ari/channels/externalMedia') media = channelId;
    const replaced = (text: string, id: string, name: string) => (id === '' ? text : text.replaceAll(id, name));
    const named = (text: string) => replaced(replaced(text, call, 'CALL'), media, 'MEDIUM');
    asked.push(`${request.method} ${named(url.pathname)}${named(decodeURIComponent(url.search))}`);
    const path = url.pathname.slice('/ari/'.length);
    if (path.endsWith('/addChannel')) {
      const ids = (query.get('channel') ?? '').split(',');
      if (ids.every((id) => inStasis.has(id))) reply(204);
      else reply(422, { message: 'Channel not in Stasis application' });
    } else if (path === 'bridges') reply(200, { id: `bridge-${++bridges}`, technology: 'simple_bridge', channels: [] });
    else if (path === 'channels/externalMedia') {
      const waits = query.get('connection_type') === 'server';
      const channelvars = waits ? { MEDIA_WEBSOCKET_CONNECTION_ID: 'the-connection' } : {};
      reply(200, { id: media, name: 'WebSocket/INCOMING/0x7f16a000c300', state: 'Down', channelvars });
      if (!waits) void connect(query, media);
    } else if (path.endsWith('/variable')) reply(200, { value: 'the-connection' });
    else if (path.endsWith('/dial')) {
      reply(204);
      dialled = { call, medium: medium as Medium, event: (type, more) => event(type, call, more) };
      whenDialled(dialled);
    } else if (request.method === 'DELETE' && path === `channels/${media}` && !inStasis.delete(media)) {
      reply(404, { message: 'Channel not found' });
    } else if (request.method === 'DELETE' || path.endsWith('/continue')) {
      reply(204);
      if (path === `channels/${media}`) medium?.hangUp();
    } else {
      reply(200, { id: channelId, state: 'Down' });
      enter(channelId);
    }
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const url = new URL(request.url ?? '', 'http://asterisk');
      if (url.pathname === '/media/the-connection') {
        opened.send(mediaStart('the-connection', 'WebSocket/INCOMING/0x7f16a000c300', media));
        medium = { send: (samples) => sendFrames(opened, samples), hangUp: () => opened.close(1001) };
        enter(media);
      } else {
        events = opened;
        app = url.searchParams.get('app') ?? '';
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const mediaStart = (connection: string, channel: string, id: string) =>
  `MEDIA_START connection_id:${connection} channel:${channel} channel_id:${id} format:slin optimal_frame_size:320 ptime:20`;

function run(...flags: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
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
    const child = spawn(process.execPath, [example, 'PJSIP/1@carrier', '--asterisk', asterisk, ...flags], { env });
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

const noise = { noiseDbm0: -60 };
const ringsThenBusy = joined(silence(500), tone(cadences.ringback, 3_000, noise), tone(cadences.busy, 4_000, noise));
const toGateway = (): [string, string[]][] => [
  ['over AudioSocket', ['--audiosocket', `127.0.0.1:${gateway.audioSocketPort}`]],
  ['over a connection of its own', ['--connection', 'tonegate']],
];

it('hangs up a busy call with its cause, and removes all that it made', { timeout: timeoutMs }, async () => {
  whenDialled = ({ medium }) => medium.send(ringsThenBusy);
  const { code, stdout, stderr } = await run();
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/so far: 11 no answer[\s\S]*final \(match\): 10 busy\n$/);
  expect(asked).toContain('DELETE /ari/channels/CALL?reason_code=17');
  expect(asked.slice(0, 4)).toEqual([
    'POST /ari/channels/create?app=tonegate-CALL&endpoint=PJSIP/1@carrier&channelId=CALL',
    'POST /ari/bridges?type=mixing',
    'POST /ari/bridges/bridge-1/addChannel?channel=CALL',
    expect.stringMatching(
      /^POST \/ari\/channels\/CALL\/snoop\?app=tonegate-CALL&spy=in&whisper=none&snoopId=[0-9a-f-]{36}$/,
    ),
  ]);
  const snoop = /snoopId=(\S+)/.exec(asked[3] ?? '')?.[1];
  for (const made of ['bridges/bridge-1', 'bridges/bridge-2', 'channels/MEDIUM', `channels/${snoop}`]) {
    expect(asked).toContain(`DELETE /ari/${made}`);
  }
});

it('hangs up a busy call whose audio goes to the gateway without it', { timeout: timeoutMs }, async () => {
  whenDialled = ({ medium }) => medium.send(ringsThenBusy);
  for (const [way, flags] of toGateway()) {
    asked = [];
    const { code, stdout, stderr } = await run(...flags);
    expect([way, code, stderr]).toEqual([way, 0, '']);
    expect(stdout).toMatch(/final \(match\): 10 busy\n$/);
    expect(asked).toContain('DELETE /ari/channels/CALL?reason_code=17');
  }
});

it('never hangs up a call that was answered, and lets the dial plan go on with it', {
  timeout: timeoutMs,
}, async () => {
  whenDialled = ({ call, medium, event }) => {
    medium.send(tone(cadences.ringback, 2_000));
    event('ChannelStateChange', { channel: { id: call, state: 'Up' } });
  };
  for (const flags of [[], ...toGateway().map(([, each]) => each)]) {
    asked = [];
    const { code, stdout } = await run(...flags, '--answered', 'agents,100');
    expect([code, stdout]).toEqual([0, expect.stringContaining('final (answered)')]);
    expect(asked).toContain('POST /ari/channels/CALL/continue?context=agents&extension=100&priority=1');
    expect(asked.some((line) => line.startsWith('DELETE /ari/channels/CALL'))).toBe(false);
  }
});

it('says why the other side has ended the call', { timeout: timeoutMs }, async () => {
  whenDialled = ({ event }) => event('ChannelDestroyed', { cause: 17, cause_txt: 'User busy', tech_cause: 486 });
  const { code, stdout } = await run();
  expect([code, stdout]).toEqual([0, expect.stringContaining('the other side ended the call: 17 User busy')]);
  expect(asked.some((line) => line.startsWith('DELETE /ari/channels/CALL'))).toBe(false);
});

it('has an application of its own for each call: each takes its own events', { timeout: timeoutMs }, async () => {
  const applications = new Set<string>();
  server.on('upgrade', ({ url = '' }) => {
    if (url.startsWith('/ari/events')) applications.add(url);
  });
  whenDialled = ({ event }) => event('ChannelDestroyed', { cause: 17, cause_txt: 'User busy' });
  await run();
  await run();
  expect(applications.size).toBe(2);
});
