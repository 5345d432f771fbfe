// Specification 2, 4.2 (ERROR conditions), 4.3 and 8: what is wrong is named, the session ends, the connection stays,
// and the next call on it is served.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addon, encodings } from '../../../src/native/index.js';
import { errorRow } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import { bytesOf, cadences, silence, sliced, tone } from '../../helpers/audio/tones.js';
import { kindsOf, type RingClient, sentencesOf } from '../../helpers/gateway/ring-client.js';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';

let gateway: RingGateway;
let client: RingClient;
beforeAll(async () => {
  gateway = await startRingGateway();
});
afterAll(() => gateway.discard());
beforeEach(async () => {
  client = await gateway.connect();
});
afterEach(async () => {
  // Whatever was wrong, the same connection serves the next call.
  client.start();
  client.audio(...sliced(bytesOf(tone(cadences.busy, 2_000)), 16, 200));
  expect(kindsOf((await client.session()).slice(-3))).toEqual(['START', 'RESULT', 'END NORMAL']);
  await client.close();
});

async function refused(): Promise<{ errCode: number; errMessage: string }> {
  const { errCode, errMessage } = await client.expect('ERROR');
  return { errCode, errMessage };
}

describe('a bad configuration is an ERROR that names the key and the range', () => {
  const audioFormat = 'pcm_s16le_8k';
  it.each([
    ['an unknown key', { audioFormat, vadTail: 500 }, 'unknown key config.vadTail'],
    ['audioMax below the range', { audioFormat, audioMax: 9 }, 'config.audioMax: must be in [10-300]'],
    ['audioMax above the range', { audioFormat, audioMax: 301 }, 'config.audioMax: must be in [10-300]'],
    ['audioMax of another type', { audioFormat, audioMax: '90' }, 'config.audioMax: must be a number'],
    ['audioFormat that is null', { audioFormat: null }, 'config.audioFormat: must be a string'],
    ['no audioFormat', {}, 'config.audioFormat: required'],
    ['an unknown audioFormat', { audioFormat: 'mp3' }, 'config.audioFormat: must be one of pcm_s16le_8k'],
    ['auto, which streams do not have', { audioFormat: 'auto' }, 'config.audioFormat: must be one of'],
    ['a packed format without encParams', { audioFormat: 'svc_speex' }, 'config.encParams: ar is required'],
    ['a rate that Speex does not have', { audioFormat: 'svc_speex', encParams: 'ar:48000' }, 'ar must be one of'],
    ['two channels', { audioFormat: 'svc_opus', encParams: 'ar:8000;ac:2' }, 'ac must be 1'],
    ['encParams of another type', { audioFormat, encParams: 1 }, 'config.encParams: must be a string'],
  ])('%s', async (_, config, reason) => {
    client.start(config);
    const { errCode, errMessage } = await refused();
    expect(errCode).toBe(errorRow('INVALID_ARGUMENT').code);
    expect(errMessage).toContain(reason);
  });

  it.each([
    ['an unknown field beside config', { userid: 'x' }, 'unknown key userid'],
    ['extraInfo of another type', { extraInfo: 1 }, 'extraInfo: must be a string'],
    [
      'extraInfo that is too long',
      { extraInfo: '长'.repeat(limits.extraInfoBytes / 2) },
      'extraInfo: must be at most 4096',
    ],
    ['recordId of another type', { recordId: [] }, 'recordId: must be a string'],
  ])('%s', async (_, rest, reason) => {
    client.start({ audioFormat }, rest);
    expect((await refused()).errMessage).toContain(reason);
  });

  it('but null is the same as unset for whatever may be left out, and userId is taken', async () => {
    const unset = { extraInfo: null, recordId: null, userId: null };
    for (const [config, rest] of [
      [{ audioFormat, encParams: null, audioMax: null }, unset],
      [{ audioFormat }, { userId: 'somebody' }],
    ] as const) {
      client.start(config, rest);
      client.end();
      expect(kindsOf(await client.session())).toEqual(['START', 'RESULT', 'END NORMAL']);
    }
  });

  it('but a recordId beyond 64 bytes is only cut off', async () => {
    client.start({ audioFormat }, { recordId: 'x'.repeat(200), extraInfo: 'who knows' });
    await client.expect('START');
    client.end();
    await client.session();
  });
});

