// A listener alone: what is written onto the bare socket comes behind the responses of the requests before it.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import net from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { Connections } from '../../../../src/http/connections.js';
import { Listener, type UpgradeHandler } from '../../../../src/http/listener.js';
import { limits } from '../../../../src/protocol/limits.js';
import { createShares } from '../../../../src/shares/shares.js';
import { rawExchange } from '../../../helpers/gateway/call.js';

const pieces = 64;
const piece = Buffer.alloc(128 * 1_024, 'x');
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const handshake = get(
  '/',
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
);

let listener: Listener | undefined;
afterEach(() => listener?.stop(0));

/** Its responses are long streams, which a client that reads takes in many pieces. Only /short is short. */
async function listen(onUpgrade?: UpgradeHandler): Promise<number> {
  const connections = new Connections(createShares(limits.http));
  listener = new Listener(
    { tls: undefined, limits: limits.http, realm: 'a', newTraceToken: () => 't', connections, onUpgrade },
    (request, response) => {
      if (request.url === '/short') {
        response.end('short');
        return;
      }
      const stream = Readable.from(
        (function* () {
          for (let index = 0; index < pieces; index++) yield piece;
        })(),
      );
      pipeline(stream, response as ServerResponse).catch(() => {});
    },
  );
  return await listener.listen('127.0.0.1', 0);
}

const count = (text: string, what: RegExp) => [...text.matchAll(what)].length;

it('A long response comes whole before the refusal of what stands behind it', async () => {
  const answer = await rawExchange(await listen(), [`${get('/')}CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n`]);
  expect(count(answer, /x{1024}/g)).toBe(pieces * 128);
  expect(answer.indexOf('HTTP/1.1 501')).toBeGreaterThan(answer.lastIndexOf('xxx'));
});

it('A WebSocket opens behind two long responses, and talks', async () => {
  const host = new WebSocketServer({ noServer: true });
  const port = await listen((request, socket, head) => {
    host.handleUpgrade(request, socket, head, (client) => client.send('opened', () => client.terminate()));
  });
  const answer = await rawExchange(port, [get('/') + get('/') + handshake]);
  expect([...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))).toEqual([200, 200, 101]);
  expect(count(answer, /x{1024}/g)).toBe(2 * pieces * 128);
  expect(answer.indexOf('HTTP/1.1 101')).toBeGreaterThan(answer.lastIndexOf('xxx'));
  expect(answer.endsWith('\x81\x06opened')).toBe(true);
});

it('A WebSocket opens behind hundreds of requests, and frames that came with them are heard', async () => {
  const host = new WebSocketServer({ noServer: true });
  const heard: string[] = [];
  const port = await listen((request, socket, head) => {
    host.handleUpgrade(request, socket, head, (client) => {
      client.on('message', (data) => {
        heard.push(String(data));
        if (heard.length === 500) client.terminate();
      });
    });
  });
  const frame = Buffer.concat([Buffer.from([0x81, 0x85, 0, 0, 0, 0]), Buffer.from('hello')]);
  const frames = Buffer.concat(Array(500).fill(frame));
  const answer = await rawExchange(port, [
    Buffer.concat([Buffer.from(get('/short').repeat(300) + get('/') + handshake), frames]),
  ]);
  expect(count(answer, /HTTP\/1\.1 200/g)).toBe(301);
  expect(count(answer, /x{1024}/g)).toBe(pieces * 128);
  expect(heard).toEqual(Array(500).fill('hello'));
});

it('Requests behind a response that nobody reads are not begun, and all are answered once it is read', async () => {
  const port = await listen();
  let begun = 0;
  listener?.server.prependListener('request', () => begun++);
  const socket = net.connect(port, '127.0.0.1');
  socket.write(get('/') + get('/short', `x: ${'y'.repeat(700)}\r\n`).repeat(200) + get('/', 'Connection: close\r\n'));
  await expect.poll(() => begun).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(begun).toBeLessThanOrEqual(2);
  let [text, bytes] = ['', 0];
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    text += chunk.toString('latin1').replace(/x+/g, '');
  });
  await once(socket, 'close');
  expect(count(text, /HTTP\/1\.1 200/g)).toBe(202);
  expect(bytes).toBeGreaterThan(2 * pieces * piece.length);
});

it('A listener that hosts no WebSocket serves each request that offers an upgrade', async () => {
  const offer = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
  const last = 'Connection: close\r\n';
  const answer = await rawExchange(await listen(), [get('/', offer) + get('/', offer) + get('/', last)]);
  expect(count(answer, /HTTP\/1\.1 200/g)).toBe(3);
});

it('A client that leaves before its upgrade has its turn opens nothing', async () => {
  let upgrades = 0;
  const port = await listen(() => {
    upgrades++;
  });
  const socket = net.connect(port, '127.0.0.1');
  socket.write(get('/') + handshake); // reads nothing: the response fills what the system keeps, and stays
  await once(socket, 'connect');
  await expect.poll(() => listener?.openSockets).toBe(1);
  socket.resetAndDestroy();
  await expect.poll(() => listener?.openSockets).toBe(0);
  expect(upgrades).toBe(0);
});
