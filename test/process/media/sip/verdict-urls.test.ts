// The final verdict on a placed call goes to the address of the call instead of ring.verdictUrl; an application whose receiver
// does not answer delays nobody else's.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ScreeningData } from '../../../../src/media/screening-data.js';
import { limits } from '../../../../src/protocol/limits.js';
import { SipPeer } from '../../../helpers/gateway/sip-peer.js';
import { type Dialler, startDialler } from '../../../helpers/media/sip-calls.js';

/** Path and call. */
const posted: string[] = [];
let receiver: Server;
let peer: SipPeer;
let dialler: Dialler;
let base: string;
beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    posted.push(`${request.url} ${ScreeningData.parse(JSON.parse(Buffer.concat(parts).toString())).uuid}`);
    if (request.url !== '/dead') response.end(); // and /dead is never answered
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  peer = await SipPeer.start((call) => call.send(call.reply('404 Not Found')));
  dialler = await startDialler([{ name: 'own', host: '127.0.0.1', port: peer.port }], {
    'ring.verdictUrl': `${base}/operator`,
    'ring.loopback': true,
    'media.sip.callsPerS': 200,
  });
});
afterAll(async () => {
  await dialler.gateway.discard();
  peer.stop();
  receiver.closeAllConnections();
  receiver.close();
});

const of = (path: string) => posted.filter((each) => each.startsWith(`${path} `)).map((each) => each.split(' ')[1]);

it('the address of the call goes before that of the operator, and is told once', async () => {
  const own = (await dialler.place({ verdictUrl: `${base}/mine` })).json.uuid;
  const usual = (await dialler.place()).json.uuid;
  await vi.waitFor(() => expect(posted.length).toBe(2), { timeout: 10_000 });
  expect([of('/mine'), of('/operator')]).toEqual([[own], [usual]]);
});

it('an address that the rules refuse is not asked, and an address that is none is refused at once', async () => {
  const { uuid } = (await dialler.place({ verdictUrl: 'http://169.254.169.254/mine' })).json;
  await vi.waitFor(() => expect(dialler.gateway.logText()).toMatch(new RegExp(`"call":"${uuid}".*"reason":`)), {
    timeout: 10_000,
  });
  const refused = dialler.gateway
    .logText()
    .split('\n')
    .find((line) => line.includes(uuid) && line.includes('reason'));
  expect(refused).toContain('is a link-local, metadata or reserved address');
  expect((await dialler.place({ verdictUrl: 'ftp://x/' })).json.error.message).toContain('verdictUrl');
});

it('a receiver that does not answer delays the verdicts of its own application alone', async () => {
  posted.length = 0;
  const other = dialler.gateway.apps.add('other');
  const dead = 3 * limits.verdicts.posts.atOncePerApplication;
  for (let each = 0; each < dead; each++) await dialler.place({ verdictUrl: `${base}/dead` });
  await vi.waitFor(() => expect(of('/dead')).toHaveLength(limits.verdicts.posts.atOncePerApplication), {
    timeout: 10_000,
  });
  const { uuid } = (await dialler.place({ verdictUrl: `${base}/alive` }, other)).json;
  await vi.waitFor(() => expect(of('/alive')).toEqual([uuid]), { timeout: 5_000 });
  expect(of('/dead')).toHaveLength(limits.verdicts.posts.atOncePerApplication); // the others wait for their turn
});
