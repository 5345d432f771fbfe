// Calls over AudioSocket: their verdicts, the hang-up, and what is sent wrongly. Each has its outcome or its refusal in words,
// and leaves nothing behind.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { limits } from '../../../../src/protocol/limits.js';
import { bytesOf, cadences, silence, tone } from '../../../helpers/audio/tones.js';
import { AudioSocketClient, audioFrames, frame, kinds, uuidFrame } from '../../../helpers/media/audiosocket-client.js';
import { type AudioSocketGateway, startAudioSocketGateway } from '../../../helpers/media/audiosocket-gateway.js';

const waitFor = <T>(check: () => Promise<T> | T) => vi.waitFor(check, { timeout: 15_000, interval: 20 });
const noise = { noiseDbm0: -60 };
const busy = bytesOf(tone(cadences.busy, 4_000, noise));
const ringing = bytesOf(tone(cadences.ringback, 4_000, noise));
const hangup = Buffer.of(0, 0, 0);

let gateway: AudioSocketGateway;
beforeAll(async () => {
  gateway = await startAudioSocketGateway({
    ...{ hangup: true, noMediaMs: 1_000, silenceMs: 2_000, addresses: ['127.0.0.1'] },
  });
});
afterAll(() => gateway.discard());

const connected = (localAddress?: string) => AudioSocketClient.open(gateway.audioSocketPort, localAddress);
async function ask(uuid: string) {
  const path = `/v10/asr/ring/verdicts/${uuid}?appkey=${gateway.app.appkey}`;
  return gateway.plain(path, { headers: { 'x-svc-access-token': gateway.accessToken } });
}
const finalOf = (uuid: string) =>
  waitFor(async () => {
    const { json } = await ask(uuid);
    expect(json.state).toBe('final');
    return json.verdict;
  });
const metric = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await gateway.inside('/metrics')).text)?.[1] ?? 0);

/** Sends the frames, and gives what came back and the verdict. */
async function call(...frames: readonly Buffer[]) {
  const uuid = randomUUID();
  const client = await connected();
  client.send(uuidFrame(uuid), ...frames);
  const answer = await client.answer();
  return { uuid, answer, verdict: await finalOf(uuid) };
}

afterEach(async () => {
  await waitFor(async () => expect(await metric('tonegate_sessions')).toBe(0));
});

/** The turns of the event loop, which this process shares with the gateway, until the promise is resolved. */
async function turnsUntil(over: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  void over.then(() => {
    isOver = true;
  });
  for (; !isOver; turns++) await new Promise(setImmediate);
  return turns;
}

describe('frames', () => {
  it('that came together are handled a few in each turn of the event loop, in their order', async () => {
    const count = 20_000;
    for (const small of [frame(kinds.dtmf, Buffer.of(0x31)), frame(kinds.audio8k)]) {
      const client = await connected();
      const uuid = randomUUID();
      client.send(uuidFrame(uuid), Buffer.concat([...Array(count).fill(small), frame(kinds.hangup)]));
      expect(await turnsUntil(client.answer())).toBeGreaterThan(count / limits.fork.framesPerTurn);
      expect(await finalOf(uuid)).toMatchObject({ kind: 'noMedia', finishCause: 'end' });
    }
  });

  it('that are no audio do not keep a call alive', async () => {
    const client = await connected();
    const uuid = randomUUID();
    client.send(uuidFrame(uuid));
    const flood = Buffer.concat(Array(20_000).fill(frame(kinds.audio8k)));
    const sending = setInterval(() => client.socket.writableLength === 0 && client.send(flood), 20);
    await client.answer();
    clearInterval(sending);
    expect(await finalOf(uuid)).toMatchObject({ kind: 'noMedia', finishCause: 'noMedia' });
  });
});

