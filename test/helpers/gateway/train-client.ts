// Calls of the training interface, in the form that clients send.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from './call.js';
import type { TestGateway } from './gateway.js';

export interface TrainAsking {
  readonly body?: unknown;
  readonly octets?: Uint8Array;
  readonly tenantId?: string;
  readonly app?: { readonly appkey: string; readonly secret: string };
  /** By default there is no appkey in the query: the token names the application. */
  readonly appkey?: string;
}

export class TrainClient {
  constructor(readonly gateway: TestGateway) {}

  /** `path` comes after the property and may have a query. */
  async ask(method: string, path: string, asking: TrainAsking = {}): Promise<Exchange> {
    const { app = this.gateway.app, body, octets, tenantId, appkey } = asking;
    const query = appkey === undefined ? '' : `${path.includes('?') ? '&' : '?'}appkey=${appkey}`;
    const sent = octets ?? (body === undefined ? undefined : JSON.stringify(body));
    const type = octets === undefined ? 'application/json' : 'application/octet-stream';
    return this.gateway.plain(`/v10/nlu/train/cn_common${path}${query}`, {
      method,
      headers: {
        'x-svc-access-token': await this.gateway.keptToken(app),
        ...(sent !== undefined && { 'content-type': type }),
        ...(tenantId !== undefined && { 'x-tenant-id': tenantId }),
      },
      ...(sent !== undefined && { body: sent }),
    });
  }

  /** Stores a file and returns its path. */
  async put(name: string, text: string | Uint8Array, asking: TrainAsking = {}): Promise<string> {
    const octets = typeof text === 'string' ? Buffer.from(text) : text;
    const reply = await this.ask('POST', `/files?name=${encodeURIComponent(name)}`, { ...asking, octets });
    if (reply.status !== 200) throw new Error(`${name}: ${reply.text}`);
    return reply.json.path;
  }

  /** Creates a task and returns its id. */
  async create(kind: string, body: unknown, asking: TrainAsking = {}): Promise<string> {
    const reply = await this.ask('POST', `/${kind}`, { ...asking, body });
    if (reply.status !== 200) throw new Error(`${kind}: ${reply.text}`);
    return reply.json.created.taskId;
  }

  /** Waits for the end of a task and returns its view. */
  async end(kind: string, taskId: string, asking: TrainAsking = {}) {
    for (;;) {
      const { status, json, text } = await this.ask('GET', `/${kind}/${taskId}`, asking);
      if (status !== 200) throw new Error(`${kind} ${taskId}: ${text}`);
      if (['FINISHED', 'ERROR'].includes(json.status)) return json;
      await sleep(20);
    }
  }

  /** `200`, or the status and the message of a refusal. */
  async outcome(method: string, path: string, asking: TrainAsking = {}): Promise<string> {
    const { status, json } = await this.ask(method, path, asking);
    return status === 200 ? '200' : `${status} ${json.error.message}`;
  }
}
