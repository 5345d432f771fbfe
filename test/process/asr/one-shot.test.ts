// Specification 2, 4.1 (one-shot), 2.2 to 2.4 and 8: both body modes over a real gateway and a real engine, whose
// recogniser hears tones as characters.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addon, encodings } from '../../../src/native/index.js';
import { errorRow } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import { AsrClipReply } from '../../../src/protocol/wire/asr-messages.js';
import { doubled } from '../../helpers/audio/codings.js';
import { oggOpusOf, oggSpeexOf } from '../../helpers/audio/ogg.js';
import { bytesOf, stereoOf, wavOf } from '../../helpers/audio/tones.js';
import { fieldCases, headerCases } from '../../helpers/gateway/asr-fields.js';
import { type AsrGateway, startAsrGateway } from '../../helpers/gateway/asr-gateway.js';
import type { Exchange } from '../../helpers/gateway/call.js';
import { spoken } from '../../helpers/models/tone-recogniser.js';

const said = '一二三';
const speech = spoken(`2${said}2`);
const speech16k = doubled(speech);
const wav = wavOf(speech);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const audio = base64(wav);
const coded = (samples: Int16Array, coding: 'alaw' | 'ulaw') => addon.encode(encodings[coding], samples);

let gateway: AsrGateway;
beforeAll(async () => {
  gateway = await startAsrGateway();
});
afterAll(() => gateway.discard());

function replyOf(exchange: Exchange) {
  expect(exchange.status, exchange.text).toBe(200);
  const { traceToken, ...reply } = AsrClipReply.parse(exchange.json);
  expect(traceToken).not.toBe('');
  return reply;
}

function refusalOf(exchange: Exchange): { status: number; code: number; message: string } {
  expect(exchange.json?.traceToken, exchange.text).toEqual(expect.any(String));
  return { status: exchange.status, ...exchange.json.error };
}
const invalid = { status: 400, code: errorRow('INVALID_ARGUMENT').code };

describe('every format of 2.2', () => {
  it.each([
    ['pcm_s16le_8k', () => bytesOf(speech), 8_000],
    ['pcm_s16le_16k', () => bytesOf(speech16k), 16_000],
    ['alaw_8k', () => coded(speech, 'alaw'), 8_000],
    ['alaw_16k', () => coded(speech16k, 'alaw'), 16_000],
    ['ulaw_8k', () => coded(speech, 'ulaw'), 8_000],
    ['ulaw_16k', () => coded(speech16k, 'ulaw'), 16_000],
    ['wav', () => wav, 8_000],
    ['WAV', () => wavOf(speech16k, 16_000), 16_000],
    ['auto', () => wav, 8_000],
    ['AUTO', () => wavOf(speech16k, 16_000), 16_000],
    ['ogg', () => oggOpusOf(speech, 8_000), 8_000],
    ['auto', () => oggSpeexOf(speech, 8_000), 8_000],
  ])('%s gives the same text in both modes', async (audioFormat, make, rate) => {
    const bytes = make();
    for (const property of ['cn_8k_common', 'cn_16k_common']) {
      const fromJson = replyOf(await gateway.json({ config: { audioFormat }, audio: base64(bytes) }, property));
      const fromOctets = replyOf(await gateway.octets(bytes, `audioFormat=${audioFormat}`, property));
      expect(fromJson.result.text).toBe(said);
      expect(fromOctets).toEqual(fromJson);
      // A reader of Ogg may say another rate than the one that was encoded: its decoder's.
      const isRaw = !['ogg', 'auto'].includes(audioFormat) || rate === 16_000;
      const warned = rate !== (property === 'cn_8k_common' ? 8_000 : 16_000);
      if (isRaw) expect(fromJson.warning?.map(({ code }) => code)).toEqual(warned ? [100] : undefined);
    }
  });

  it('auto is the default in both modes', async () => {
    expect(replyOf(await gateway.json({ config: {}, audio })).result.text).toBe(said);
    expect(replyOf(await gateway.octets(wav, '')).result.text).toBe(said);
  });

  it.each([
    ['what cannot be determined', () => bytesOf(speech), ''],
    ['a WAV header alone', () => wavOf(new Int16Array(0)), 'audioFormat=wav'],
    ['no audio', () => Buffer.alloc(0), 'audioFormat=alaw_8k'],
    ['an Ogg page of rubbish', () => Buffer.concat([Buffer.from('OggS'), Buffer.alloc(500, 7)]), 'audioFormat=ogg'],
  ])('%s is 400', async (_, make, config) => {
    expect(refusalOf(await gateway.octets(make(), config))).toMatchObject({
      status: 400,
      code: errorRow('UNDECODABLE_AUDIO').code,
    });
  });

  it.each(['mp3', 'svc_opus', 'svc_speex', ''])(
    'the format %j is 400 and the message lists what is served',
    async (name) => {
      const fromJson = refusalOf(await gateway.json({ config: { audioFormat: name }, audio }));
      expect(fromJson).toMatchObject(invalid);
      expect(fromJson.message).toContain('config.audioFormat: must be one of auto, pcm_s16le_8k');
      const fromOctets = refusalOf(await gateway.octets(wav, `audioFormat=${name}`));
      expect(fromOctets.message).toContain('X-Svc-Config.audioFormat: must be one of auto, pcm_s16le_8k');
    },
  );

  it('an encParams is unknown here', async () => {
    const refusal = refusalOf(await gateway.json({ config: { encParams: 'ar:8000' }, audio }));
    expect(refusal.message).toBe('unknown key config.encParams');
  });
});

