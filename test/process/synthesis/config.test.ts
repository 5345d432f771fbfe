// Specification 2, 2.6 and 4.5: START with every field of the configuration table, at, below and above its bounds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spokenFormats, spokenRatesHz } from '../../../src/protocol/engine/synthesis.js';
import { errorRow } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import { type SpeakingGateway, startSpeakingGateway } from '../../helpers/gateway/speaking-gateway.js';
import { quickVoice, type SynthesisClient, wordsOf } from '../../helpers/gateway/synthesis-client.js';

interface Field {
  readonly key: string;
  readonly valid: readonly unknown[];
  readonly refused: readonly unknown[];
  readonly wrongType: readonly unknown[];
  /** Stands in the message about `refused`. */
  readonly range: string;
}

const notNumbers = ['5', true, [5], {}];
const notFlags = ['true', 1, []];
const flag = (key: string): Field => ({ key, valid: [true, false], refused: [], wrongType: notFlags, range: '' });
const hundreds = { valid: [-500, -1, 0, 1, 500], refused: [-501, 501], wrongType: [...notNumbers, 0.5] };

const fields: readonly Field[] = [
  { key: 'pitch', ...hundreds, range: 'must be in [-500,500]' },
  { key: 'speed', ...hundreds, range: 'must be in [-500,500]' },
  {
    key: 'volume',
    valid: [0, 1, 50, 99, 100],
    refused: [-1, 101],
    wrongType: [...notNumbers, 0.5],
    range: 'must be in [0,100]',
  },
  {
    key: 'digitMode',
    valid: [0, 1, 2, 3],
    refused: [-1, 4, 0.5],
    wrongType: notNumbers,
    range: 'must be one of 0, 1, 2, 3',
  },
  {
    key: 'soundEffect',
    valid: [0, 1, 2, 3, 4, 5],
    refused: [-1, 6],
    wrongType: [...notNumbers, 0.5],
    range: 'must be in [0,5]',
  },
  flag('puncMode'),
  {
    key: 'format',
    valid: [...spokenFormats, 'PCM', 'Svc_Opus'],
    refused: ['', 'wav', 'mp3', 'pcm_s16le_16k'],
    wrongType: [1, true, []],
    range: 'must be one of pcm, alaw, ulaw, svc_speex, svc_opus',
  },
  {
    key: 'sampleRate',
    valid: spokenRatesHz,
    refused: [0, 7_999, 8_001, 12_000, 24_000, 48_001, 96_000],
    wrongType: ['16000', true],
    range: 'must be one of 8000, 11025, 16000, 22050, 32000, 44100, 48000',
  },
  flag('useS3ML'),
];

let gateway: SpeakingGateway;
let client: SynthesisClient;
beforeAll(async () => {
  // Refusals are counted, and here there are many on one connection.
  gateway = await startSpeakingGateway({ settings: { 'stream.errorCount': 10_000 } });
  client = await gateway.connect();
});
afterAll(() => gateway.discard());

/** The answer to START; the session is ended again. */
async function started(config: object, text = '您好', rest: object = {}) {
  client.say(text, config, rest);
  const answer = await client.next();
  if (answer.respType !== 'START') return answer;
  client.cancel();
  expect(wordsOf(await client.session())).toEqual(['END CANCEL']);
  return answer;
}

async function refused(config: object, text = '您好', rest: object = {}): Promise<string> {
  const answer = await started(config, text, rest);
  expect(answer).toMatchObject({ respType: 'ERROR', errCode: errorRow('INVALID_ARGUMENT').code });
  return answer.respType === 'ERROR' ? answer.errMessage : '';
}

describe.each(fields.map((field) => [field.key, field] as const))('config.%s', (key, field) => {
  it('takes every valid value, boundaries included', async () => {
    for (const value of [...field.valid, null])
      expect(await started({ [key]: value })).toMatchObject({ respType: 'START' });
  });

  it('refuses everything else, over the WebSocket and over HTTP alike, with its name and its range', async () => {
    for (const value of [...field.refused, ...field.wrongType]) {
      const message = await refused({ [key]: value });
      expect(message).toContain(`config.${key}: `);
      if (field.refused.includes(value)) expect(message).toContain(field.range);
      const reply = await gateway.shortText({ text: '您好', config: { [key]: value } });
      expect([reply.status, reply.json.error.message]).toEqual([400, message]);
    }
  });
});

describe('config.format with config.sampleRate', () => {
  it.each(spokenFormats)('%s takes every rate', async (format) => {
    for (const sampleRate of spokenRatesHz) {
      expect(await started({ format, sampleRate })).toMatchObject({ respType: 'START' });
    }
  });

  it.each([
    ['svc_speex', 44_100, 32_000],
    ['svc_opus', 44_100, 48_000],
    ['svc_opus', 11_025, 12_000],
  ])('%s at %i Hz is coded at %i Hz: a slice says how long it is at that rate', async (format, sampleRate, codedHz) => {
    client.say('您好，请问有什么可以帮您？', { format, sampleRate });
    await client.expect('START');
    client.getAudio(200);
    expect((await client.expect('AUDIO')).bytes.readUInt32BE(0)).toBe((2 * codedHz) / 5);
    client.cancel();
    await client.expect('END');
  });

  it('a packed format and PCM at the same sampleRate are not taken for each other', async () => {
    const text = '再见，祝您生活愉快。';
    const plain = await client.spoken(text, { sampleRate: 44_100, volume: 51 });
    const packed = await client.spoken(text, { sampleRate: 44_100, volume: 52, format: 'svc_opus' });
    const after = await client.spoken(text, { sampleRate: 44_100, volume: 52 });
    expect(packed.length).toBeGreaterThan(0);
    expect(after.length).toBe(plain.length);
  });
});

