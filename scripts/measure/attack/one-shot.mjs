// A one-shot over a new connection from an address of the caller's choice.
import { request } from 'node:http';

/**
 * Sends `body` to `url` (JSON) and calls back with the reply.
 * @param {{ url: string, token: string, address: string, timeout?: number, signal?: AbortSignal }} to
 * @param {string} body
 * @param {(reply: import('node:http').IncomingMessage) => void} onReply
 */
export function sendOneShot({ url, token, address, ...options }, body, onReply) {
  const headers = {
    'x-svc-access-token': token,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const asked = request(url, { method: 'POST', localAddress: address, agent: false, headers, ...options }, onReply);
  asked.end(body);
  return asked;
}
