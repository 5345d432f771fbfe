// Clients in all three modes that do anything at all, cancel and break off at random: nothing crashes, every message keeps
// to its schema and order, no session is left, and the next call is served.
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { AsrServerMessage } from '../../../src/protocol/wire/asr-messages.js';
import { asrUrl, finalsOf, streamModes } from '../../helpers/gateway/asr-client.js';
import { startAsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { type Action, behave, checkOrder, randomAction } from '../../helpers/gateway/random-client.js';
import { streamHeaders } from '../../helpers/gateway/stream-client.js';
import { slicesOf, spoken } from '../../helpers/models/tone-recogniser.js';
import { timeFactor } from '../../helpers/time-factor.js';

const clients = 600;
const atOnce = 20;
const seed = 20_261_121;

const sentence = slicesOf(spoken('2一二三8四'), 200);
const raw = { audioFormat: 'pcm_s16le_8k' };
const action: fc.Arbitrary<Action> = randomAction(
  [
    raw,
    { ...raw, interimResults: true, addPunc: true, digitNorm: true, textSmooth: true, wordType: 'WORD', wordTpp: true },
    { ...raw, nbest: 10, outputPinyin: true, vocab: '一二三 5\n壹 (一)', sensword: '三', wordFilter: true },
    {
      ...raw,
      vadHead: 100,
      vadTail: 50,
      vadEnd: 200,
      sa: { outputSpeed: true, checkGender: true, outputVolume: true },
    },
    { audioFormat: 'ALAW_16k', startOffset: 5_000, makeParagraph: true },
    { audioFormat: 'svc_speex', encParams: 'ar:8000;ac:1' },
    { audioFormat: 'svc_opus', encParams: 'ar:8000', tppContextRange: 0 },
  ],
  sentence,
);

it(
  '600 random clients leave a gateway that serves the next call, with no session left and no fault logged',
  async () => {
    const gateway = await startAsrGateway();
    const options = { appkey: gateway.app.appkey, token: gateway.accessToken };
    const behaviours = fc.sample(fc.array(action, { minLength: 1, maxLength: 20 }), { numRuns: clients, seed });
    let next = 0;
    let messages = 0;
    const worker = async () => {
      for (let index = next++; index < behaviours.length; index = next++) {
        const mode = streamModes[index % streamModes.length] as (typeof streamModes)[number];
        const url = asrUrl(gateway.http, { ...options, mode });
        const parse = (message: unknown) => AsrServerMessage.parse(message);
        const said = await behave(url, streamHeaders(options), behaviours[index] ?? [], parse);
        messages += said.length;
        checkOrder(said);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    expect(messages).toBeGreaterThan(clients); // they were heard, not just refused

    const client = await gateway.connect();
    client.start();
    client.audio(...sentence);
    client.end();
    expect(finalsOf(await client.session()).map(({ result }) => result.text)).toEqual(['一二三', '四']);
    await client.close();

    const log = gateway.logText();
    expect(log.match(/"engine ready"/g)).toHaveLength(1);
    expect(log).not.toContain('engine lost');
    expect(log).not.toContain('session failed');
    await vi.waitFor(async () => {
      const { text: metrics } = await gateway.inside('/metrics', {
        headers: { authorization: `Bearer ${gateway.adminCredential}` },
      });
      expect(metrics).toMatch(/^tonegate_sessions(\{[^}]*\})? 0$/m);
      expect(metrics).toMatch(/^tonegate_ws_connections 0$/m);
    }, 15_000);
    await gateway.discard();
  },
  120_000 * timeFactor,
);
