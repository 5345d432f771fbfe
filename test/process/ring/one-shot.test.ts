// Specification 2, 4.3 (one-shot) and 8: both body modes over a real gateway and a real engine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addon, encodings } from '../../../src/native/index.js';
import { errorRow } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import { RingClipReply } from '../../../src/protocol/wire/ring-messages.js';
import { bytesOf, cadences, joined, silence, stereoOf, tone, wavOf } from '../../helpers/audio/tones.js';
import { basic, type Exchange } from '../../helpers/gateway/call.js';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';

const busy = tone(cadences.busy, 3_000);
const busy16k = tone(cadences.busy, 3_000, { rateHz: 16_000 });
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const alaw = (samples: Int16Array) => addon.encode(encodings.alaw, samples);
const ulaw = (samples: Int16Array) => addon.encode(encodings.ulaw, samples);

let gateway: RingGateway;
beforeAll(async () => {
  gateway = await startRingGateway();
});
afterAll(() => gateway.discard());

const path = (property: string, appkey = gateway.app.appkey) =>
  `/v10/asr/ring/${property}/short_audio?appkey=${appkey}`;

function json(body: unknown, property = 'cn_8k_common', headers: object = {}): Promise<Exchange> {
  return gateway.plain(path(property), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-access-token': gateway.accessToken, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function octets(body: Uint8Array, config: string | undefined, property = 'cn_8k_common'): Promise<Exchange> {
  return gateway.plain(path(property), {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'x-svc-access-token': gateway.accessToken,
      ...(config !== undefined && { 'x-svc-config': config }),
    },
    body,
  });
}

function verdictOf(reply: Exchange): { resultId: number; keyword: string; warning: unknown } {
  expect(reply.status, reply.text).toBe(200);
  const { result, warning } = RingClipReply.parse(reply.json);
  return { resultId: result.resultId, keyword: result.keyword, warning };
}

function refusalOf(reply: Exchange): { status: number; code: number; message: string } {
  expect(reply.json.traceToken).toEqual(expect.any(String));
  return { status: reply.status, ...reply.json.error };
}