describe('the result of 2.4', () => {
  const result = async (config: object) => replyOf(await gateway.json({ config, audio }));

  it('has text and confidence, and nothing that was not asked for', async () => {
    expect(await result({})).toEqual({ result: { text: said, confidence: expect.any(Number) } });
  });

  it('has pinyin when outputPinyin is on, in the words too', async () => {
    const { result: heard } = await result({ outputPinyin: true, wordType: 'CHAR' });
    expect(heard.pinyin).toBe('yi1 er4 san1');
    expect(heard.words?.map(({ w, py }) => [w, py])).toEqual([
      ['一', 'yi1'],
      ['二', 'er4'],
      ['三', 'san1'],
    ]);
  });

  it('has words with their times when wordType is not DISABLED', async () => {
    const { result: heard } = await result({ wordType: 'CHAR' });
    const frameMs = 20;
    const words = heard.words ?? [];
    for (const [index, { st, et, t, py }] of words.entries()) {
      const at = 200 + 40 + index * 200; // `spoken`: 200 ms of silence, then 160 ms of each character after 40 ms
      expect(Math.abs(st - at)).toBeLessThanOrEqual(frameMs);
      const next = words[index + 1]; // 40 ms are no pause: a word lasts until the next one
      if (next !== undefined) expect(et).toBe(next.st);
      else expect(Math.abs(et - (at + 160))).toBeLessThanOrEqual(frameMs);
      expect([t, py]).toEqual([undefined, undefined]);
    }
    expect(heard.words).toHaveLength(3);
    expect((await result({ wordType: 'DISABLED' })).result.words).toBeUndefined();
  });

  it('has alternatives only when nbest is more than 1, at most nbest - 1', async () => {
    expect((await result({ nbest: 1 })).alternatives).toBeUndefined();
    for (const nbest of [2, 10]) {
      const { alternatives = [], result: best } = await result({ nbest });
      expect(alternatives.length).toBeGreaterThan(0);
      expect(alternatives.length).toBeLessThan(nbest);
      for (const { text } of alternatives) expect(text).not.toBe(best.text);
    }
  });

  it('has analysis only when sa is not empty, with what was asked for', async () => {
    for (const sa of [undefined, null, {}])
      expect((await result({ ...(sa !== undefined && { sa }) })).analysis).toBeUndefined();
    expect((await result({ sa: { checkGender: false } })).analysis).toEqual({});
    expect((await result({ sa: { outputSpeed: true } })).analysis).toEqual({ speed: expect.any(Number) });
    const { analysis } = await result({ sa: { outputVolume: true } });
    expect(analysis).toEqual({ avgVol: expect.any(Number), maxVol: expect.any(Number) });
    expect(analysis?.avgVol).toBeLessThanOrEqual(analysis?.maxVol ?? 0);
  });

  it('of silence is the empty text', async () => {
    const silent = base64(wavOf(new Int16Array(8_000)));
    const reply = replyOf(await gateway.json({ config: { outputPinyin: true, wordType: 'WORD' }, audio: silent }));
    expect(reply.result).toMatchObject({ text: '', pinyin: '', words: [] });
  });
});

