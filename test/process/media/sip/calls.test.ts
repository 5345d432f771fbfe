// Calls that are placed over SIP: what is heard before an answer is screened, and the call is cancelled.
import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { cadences, joined, silence, tone } from '../../../helpers/audio/tones.js';
import { type RingGateway, startRingGateway } from '../../../helpers/gateway/ring-gateway.js';
import { type Got, headerIn, type PeerCall, type Script, SipPeer } from '../../../helpers/gateway/sip-peer.js';

const busy = tone(cadences.busy, 6_000, { noiseDbm0: -60 });
const ringback = tone(cadences.ringback, 5_000, { noiseDbm0: -60 });

const password = 'a secret of the trunk';
const folder = mkdtempSync(join(tmpdir(), 'sip-test-'));
let gateway: RingGateway;
let peer: SipPeer;
let script: Script = () => {};

beforeAll(async () => {
  writeFileSync(join(folder, 'password'), `${password}\n`);
  peer = await SipPeer.start((call) => script(call));
  gateway = await startRingGateway({
    settings: {
      'media.sip.trunks': [
        { name: 'own', host: '127.0.0.1', port: peer.port, domain: 'trunk.example' },
        { name: 'login', host: '127.0.0.1', port: peer.port, user: 'dialer', passwordFile: join(folder, 'password') },
      ],
      'media.sip.callsPerApplication': 4,
    },
  });
});
afterAll(async () => {
  await gateway.discard();
  peer.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  for (const call of peer.calls) call.stop();
  peer.calls.length = 0;
});

const headers = () => ({ 'x-svc-access-token': gateway.accessToken, 'content-type': 'application/json' });
const path = (uuid = '') => `/v10/ext/calls${uuid && `/${uuid}`}?appkey=${gateway.app.appkey}`;
const place = (body: object = {}) =>
  gateway.plain(path(), {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ to: '13800000000', from: '01012345678', ...body }),
  });
const ask = async (uuid: string) => (await gateway.plain(path(uuid), { headers: headers() })).json;

async function called(with_: Script, body: object = {}): Promise<{ call: PeerCall; uuid: string }> {
  script = with_;
  const placed = await place(body);
  expect(placed.status).toBe(200);
  await vi.waitFor(() => expect(peer.calls).toHaveLength(1), { timeout: 5_000, interval: 5 });
  return { call: peer.calls[0] as PeerCall, uuid: placed.json.uuid };
}

async function verdictOf(uuid: string) {
  return vi.waitFor(
    async () => {
      const { state, verdict } = await ask(uuid);
      expect({ state, isFinal: verdict?.final }).toEqual({ state: 'over', isFinal: true });
      return verdict;
    },
    { timeout: 15_000, interval: 20 },
  );
}

const udpSockets = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;

it('a busy tone behind a 183 is a verdict, the call is cancelled, and its 487 is acknowledged', async () => {
  const { call, uuid } = await called(async (each) => {
    each.send(each.reply('100 Trying'));
    each.send(each.reply('183 Session Progress', { sdp: await each.sdp() }));
    await each.play(busy);
  });
  expect(await verdictOf(uuid)).toMatchObject({
    ...{ resultId: 10, kind: 'busy', finishCause: 'match', sipStatus: 486, q850: 17, sip: { status: 183 } },
  });
  await call.until('ACK');
  expect(call.methods()).toEqual(['INVITE', 'CANCEL', 'ACK']);
  const [invite, cancel, ack] = ['INVITE', 'CANCEL', 'ACK'].map((method) => call.last(method));
  for (const each of [cancel, ack]) expect(headerIn(each as Got, 'Via')).toBe(headerIn(invite as Got, 'Via'));
  expect(headerIn(ack as Got, 'To')).toContain(';tag=end');
  expect(call.rtpFromGateway.length).toBeGreaterThan(3);
  expect((await ask(uuid)).sipStatus).toBeDefined();
});

