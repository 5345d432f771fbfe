// Trunks over TCP and trunks with a host name; descriptions of the audio that change during a call.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { cadences, tone } from '../../../helpers/audio/tones.js';
import { type Got, headerIn, type Script, SipPeer } from '../../../helpers/gateway/sip-peer.js';
import { type Dialler, startDialler } from '../../../helpers/media/sip-calls.js';

const busy = tone(cadences.busy, 6_000, { noiseDbm0: -60 });
const ringback = tone(cadences.ringback, 5_000, { noiseDbm0: -60 });

let udp: SipPeer;
let tcp: SipPeer;
let dialler: Dialler;
let script: Script = () => {};
beforeAll(async () => {
  udp = await SipPeer.start((call) => script(call));
  tcp = await SipPeer.start((call) => script(call), 'tcp');
  dialler = await startDialler(
    [
      { name: 'named', host: 'localhost', port: udp.port },
      { name: 'tcp', host: '127.0.0.1', port: tcp.port, transport: 'tcp' },
    ],
    { 'media.sip.callsPerS': 3 },
  );
});
afterAll(async () => {
  await dialler.gateway.discard();
  udp.stop();
  tcp.stop();
});
beforeEach(() => {
  for (const peer of [udp, tcp]) {
    for (const call of peer.calls) call.stop();
    peer.calls.length = 0;
  }
  dialler.gateway.advance(2_000); // each test may place as many calls a second as it likes
});

it('a busy tone behind the 183 of a TCP trunk is a verdict; nothing is sent twice, and several calls share a connection', async () => {
  script = async (each) => {
    // Messages have no borders on a connection: one comes in pieces, two come in one.
    const progress = each.reply('183 Session Progress', { sdp: await each.sdp() });
    each.send(each.reply('100 Trying') + progress.slice(0, 40));
    await sleep(30);
    each.send(progress.slice(40, -9));
    await sleep(30);
    each.send(progress.slice(-9));
    await each.play(busy);
  };
  for (const to of ['13800000000', '13800000001']) {
    const { call, uuid } = await dialler.called(tcp, { gateway: 'tcp', to });
    expect(await dialler.verdictOf(uuid)).toMatchObject({ resultId: 10, kind: 'busy', sip: { status: 183 } });
    await call.until('ACK');
    await sleep(600); // longer than an unreliable transport would wait before it sends again
    expect(call.methods()).toEqual(['INVITE', 'CANCEL', 'ACK']);
    const via = headerIn(call.last('CANCEL') as Got, 'Via');
    expect(via).toMatch(/^SIP\/2\.0\/TCP /);
    expect(via).toBe(headerIn(call.invite, 'Via'));
    expect(headerIn(call.invite, 'Contact')).toContain(';transport=tcp>');
  }
  expect(tcp.connections.size).toBe(1);
});

it('an answer over TCP is acknowledged and ended', async () => {
  script = async (each) => {
    each.send(each.reply('180 Ringing'));
    each.send(each.reply('200 OK', { sdp: await each.sdp() }));
  };
  const { call, uuid } = await dialler.called(tcp, { gateway: 'tcp' });
  expect(await dialler.verdictOf(uuid)).toMatchObject({ finishCause: 'answered', sip: { status: 200 } });
  await call.until('BYE');
  expect(call.methods()).toEqual(['INVITE', 'ACK', 'BYE']);
});

it('a TCP trunk that closes in the middle of a message, or sends none, is a call without a reply', async () => {
  script = (each) => {
    each.send(`${each.reply('180 Ringing').slice(0, 60)}`);
    for (const socket of tcp.connections.values()) socket.end();
  };
  const { uuid } = await dialler.called(tcp, { gateway: 'tcp' });
  expect(await dialler.verdictOf(uuid)).toMatchObject({ kind: 'status', sip: { status: 408 } });
  tcp.connections.clear();
  script = (each) => each.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const next = await dialler.called(tcp, { gateway: 'tcp' });
  expect(await dialler.verdictOf(next.uuid)).toMatchObject({ kind: 'status', sip: { status: 408 } });
  expect(dialler.gateway.logText()).toContain('a SIP trunk sent an invalid message; its connection is closed');
});

it('a trunk with a host name is answered when it asks with OPTIONS, and a stranger is not', async () => {
  script = (each) => each.send(each.reply('404 Not Found'));
  const { call, uuid } = await dialler.called(udp, { gateway: 'named' });
  await dialler.verdictOf(uuid);
  const options = (from: string) => call.request('OPTIONS', { number: 7 }).replace(call.id, `of ${from}`);
  const answers: string[] = [];
  const strangers = createSocket('udp4').bind(0, '127.0.0.2');
  await once(strangers, 'listening');
  const trunk = createSocket('udp4').bind(0, '127.0.0.1'); // the name says which machine, and not which port
  await once(trunk, 'listening');
  for (const [name, socket] of Object.entries({ strangers, trunk })) {
    socket.on('message', (bytes) => answers.push(`${name} ${bytes.toString().split('\r\n')[0]}`));
  }
  strangers.send(options('a stranger'), call.invite.port, '127.0.0.1');
  trunk.send(options('a trunk'), call.invite.port, '127.0.0.1');
  await vi.waitFor(() => expect(answers).toEqual(['trunk SIP/2.0 200 OK']), { timeout: 5_000 });
  await sleep(200);
  expect(answers).toEqual(['trunk SIP/2.0 200 OK']);
  strangers.close();
  trunk.close();
});

