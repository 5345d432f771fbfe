// The port of a call takes so many packets a second of each address, and no more.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MediaPort } from '../../../../src/media/sip/media-port.js';
import { writeRtp } from '../../../../src/media/sip/rtp.js';
import { limits } from '../../../../src/protocol/limits.js';

const { packetsPerS } = limits.sip;
const clock = { nowMs: 0 };
let samples = 0;
let port: MediaPort;
let trunk: Socket;
let stranger: Socket;

async function socketAt(address: string): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, address);
  await once(socket, 'listening');
  return socket;
}

beforeEach(async () => {
  samples = 0;
  port = await MediaPort.open({
    ...{ address: '127.0.0.1', ports: { first: 0, count: 1 }, nowMs: () => clock.nowMs },
    onAudio: (heard) => {
      samples += heard.length;
    },
  });
  [trunk, stranger] = [await socketAt('127.0.0.1'), await socketAt('127.0.0.2')];
  port.expect({ address: '127.0.0.1', port: trunk.address().port }, 8);
});
afterEach(() => {
  port.close();
  trunk.close();
  stranger.close();
});

const told = () => Object.values(port.counts).reduce((sum, count) => sum + count, samples);

/** Sends the packets one after another, and waits until each has been taken or dropped. */
async function send(from: Socket, payloadType: number, first: number, count: number): Promise<void> {
  for (let index = first; index < first + count; index++) {
    const before = told();
    const head = { payloadType, sequence: index, timestamp: index * 160, source: 1 };
    from.send(writeRtp({ ...head, payload: Buffer.alloc(160, 0xd5) }), port.port, '127.0.0.1');
    await vi.waitFor(() => expect(told()).not.toBe(before), { interval: 1, timeout: 5_000 });
  }
}
const [alaw, unknownType] = [8, 96];

it('a flood from the address of the trunk is dropped above the limit and counted, and a moment later audio is taken', async () => {
  await send(trunk, unknownType, 0, packetsPerS + 50);
  expect(port.counts).toMatchObject({ unknown: packetsPerS, flooded: 50 });
  clock.nowMs += 20;
  await send(trunk, alaw, 0, 1);
  expect([samples, port.counts.flooded]).toEqual([160, 50]);
});

it('a flood from another address takes nothing of what the trunk may send', async () => {
  await send(trunk, alaw, 0, 1);
  await send(stranger, alaw, 0, packetsPerS + 50);
  expect(port.counts).toMatchObject({ foreign: packetsPerS, flooded: 50 });
  await send(trunk, alaw, 1, 1);
  expect([samples, port.counts.flooded]).toEqual([2 * 160, 50]);
});
