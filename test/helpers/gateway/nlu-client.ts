// A client of the resource-management interface of dialog robots.
import type { Exchange } from './call.js';
import type { TestGateway } from './gateway.js';

export class NluClient {
  readonly #gateway: TestGateway;
  readonly #token: string;

  private constructor(gateway: TestGateway, token: string) {
    this.#gateway = gateway;
    this.#token = token;
  }

  static async of(gateway: TestGateway): Promise<NluClient> {
    return new NluClient(gateway, await gateway.token());
  }

  /** `path` below the base, such as `/lexicons?detail=false`. */
  ask(method: string, path: string, body?: unknown): Promise<Exchange> {
    const url = `/v10/nlu/resource/cn_common${path}${path.includes('?') ? '&' : '?'}appkey=${this.#gateway.app.appkey}`;
    const headers = { 'x-svc-access-token': this.#token };
    if (body === undefined) return this.#gateway.plain(url, { method, headers });
    return this.#gateway.plain(url, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** The `created` part of a reply that must be a success. */
  // biome-ignore lint/suspicious/noExplicitAny: each kind of resource has ids of its own shape
  async create(path: string, body: unknown): Promise<any> {
    const { status, text, json } = await this.ask('POST', path, body);
    if (status !== 200) throw new Error(`POST ${path}: ${status} ${text}`);
    return json.created;
  }

  /** The reply of a GET that must be a success. */
  // biome-ignore lint/suspicious/noExplicitAny: each kind of resource has a shape of its own
  async view(path: string): Promise<any> {
    const { status, text, json } = await this.ask('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    return json;
  }

  /** Status and message of a refusal, or the status alone of a success. */
  async outcome(method: string, path: string, body?: unknown): Promise<string> {
    const { status, json } = await this.ask(method, path, body);
    return status === 200 ? '200' : `${status} ${json.error.message}`;
  }
}
