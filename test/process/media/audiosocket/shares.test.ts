// AudioSocket has no login: an address has so many connections a second, and leaves places to other addresses.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { AudioSocketClient, uuidFrame } from '../../../helpers/media/audiosocket-client.js';
import { type AudioSocketGateway, startAudioSocketGateway } from '../../../helpers/media/audiosocket-gateway.js';

const [flooder, bystander] = ['127.0.0.2', '127.0.0.3'];
let gateway: AudioSocketGateway;
let clients: AudioSocketClient[] = [];
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  clients = [];
  await gateway.discard();
});

async function connected(from: string): Promise<AudioSocketClient> {
  const client = await AudioSocketClient.open(gateway.audioSocketPort, from);
  clients.push(client);
  client.send(uuidFrame(randomUUID()));
  return client;
}
const start = async (settings: Readonly<Record<string, unknown>>) => {
  gateway = await startAudioSocketGateway({ noMediaMs: 30_000, addresses: ['127.0.0.0/8'] }, { settings });
};
const stillOpen = () => clients.filter(({ socket }) => !socket.destroyed && !socket.readableEnded).length;

it('an address that opens connections too fast is refused, and another one is not', async () => {
  await start({ 'shares.connectionsPerS': 1 });
  for (let each = 0; each < 12; each++) await connected(flooder);
  await vi.waitFor(() => expect(gateway.logText()).toContain('this address opens connections too fast'));
  const calm = await connected(bystander);
  await sleep(300);
  expect(calm.socket.destroyed || calm.socket.readableEnded).toBe(false);
});

it('an address that holds all places is refused more, and another one still gets some', async () => {
  const maxSessions = 16;
  await start({ 'stream.maxSessions': maxSessions });
  for (let each = 0; each < maxSessions + 4; each++) await connected(flooder);
  await vi.waitFor(() => expect(stillOpen()).toBeLessThanOrEqual(maxSessions));
  expect(gateway.logText()).toContain('the service is at capacity');
  const calm = await connected(bystander);
  await sleep(300);
  expect(calm.socket.destroyed || calm.socket.readableEnded).toBe(false);
});