describe.each(fieldCases.map((field) => [field.key, field] as const))('config.%s', (key, field) => {
  if (field.streamOnly === true) {
    it('is for streaming only: unknown here', async () => {
      const refusal = refusalOf(await gateway.json({ config: { [key]: field.valid[0] }, audio }));
      expect(refusal).toMatchObject({ ...invalid, message: `unknown key config.${key}` });
    });
    return;
  }

  it('takes every valid value, boundaries included', async () => {
    for (const value of field.valid) {
      const reply = replyOf(await gateway.json({ config: { [key]: value }, audio }));
      expect(reply.result.text).not.toBe('');
    }
  });

  it('refuses everything else with 400, its name and its range', async () => {
    for (const value of [...field.outOfRange, ...field.wrongType]) {
      const refusal = refusalOf(await gateway.json({ config: { [key]: value }, audio }));
      expect(refusal).toMatchObject(invalid);
      expect(refusal.message).toContain(`config.${key}`);
      if (field.outOfRange.includes(value)) expect(refusal.message).toContain(field.range);
    }
  });
});

describe('X-Svc-Config', () => {
  it.each(headerCases)('"$pairs" gives what JSON mode gives', async ({ pairs, config }) => {
    expect(replyOf(await gateway.octets(wav, pairs))).toEqual(replyOf(await gateway.json({ config, audio })));
  });

  it.each([
    [undefined, 'X-Svc-Config: required with application/octet-stream; may be empty'],
    ['vocab=张三', 'unknown key X-Svc-Config.vocab'],
    ['sensword=坏', 'unknown key X-Svc-Config.sensword'],
    ['interimResults=true', 'unknown key X-Svc-Config.interimResults'],
    ['nbest=11', 'X-Svc-Config.nbest: must be in [1-10]'],
    ['wordTpp=1', 'X-Svc-Config.wordTpp: must be one of true, false'],
    ['nbest', 'is not key=value'],
  ])('%j is 400', async (config, reason) => {
    const refusal = refusalOf(await gateway.octets(wav, config));
    expect(refusal).toMatchObject(invalid);
    expect(refusal.message).toContain(reason);
  });
});

describe('the request around it', () => {
  it('has extraInfo, recordId and userId, in both modes', async () => {
    const fields = { extraInfo: '第三线', recordId: `call/17${'x'.repeat(80)}`, userId: 'alice' };
    replyOf(await gateway.json({ config: {}, audio, ...fields }));
    expect(gateway.logText()).toContain(`"record":"call_17${'x'.repeat(57)}"`);
    replyOf(await gateway.octets(wav, 'extraInfo=线路九,recordId=b-1,userId=bob'));
    expect(gateway.logText()).toContain('"extraInfo":"线路九","record":"b_1"');
  });

  it('keeps what was said out of the log', () => {
    expect(gateway.logText()).not.toContain(said);
  });

  it.each([
    ['no config', { audio }, 'config: required'],
    ['no audio', { config: {} }, 'audio: required'],
    ['an unknown key', { config: {}, audio, userID: 'x' }, 'unknown key userID'],
    ['an unknown key of config', { config: { language: 'zh' }, audio }, 'unknown key config.language'],
    ['an unknown key of sa', { config: { sa: { checkAge: true } }, audio }, 'unknown key config.sa.checkAge'],
    ['BASE64 rubbish', { config: {}, audio: 'AAAA$AAA' }, 'audio: not BASE64 at position 4'],
    ['a userId of another type', { config: {}, audio, userId: 7 }, 'userId: must be a string'],
  ])('with %s is 400', async (_, body, reason) => {
    const refusal = refusalOf(await gateway.json(body));
    expect(refusal).toMatchObject(invalid);
    expect(refusal.message).toContain(reason);
  });

  it('that is no JSON is 400', async () => {
    expect(refusalOf(await gateway.json('{"config":'))).toMatchObject({
      status: 400,
      code: errorRow('MALFORMED_JSON').code,
    });
  });
});