it('a login is answered as RFC 7616 says, by the trunk and by a proxy, and a wrong one only once', async () => {
  for (const [status, name, answer, algorithm] of [
    ['401 Unauthorized', 'WWW-Authenticate', 'Authorization', 'SHA-256'],
    ['407 Proxy Authentication Required', 'Proxy-Authenticate', 'Proxy-Authorization', 'MD5'],
    ['401 Unauthorized', 'WWW-Authenticate', 'Authorization', 'MD5-sess'],
    ['407 Proxy Authentication Required', 'Proxy-Authenticate', 'Proxy-Authorization', 'sha-256-SESS'],
  ] as const) {
    peer.calls.length = 0;
    const challenge = `${name}: Digest realm="r, x", nonce="n", qop="auth,auth-int", algorithm=${algorithm}`;
    const { call, uuid } = await called(
      async (each) => {
        each.send(each.reply(status, { headers: [challenge] }));
        await each.until('ACK');
        await vi.waitFor(() => expect(each.methods().filter((method) => method === 'INVITE')).toHaveLength(2));
        each.send(each.reply(status, { headers: [challenge] }));
      },
      { gateway: 'login' },
    );
    expect(await verdictOf(uuid)).toMatchObject({
      resultId: 0,
      kind: 'status',
      sip: { status: Number.parseInt(status, 10) },
    });
    await vi.waitFor(() => expect(call.methods()).toEqual(['INVITE', 'ACK', 'INVITE', 'ACK']));
    const second = call.last('INVITE') as Got;
    expect(headerIn(second, 'CSeq')).toBe('2 INVITE');
    const shown = headerIn(second, answer) ?? '';
    const field = (key: string) => new RegExp(`\\b${key}="?([^",]*)`).exec(shown)?.[1];
    const hash = (text: string) =>
      createHash(algorithm.startsWith('MD5') ? 'md5' : 'sha256')
        .update(text)
        .digest('hex');
    const middle = `n:${field('nc')}:${field('cnonce')}:auth`;
    const uri = second.first.split(' ')[1];
    expect(field('uri')).toBe(uri);
    const plain = hash(`dialer:r, x:${password}`);
    const secret = algorithm.toLowerCase().endsWith('-sess') ? hash(`${plain}:n:${field('cnonce')}`) : plain;
    expect(field('response')).toBe(hash(`${secret}:${middle}:${hash(`INVITE:${uri}`)}`));
    expect(field('algorithm')?.toLowerCase()).toBe(algorithm.toLowerCase());
  }
  expect(gateway.logText()).not.toContain(password);
});

it('the final status alone decides where there was no audio', async () => {
  for (const [status, expected, extra] of [
    ['404 Not Found', 12, []],
    ['486 Busy Here', 10, []],
    ['600 Busy Everywhere', 10, []],
    ['603 Decline', 10, []],
    ['480 Temporarily Unavailable', 11, []],
    ['480 Temporarily Unavailable', 14, ['Reason: Q.850;cause=20;text="subscriber absent"']],
    ['488 Not Acceptable Here', 0, []],
    ['302 Moved Temporarily', 0, []],
  ] as const) {
    peer.calls.length = 0;
    const { call, uuid } = await called((each) => {
      each.send(each.reply('180 Ringing'));
      each.send(each.reply(status, { tag: 'early', headers: [...extra] }));
      each.send(each.reply(status, { tag: 'early', headers: [...extra] }));
    });
    expect(await verdictOf(uuid)).toMatchObject({
      ...{ resultId: expected, kind: 'status', finishCause: 'end', sip: { status: Number.parseInt(status, 10) } },
    });
    await vi.waitFor(() => expect(call.methods()).toEqual(['INVITE', 'ACK', 'ACK']));
  }
});

it('an answer that a CANCEL crosses is acknowledged and ended, and nothing is cancelled after it', async () => {
  const { call, uuid } = await called(async (each) => {
    each.onCancel = () => each.send(each.reply('200 OK', { sdp: sdp }));
    const sdp = await each.sdp();
    each.send(each.reply('183 Session Progress', { sdp }));
    await each.play(busy);
  });
  expect(await verdictOf(uuid)).toMatchObject({ resultId: 10, finishCause: 'match' });
  await call.until('BYE');
  expect(call.methods()).toEqual(['INVITE', 'CANCEL', 'ACK', 'BYE']);
  expect(headerIn(call.last('ACK') as Got, 'CSeq')).toBe('1 ACK');
});

it('an answer ends the screening: ACK and BYE, and what was heard is the verdict', async () => {
  const { call, uuid } = await called(async (each) => {
    const sdp = await each.sdp();
    each.send(each.reply('180 Ringing', { sdp }));
    await each.play(ringback.subarray(0, 8_000 * 3));
    each.send(each.reply('200 OK', { sdp }));
    await sleep(300);
    each.send(each.reply('200 OK', { sdp })); // the ACK was lost, says the trunk
  });
  expect(await verdictOf(uuid)).toMatchObject({ finishCause: 'answered', kind: 'ringback', sip: { status: 200 } });
  await vi.waitFor(() => expect(call.methods()).toEqual(['INVITE', 'ACK', 'BYE', 'ACK']), { timeout: 3_000 });
});

it('a reliable 183 gets its PRACK once, a second one has another tag and another place, and UPDATE is answered', async () => {
  const { call, uuid } = await called(async (each) => {
    const first = createSocket('udp4').bind(0, '127.0.0.1');
    await new Promise((done) => first.once('listening', done));
    const reliable = ['Require: 100rel', 'RSeq: 41'];
    const before = each.reply('183 Session Progress', {
      sdp: await each.sdp({ port: first.address().port }),
      headers: reliable,
    });
    each.send(before);
    each.send(before);
    await each.until('PRACK');
    await each.play(ringback.subarray(0, 8_000), { from: first });
    each.send(each.reply('183 Session Progress', { tag: 'second', sdp: await each.sdp() }));
    each.send(each.request('UPDATE', { tag: 'second', sdp: await each.sdp(), number: 5 }));
    each.send(each.request('UPDATE', { tag: 'second', sdp: await each.sdp({ codecs: '18' }), number: 6 }));
    await each.play(busy, { source: 8 });
    first.close();
  });
  expect(await verdictOf(uuid)).toMatchObject({ resultId: 10, kind: 'busy' });
  await call.until('ACK');
  expect(call.methods()).toEqual(['INVITE', 'PRACK', 'CANCEL', 'ACK']);
  expect(headerIn(call.last('PRACK') as Got, 'RAck')).toBe('41 1 INVITE');
  expect(call.replies()).toEqual(['SIP/2.0 200 OK', 'SIP/2.0 488 Not Acceptable Here']);
});

