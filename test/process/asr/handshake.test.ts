// Specification 2, 4.2 and 5: everything is settled before the handshake of a recognition stream is answered.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorRow } from '../../../src/protocol/errors.js';
import { asrUrl, streamModes } from '../../helpers/gateway/asr-client.js';
import { type AsrGateway, startAsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { streamHeaders } from '../../helpers/gateway/stream-client.js';

let gateway: AsrGateway;
beforeAll(async () => {
  gateway = await startAsrGateway();
});
afterAll(() => gateway.discard());

/** The status and the error of a handshake. */
function handshake(changes: object, token?: string): Promise<{ status: number; code: number }> {
  const url = asrUrl(gateway.http, { appkey: gateway.app.appkey, ...changes }).replace(/^ws/, 'http');
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    ...streamHeaders({ appkey: '', ...(token !== undefined && { token }) }),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { headers });
    call.on('error', reject);
    call.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve({ status: 101, code: 0 });
    });
    call.on('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, code: JSON.parse(text).error.code });
    });
    call.end();
  });
}

describe.each(streamModes)('%s', (mode) => {
  it('is answered 101 with the token in the header, or in the query', async () => {
    await (await gateway.connect({ mode })).close();
    await (await gateway.connect({ mode, tokenInQuery: true })).close();
  });

  it.each([
    ['no token', undefined],
    ['a wrong token', 'nonsense'],
  ])('with %s is 401 UNAUTHENTICATED', async (_, token) => {
    expect(await handshake({ mode }, token)).toEqual({ status: 401, code: errorRow('UNAUTHENTICATED').code });
  });

  it.each([
    ['cn_8k_common', 101, undefined],
    ['CN_16K_common', 101, undefined],
    ['cn_8k_zhijian', 101, undefined],
    ['cn_16k_huiyi', 101, undefined],
    ['cn_8k_nothing', 404, 'PROPERTY_NOT_FOUND'],
    ['common', 400, 'MALFORMED_PROPERTY'],
  ] as const)('of the property %s is %i', async (property, status, name) => {
    const code = name === undefined ? 0 : errorRow(name).code;
    expect(await handshake({ mode, property }, gateway.accessToken)).toEqual({ status, code });
  });
});