describe('warnings', () => {
  const codes = async (config: object, property?: string) =>
    replyOf(await gateway.json({ config, audio }, property)).warning?.map(({ code }) => code);

  it.each([
    [100, {}, 'cn_16k_common'],
    [101, { vocabId: 'nothing' }, undefined],
    [102, { vocab: '张三 9' }, undefined],
    [103, { senswordId: 'nothing', wordFilter: true }, undefined],
    [104, { sensword: `${'长'.repeat(100)}`, wordFilter: true }, undefined],
    [105, { profile: 'nobody' }, undefined],
    [106, { olmId: 'nothing' }, undefined],
  ])('%i comes with a result', async (code, config, property) => {
    expect(await codes(config, property)).toEqual([code]);
  });

  it('107 says that checkEmotion has no effect (extension), and does not come where nobody asks for emotions', async () => {
    expect(await codes({ sa: { checkEmotion: true, outputVolume: true } })).toEqual([107]);
    expect(await codes({ sa: { checkEmotion: false, outputVolume: true } })).toBeUndefined();
  });

  it('come together, the sample rate first', async () => {
    const config = { vocabId: 'a;b', vocab: '张三 9', senswordId: 'c', wordFilter: true, profile: 'nobody' };
    expect(await codes(config, 'cn_16k_common')).toEqual([100, 105, 102, 101, 101, 103]);
  });

  it('are absent when there are none', async () => {
    expect(await codes({ vocab: '张三丰 3', sensword: '坏话', wordFilter: true })).toBeUndefined();
  });
});

describe('a stereo WAV file (extension)', () => {
  const other = spoken('2四五2');
  const stereo = stereoOf(speech, other);
  const heard = async (bytes: Uint8Array, audioChannel: string) => {
    const inJson = replyOf(await gateway.json({ config: { audioChannel }, audio: base64(bytes) }));
    expect(replyOf(await gateway.octets(bytes, `audioChannel=${audioChannel}`))).toEqual(inJson);
    return inJson.result.text;
  };

  it('is heard on the channel that audioChannel names, in both modes', async () => {
    expect(await heard(stereo, 'left')).toBe(said);
    expect(await heard(stereo, 'right')).toBe('四五');
    expect(await heard(stereoOf(speech, speech), 'mix')).toBe(said);
  });

  it('is refused in words where none is named, and so is a channel that is none', async () => {
    const unnamed = refusalOf(await gateway.octets(stereo, ''));
    expect(unnamed).toMatchObject({ status: 400, code: errorRow('UNDECODABLE_AUDIO').code });
    expect(unnamed.message).toBe(
      'audio: the WAV file has 2 channels, but only one can be used; choose it with audioChannel: left, right, mix',
    );
    const middle = refusalOf(await gateway.json({ config: { audioChannel: 'middle' }, audio }));
    expect(middle).toMatchObject(invalid);
    expect(middle.message).toContain('config.audioChannel: must be one of left, right, mix');
    const header = refusalOf(await gateway.octets(wav, 'audioChannel=2'));
    expect(header.message).toContain('X-Svc-Config.audioChannel: must be one of left, right, mix');
  });

  it('has no say in audio of one channel, which is heard as it is', async () => {
    expect(await heard(wav, 'right')).toBe(said);
  });
});

