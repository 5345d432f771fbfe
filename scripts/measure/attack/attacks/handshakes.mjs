// WebSocket handshakes one after another, each ended at once.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const about =
  'WebSocket handshakes without end over 16 connections at a time, each ended as soon as it is answered.';

/** @param {import('../attack.mjs').Target} target */
export async function run({ gateway, address, signal }) {
  const { hostname, port } = new URL(gateway.http);
  const head =
    `GET /v10/asr/ring/cn_8k_common/short_stream?appkey=${gateway.appkey} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n` +
    `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n` +
    `X-Svc-Access-Token: ${gateway.token}\r\n\r\n`;
  const facts = { taken: 0, refused: 0, cut: 0 };
  const line = async () => {
    while (!signal.aborted) {
      const socket = connect({ host: hostname, port: Number(port), localAddress: address });
      socket.on('error', () => {});
      socket.write(head);
      const [text] = await Promise.race([once(socket, 'data').catch(() => ['']), sleep(1_000, [''])]);
      const status = String(text).slice(9, 12);
      facts[status === '101' ? 'taken' : status === '503' ? 'refused' : 'cut']++;
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: 16 }, line));
  return facts;
}
