// The text messages of switches, form by form; whatever else comes is a note about the call.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForkText } from '../../../../src/media/fork/texts.js';
import { ServiceError } from '../../../../src/protocol/errors.js';
import { limits } from '../../../../src/protocol/limits.js';

const facts = (text: string | object) => {
  const read = readForkText(typeof text === 'string' ? text : JSON.stringify(text));
  if (read.kind !== 'facts') throw new Error(read.kind);
  return read.facts;
};

describe('the name of a call', () => {
  it.each(['uuid', 'callSid', 'call_sid', 'callId', 'channel_id', 'connection_id'])('is read from %s', (key) => {
    expect(facts({ [key]: 'a-1' })).toEqual({ id: 'a-1', extraInfo: '' });
  });

  it('is the first of several in that order, and the others are notes', () => {
    expect(facts({ callId: 'sip', callSid: 'own' })).toEqual({ id: 'own', extraInfo: '{"callId":"sip"}' });
  });

  it('is no object, no list and no empty text', () => {
    expect(facts({ uuid: {}, callSid: '', call_sid: [1], callId: 7 }).id).toBe('7');
  });

  it('is cut, not in the middle of a character', () => {
    const { id } = facts({ uuid: '号'.repeat(100) });
    expect(id).toBe('号'.repeat(Math.floor(limits.fork.idBytes / 3)));
  });
});

it.each<[string, object]>([
  ['mono', { channels: 1 }],
  ['mixed', { channels: 1 }],
  ['stereo', { channels: 2 }],
  ['whatever', {}],
])('mixType %s', (mixType, audio) => {
  expect(facts({ mixType })).toEqual({ ...audio, extraInfo: '' });
});

it.each<[unknown, number]>([
  [8_000, 8_000],
  ['16000', 16_000],
])('sampleRate %j is read', (sampleRate, sampleRateHz) => {
  expect(facts({ sampleRate })).toEqual({ sampleRateHz, extraInfo: '' });
});

it.each([48_000, 24_000, 0, 'fast', null, [], {}])('sampleRate %j is refused with what is right', (sampleRate) => {
  expect(() => facts({ sampleRate })).toThrow('sampleRate: must be 8000 or 16000 (Hz)');
});

describe('MEDIA_START', () => {
  const members = { connection_id: 'c', channel: 'WebSocket/x', format: 'alaw', optimal_frame_size: 160, ptime: 20 };
  const read = { id: 'c', coding: 'alaw', sampleRateHz: 8_000, channels: 1, extraInfo: '{"channel":"WebSocket/x"}' };

  it('is the same as text and as JSON', () => {
    const line = `MEDIA_START ${Object.entries(members)
      .map(([key, value]) => `${key}:${value}`)
      .join(' ')}`;
    expect(facts(line)).toEqual({ ...read, asterisk: 'text' });
    expect(facts({ event: 'MEDIA_START', ...members })).toEqual({ ...read, asterisk: 'json' });
    expect(facts({ type: 'MEDIA_START', ...members })).toEqual({ ...read, asterisk: 'json' });
  });

  it('without a format leaves it to the query', () => {
    expect(facts('MEDIA_START connection_id:c')).toEqual({ id: 'c', channels: 1, extraInfo: '', asterisk: 'text' });
  });

  it.each(['opus', 'g722', 'slin48', '__proto__', 'constructor', ''])('of format %s is refused', (format) => {
    expect(() => facts(`MEDIA_START format:${format}`)).toThrow('format: must be one of ulaw, alaw, slin, slin16');
  });
});

it.each<[string, string]>([
  ['{"event":"answered"}', 'answered'],
  ['{"event":"stop","reason":"hung up"}', 'stop'],
  ['{"event":"DTMF_END","digit":"1"}', 'key'],
  ['DTMF_END digit:1', 'key'],
])('%s is an event', (text, kind) => {
  expect(readForkText(text)).toEqual({ kind });
});

it.each(['', ' ', 'hello', '{"broken', '[{"uuid":"x"}]', 'null', '{"__proto__":{"uuid":"x"}}', 'MEDIA_XON'])(
  '%j is a note',
  (text) => {
    expect(facts(text)).toEqual({ extraInfo: text.trim() });
  },
);

it('a note is cut to what the log takes', () => {
  expect(Buffer.byteLength(facts('字'.repeat(10_000)).extraInfo)).toBeLessThanOrEqual(limits.extraInfoBytes);
  expect(Buffer.byteLength(facts({ more: '字'.repeat(10_000) }).extraInfo)).toBeLessThanOrEqual(limits.extraInfoBytes);
});

it('any text is read or refused in words', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((text) => `MEDIA_START ${text}`),
      ),
      (text) => {
        try {
          readForkText(text);
        } catch (fault) {
          expect(fault).toBeInstanceOf(ServiceError);
        }
      },
    ),
  );
});
