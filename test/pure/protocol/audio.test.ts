// Specification 2: 2.1 (properties), 2.2 (formats), 4.2 (encParams of the packed formats).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../../src/protocol/base64.js';
import { bytesPerMs, claimedMs, oneShotFormats, streamFormats } from '../../../src/protocol/engine/audio.js';
import { ServiceError } from '../../../src/protocol/errors.js';
import {
  parseOneShotFormat,
  parseStreamFormat,
  sniffContainer,
  streamCoding,
} from '../../../src/protocol/wire/audio-format.js';
import { parseConfigHeader } from '../../../src/protocol/wire/config-header.js';
import { parseSpeechProperty, ringProperties } from '../../../src/protocol/wire/property.js';
import { recordName } from '../../../src/protocol/wire/speech-messages.js';

const refusal = (work: () => unknown): { code: string; message: string } => {
  try {
    work();
  } catch (fault) {
    if (fault instanceof ServiceError) return { code: fault.code, message: fault.message };
    throw fault;
  }
  throw new Error('nothing was refused');
};

describe('audioFormat', () => {
  it('of a one-shot call is one of nine, of a stream one of eight', () => {
    expect(oneShotFormats).toEqual([
      ...['auto', 'pcm_s16le_8k', 'pcm_s16le_16k', 'alaw_8k', 'alaw_16k', 'ulaw_8k', 'ulaw_16k', 'wav', 'ogg'],
    ]);
    expect(streamFormats).toEqual([
      ...['pcm_s16le_8k', 'pcm_s16le_16k', 'alaw_8k', 'alaw_16k', 'ulaw_8k', 'ulaw_16k', 'svc_speex', 'svc_opus'],
    ]);
  });

  it('is read in any case', () => {
    for (const spelling of ['auto', 'AUTO', 'Auto']) expect(parseOneShotFormat(spelling)).toBe('auto');
    expect(parseStreamFormat('SVC_Opus')).toBe('svc_opus');
  });

  it.each(['auto', 'wav', 'ogg', 'mp3', '', 'pcm_s16le', '__proto__', 'constructor'])(
    'refuses %j for a stream',
    (name) => {
      const { code, message } = refusal(() => parseStreamFormat(name));
      expect(code).toBe('INVALID_ARGUMENT');
      expect(message).toBe(`config.audioFormat: must be one of ${streamFormats.join(', ')}`);
    },
  );

  it.each(['svc_speex', 'svc_opus', 'mp3', ''])('refuses %j for a one-shot call', (name) => {
    expect(refusal(() => parseOneShotFormat(name)).message).toContain('must be one of auto, pcm_s16le_8k');
  });
});

describe('encParams', () => {
  it('is ignored for raw formats, whatever it says', () => {
    expect(streamCoding('alaw_16k', 'rubbish')).toEqual({ coding: 'alaw', sampleRateHz: 16_000 });
  });

  it.each([
    ['svc_speex', 'ar:8000;ac:1', 8_000],
    ['svc_speex', 'ar:16000', 16_000],
    ['svc_speex', 'ac:1;ar:32000', 32_000],
    ['svc_opus', ' ar : 16000 ; ac : 1 ; ', 16_000],
    ['svc_opus', 'ar:48000', 48_000],
  ] as const)('of %s may be %j', (format, text, rate) => {
    expect(streamCoding(format, text)).toEqual({ coding: format, sampleRateHz: rate });
  });

  it.each([
    ['svc_speex', '', 'ar is required for svc_speex, one of 8000, 16000, 32000'],
    ['svc_opus', 'ac:1', 'ar is required for svc_opus'],
    ['svc_speex', 'ar:48000', 'ar must be one of 8000, 16000, 32000 for svc_speex'],
    ['svc_opus', 'ar:44100', 'ar must be one of 8000, 12000, 16000, 24000, 48000 for svc_opus'],
    ['svc_opus', 'ar:08000', 'ar must be one of'],
    ['svc_opus', 'ar', 'ar must be one of'],
    ['svc_opus', 'ar:16000;ac:2', 'ac must be 1 (mono only)'],
    ['svc_opus', 'ar:16000;br:1', 'unknown key "br"'],
    ['svc_opus', 'ar:16000;ar:8000', '"ar" is given twice'],
  ] as const)('of %s may not be %j', (format, text, reason) => {
    const { code, message } = refusal(() => streamCoding(format, text));
    expect(code).toBe('INVALID_ARGUMENT');
    expect(message).toContain('config.encParams: ');
    expect(message).toContain(reason);
  });
});

