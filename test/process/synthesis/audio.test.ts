// Specification 2, 3.2 and 4.5: each GET_AUDIO is one slice, END follows the last by itself, CANCEL ends at once; and the
// audio is the same however it is asked for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spokenFormats } from '../../../src/protocol/engine/synthesis.js';
import { errorRow } from '../../../src/protocol/errors.js';
import { chance } from '../../helpers/chance.js';
import { type SpeakingGateway, startSpeakingGateway } from '../../helpers/gateway/speaking-gateway.js';
import { audioOf, quickVoice, type SynthesisClient, wordsOf } from '../../helpers/gateway/synthesis-client.js';

const text = '尊敬的客户您好，您的话费余额为12.5元。请及时充值，谢谢！';
const long = '今天天气很好，我们去公园散步吧。'.repeat(60);

let gateway: SpeakingGateway;
let client: SynthesisClient;
beforeAll(async () => {
  gateway = await startSpeakingGateway();
  client = await gateway.connect();
});
afterAll(() => gateway.discard());

async function begin(said: string, config: object = {}): Promise<void> {
  client.say(said, config);
  await client.expect('START');
}

describe('GET_AUDIO', () => {
  it.each([
    ['pcm', 8_000, 16],
    ['pcm', 48_000, 96],
    ['alaw', 8_000, 8],
    ['ulaw', 16_000, 16],
  ] as const)('is answered with one slice of timeSlice ms: %s at %i Hz', async (format, sampleRate, bytesPerMs) => {
    await begin(long, { format, sampleRate });
    for (const timeSlice of [100, 101, 1_000, 10_000, 137]) {
      client.getAudio(timeSlice);
      expect((await client.expect('AUDIO')).bytes.length).toBe(timeSlice * bytesPerMs);
    }
    expect(await client.quiet()).toEqual([]);
    client.cancel();
    await client.expect('END');
  });

  it('is needed for every slice: without it no audio is pushed', async () => {
    await begin(text);
    await client.quiet();
    client.getAudio(100);
    await client.expect('AUDIO');
    expect(await client.quiet()).toEqual([]);
    client.cancel();
    await client.expect('END');
  });

  it('may be sent ahead, several at a time: they are answered in their order', async () => {
    await begin(long, { sampleRate: 8_000 });
    const slices = [100, 300, 200, 500, 100];
    for (const timeSlice of slices) client.getAudio(timeSlice);
    for (const timeSlice of slices) expect((await client.expect('AUDIO')).bytes.length).toBe(timeSlice * 16);
    client.cancel();
    await client.expect('END');
  });
});

describe('END with reason NORMAL', () => {
  it('follows the last slice by itself, and the last slice may be shorter', async () => {
    const whole = await client.spoken(text, { sampleRate: 8_000 }, 10_000);
    const slices = Math.ceil(whole.length / 16_000);
    await begin(text, { sampleRate: 8_000 });
    client.getAudio(1_000, slices);
    const heard = await client.session();
    expect(wordsOf(heard)).toEqual([...new Array(slices).fill('AUDIO'), 'END NORMAL']);
    const lengths = heard.flatMap((message) => (message.respType === 'AUDIO' ? [message.bytes.length] : []));
    expect(lengths.slice(0, -1).every((length) => length === 16_000)).toBe(true);
    expect(lengths.at(-1)).toBe(whole.length - (slices - 1) * 16_000);
  });

  it('leaves GET_AUDIOs that crossed with it without an answer', async () => {
    await begin('好');
    client.getAudio(10_000, 50);
    expect(wordsOf(await client.session())).toEqual(['AUDIO', 'END NORMAL']);
    client.getAudio(10_000, 50);
    expect(await client.quiet()).toEqual([]);
    expect((await client.spoken('好')).length).toBeGreaterThan(1_000);
  });
});

describe('END with reason CANCEL', () => {
  it('answers CANCEL at once, before the audio that was asked for', async () => {
    await begin(long);
    client.getAudio(10_000, 100);
    await client.expect('AUDIO');
    client.cancel();
    const rest = await client.session();
    expect(wordsOf(rest).at(-1)).toBe('END CANCEL');
    expect(rest.length).toBeLessThan(90);
    expect(await client.quiet()).toEqual([]);
  });

  it('comes for a session of which nothing was asked', async () => {
    await begin(long);
    client.cancel();
    expect(wordsOf(await client.session())).toEqual(['END CANCEL']);
  });
});