describe('a slice outside 40-1000 ms is an ERROR with its measured duration', () => {
  it.each([
    ['pcm_s16le_8k', 16],
    ['pcm_s16le_16k', 32],
    ['alaw_8k', 8],
    ['ulaw_16k', 16],
  ])('in %s', async (audioFormat, bytesPerMs) => {
    for (const ms of [39, 1_001]) {
      client.start({ audioFormat });
      client.audio(Buffer.alloc(ms * bytesPerMs), Buffer.alloc(40 * bytesPerMs));
      const session = await client.session();
      expect(kindsOf(session)).toEqual(['START', 'ERROR', 'END ERROR']);
      expect(session[1]).toMatchObject({
        errCode: errorRow('BAD_SLICE').code,
        errMessage: `slice: ${ms} ms, must be 40-1000 ms`,
      });
    }
    client.start({ audioFormat });
    client.audio(Buffer.alloc(40 * bytesPerMs), Buffer.alloc(1_000 * bytesPerMs));
    client.end();
    expect(kindsOf(await client.session())).toEqual(['START', 'RESULT', 'END NORMAL']);
  });

  it.each([39, 1_001])('and so is a packed slice that states %i ms', async (ms) => {
    client.start({ audioFormat: 'svc_speex', encParams: 'ar:8000' });
    const packed = new addon.Packer(encodings.svc_speex, 8_000, 8).pack(silence(ms === 39 ? 40 : 1_000));
    Buffer.from(packed.buffer, packed.byteOffset).writeUInt32BE(ms * 16);
    client.audio(packed, new addon.Packer(encodings.svc_speex, 8_000, 8).pack(silence(100)));
    const session = await client.session();
    expect(kindsOf(session)).toEqual(['START', 'ERROR', 'END ERROR']);
    expect(session[1]).toMatchObject({ errMessage: `slice: its packed header states ${ms} ms, must be 40-1000 ms` });
  });

  it('and so is one of more bytes than a second of any format has', async () => {
    client.start({ audioFormat: 'svc_opus', encParams: 'ar:48000' });
    client.audio(Buffer.alloc(limits.stream.binaryFrameBytes + 1));
    expect((await client.session())[1]).toMatchObject({
      errCode: errorRow('BAD_SLICE').code,
      errMessage: `slice: ${limits.stream.binaryFrameBytes + 1} bytes, must be at most ${limits.stream.binaryFrameBytes}`,
    });
  });

  it('and so is half a sample', async () => {
    client.start();
    client.audio(Buffer.alloc(1_601));
    expect((await client.session())[1]).toMatchObject({
      errMessage: expect.stringContaining('not a whole number of 16-bit samples'),
    });
  });
});