describe('every format of 2.2', () => {
  it.each([
    ['pcm_s16le_8k', () => bytesOf(busy), 8_000],
    ['pcm_s16le_16k', () => bytesOf(busy16k), 16_000],
    ['alaw_8k', () => alaw(busy), 8_000],
    ['alaw_16k', () => alaw(busy16k), 16_000],
    ['ulaw_8k', () => ulaw(busy), 8_000],
    ['ulaw_16k', () => ulaw(busy16k), 16_000],
    ['wav', () => wavOf(busy), 8_000],
    ['wav', () => wavOf(busy16k, 16_000), 16_000],
    ['auto', () => wavOf(busy), 8_000],
    ['AUTO', () => wavOf(busy16k, 16_000), 16_000],
  ])(
    '%s gives busy in both modes, with warning 100 exactly when the rate is not the property’s',
    async (audioFormat, make, rate) => {
      const audio = make();
      for (const property of ['cn_8k_common', 'cn_16k_common']) {
        const warned =
          rate === (property === 'cn_8k_common' ? 8_000 : 16_000)
            ? undefined
            : [{ code: 100, message: expect.any(String) }];
        const expected = { resultId: 10, keyword: '#BUSY#', warning: warned };
        expect(verdictOf(await json({ config: { audioFormat }, audio: base64(audio) }, property))).toEqual(expected);
        expect(verdictOf(await octets(audio, `audioFormat=${audioFormat}`, property))).toEqual(expected);
      }
    },
  );

  it('auto is the default in both modes', async () => {
    expect(verdictOf(await json({ config: {}, audio: base64(wavOf(busy)) })).resultId).toBe(10);
    expect(verdictOf(await octets(wavOf(busy), '')).resultId).toBe(10);
  });

  it('auto refuses what cannot be determined, and says what to do', async () => {
    const refusal = refusalOf(await octets(bytesOf(busy), ''));
    expect(refusal).toMatchObject({ status: 400, code: errorRow('UNDECODABLE_AUDIO').code });
    expect(refusal.message).toContain('format cannot be determined');
  });

  it('a stereo WAV is heard on the channel that audioChannel names, in both modes (extension)', async () => {
    const quiet = silence(3_000);
    const stereo = stereoOf(busy, quiet);
    const channels = [
      ['left', busy],
      ['right', quiet],
      ['mix', busy],
    ] as const;
    for (const [audioChannel, alone] of channels) {
      const inJson = verdictOf(await json({ config: { audioChannel }, audio: base64(stereo) }));
      expect(inJson).toEqual(verdictOf(await octets(wavOf(alone), '')));
      expect(verdictOf(await octets(stereo, `audioChannel=${audioChannel}`))).toEqual(inJson);
    }
    const refusal = refusalOf(await octets(stereo, 'audioChannel=both'));
    expect(refusal.message).toContain('X-Svc-Config.audioChannel: must be one of left, right, mix');
  });

  it('a WAV that claims 4 GB is heard as far as it goes', async () => {
    const lying = Buffer.from(wavOf(busy));
    lying.writeUInt32LE(0xffff_ffff, 4);
    lying.writeUInt32LE(0xffff_fff0, 40);
    const reply = await octets(lying, 'audioFormat=wav');
    expect(verdictOf(reply).resultId).toBe(10);
    expect(reply.json.result.evidence.audioMs).toBe(3_000);
  });

  it.each([
    ['a WAV header alone', () => wavOf(new Int16Array(0)), 'audioFormat=wav'],
    ['half a WAV header', () => wavOf(busy).subarray(0, 30), 'audioFormat=wav'],
    ['two channels of which none is named', () => stereoOf(busy, busy), ''],
    ['an Ogg page of rubbish', () => Buffer.concat([Buffer.from('OggS'), Buffer.alloc(500, 7)]), 'audioFormat=ogg'],
    ['no audio', () => Buffer.alloc(0), 'audioFormat=alaw_8k'],
    ['half a sample', () => Buffer.alloc(1), 'audioFormat=pcm_s16le_8k'],
  ])('%s is 400', async (_, make, config) => {
    expect(refusalOf(await octets(make(), config))).toMatchObject({
      status: 400,
      code: errorRow('UNDECODABLE_AUDIO').code,
    });
  });
});

describe('the mapping rules of 2.5', () => {
  it.each([
    ['ringback', tone(cadences.ringback, 11_000), 11, '#WAIT#', 'no answer'],
    ['fax', tone(cadences.cng, 8_000), 16, '#FAX#', 'fax'],
    ['silence', silence(5_000), 0, '', 'other situations'],
    ['ringback and then busy', joined(tone(cadences.ringback, 5_000), busy), 10, '#BUSY#', 'busy'],
  ] as const)('%s', async (_, samples, resultId, keyword, resultName) => {
    const reply = await octets(bytesOf(samples), 'audioFormat=pcm_s16le_8k');
    expect(verdictOf(reply)).toMatchObject({ resultId, keyword });
    expect(reply.json.result).toMatchObject({ resultName, result: keyword });
  });
});

describe('X-Svc-Config', () => {
  it.each([
    [undefined, 'X-Svc-Config: required'],
    ['nbest=1', 'unknown key X-Svc-Config.nbest'],
    ['audioFormat=mp3', 'audioFormat: must be one of'],
    ['audioFormat', 'is not key=value'],
    ['audioFormat=wav,audioFormat=ogg', 'given twice'],
  ])('%j is 400', async (config, reason) => {
    const refusal = refusalOf(await octets(wavOf(busy), config));
    expect(refusal).toMatchObject({ status: 400, code: errorRow('INVALID_ARGUMENT').code });
    expect(refusal.message).toContain(reason);
  });

  it('takes extraInfo and recordId', async () => {
    expect(verdictOf(await octets(wavOf(busy), 'extraInfo=line 3,recordId=call/17')).resultId).toBe(10);
    expect(gateway.logText()).toContain('"record":"call_17"');
  });
});