describe('limits', () => {
  const longest = Buffer.alloc(limits.asr.oneShotMs * 8, 0xd5); // A-law silence

  it('60 s are heard, 60.1 s are too long', async () => {
    expect(replyOf(await gateway.octets(longest, 'audioFormat=alaw_8k')).result.text).toBe('');
    const refusal = refusalOf(await gateway.octets(Buffer.concat([longest, Buffer.alloc(800)]), 'audioFormat=alaw_8k'));
    expect(refusal).toMatchObject({ status: 413, code: errorRow('AUDIO_TOO_LONG').code });
    expect(refusal.message).toBe('audio: lasts 60.1 s, must be at most 60 s');
  });

  it('4 MiB of BASE64 are taken, more is 413', async () => {
    const encoded = base64(Buffer.alloc((limits.http.audioBytes / 4) * 3, 0xd5));
    const config = { audioFormat: 'alaw_8k' };
    expect(refusalOf(await gateway.json({ config, audio: encoded })).code).toBe(errorRow('AUDIO_TOO_LONG').code);
    expect(refusalOf(await gateway.json({ config, audio: `${encoded}AAAA` }))).toMatchObject({
      status: 413,
      code: errorRow('BODY_TOO_LARGE').code,
    });
  });

  it('two word lists of 100K fit beside 4 MiB of BASE64, each of their characters escaped', async () => {
    const line = `${'\\u5f20'.repeat(84)}\\n`; // 84 characters of 3 bytes
    const list = line.repeat(Math.floor(102_400 / (84 * 3 + 1)));
    const encoded = base64(Buffer.alloc((limits.http.audioBytes / 4) * 3, 0xd5));
    const body = `{"config":{"audioFormat":"alaw_8k","vocab":"${list}","sensword":"${list}"},"audio":"${encoded}"}`;
    expect(refusalOf(await gateway.json(body)).code).toBe(errorRow('AUDIO_TOO_LONG').code);
  });

  it('the operator may set the duration', async () => {
    const strict = await startAsrGateway({ settings: { 'asr.oneShotMs': 1_000 } });
    const refusal = refusalOf(await strict.octets(wavOf(new Int16Array(8_800)), ''));
    expect(refusal.message).toContain('must be at most 1 s');
    await strict.discard();
  });
});

describe('the property', () => {
  it.each(['cn_8k_common', 'CN_8K_COMMON', 'cn_16k_common', 'cn_8k_zhijian', 'cn_16k_huiyi'])(
    '%s is served',
    async (property) => {
      expect(replyOf(await gateway.octets(wav, '', property)).result.text).toBe(said);
    },
  );

  it.each([
    ['cn_common', 400, 'MALFORMED_PROPERTY'],
    ['cn_8k', 400, 'MALFORMED_PROPERTY'],
    ['cn_44k_common', 400, 'MALFORMED_PROPERTY'],
    ['cn_8k_nothing', 404, 'PROPERTY_NOT_FOUND'],
    ['en_8k_common', 404, 'PROPERTY_NOT_FOUND'],
  ] as const)('%s is %i', async (property, status, name) => {
    expect(refusalOf(await gateway.octets(wav, '', property))).toMatchObject({ status, code: errorRow(name).code });
  });

  it('is listed by check-auth with the endpoints of recognition', async () => {
    const { appkey, secret } = gateway.app;
    const reply = await gateway.secure(`/v10/auth/check-auth?appkey=${appkey}`, {
      headers: { authorization: `Basic ${Buffer.from(`${appkey}:${secret}`).toString('base64')}` },
    });
    const capability = reply.json.capabilities.find(
      (each: { capability: string }) => each.capability === 'asr.freetalk',
    );
    expect(capability).toMatchObject({
      properties: ['cn_8k_common', 'cn_16k_common', 'cn_8k_zhijian', 'cn_16k_huiyi'],
      endpoints: ['short_audio', 'short_stream', 'utterance_stream', 'continue_stream', 'fork'].map(
        (last) => `/v10/asr/freetalk/{property}/${last}`,
      ),
    });
  });
});

describe('who may call', () => {
  it.each([
    ['without a token', {}],
    ['with a wrong token', { 'x-svc-access-token': 'nonsense' }],
  ])('%s it is 401', async (_, headers) => {
    const reply = await gateway.plain(`/v10/asr/freetalk/cn_8k_common/short_audio?appkey=${gateway.app.appkey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'x-svc-config': '', ...(headers as object) },
      body: wav,
    });
    expect(refusalOf(reply)).toMatchObject({ status: 401, code: errorRow('UNAUTHENTICATED').code });
  });
});
