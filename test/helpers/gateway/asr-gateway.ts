// A gateway that recognises: the tone recogniser is its only model, so that results are known in advance.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '../../../src/main/features.js';
import { writeModel } from '../models/model-folder.js';
import { toneRecogniser } from '../models/tone-recogniser.js';
import { AsrClient, type AsrClientOptions } from './asr-client.js';
import type { Exchange } from './call.js';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './gateway.js';

export interface AsrGateway extends TestGateway {
  readonly accessToken: string;
  connect(options?: Partial<AsrClientOptions>): Promise<AsrClient>;
  /** One-shot recognition in JSON mode. */
  json(body: unknown, property?: string): Promise<Exchange>;
  /** One-shot recognition in binary mode; without a configuration the header is left out. */
  octets(audio: Uint8Array, config: string | undefined, property?: string): Promise<Exchange>;
}

/** A folder with the shipped models and the tone recogniser. */
export function toneModels(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tonegate-models-'));
  writeModel(folder, toneRecogniser.draft, toneRecogniser.files);
  return folder;
}

export interface AsrGatewayOptions extends TestGatewayOptions {
  /** Adds further models to the folder. */
  readonly prepareModels?: (folder: string) => void;
}

export async function startAsrGateway(options: AsrGatewayOptions = {}): Promise<AsrGateway> {
  const models = toneModels();
  options.prepareModels?.(models);
  const settings = { shippedModels: models, ...options.settings };
  const gateway = await startTestGateway({ ...options, settings, features });
  const accessToken = await gateway.token();
  await gateway.whenReady();
  const { appkey } = gateway.app;
  const post = (property: string, headers: Readonly<Record<string, string>>, body: string | Uint8Array) =>
    gateway.plain(`/v10/asr/freetalk/${property}/short_audio?appkey=${appkey}`, {
      method: 'POST',
      headers: { 'x-svc-access-token': accessToken, ...headers },
      body,
    });
  return {
    ...gateway,
    accessToken,
    connect: (changes = {}) => AsrClient.open(gateway.http, { appkey, token: accessToken, ...changes }),
    json: (body, property = 'cn_8k_common') => post(property, { 'content-type': 'application/json' }, asText(body)),
    octets: (audio, config, property = 'cn_8k_common') => {
      // Headers are bytes; characters beyond Latin-1 are sent as UTF-8.
      const value = config === undefined ? {} : { 'x-svc-config': Buffer.from(config, 'utf8').toString('latin1') };
      return post(property, { 'content-type': 'application/octet-stream', ...value }, audio);
    },
    async discard() {
      await gateway.discard();
      rmSync(models, { recursive: true, force: true });
    },
  };
}

const asText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));
