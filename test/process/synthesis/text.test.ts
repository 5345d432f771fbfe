// Any text at all ends, with audio or with an error that says why; and HTTP gives the bytes that the WebSocket gives.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spokenFormats } from '../../../src/protocol/engine/synthesis.js';
import { errorRow } from '../../../src/protocol/errors.js';
import { type SpeakingGateway, startSpeakingGateway } from '../../helpers/gateway/speaking-gateway.js';
import { audioOf, type SynthesisClient } from '../../helpers/gateway/synthesis-client.js';
import { timeFactor } from '../../helpers/time-factor.js';

const seed = 20_261_121;
const texts = 250;
const overHttp = 40;

let gateway: SpeakingGateway;
let client: SynthesisClient;
beforeAll(async () => {
  gateway = await startSpeakingGateway({ settings: { 'stream.errorCount': 10_000 } });
  client = await gateway.connect();
});
afterAll(() => gateway.discard());

const spoken = fc.constantFrom(
  '您好',
  '2026年11月21日',
  'Wi-Fi',
  '一一一',
  '¥12.50',
  '……',
  '<b>',
  '\n',
  'a@b.com',
  '🙂',
  'ß',
);
const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), // every plane; pairs of surrogates are whole
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 16 }),
  fc.array(spoken, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
);
const config = fc.record(
  {
    pitch: fc.integer({ min: -500, max: 500 }),
    speed: fc.integer({ min: 200, max: 500 }), // slow speech only takes longer
    volume: fc.integer({ min: 0, max: 100 }),
    digitMode: fc.constantFrom(0, 1, 2, 3),
    soundEffect: fc.constantFrom(0, 1, 2, 3, 4, 5),
    puncMode: fc.boolean(),
    format: fc.constantFrom(...spokenFormats),
    sampleRate: fc.constantFrom(8_000, 16_000),
  },
  { requiredKeys: [] },
);

it(
  'any text and any setting end with audio, or with an error about the text',
  async () => {
    const cases = fc.sample(fc.record({ text, config }), { numRuns: texts, seed });
    let heard = 0;
    for (const [at, each] of cases.entries()) {
      client.say(each.text, each.config);
      await client.expect('START');
      const said = await client.listen(at < overHttp ? 200 : 5_000); // slices of HTTP have 200 ms
      const audio = audioOf(said);
      const reply = at < overHttp ? await gateway.shortText(each) : undefined;
      const [last, before] = [said.at(-1), said.at(-2)];
      if (last?.respType === 'END' && last.reason === 'NORMAL') {
        heard++;
        expect(audio.length).toBeGreaterThan(0);
        if (reply) expect([reply.status, reply.bytes.equals(audio)]).toEqual([200, true]);
        continue;
      }
      expect(last).toMatchObject({ respType: 'END', reason: 'ERROR' });
      const errMessage = 'text: contains nothing that can be spoken';
      expect(before).toMatchObject({ errCode: errorRow('INVALID_ARGUMENT').code, errMessage });
      expect(audio).toHaveLength(0);
      if (reply) expect([reply.status, reply.json.error.message]).toEqual([400, errMessage]);
    }
    expect(heard).toBeGreaterThan(texts / 2);
    expect(heard).toBeLessThan(texts);
    await gateway.isQuiet();
  },
  90_000 * timeFactor,
);

it(
  'any markup ends with audio or is refused with a reason',
  async () => {
    const piece = fc.constantFrom(
      ...['<speak>', '</speak>', '<break time="100ms"/>', '<break time="x"/>', '<prosody rate="fast">', '</prosody>'],
      ...[
        '您好',
        '<sub alias="一">',
        '</sub>',
        '<voice name="cn_roumeijuan_common-h9">',
        '</voice>',
        '&amp;',
        '&',
        '<',
      ],
      ...['<say-as interpret-as="digits">12</say-as>', '<phoneme ph="hao3">好</phoneme>', '<x>', '</x>', '<!--', '-->'],
    );
    const markup = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));
    const whole = fc.oneof(
      markup,
      markup.map((inner) => `<speak>${inner}</speak>`),
    );
    for (const each of fc.sample(whole, { numRuns: 120, seed })) {
      client.say(each, { useS3ML: true, speed: 500 });
      const answer = await client.next();
      if (answer.respType === 'START') {
        expect((await client.listen(10_000)).at(-1)).toMatchObject({ respType: 'END' });
        continue;
      }
      expect(answer).toMatchObject({ respType: 'ERROR', errCode: errorRow('INVALID_ARGUMENT').code });
      expect(answer.respType === 'ERROR' && answer.errMessage.length).toBeGreaterThan(10);
    }
    await gateway.isQuiet();
  },
  90_000 * timeFactor,
);
