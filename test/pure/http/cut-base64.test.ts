// A recording in a JSON body: what comes of it is what parsing the whole body and decoding the text would give.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAroundBase64 } from '../../../src/http/body/cut-base64.js';
import { DecodedBase64 } from '../../../src/protocol/base64.js';
import { limits } from '../../../src/protocol/limits.js';

const many = Number.POSITIVE_INFINITY;
const bounds = { depth: 32, containers: many, members: many, keys: many };
const sound = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * at * 7919) >> 5));
const text = sound.toString('base64');
const around = (body: string | Buffer) => parseAroundBase64(Buffer.from(body), 'audio', bounds);

describe('a recording in a JSON body', () => {
  it('is decoded, and what stands beside it is parsed', async () => {
    const value = (await around(
      `\n{ "recordId":"a \\" b", "audio"\t: "${text}" , "config" :{"audioFormat":"pcm_s16le_8k"},"extraInfo":"请"}`,
    )) as Record<string, unknown>;
    const { audio, ...rest } = value;
    expect(rest).toEqual({ recordId: 'a " b', config: { audioFormat: 'pcm_s16le_8k' }, extraInfo: '请' });
    expect(audio).toBeInstanceOf(DecodedBase64);
    expect((audio as DecodedBase64).bytes.equals(sound)).toBe(true);
    expect((audio as DecodedBase64).characters).toBe(text.length);
  });

  it.each([1, 2, 3].map((less) => [less, sound.subarray(0, sound.length - less)] as const))(
    'ends with the padding that %i bytes less need',
    async (_, bytes) => {
      const value = (await around(JSON.stringify({ audio: bytes.toString('base64') }))) as { audio: DecodedBase64 };
      expect(value.audio.bytes.equals(bytes)).toBe(true);
    },
  );

  it('lets other work run between its pieces', async () => {
    let turns = 0;
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await around(JSON.stringify({ audio: text }));
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / limits.http.base64Piece));
  });

  const long = `"audio":"${text}"`;
  it.each([
    ['is short', JSON.stringify({ audio: 'AAAA' })],
    ['is missing', JSON.stringify({ sound: text })],
    ['stands beside much else', `{${long},"extraInfo":"${'x'.repeat(limits.http.cutBase64Rest)}"}`],
    ['is no BASE64', `{"audio":"${text.slice(0, -40_000)}-${text.slice(-39_999)}"}`],
    ['has padding in its middle', `{"audio":"${text.slice(0, 120_000)}AA==${text}"}`],
    ['is cut short', `{"audio":"${text.slice(0, -3)}"}`],
    ['has line breaks, as JSON spells them', `{"audio":"${text}\\n"}`],
    ['has a bare line break, which is no JSON', `{"audio":"${text.slice(0, 100_000)}\n${text.slice(100_001)}"}`],
    ['is written with an escape', `{"audio":"\\u0041${text}"}`],
    ['does not end', `{"audio":"${text}`],
    ['stands in malformed JSON', `{${long},}`],
    ['stands in a list', `[{${long}}]`],
    ['stands deeper alone', `{"config":{${long}}}`],
    ['stands deeper, and a short one at its place', `{"config":{${long}},"audio":"AAAA"}`],
    ['is overwritten by a second one', `{${long},"audio":"AAAA"}`],
    ['is part of another key', `{"\\"audio":"${text}","audio":"AAAA"}`],
    ['is a number', `{"audio":${'1'.repeat(200_000)}}`],
  ])('that %s is left to the parser of the whole body', async (_, body) => {
    expect(await around(body)).toBeUndefined();
  });

  it('with bytes beside it that are no UTF-8 is left to the parser of the whole body', async () => {
    const body = Buffer.from(`{${long},"extraInfo":"?"}`);
    body[body.lastIndexOf('?')] = 0xff;
    expect(await around(body)).toBeUndefined();
  });

  it('is never another one than that of the whole body', async () => {
    const part = fc.oneof(
      fc.constant(long),
      fc.constant('"audio":"AAAA"'),
      fc.constant(`"a":{${long}}`),
      fc.constant('"\\"audio\\":\\"":1'),
      fc.json({ maxDepth: 2 }).map((json) => `"x":${json}`),
    );
    const bodies = fc.array(part, { maxLength: 4 }).map((parts) => `{${parts.join(',')}}`);
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const value = (await around(body)) as { audio: DecodedBase64 } | undefined;
        if (value === undefined) return;
        const whole = JSON.parse(body) as { audio: string };
        expect(value.audio.bytes.equals(Buffer.from(whole.audio, 'base64'))).toBe(true);
        expect({ ...value, audio: '' }).toEqual({ ...whole, audio: '' });
      }),
      { numRuns: 60 },
    );
  });
});
