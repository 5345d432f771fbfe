// Clients that do random actions on a stream, stop reading and break off: nothing crashes, every message has the right
// schema and order, no session is left in gateway or engine, no fault is logged, and the next client is served.
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { type Action, behave, checkOrder } from '../gateway/random-client.js';
import { streamHeaders } from '../gateway/stream-client.js';
import { timeFactor } from '../time-factor.js';
import type { AnyClient, StreamMessage, StreamUnderTest } from './stream-under-test.js';

export interface RandomClients {
  readonly clients: number;
  readonly atOnce: number;
  readonly seed: number;
  readonly behaviour: fc.Arbitrary<readonly Action[]>;
  readonly parse: (message: unknown) => StreamMessage;
  /** The clients count as heard, not just refused, if this word occurred more often than this. */
  readonly heard: { readonly word?: string; readonly moreThan: number };
  /** Memory that gateway and engine may each gain; a leak in every session would exceed it. */
  readonly growthBytes?: number;
}

const engineBytes = (metrics: string) => Number(/^tonegate_engine_resident_bytes\{[^}]*\} (\S+)$/m.exec(metrics)?.[1]);

/** Runs clients on the streams in turn; one gateway serves them all. */
export function randomSuite<Client extends AnyClient>(
  streams: readonly [StreamUnderTest<Client>, ...StreamUnderTest<Client>[]],
  { clients, atOnce, seed, behaviour, parse, heard, growthBytes }: RandomClients,
): void {
  const title = `${clients} random clients leave a gateway that serves the next one, with no session left and no fault logged`;
  it(
    title,
    async () => {
      // All clients have one address, and a fast machine connects them faster than the address's budget allows.
      const gateway = await streams[0].startGateway({ settings: { 'shares.handshakesPerS': clients } });
      const options = { appkey: gateway.app.appkey, token: gateway.accessToken };
      const urls = streams.map((stream) => stream.url(gateway.http, options));
      const metrics = async () => (await gateway.inside('/metrics')).text;
      const before = { gateway: process.memoryUsage.rss(), engine: engineBytes(await metrics()) };
      const behaviours = fc.sample(behaviour, { numRuns: clients, seed });
      let next = 0;
      let count = 0;
      const worker = async () => {
        for (let index = next++; index < behaviours.length; index = next++) {
          const url = urls[index % urls.length] as string;
          const audio = streams[0].takesAudio ? undefined : () => ({ respType: 'AUDIO' });
          const said = await behave(url, streamHeaders(options), behaviours[index] ?? [], parse, audio);
          count += said.filter(({ respType }) => heard.word === undefined || respType === heard.word).length;
          checkOrder(said);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      expect(count).toBeGreaterThan(heard.moreThan);

      const client = await gateway.connect();
      await streams[0].serve(client);
      await client.close();

      await vi.waitFor(async () => {
        const text = await metrics();
        expect(text).toMatch(/^tonegate_sessions(\{[^}]*\})? 0$/m);
        expect(text).toMatch(/^tonegate_engine_sessions\{[^}]*\} 0$/m);
        expect(text).toMatch(/^tonegate_http_in_flight(\{[^}]*\})? 0$/m);
        expect(text).toMatch(/^tonegate_ws_connections 0$/m);
      }, 15_000);
      const log = gateway.logText();
      expect(log.match(/"engine ready"/g)).toHaveLength(1);
      for (const fault of ['engine lost', 'session failed', 'request failed']) expect(log).not.toContain(fault);
      if (growthBytes !== undefined) {
        expect(process.memoryUsage.rss() - before.gateway).toBeLessThan(growthBytes);
        expect(engineBytes(await metrics()) - before.engine).toBeLessThan(growthBytes);
      }
      await gateway.discard();
    },
    120_000 * timeFactor,
  );
}
