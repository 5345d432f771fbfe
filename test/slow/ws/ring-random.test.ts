// 2000 clients that do anything at all: nothing crashes, nothing leaks, every message keeps to its schema and order,
// and the next call is served.
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { RingServerMessage } from '../../../src/protocol/wire/ring-messages.js';
import { bytesOf, cadences, sliced, tone } from '../../helpers/audio/tones.js';
import { behave, checkOrder, randomAction } from '../../helpers/gateway/random-client.js';
import { kindsOf, ringHeaders, ringUrl } from '../../helpers/gateway/ring-client.js';
import { startRingGateway } from '../../helpers/gateway/ring-gateway.js';
import { timeFactor } from '../../helpers/time-factor.js';

const clients = 2_000;
const atOnce = 25;
const seed = 20_261_120;

const busy = sliced(bytesOf(tone(cadences.busy, 2_000)), 16, 200);
const action = randomAction(
  [
    { audioFormat: 'pcm_s16le_8k' },
    { audioFormat: 'ALAW_16k', audioMax: 10 },
    { audioFormat: 'ulaw_8k', encParams: 'x' },
    { audioFormat: 'svc_speex', encParams: 'ar:8000;ac:1' },
    { audioFormat: 'svc_opus', encParams: 'ar:8000' },
  ],
  busy,
);

it(
  '2000 random clients leave a gateway that serves the next call, with no session left and no fault logged',
  async () => {
    const gateway = await startRingGateway();
    const options = { appkey: gateway.app.appkey, token: gateway.accessToken };
    const [url, headers] = [ringUrl(gateway.http, options), ringHeaders(options)];
    const behaviours = fc.sample(fc.array(action, { minLength: 1, maxLength: 20 }), { numRuns: clients, seed });
    let next = 0;
    let messages = 0;
    const worker = async () => {
      for (let index = next++; index < behaviours.length; index = next++) {
        const said = await behave(url, headers, behaviours[index] ?? [], (message) => RingServerMessage.parse(message));
        messages += said.length;
        checkOrder(said);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    expect(messages).toBeGreaterThan(clients); // they were heard, not just refused

    const client = await gateway.connect();
    client.start();
    client.audio(...busy);
    expect(kindsOf(await client.session())).toEqual(['START', 'RESULT', 'END NORMAL']);
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
