// Thousands of small frames at once on a WebSocket: others have their turns between any two of them, and nothing piles up.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { limits } from '../../../src/protocol/limits.js';
import { makeServer } from '../../../src/ws/host.js';

const count = 2_000;
const host = makeServer(limits.stream);
const server = createServer();
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

/** Masked with zeros. */
const frame = (opcode: number, payload = Buffer.alloc(0)) =>
  Buffer.concat([Buffer.of(0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0), payload]);

/** The turns of the event loop in which the server handled the frames. */
async function turnsOf(flood: Buffer, event: 'message' | 'pong'): Promise<number> {
  const turns = new Set<number>();
  let turn = 0;
  const next = () => {
    turn++;
    pending = setImmediate(next);
  };
  let pending = setImmediate(next);
  const over = new Promise<void>((resolve) => {
    server.once('upgrade', (request, socket, head) =>
      host.handleUpgrade(request, socket as Socket, head, (webSocket) => {
        let handled = 0;
        webSocket.on(event, () => {
          turns.add(turn);
          if (++handled === count) resolve();
        });
      }),
    );
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await once(client, 'open');
  (client as unknown as { _socket: Socket })._socket.write(flood);
  await over;
  clearImmediate(pending);
  client.terminate();
  return turns.size;
}

it.each([
  ['empty binary messages', frame(2), 'message'],
  ['binary messages of a byte', frame(2, Buffer.of(1)), 'message'],
  ['short texts', frame(1, Buffer.from('{}')), 'message'],
  ['pongs that nobody asked for', frame(10), 'pong'],
] as const)('A connection has one of its frames handled in each turn of the event loop: %s', async (_, one, event) => {
  expect(await turnsOf(Buffer.concat(Array(count).fill(one)), event)).toBeGreaterThan(0.9 * count);
});

it('A client that sends pings and reads no answer is disconnected before the answers take memory', async () => {
  const accepted = new Promise<WebSocket>((resolve) => {
    server.once('upgrade', (request, socket, head) => host.handleUpgrade(request, socket as Socket, head, resolve));
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  client.on('error', () => {});
  await once(client, 'open');
  const bare = (client as unknown as { _socket: Socket })._socket;
  bare.pause();
  const served = await accepted;
  let most = 0;
  served.on('ping', () => {
    most = Math.max(most, served.bufferedAmount);
  });
  const flood = Buffer.concat(Array(count).fill(frame(9, Buffer.alloc(125))));
  const send = () => {
    while (bare.writable && bare.write(flood)) {}
  };
  bare.on('drain', send);
  bare.on('error', () => {});
  send();
  await once(served, 'close');
  expect(most).toBeLessThan(64 * 1024);
  client.terminate();
});
