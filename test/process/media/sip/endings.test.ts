// A call never goes on by itself: what rings is cancelled, and who answers is told, whatever else has happened.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '../../../../src/protocol/limits.js';
import { cadences, tone } from '../../../helpers/audio/tones.js';
import { type RingGateway, startRingGateway } from '../../../helpers/gateway/ring-gateway.js';
import { headerIn, type PeerCall, type Script, SipPeer } from '../../../helpers/gateway/sip-peer.js';

const busy = tone(cadences.busy, 6_000, { noiseDbm0: -60 });

let gateway: RingGateway;
let peer: SipPeer;
let script: Script = () => {};
const tcp = createServer();
beforeAll(async () => {
  peer = await SipPeer.start((call) => script(call));
  await new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done));
  gateway = await gatewayWithTrunks();
});
afterAll(async () => {
  await gateway.discard();
  peer.stop();
  tcp.close();
});
beforeEach(() => {
  for (const call of peer.calls) call.stop();
  peer.calls.length = 0;
});

const gatewayWithTrunks = () =>
  startRingGateway({
    settings: {
      'media.sip.trunks': [
        { name: 'own', host: '127.0.0.1', port: peer.port },
        { name: 'tcp', host: '127.0.0.1', port: (tcp.address() as { port: number }).port, transport: 'tcp' },
      ],
    },
  });

const headers = (of: RingGateway) => ({ 'x-svc-access-token': of.accessToken, 'content-type': 'application/json' });
const path = (of: RingGateway, uuid = '') => `/v10/ext/calls${uuid && `/${uuid}`}?appkey=${of.app.appkey}`;
async function place(of: RingGateway, body: object = {}): Promise<string> {
  const order = JSON.stringify({ to: '13800000000', from: '01012345678', ...body });
  const placed = await of.plain(path(of), { method: 'POST', headers: headers(of), body: order });
  expect(placed.status).toBe(200);
  return placed.json.uuid;
}
async function called(with_: Script, of = gateway): Promise<{ call: PeerCall; uuid: string }> {
  script = with_;
  const uuid = await place(of);
  await vi.waitFor(() => expect(peer.calls).toHaveLength(1), { timeout: 5_000, interval: 5 });
  return { call: peer.calls[0] as PeerCall, uuid };
}
const verdictOf = (uuid: string) =>
  vi.waitFor(
    async () => {
      const { state, verdict } = (await gateway.plain(path(gateway, uuid), { headers: headers(gateway) })).json;
      expect({ state, isFinal: verdict?.final }).toEqual({ state: 'over', isFinal: true });
      return verdict;
    },
    { timeout: 15_000, interval: 20 },
  );

it('a gateway that stops cancels what rings, and its end is acknowledged', async () => {
  const stopped = await gatewayWithTrunks();
  const { call } = await called((each) => each.send(each.reply('180 Ringing')), stopped);
  await sleep(200);
  await stopped.discard();
  expect(call.methods()).toEqual(['INVITE', 'CANCEL', 'ACK']);
});

it('an answer is acknowledged and ended, however many early dialogs there were, and without a tag, too', async () => {
  const { call } = await called((each) => {
    for (let tag = 0; tag < 20; tag++) each.send(each.reply('180 Ringing', { tag: `early${tag}` }));
    each.send(each.reply('200 OK', { tag: 'late' }));
  });
  const ended = await call.until('BYE');
  expect(headerIn(ended, 'To')).toContain(';tag=late');
  expect(call.methods()).toEqual(['INVITE', 'ACK', 'BYE']);

  peer.calls.length = 0;
  const old = await called((each) => each.send(each.reply('200 OK', { tag: 'none' }).replace(';tag=none', '')));
  expect(headerIn(await old.call.until('BYE'), 'To')).not.toContain('tag');
  expect(old.call.methods()).toEqual(['INVITE', 'ACK', 'BYE']);
});

it('requests of a trunk are in order within their own dialog', async () => {
  const { call } = await called(async (each) => {
    each.send(each.reply('180 Ringing', { tag: 'a' }));
    each.send(each.reply('180 Ringing', { tag: 'b' }));
    each.send(each.request('UPDATE', { tag: 'a', number: 5 }));
    each.send(each.request('UPDATE', { tag: 'b', number: 3 }));
    each.send(each.request('UPDATE', { tag: 'a', number: 4 }));
  });
  await vi.waitFor(() => expect(call.replies()).toHaveLength(3));
  expect(call.replies()).toEqual(['SIP/2.0 200 OK', 'SIP/2.0 200 OK', 'SIP/2.0 500 Server Internal Error']);
});

it('audio may be described in one part of several, as trunks with ISUP do', async () => {
  const { uuid } = await called(async (each) => {
    const sdp = await each.sdp();
    const isup = '\r\n--part\r\nContent-Type: application/isup\r\n\r\nXYZ\r\n--part--\r\n';
    const body = `--part\r\nContent-Type: application/sdp\r\n\r\n${sdp}${isup}`;
    const plain = each.reply('183 Session Progress', { sdp: body });
    each.send(plain.replace('Content-Type: application/sdp', 'Content-Type: multipart/mixed;boundary="part"'));
    await each.play(busy);
  });
  expect(await verdictOf(uuid)).toMatchObject({ resultId: 10, kind: 'busy' });
});

it('a description that cannot be read is audio that is waited for', async () => {
  const { uuid } = await called((each) => each.send(each.reply('183 Session Progress', { sdp: 'hello' })));
  expect(await verdictOf(uuid)).toMatchObject({ kind: 'noMedia', finishCause: 'noMedia' });
});

it('a call over TCP whose connection was lost is cancelled over a new one', async () => {
  const said: string[] = [];
  tcp.on('connection', (socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      said.push(text.split(' ')[0] ?? '');
      if (!text.startsWith('INVITE')) return;
      const copied = text.split('\r\n').filter((line) => /^(via|from|to|call-id|cseq):/i.test(line));
      const reply = ['SIP/2.0 180 Ringing', ...copied, 'Content-Length: 0', '', ''].join('\r\n');
      socket.end(reply.replace(/^(To: .*)$/m, '$1;tag=early'));
    });
  });
  const uuid = await place(gateway, { gateway: 'tcp' });
  await vi.waitFor(() => expect(said).toEqual(['INVITE']), { timeout: 5_000 });
  await sleep(300);
  await gateway.plain(path(gateway, uuid), { method: 'DELETE', headers: headers(gateway) });
  await vi.waitFor(() => expect(said).toEqual(['INVITE', 'CANCEL']), { timeout: 5_000 });
});

it('a call that nobody answers or ends is over after its longest time, and cancelled', async () => {
  script = (each) => each.send(each.reply('180 Ringing'));
  const { min: maxMs } = limits.fork.maxMs;
  const startMs = performance.now();
  const uuid = await place(gateway, { maxMs });
  await vi.waitFor(() => expect(peer.calls).toHaveLength(1), { timeout: 5_000, interval: 5 });
  const verdict = await verdictOf(uuid);
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(maxMs - 50);
  expect(verdict).toMatchObject({ finishCause: 'timeout', sip: { status: 180 } });
  await peer.calls[0]?.until('ACK');
  expect(peer.calls[0]?.methods()).toEqual(['INVITE', 'CANCEL', 'ACK']);
});