describe('a slice under 40 ms that END follows', () => {
  const pack = (format: 'svc_speex' | 'svc_opus', ms: number) =>
    new addon.Packer(encodings[format], 8_000, format === 'svc_speex' ? 8 : 24_000).pack(silence(ms));
  it.each([
    ['pcm_s16le_8k', bytesOf(silence(100)), bytesOf(silence(39)), 39],
    ['alaw_16k', Buffer.alloc(1_600, 0xd5), Buffer.alloc(16, 0xd5), 1],
    ['svc_speex', pack('svc_speex', 100), pack('svc_speex', 20), 20],
    ['svc_opus', pack('svc_opus', 100), pack('svc_opus', 20), 20],
  ])('is the last of the audio in %s', async (audioFormat, slice, short, shortMs) => {
    client.start({ audioFormat, encParams: 'ar:8000' });
    client.audio(slice, short);
    client.end();
    const session = await client.session();
    expect(kindsOf(session)).toEqual(['START', 'RESULT', 'END NORMAL']);
    expect(sentencesOf(session)[0]?.evidence.audioMs).toBe(100 + shortMs);
  });

  it('is refused for what else is wrong with it', async () => {
    client.start();
    client.audio(Buffer.alloc(33));
    client.end();
    const session = await client.session();
    expect(kindsOf(session)).toEqual(['START', 'ERROR', 'END ERROR']);
    expect(session[1]).toMatchObject({ errMessage: expect.stringContaining('not a whole number of 16-bit samples') });
  });

  it('is forgotten with the session, not kept for the next', async () => {
    client.start();
    client.audio(bytesOf(silence(20)));
    client.end(true);
    expect(kindsOf(await client.session())).toEqual(['START', 'END CANCEL']);
    client.start();
    client.audio(bytesOf(silence(100)));
    client.end();
    expect(sentencesOf(await client.session())[0]?.evidence.audioMs).toBe(100);
  });

  it('is refused where the operator wants strict slices', async () => {
    const strict = await startRingGateway({ settings: { 'stream.strictSlices': true } });
    const own = await strict.connect();
    own.start();
    own.audio(bytesOf(silence(39)));
    const session = await own.session();
    expect(kindsOf(session)).toEqual(['START', 'ERROR', 'END ERROR']);
    expect(session[1]).toMatchObject({ errMessage: 'slice: 39 ms, must be 40-1000 ms' });
    await own.close();
    await strict.discard();
  });
});

describe.each(['svc_speex', 'svc_opus'] as const)('a packed slice of %s that is broken is an ERROR', (audioFormat) => {
  const quality = audioFormat === 'svc_speex' ? 8 : 24_000;
  const whole = () => Buffer.from(new addon.Packer(encodings[audioFormat], 8_000, quality).pack(silence(100)));
  it.each([
    ['half a packet', () => whole().subarray(0, -10)],
    ['half a length', () => Buffer.concat([whole(), Buffer.from([0])])],
    ['a length beyond the slice', () => Buffer.concat([whole(), Buffer.from([255, 255, 1])])],
    ['three bytes', () => whole().subarray(0, 3)],
    ['the header alone', () => whole().subarray(0, 4)],
    ['a header of 0', () => Buffer.concat([Buffer.alloc(4), whole().subarray(4)])],
    ['a header of 4 GB', () => Buffer.concat([Buffer.alloc(4, 255), whole().subarray(4)])],
    ['frames missing', () => whole().subarray(0, 4 + Math.floor((whole().length - 4) / 5) * 2)],
    ['no packing at all', () => Buffer.alloc(1_600, 0x55)],
  ])('%s', async (_, slice) => {
    client.start({ audioFormat, encParams: 'ar:8000;ac:1' });
    client.audio(slice());
    const session = await client.session();
    expect(kindsOf(session)).toEqual(['START', 'ERROR', 'END ERROR']);
    const codes = [errorRow('BAD_SLICE').code, errorRow('UNDECODABLE_AUDIO').code];
    expect(session[1]).toMatchObject({
      errCode: expect.toBeOneOf(codes),
      errMessage: expect.stringContaining('slice: '),
    });
  });
});

describe('order', () => {
  it('END before START is an ERROR', async () => {
    client.end();
    expect(await refused()).toEqual({
      errCode: errorRow('WRONG_ORDER').code,
      errMessage: 'END without a session; send START first',
    });
  });

  it('ANSWERED without a session is an ERROR', async () => {
    client.send({ command: 'ANSWERED' });
    expect(await refused()).toEqual({
      errCode: errorRow('WRONG_ORDER').code,
      errMessage: 'ANSWERED without a session; send START first',
    });
  });

  it('START within a session is an ERROR and ends it', async () => {
    client.start();
    client.start();
    const session = await client.session();
    expect(kindsOf(session)).toEqual(['START', 'ERROR', 'END ERROR']);
    const errMessage = 'START during a session; send END first';
    expect(session[1]).toMatchObject({ errCode: errorRow('WRONG_ORDER').code, errMessage });
  });
});
