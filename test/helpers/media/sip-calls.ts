// A gateway with trunks of our own, and an application's requests to it: placing calls and getting their verdicts.
import { expect, vi } from 'vitest';
import type { ScreeningData } from '../../../src/media/screening-data.js';
import type { Exchange } from '../gateway/call.js';
import { type RingGateway, startRingGateway } from '../gateway/ring-gateway.js';
import type { PeerCall, SipPeer } from '../gateway/sip-peer.js';

export interface Dialler {
  readonly gateway: RingGateway;
  place(body?: object, app?: App): Promise<Exchange>;
  /** Places a call; resolves when it has reached the trunk. */
  called(peer: SipPeer, body?: object): Promise<{ readonly call: PeerCall; readonly uuid: string }>;
  verdictOf(uuid: string, app?: App): Promise<ScreeningData>;
}

export interface App {
  readonly appkey: string;
  readonly secret: string;
}

/** `trunks`: names and settings. */
export async function startDialler(
  trunks: readonly object[],
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Dialler> {
  const gateway = await startRingGateway({ settings: { 'media.sip.trunks': trunks, ...settings } });
  const headersOf = async (app: App) => ({
    'x-svc-access-token': await gateway.keptToken(app),
    'content-type': 'application/json',
  });
  const place = async (body: object = {}, app: App = gateway.app) =>
    gateway.plain(`/v10/ext/calls?appkey=${app.appkey}`, {
      method: 'POST',
      headers: await headersOf(app),
      body: JSON.stringify({ to: '13800000000', from: '01012345678', ...body }),
    });
  return {
    ...{ gateway, place },
    async called(peer, body) {
      const count = peer.calls.length;
      const placed = await place(body);
      expect(placed.status, placed.text).toBe(200);
      await vi.waitFor(() => expect(peer.calls).toHaveLength(count + 1), { timeout: 5_000, interval: 5 });
      return { call: peer.calls[count] as PeerCall, uuid: placed.json.uuid };
    },
    async verdictOf(uuid, app = gateway.app) {
      const headers = await headersOf(app);
      return vi.waitFor(
        async () => {
          const { json } = await gateway.plain(`/v10/ext/calls/${uuid}?appkey=${app.appkey}`, { headers });
          expect({ state: json.state, isFinal: json.verdict?.final }).toEqual({ state: 'over', isFinal: true });
          return json.verdict as ScreeningData;
        },
        { timeout: 15_000, interval: 20 },
      );
    },
  };
}
