// A gateway that speaks with table voices under three of the shipped names, which cost next to nothing; or with all
// shipped voices.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { features } from '../../../src/main/features.js';
import { writeModel } from '../models/model-folder.js';
import { tableBytes, tableName, tableVoice } from '../models/table-voices.js';
import type { Exchange } from './call.js';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './gateway.js';
import { quickVoice, SynthesisClient, type SynthesisClientOptions } from './synthesis-client.js';

export interface SpeakingGateway extends TestGateway {
  readonly accessToken: string;
  connect(options?: Partial<SynthesisClientOptions>): Promise<SynthesisClient>;
  shortText(body: unknown, property?: string): Promise<Exchange>;
  /** All of its metrics. */
  metrics(): Promise<string>;
  /** Checks that no session is left, neither here nor in an engine, and nothing has failed. */
  isQuiet(): Promise<void>;
}

const changes: Readonly<Record<string, object>> = {
  [quickVoice]: {},
  'cn_roumeijuan_common-h9': { pitchCents: 300, formantFactor: 1.08 },
  'cn_roumeiqian_common-h9': { pitchCents: 150, formantFactor: 1.04 },
};

export function writeParametricVoices(folder: string): void {
  const voices = Object.entries(changes).map(([property, change]) => tableVoice(property, change));
  const about = { task: 'tts', family: 'voices', sampleRateHz: 16_000, language: 'zh' };
  const draft = { ...about, id: 'voices', serves: Object.keys(changes), voices };
  writeModel(folder, draft, { [tableName]: tableBytes() });
}

export function parametricVoices(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tonegate-models-'));
  writeParametricVoices(folder);
  return folder;
}

export async function startSpeakingGateway(options: TestGatewayOptions = {}): Promise<SpeakingGateway> {
  const models = parametricVoices();
  const gateway = await startTestGateway({
    ...options,
    settings: { shippedModels: models, ...options.settings },
    features,
  });
  const accessToken = await gateway.token();
  await gateway.whenReady();
  const { appkey } = gateway.app;
  const metrics = async () => (await gateway.inside('/metrics')).text;
  return {
    ...gateway,
    accessToken,
    connect: (changes = {}) => SynthesisClient.open(gateway.http, { appkey, token: accessToken, ...changes }),
    shortText: (body, property = quickVoice) =>
      gateway.plain(`/v10/tts/synth/${property}/short_text?appkey=${appkey}`, {
        method: 'POST',
        headers: { 'x-svc-access-token': accessToken, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    metrics,
    async isQuiet() {
      await vi.waitFor(async () => {
        const text = await metrics();
        expect(text).toMatch(/^tonegate_sessions(\{[^}]*\})? 0$/m);
        expect(text).toMatch(/^tonegate_engine_sessions\{[^}]*\} 0$/m);
        expect(text).toMatch(/^tonegate_http_in_flight(\{[^}]*\})? 0$/m);
      }, 15_000);
      const log = gateway.logText();
      expect(log.match(/"engine ready"/g)).toHaveLength(1);
      for (const fault of ['engine lost', 'session failed', 'request failed']) expect(log).not.toContain(fault);
    },
    async discard() {
      await gateway.discard();
      rmSync(models, { recursive: true, force: true });
    },
  };
}