describe('a connection', () => {
  it('serves one START after the other, each with a traceToken of its own', async () => {
    const tokens = new Set<string>();
    for (let round = 0; round < 5; round++) {
      client.say('好');
      const start = await client.expect('START');
      const end = (await client.listen(1_000)).at(-1);
      expect(end).toMatchObject({ respType: 'END', reason: 'NORMAL', traceToken: start.traceToken });
      tokens.add(start.traceToken);
    }
    expect(tokens.size).toBe(5);
  });

  it('takes START, GET_AUDIO and the next START without waiting, once CANCEL is between them', async () => {
    for (let round = 0; round < 3; round++) {
      client.say(long);
      client.cancel();
    }
    for (let round = 0; round < 3; round++) expect(wordsOf(await client.session())).toEqual(['START', 'END CANCEL']);
  });
});

describe('text of which nothing can be spoken', () => {
  it.each(['🙂🙂', '   ', '。。。', 'مرحبا', '\u0000\u0007'])(
    '%j ends with ERROR, asked for or not',
    async (nothing) => {
      await begin(nothing);
      const rest = await client.session();
      expect(wordsOf(rest)).toEqual(['ERROR', 'END ERROR']);
      expect(rest[0]).toMatchObject({
        errCode: errorRow('INVALID_ARGUMENT').code,
        errMessage: 'text: contains nothing that can be spoken',
      });
      const reply = await gateway.shortText({ text: nothing });
      expect([reply.status, reply.json.error.message]).toEqual([400, 'text: contains nothing that can be spoken']);
    },
  );
});

describe('the audio of a text', () => {
  // Without figures the digit modes read alike: each is made anew, none comes out of the cache of the one before.
  const plainText = '尊敬的客户您好，您的话费余额不足。请及时充值，谢谢！';

  it.each(['pcm', 'alaw', 'ulaw'] as const)('is the same bit for bit however it is asked for: %s', async (format) => {
    const { int } = chance(7);
    const config = { format, volume: 40 + spokenFormats.indexOf(format) };
    const whole = await client.spoken(plainText, { ...config, digitMode: 0 }, 10_000);
    expect(whole.length).toBeGreaterThan(10_000);
    const patterns = [() => 100, () => 333, () => int(100, 3_000)];
    for (const [at, pattern] of patterns.entries()) {
      expect((await client.spoken(plainText, { ...config, digitMode: at + 1 }, pattern)).equals(whole)).toBe(true);
    }
    expect((await client.spoken(plainText, { ...config, digitMode: 0 }, 150)).equals(whole)).toBe(true); // kept
  });

  it.each(spokenFormats)('is the same over HTTP, byte for byte: %s', async (format) => {
    const config = { format, volume: 60 + spokenFormats.indexOf(format) };
    const reply = await gateway.shortText({ text: plainText, config: { ...config, digitMode: 0 } });
    expect(reply.status).toBe(200);
    const streamed = await client.spoken(plainText, { ...config, digitMode: 1 }, 200); // slices of HTTP have 200 ms
    expect(reply.bytes.equals(streamed)).toBe(true);
  });

  it('depends on the settings, not on their spelling', async () => {
    const plain = await client.spoken(text);
    expect((await client.spoken(text, { format: 'PCM', sampleRate: 16_000, pitch: 0 })).equals(plain)).toBe(true);
    for (const change of [{ pitch: 300 }, { speed: 300 }, { volume: 10 }, { soundEffect: 1 }, { digitMode: 2 }]) {
      expect((await client.spoken(text, change)).equals(plain), JSON.stringify(change)).toBe(false);
    }
  });

  it('of markup follows its voice: a part in another one', async () => {
    const plain = await client.spoken('好的');
    const other = 'cn_roumeijuan_common-h9';
    const config = { useS3ML: true };
    const marked = await client.spoken(`<voice name="${other}">好的</voice>`, config);
    expect(marked.equals(plain)).toBe(false);
    expect((await client.spoken(`<voice name="${quickVoice}">好的</voice>`, config)).equals(plain)).toBe(true);
  });
});

it('leaves no session behind', () => gateway.isQuiet());

it('hears END of all sessions as one of three reasons', () => {
  expect(audioOf([])).toHaveLength(0);
  const reasons = new Set(client.messages.flatMap((message) => (message.respType === 'END' ? [message.reason] : [])));
  expect([...reasons].sort()).toEqual(['CANCEL', 'ERROR', 'NORMAL']);
});