it('a trunk is answered when it asks with OPTIONS before the first call', async () => {
  const free = createSocket('udp4').bind(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address();
  free.close();
  const host = '127.0.0.1';
  const fresh = await startDialler([{ name: 'udp', host, port: udp.port }], { 'media.sip.port': port });
  const trunk = createSocket('udp4').bind(0, host);
  try {
    await once(trunk, 'listening');
    const answers: string[] = [];
    trunk.on('message', (bytes) => answers.push(bytes.toString().split('\r\n')[0] ?? ''));
    const ends = [
      'From: <sip:trunk@127.0.0.1>;tag=a',
      `To: <sip:${host}:${port}>`,
      'Call-ID: qualify',
      'CSeq: 1 OPTIONS',
    ];
    const via = `Via: SIP/2.0/UDP ${host}:${trunk.address().port};branch=z9hG4bKqualify`;
    trunk.send([`OPTIONS sip:${host}:${port} SIP/2.0`, via, ...ends, '', ''].join('\r\n'), port, host);
    await vi.waitFor(() => expect(answers).toEqual(['SIP/2.0 200 OK']), { timeout: 5_000 });
  } finally {
    trunk.close();
    await fresh.gateway.discard();
  }
});

it('an address that this machine does not have is told in the log at the start', async () => {
  const lost = await startDialler([{ name: 'udp', host: '127.0.0.1', port: udp.port }], {
    'media.sip.address': '203.0.113.9',
  });
  try {
    await vi.waitFor(
      () =>
        expect(lost.gateway.logText()).toContain(
          'the SIP socket could not be opened: check media.sip.address and media.sip.port',
        ),
      { timeout: 5_000 },
    );
  } finally {
    await lost.gateway.discard();
  }
});

it('the version of our description rises with each change, and with nothing else', async () => {
  const { call } = await (async () => {
    script = async (each) => each.send(each.reply('183 Session Progress', { sdp: await each.sdp() }));
    return dialler.called(udp);
  })();
  const version = (got: Got) => BigInt(/^o=- \d+ (\d+) /m.exec(got.body)?.[1] ?? -1);
  const answered = async (codecs: string, number: number): Promise<bigint> => {
    call.send(call.request('UPDATE', { sdp: await call.sdp({ codecs }), number }));
    const reply = await vi.waitFor(() => {
      const found = call.got.find((each) => headerIn(each, 'CSeq') === `${number} UPDATE`);
      expect(found).toBeDefined();
      return found as Got;
    });
    expect(reply.first).toBe('SIP/2.0 200 OK');
    expect(/m=audio \d+ RTP\/AVP ([\d ]+) 101 13/.exec(reply.body)?.[1]).toBe(codecs);
    return version(reply) - version(call.invite);
  };
  expect(await answered('8 0', 11)).toBe(0n); // as it was offered
  expect(await answered('8', 12)).toBe(1n);
  expect(await answered('8', 13)).toBe(1n);
  expect(await answered('0 8', 14)).toBe(2n);
  expect(await answered('8', 15)).toBe(3n);
});

it('an odd port of RTP is as good as an even one, in an answer and in an offer', async () => {
  script = async (each) => {
    const odd = await oddSocket();
    each.send(each.reply('183 Session Progress', { sdp: await each.sdp({ port: odd.address().port }) }));
    await each.play(ringback.subarray(0, 8_000), { from: odd });
    const second = await oddSocket();
    each.send(each.request('UPDATE', { sdp: await each.sdp({ port: second.address().port }), number: 5 }));
    await sleep(100);
    await each.play(busy, { from: second, source: 9 });
    odd.close();
    second.close();
  };
  const { call, uuid } = await dialler.called(udp);
  expect(await dialler.verdictOf(uuid)).toMatchObject({ resultId: 10, kind: 'busy' });
  expect(call.replies()).toEqual(['SIP/2.0 200 OK']);
});

it('an offer that cannot be taken is refused in words, and the call goes on as it was', async () => {
  script = async (each) => {
    each.send(each.reply('183 Session Progress', { sdp: await each.sdp() }));
    each.send(each.request('UPDATE', { sdp: await each.sdp({ codecs: '18' }), number: 5 }));
    each.send(each.request('UPDATE', { sdp: await each.sdp({ port: 99_999 }), number: 6 }));
    await each.play(busy);
  };
  const { call, uuid } = await dialler.called(udp);
  expect(await dialler.verdictOf(uuid)).toMatchObject({ resultId: 10, kind: 'busy' });
  const warnings = call.got
    .filter(({ first }) => first.startsWith('SIP/'))
    .map((each) => [each.first, headerIn(each, 'Warning')]);
  expect(warnings).toEqual([
    ['SIP/2.0 488 Not Acceptable Here', '399 tonegate "the audio must be offered as RTP/AVP with payload type 8 or 0"'],
    ['SIP/2.0 400 Bad Request', '399 tonegate "sdp: the port of m= must be a number up to 65535"'],
  ]);
});

it('an application that places more calls a second than it may is told so, and another one is not', async () => {
  script = (each) => each.send(each.reply('404 Not Found'));
  const statuses = [];
  for (let each = 0; each < 5; each++) statuses.push(await dialler.place());
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 503, 503]);
  expect(statuses[3]?.json.error.message).toBe(
    'this application places more than 3 calls a second; place the next one later',
  );
  const other = dialler.gateway.apps.add('other');
  expect((await dialler.place({}, other)).status).toBe(200);
  dialler.gateway.advance(1_000);
  expect((await dialler.place()).status).toBe(200);
});

async function oddSocket() {
  for (;;) {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    if (socket.address().port % 2 === 1) return socket;
    socket.close();
  }
}