describe('durations', () => {
  it('follow from bytes for raw formats', () => {
    expect(bytesPerMs(streamCoding('pcm_s16le_16k', ''))).toBe(32);
    expect(bytesPerMs(streamCoding('ulaw_8k', ''))).toBe(8);
    expect(claimedMs(streamCoding('pcm_s16le_8k', ''), new Uint8Array(1_600))).toBe(100);
  });

  it('are what the header claims for packed slices, and never more than a slice may be', () => {
    const opus = streamCoding('svc_opus', 'ar:16000');
    expect(claimedMs(opus, Buffer.from([0, 0, 12, 128, 1, 2]))).toBe(100);
    expect(claimedMs(opus, Buffer.from([255, 255, 255, 255]))).toBe(1_000);
    expect(claimedMs(opus, Buffer.from([1]))).toBe(0);
  });
});

describe('auto', () => {
  it('knows WAV and Ogg by their first bytes', () => {
    expect(sniffContainer(Buffer.from('RIFF\0\0\0\0WAVEfmt '))).toBe('wav');
    expect(sniffContainer(Buffer.from('OggS\0'))).toBe('ogg');
  });

  it.each(['', 'RIFF', 'RIFF0000AVI ', 'ID3', '\0\0\0\0\0\0\0\0\0\0\0\0\0\0'])(
    'cannot determine %j and says what to do',
    (bytes) => {
      const { code, message } = refusal(() => sniffContainer(Buffer.from(bytes)));
      expect(code).toBe('UNDECODABLE_AUDIO');
      expect(message).toContain('format cannot be determined');
      expect(message).toContain('alaw_8k');
    },
  );
});

describe('BASE64', () => {
  it('gives back every byte string', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(decodeBase64(Buffer.from(bytes).toString('base64'), 'audio')).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('may have line breaks', () => {
    expect(decodeBase64('AAEC\r\nAwQF\n', 'audio')).toEqual(Buffer.from([0, 1, 2, 3, 4, 5]));
  });

  it.each([
    ['AAA*', 'position 3: U+002A'],
    ['AA=A', 'position 2: U+003D'],
    ['====', 'position 0: U+003D'],
    ['AA-_', 'position 2: U+002D'],
    ['音频', 'position 0: U+97F3'],
    ['AAAAA', 'not a multiple of 4'],
    ['AAE', 'not a multiple of 4'],
  ])('%j is refused with the place', (text, reason) => {
    const { code, message } = refusal(() => decodeBase64(text, 'audio'));
    expect(code).toBe('INVALID_ARGUMENT');
    expect(message).toContain(`audio: not BASE64`);
    expect(message).toContain(reason);
  });
});

describe('a property', () => {
  it.each(ringProperties)('%s is served', (name) => {
    expect(parseSpeechProperty(name)).toMatchObject({
      name,
      sampleRateHz: name.includes('8k') ? 8_000 : 16_000,
      lang: 'cn',
    });
    expect(parseSpeechProperty(name.replace('k', 'K').toUpperCase()).name).toBe(name);
  });

  it.each(['cn_common', 'cn_8k', 'cn_44k_common', '', 'cn_8k_common_x', 'cn-8k-common', '../etc'])(
    '%j is malformed',
    (name) => {
      expect(refusal(() => parseSpeechProperty(name)).code).toBe('MALFORMED_PROPERTY');
    },
  );

  it.each(['en_8k_common', 'cn_8k_huiyi', 'cn_16k_medical'])('%s is unknown', (name) => {
    const { code, message } = refusal(() => parseSpeechProperty(name));
    expect(code).toBe('PROPERTY_NOT_FOUND');
    expect(message).toContain('cn_8k_common');
  });
});

describe('X-Svc-Config', () => {
  it('is comma-separated key=value, and may be empty', () => {
    expect(parseConfigHeader('')).toEqual({});
    expect(parseConfigHeader('audioFormat=alaw_8k, recordId=a=b,extraInfo=')).toEqual({
      audioFormat: 'alaw_8k',
      recordId: 'a=b',
      extraInfo: '',
    });
  });

  it('must be present', () => {
    expect(refusal(() => parseConfigHeader(undefined)).message).toContain('X-Svc-Config: required');
  });

  it.each([
    ['audioFormat', 'is not key=value'],
    ['=x', 'is not key=value'],
    ['a=1,a=2', 'a is given twice'],
  ])('may not be %j', (text, reason) => {
    expect(refusal(() => parseConfigHeader(text)).message).toContain(reason);
  });
});

it('recordId: other characters become underscores, longer than 64 bytes is cut off', () => {
  expect(recordName('a b/../c_9')).toBe('a_b____c_9');
  expect(recordName('录音')).toBe('__');
  expect(recordName('x'.repeat(100))).toHaveLength(64);
});