describe('the moment of answer', () => {
  const lasts3s = { audioFormat: 'auto' };
  const audio = base64(wavOf(busy));

  it('is told by the evidence, in both modes; tones are screened on', async () => {
    for (const answeredAtMs of [0, 1_500, 3_000]) {
      const inJson = await json({ config: { ...lasts3s, answeredAtMs }, audio });
      const inHeader = await octets(wavOf(busy), `answeredAtMs=${answeredAtMs}`);
      for (const reply of [inJson, inHeader]) {
        expect(verdictOf(reply)).toMatchObject({ resultId: 10, keyword: '#BUSY#' });
        expect(reply.json.result.evidence.answeredAtMs).toBe(answeredAtMs);
      }
    }
    const without = await json({ config: { ...lasts3s, answeredAtMs: null }, audio });
    expect(without.json.result.evidence.answeredAtMs).toBeUndefined();
  });

  it.each([
    ['beyond the recording', 3_001, 'answeredAtMs: 3001 lies outside the recording, must be 0-3000 (ms)'],
    ['before it', -1, 'answeredAtMs: must be a whole number of milliseconds, 0 or more'],
    ['no whole number', 0.5, 'answeredAtMs: must be '],
    ['no number', 'soon', 'answeredAtMs: must be '],
  ])('%s is 400', async (_, answeredAtMs, reason) => {
    const inJson = refusalOf(await json({ config: { ...lasts3s, answeredAtMs }, audio }));
    const inHeader = refusalOf(await octets(wavOf(busy), `answeredAtMs=${answeredAtMs}`));
    for (const refusal of [inJson, inHeader]) {
      expect(refusal).toMatchObject({ status: 400, code: errorRow('INVALID_ARGUMENT').code });
      expect(refusal.message).toContain(reason);
    }
  });
});

describe('the JSON body', () => {
  it('takes userId, and null for what may be left out', async () => {
    const unset = { config: { audioFormat: null }, extraInfo: null, recordId: null, userId: 'somebody' };
    expect(verdictOf(await json({ ...unset, audio: base64(wavOf(busy)) })).resultId).toBe(10);
    expect(verdictOf(await octets(wavOf(busy), 'userId=somebody')).resultId).toBe(10);
  });

  it.each([
    ['no config', { audio: '' }, 'config: required'],
    ['no audio', { config: {} }, 'audio: required'],
    ['audio that is null', { config: {}, audio: null }, 'audio: must be a string'],
    ['an unknown key of config', { config: { audioMax: 10 }, audio: '' }, 'unknown key config.audioMax'],
    ['an unknown key', { config: {}, audio: '', userid: 'x' }, 'unknown key userid'],
    ['audio of another type', { config: {}, audio: 1 }, 'audio: must be a string'],
    ['BASE64 rubbish', { config: { audioFormat: 'alaw_8k' }, audio: 'AAAA$AAA' }, 'audio: not BASE64 at position 4'],
    ['BASE64 cut short', { config: { audioFormat: 'alaw_8k' }, audio: 'AAAAA' }, 'audio: not BASE64'],
  ])('with %s is 400', async (_, body, reason) => {
    const refusal = refusalOf(await json(body));
    expect(refusal).toMatchObject({ status: 400, code: errorRow('INVALID_ARGUMENT').code });
    expect(refusal.message).toContain(reason);
  });

  it('that is no JSON is 400', async () => {
    expect(refusalOf(await json('{"config":'))).toMatchObject({ status: 400, code: errorRow('MALFORMED_JSON').code });
  });
});