it('no packet within 5 s is no media, also behind a 183 without SDP or with codecs that are not ours', async () => {
  script = async (each) => {
    const index = peer.calls.indexOf(each);
    const sdp = index === 0 ? await each.sdp() : index === 1 ? '' : await each.sdp({ codecs: '18 4' });
    each.send(each.reply('183 Session Progress', { sdp }));
  };
  const placed = [];
  for (let each = 0; each < 3; each++) placed.push((await place()).json.uuid as string);
  for (const uuid of placed) {
    expect(await verdictOf(uuid)).toMatchObject({
      resultId: 91,
      kind: 'noMedia',
      finishCause: 'noMedia',
      sip: { status: 183 },
    });
  }
  for (const call of peer.calls) await call.until('CANCEL');
});

it('a trunk that says nothing is given up after 4 s, and what it says then is cancelled', async () => {
  const { call, uuid } = await called(() => {});
  expect(await verdictOf(uuid)).toMatchObject({ resultId: 11, kind: 'status', sip: { status: 408 } });
  expect(call.methods()).not.toContain('CANCEL');
  expect(call.methods().length).toBeGreaterThan(2); // it was sent again meanwhile
  call.send(call.reply('180 Ringing'));
  await call.until('CANCEL');
});

it('5 % of the packets may be lost, and packets of a foreign address are dropped and counted', async () => {
  const stranger = createSocket('udp4');
  let flood: NodeJS.Timeout | undefined;
  const { uuid } = await called(async (each) => {
    each.send(each.reply('183 Session Progress', { sdp: await each.sdp() }));
    flood = setInterval(() => {
      for (let count = 0; count < 10; count++)
        stranger.send(Buffer.from([0x80, 8, ...new Array(170).fill(0)]), each.audioPort, '127.0.0.1');
    }, 5);
    await each.play(joined(silence(200), busy), { drops: (index) => index % 20 === 13 });
  });
  expect(await verdictOf(uuid)).toMatchObject({ resultId: 10, kind: 'busy' });
  clearInterval(flood);
  stranger.close();
  const metrics = (await gateway.inside('/metrics')).text;
  expect(Number(/tonegate_sip_packets_total\{fate="foreign"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(20);
});

it('a call can be given up, its ports go back at once, and limits are told in words', async () => {
  const before = udpSockets();
  const placed = [];
  script = async (each) => each.send(each.reply('183 Session Progress', { sdp: await each.sdp() }));
  for (let each = 0; each < 4; each++) placed.push((await place()).json.uuid as string);
  const refused = await place();
  expect(refused.status).toBe(503);
  expect(refused.json.error.message).toMatch(/has 4 calls in progress, which is the limit/);
  await vi.waitFor(() => expect(peer.calls).toHaveLength(4));
  for (const uuid of placed) {
    const cancelled = await gateway.plain(path(uuid), { method: 'DELETE', headers: headers() });
    expect(cancelled.status).toBe(200);
    expect(await verdictOf(uuid)).toMatchObject({ finishCause: 'end', resultId: expect.any(Number) });
  }
  for (const call of peer.calls) {
    await call.until('ACK');
    call.stop();
  }
  await vi.waitFor(() => expect(udpSockets()).toBeLessThanOrEqual(before), { timeout: 5_000 });
});

it('an unknown call, an unknown trunk and a number with a line in it are refused', async () => {
  expect((await gateway.plain(path('7b8c1e1a-6d4c-4c6f-9a0e-2f6b5b1d0c11'), { headers: headers() })).status).toBe(404);
  const trunk = await place({ gateway: 'nobody' });
  expect(trunk.json.error.message).toMatch(/must be one of the configured trunks: own, login/);
  expect((await place({ to: '1@h\r\nX: y' })).status).toBe(400);
  expect((await gateway.plain(path(), { method: 'POST', body: '{"to":"1","from":"2"}' })).status).toBe(401);
});

it('who is no call of ours gets no answer where he is no trunk, and a refusal where he is', async () => {
  const { call } = await called((each) => each.send(each.reply('183 Session Progress')));
  const invite = call
    .request('INVITE', { number: 1 })
    .replace(call.id, 'strange')
    .replace(/(To: .*);tag=\w+/, '$1');
  call.send(invite);
  call.send(call.request('BYE', { number: 2 }).replace(call.id, 'strange'));
  const strangers: string[] = [];
  call.peer.signalling.on('message', (bytes) => {
    if (bytes.toString().includes('Call-ID: strange')) strangers.push(bytes.toString().split('\r\n')[0] ?? '');
  });
  await vi.waitFor(() =>
    expect(strangers).toEqual(['SIP/2.0 403 No calls are taken here', 'SIP/2.0 481 Call/Transaction Does Not Exist']),
  );
});
