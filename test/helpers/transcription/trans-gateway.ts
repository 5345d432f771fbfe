// A gateway that transcribes recordings: the tone recogniser is its only model.
import { expect } from 'vitest';
import { bytesOf } from '../audio/tones.js';
import { type AsrGateway, type AsrGatewayOptions, startAsrGateway } from '../gateway/asr-gateway.js';
import type { Exchange } from '../gateway/call.js';
import { spoken } from '../models/tone-recogniser.js';
import { timeFactor } from '../time-factor.js';

/** 一二三 with silence around it, as pcm_s16le_8k. */
export const recording = (said = '一二三'): Buffer => Buffer.from(bytesOf(spoken(`2${said}2`)));

export interface TransClient {
  get(operation: string, query?: Readonly<Record<string, string>>, property?: string): Promise<Exchange>;
  post(operation: string, body: unknown, property?: string): Promise<Exchange>;
  /** Sends one slice. */
  slice(
    fileId: string,
    index: number,
    bytes: Uint8Array,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Exchange>;
  /** Uploads a whole file and returns its id. */
  upload(bytes: Uint8Array, name?: string): Promise<string>;
  /** Submits a task of these files and returns its id. */
  submit(body: Readonly<Record<string, unknown>>, property?: string): Promise<string>;
  /** Uploads each recording and makes one task of them. */
  submitRecordings(recordings: readonly Uint8Array[], body?: Readonly<Record<string, unknown>>): Promise<string>;
  /** The answer to query when its files are finished. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  finished(task: string): Promise<any>;
}

export const property = 'cn_8k_common';
const base = '/v10/asr/trans';
const pollMs = 50;
const longestMs = 60_000 * timeFactor;

export interface App {
  readonly appkey: string;
  readonly secret: string;
}

export async function transClient(
  gateway: Pick<AsrGateway, 'plain' | 'token' | 'app'>,
  app: App = gateway.app,
): Promise<TransClient> {
  const token = { 'x-svc-access-token': await gateway.token('', app) };
  const pathOf = (operation: string, query: Readonly<Record<string, string>>, of: string) =>
    `${base}/${of}/${operation}?${new URLSearchParams({ appkey: app.appkey, ...query })}`;
  const octets = { ...token, 'content-type': 'application/octet-stream' };
  const client: TransClient = {
    get: (operation, query = {}, of = property) => gateway.plain(pathOf(operation, query, of), { headers: token }),
    post: (operation, body, of = property) =>
      gateway.plain(pathOf(operation, {}, of), {
        ...{ method: 'POST', headers: { ...token, 'content-type': 'application/json' } },
        body: JSON.stringify(body),
      }),
    slice: (fileId, index, bytes, headers = {}) =>
      gateway.plain(pathOf('upload', { fileId, sliceIndex: String(index) }, property), {
        ...{ method: 'POST', headers: { ...octets, ...headers }, body: bytes },
      }),
    async upload(bytes, name = 'call.raw') {
      const { json } = await client.post('prepare_upload', { name, size: bytes.length });
      const { fileId, sliceSize, sliceCount } = json;
      for (let index = 0; index < sliceCount; index++) {
        const reply = await client.slice(fileId, index, bytes.subarray(index * sliceSize, (index + 1) * sliceSize));
        expect(reply.status, reply.text).toBe(200);
      }
      return fileId;
    },
    async submit(body, of = property) {
      const reply = await client.post('submit', { audioFormat: 'pcm_s16le_8k', ...body }, of);
      expect(reply.status, reply.text).toBe(200);
      return reply.json.taskId;
    },
    async submitRecordings(recordings, body = {}) {
      const files = [];
      for (const bytes of recordings) files.push(`upload://${await client.upload(bytes)}`);
      return client.submit({ files, ...body });
    },
    async finished(task) {
      for (const endMs = performance.now() + longestMs; ; ) {
        const { status, json, text } = await client.get('query', { task });
        expect(status, text).toBe(200);
        if (json.finished) return json;
        if (performance.now() > endMs) throw new Error(`not finished: ${text}`);
        await new Promise((next) => setTimeout(next, pollMs));
      }
    },
  };
  return client;
}

export interface TransGateway extends AsrGateway {
  readonly client: TransClient;
}

export async function startTransGateway(options: AsrGatewayOptions = {}): Promise<TransGateway> {
  const gateway = await startAsrGateway(options);
  return { ...gateway, client: await transClient(gateway) };
}