describe('START', () => {
  it('names unknown keys', async () => {
    expect(await refused({ Pitch: 1 })).toBe('unknown key config.Pitch');
    expect(await refused({ timeSlice: 500 })).toBe('unknown key config.timeSlice');
    expect(await refused({}, '您好', { recordId: 'x' })).toBe('unknown key recordId');
  });

  it('requires text, and text that says something', async () => {
    client.send({ command: 'START' });
    expect((await client.expect('ERROR')).errMessage).toBe('text: required (string)');
    expect(await refused({}, '')).toBe('text: must not be empty');
    client.send({ command: 'START', text: 5 });
    expect((await client.expect('ERROR')).errMessage).toBe('text: must be a string');
  });

  it('refuses text that is not UTF-8, as an escape may make it', async () => {
    client.send('{"command":"START","text":"\\ud83d"}');
    expect((await client.expect('ERROR')).errMessage).toContain('text: is not UTF-8');
  });

  it('takes extraInfo and records it; what is said is not recorded', async () => {
    expect(await started({}, '这句话不进日志', { extraInfo: 'line 7' })).toMatchObject({ respType: 'START' });
    expect(gateway.logText()).toContain('"extraInfo":"line 7"');
    expect(gateway.logText()).not.toContain('这句话不进日志');
    expect(await refused({}, '您好', { extraInfo: 7 })).toBe('extraInfo: must be a string');
    expect(await refused({}, '您好', { extraInfo: 'x'.repeat(limits.extraInfoBytes + 1) })).toContain('extraInfo: ');
  });

  const { textBytes, textCharacters } = limits.synthesis;
  const escaped = (text: string) =>
    text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

  it('takes plain text of half a day', async () => {
    const hours = '今天天气很好，我们去公园散步吧。'.repeat(12_500); // 200,000 characters
    expect(await started({}, hours)).toMatchObject({ respType: 'START' });
    expect(gateway.logText()).toContain('"characters":200000');
  });

  it.each([
    ['', '好'],
    [', of two surrogates each', '𠮷'],
  ])('takes 200,000 characters%s of which each is escaped', async (_, character) => {
    const whole = escaped(character).repeat(textCharacters);
    const extraInfo = '\\u0020'.repeat(limits.extraInfoBytes);
    client.send(`{"command":"START","text":"${whole}","extraInfo":"${extraInfo}"}`);
    expect(await client.next()).toMatchObject({ respType: 'START' });
    client.cancel();
    expect(wordsOf(await client.session())).toEqual(['END CANCEL']);
  });

  it('says how long a text that is too long may be', async () => {
    expect(await started({}, 'a'.repeat(textBytes))).toMatchObject({ respType: 'START' });
    expect(await refused({}, 'a'.repeat(textBytes + 1))).toBe(
      'text: has 800001 bytes of UTF-8, must have at most 800000; 200000 characters always fit',
    );
  });
});

describe('markup', () => {
  const markup = (bytes: number) => `<speak>${'a'.repeat(bytes - 15)}</speak>`;

  it('has at most 1,024 bytes, not characters', async () => {
    expect(await started({ useS3ML: true }, markup(1_024))).toMatchObject({ respType: 'START' });
    expect(await refused({ useS3ML: true }, markup(1_025))).toContain('1024');
    expect(await refused({ useS3ML: true }, `<speak>${'字'.repeat(342)}</speak>`)).toContain('1024');
    expect(await started({ useS3ML: false }, markup(1_025))).toMatchObject({ respType: 'START' });
  });

  it('that is broken is refused with the place', async () => {
    expect(await refused({ useS3ML: true }, '<speak>好<break></speak>')).toMatch(/character \d+/);
  });

  it('warns in the answer to START: 100 unsupported tag, 101 voice not found', async () => {
    const text = '<speak><audio src="x"/>好<voice name="cn_nobody_common">好</voice></speak>';
    const answer = await started({ useS3ML: true }, text);
    const warnings = answer.respType === 'START' ? (answer.warning ?? []) : [];
    expect(warnings.map(({ code }) => code)).toEqual([100, 101]);
    expect(warnings[0]?.message).toContain('<audio>');
    expect(warnings[1]?.message).toContain('cn_nobody_common');
  });

  it('takes a voice that is served, in any case, and warns of nothing', async () => {
    const text = `<voice name="${quickVoice.toUpperCase()}">好</voice>`;
    expect(Object.keys(await started({ useS3ML: true }, text))).toEqual(['respType', 'traceToken']);
  });
});