describe('a call', () => {
  it('that is busy has its verdict, and is hung up', async () => {
    const { uuid, answer, verdict } = await call(audioFrames(busy));
    expect(answer).toEqual(hangup);
    expect(verdict).toMatchObject({ uuid, resultId: 10, kind: 'busy', finishCause: 'match', sipStatus: 486, q850: 17 });
  });

  it('that the switch hangs up has a verdict on what was heard of it, and is not hung up', async () => {
    for (const end of [frame(kinds.hangup), frame(kinds.error, Buffer.of(1))]) {
      const { answer, verdict } = await call(audioFrames(ringing), end);
      expect(answer).toHaveLength(0);
      expect(verdict).toMatchObject({ resultId: 11, kind: 'ringback', finishCause: 'end', sipStatus: 480 });
    }
  });

  it('whose connection breaks has a verdict too', async () => {
    const uuid = randomUUID();
    const client = await connected();
    client.send(uuidFrame(uuid), audioFrames(ringing));
    await waitFor(async () => expect((await ask(uuid)).json.state).toBe('interim'));
    client.socket.resetAndDestroy();
    expect(await finalOf(uuid)).toMatchObject({ kind: 'ringback', finishCause: 'end' });
  });

  it('without audio, or with half a frame of it, is no media', async () => {
    for (const frames of [[], [frame(kinds.dtmf, Buffer.from('5'))], [audioFrames(busy).subarray(0, 100)]]) {
      const { answer, verdict } = await call(...frames);
      expect(verdict).toMatchObject({ resultId: 91, kind: 'noMedia', finishCause: 'noMedia', sipStatus: 503 });
      expect(answer).toEqual(hangup);
    }
  });

  it('of silence alone is silence', async () => {
    const { verdict } = await call(audioFrames(bytesOf(silence(4_000))));
    expect(verdict).toMatchObject({ resultId: 90, kind: 'silence', finishCause: 'silence' });
  });

  it.each([
    [0x10, 8_000],
    [0x11, 12_000],
    [0x12, 16_000],
    [0x13, 24_000],
    [0x14, 32_000],
    [0x15, 44_100],
    [0x16, 48_000],
  ])('in audio of kind %i (%i Hz) has the verdict of 8 kHz at its time', async (kind, rateHz) => {
    const reference = await call(audioFrames(busy));
    const samples = bytesOf(tone(cadences.busy, 4_000, { ...noise, rateHz }));
    const { verdict } = await call(audioFrames(samples, kind, 1_001));
    expect(verdict).toMatchObject({ resultId: 10, kind: 'busy' });
    expect(Math.abs(verdict.atMs - reference.verdict.atMs)).toBeLessThanOrEqual(60);
  });

  it('of a minute sent at once is taken as fast as it is heard, and no faster', async () => {
    const { verdict } = await call(audioFrames(Buffer.concat(Array.from({ length: 15 }, () => ringing))));
    expect(verdict).toMatchObject({ kind: 'ringback', finishCause: 'timeout' });
  });
});

describe('what is sent wrongly is refused in words', () => {
  const wrong: readonly [string, readonly Buffer[], RegExp][] = [
    ['nothing', [], /the UUID of the call \(0x01\) must come first, and at once/],
    ['audio before the UUID', [audioFrames(busy)], /the UUID of the call \(0x01\) must come first/],
    ['a hang-up before the UUID', [frame(kinds.hangup)], /the UUID of the call \(0x01\) must come first/],
    ['a kind that does not exist', [Buffer.from('GET / HTTP/1.1\r\n')], /kind 0x47: must be 0x00/],
    ['a UUID as text', [frame(kinds.uuid, Buffer.from(randomUUID()))], /UUID: 36 bytes, must be 16/],
    ['a second UUID', [uuidFrame(randomUUID()), uuidFrame(randomUUID())], /UUID: must come only once/],
    ['96 kHz', [uuidFrame(randomUUID()), frame(0x17, Buffer.alloc(640))], /audio: 96000 Hz, must be one of 8000/],
    [
      'another rate in the middle',
      [uuidFrame(randomUUID()), audioFrames(busy.subarray(0, 640)), frame(0x12, Buffer.alloc(640))],
      /audio: 16000 Hz after 8000 Hz/,
    ],
  ];

  it.each(wrong)('%s', async (_, frames, words) => {
    const refused = await metric('tonegate_audiosocket_connections_total\\{outcome="refused"\\}');
    const client = await connected();
    client.send(...frames);
    expect(await client.answer()).toHaveLength(0);
    expect(gateway.logText()).toMatch(words);
    expect(await metric('tonegate_audiosocket_connections_total\\{outcome="refused"\\}')).toBe(refused + 1);
  });

  it('the UUID of a call that is under way on another connection, which goes on', async () => {
    const uuid = randomUUID();
    const first = await connected();
    first.send(uuidFrame(uuid), audioFrames(busy.subarray(0, 640)));
    await waitFor(async () => expect((await ask(uuid)).status).toBe(200));
    const second = await connected();
    second.send(uuidFrame(uuid), audioFrames(ringing));
    expect(await second.answer()).toHaveLength(0);
    expect(gateway.logText()).toContain('a call with this name is in progress on another connection');
    first.send(audioFrames(busy.subarray(640)));
    expect(await first.answer()).toEqual(hangup);
    expect(await finalOf(uuid)).toMatchObject({ kind: 'busy' });
  });

  it('a connection from an address that is not named', async () => {
    const client = await connected('127.0.0.2');
    expect(await client.answer()).toHaveLength(0);
    expect(gateway.logText()).toContain('the address is not in media.audioSocket.addresses');
  });

  it('a stream that ends after any of its bytes: the call is over, with a verdict once it has a name', async () => {
    const uuids = Array.from({ length: 40 }, () => randomUUID());
    await Promise.all(
      uuids.map(async (uuid, bytes) => {
        const client = await connected();
        client.socket.end(Buffer.concat([uuidFrame(uuid), audioFrames(busy)]).subarray(0, bytes));
        await client.answer();
      }),
    );
    for (const [bytes, uuid] of uuids.entries()) {
      if (bytes < 19) expect((await ask(uuid)).status).toBe(404);
      else expect(await finalOf(uuid)).toMatchObject({ finishCause: 'end' });
    }
  });
});