describe('limits', () => {
  const longest = Buffer.alloc(limits.ring.oneShotMs * 8, 0xd5); // A-law silence

  it('120 s are heard, 120.1 s are too long', async () => {
    const reply = await octets(longest, 'audioFormat=alaw_8k');
    expect(verdictOf(reply).resultId).toBe(0);
    expect(reply.json.result.evidence.audioMs).toBe(120_000);
    const refusal = refusalOf(await octets(Buffer.concat([longest, Buffer.alloc(800)]), 'audioFormat=alaw_8k'));
    expect(refusal).toMatchObject({ status: errorRow('AUDIO_TOO_LONG').http, code: errorRow('AUDIO_TOO_LONG').code });
    expect(refusal.message).toBe('audio: lasts 120.1 s, must be at most 120 s');
  });

  it('the operator may set the duration', async () => {
    const strict = await startRingGateway({ settings: { 'ring.oneShotMs': 2_000 } });
    const reply = await strict.plain(path('cn_8k_common', strict.app.appkey), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-access-token': strict.accessToken },
      body: JSON.stringify({ config: {}, audio: base64(wavOf(busy)) }),
    });
    expect(refusalOf(reply).message).toContain('must be at most 2 s');
    await strict.discard();
  });

  it('4 MiB of BASE64 are taken, more is 413', async () => {
    const encoded = base64(Buffer.alloc((limits.http.audioBytes / 4) * 3, 0xd5));
    expect(encoded).toHaveLength(limits.http.audioBytes);
    const tooLong = refusalOf(await json({ config: { audioFormat: 'alaw_8k' }, audio: encoded }));
    expect(tooLong.code).toBe(errorRow('AUDIO_TOO_LONG').code); // of bytes it was not too much
    const tooBig = refusalOf(await json({ config: { audioFormat: 'alaw_8k' }, audio: `${encoded}AAAA` }));
    expect(tooBig).toMatchObject({ status: 413, code: errorRow('BODY_TOO_LARGE').code });
  });

  it('a body of 5 MiB is 413 in both modes', async () => {
    const body = Buffer.alloc(5 * 1024 * 1024, 0x41);
    expect(refusalOf(await octets(body, 'audioFormat=alaw_8k')).status).toBe(413);
    expect(refusalOf(await json(`{"config":{},"audio":"${body.toString('latin1')}"}`)).status).toBe(413);
    expect(verdictOf(await octets(wavOf(busy), '')).resultId).toBe(10);
  });
});

describe('who may call', () => {
  const send = (appkey: string, headers: Record<string, string>) =>
    gateway.plain(path('cn_8k_common', appkey), {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'x-svc-config': '', ...headers },
      body: wavOf(busy),
    });

  it.each([
    ['without a token', {}],
    ['with a wrong token', { 'x-svc-access-token': 'nonsense' }],
  ])('%s it is 401', async (_, headers) => {
    expect(refusalOf(await send(gateway.app.appkey, headers as Record<string, string>))).toMatchObject({ status: 401 });
  });

  it('with the token of another appkey it is 401', async () => {
    const other = gateway.apps.add('other');
    expect((await send(other.appkey, { 'x-svc-access-token': gateway.accessToken })).status).toBe(401);
  });

  it.each([
    ['cn_common', 400],
    ['cn_8k_nothing', 404],
  ])('for the property %s it is %i', async (property, status) => {
    expect(refusalOf(await octets(wavOf(busy), '', property)).status).toBe(status);
  });
});

it('get-conf tells the limits of ring screening', async () => {
  const { appkey, secret } = gateway.app;
  const headers = { authorization: basic(appkey, secret) };
  const { maxima } = (await gateway.secure(`/v10/auth/get-conf?appkey=${appkey}`, { headers })).json;
  expect(maxima).toMatchObject({ ringOneShotMs: 120_000, ringAudioMaxS: { min: 10, max: 300, default: 90 } });
});
