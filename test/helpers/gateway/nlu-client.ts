// Calls of the resource-management interface for dialog robots, in the form that clients send.
import type { Exchange } from './call.js';
import type { TestGateway } from './gateway.js';

export interface NluAsking {
  readonly body?: unknown;
  /** A text that is sent in place of a JSON body. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly app?: { readonly appkey: string; readonly secret: string };
}

export class NluClient {
  constructor(readonly gateway: TestGateway) {}

  /** `path` comes after the property and may have a query. */
  async ask(method: string, path: string, asking: NluAsking = {}): Promise<Exchange> {
    const { app = this.gateway.app, body, headers = {} } = asking;
    const sent = asking.text ?? (body === undefined ? undefined : JSON.stringify(body));
    const url = `/v10/nlu/resource/cn_common${path}${path.includes('?') ? '&' : '?'}appkey=${app.appkey}`;
    const token = await this.gateway.keptToken(app);
    const json = sent === undefined ? {} : { 'content-type': 'application/json' };
    const all = { 'x-svc-access-token': token, ...json, ...headers };
    return this.gateway.plain(url, { method, headers: all, ...(sent !== undefined && { body: sent }) });
  }

  get = (path: string): Promise<Exchange> => this.ask('GET', path);
  post = (path: string, body: unknown): Promise<Exchange> => this.ask('POST', path, { body });
  patch = (path: string, body: unknown): Promise<Exchange> => this.ask('PATCH', path, { body });
  delete = (path: string): Promise<Exchange> => this.ask('DELETE', path);

  /** The reply's `created`. Throws a refusal. */
  async created(path: string, body: unknown) {
    const { status, json, text } = await this.post(path, body);
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return json.created;
  }

  /** The reply of a GET. Throws a refusal. */
  async view(path: string) {
    const { status, json, text } = await this.get(path);
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return json;
  }

  /** `200`, or the status and the message of a refusal. */
  async outcome(method: string, path: string, body?: unknown): Promise<string> {
    const { status, json } = await this.ask(method, path, { body });
    return status === 200 ? '200' : `${status} ${json.error.message}`;
  }
}

/** Status, code and message of a refusal; the status and no code of a success. */
export const refusal = ({ status, json }: Exchange): [number, number | undefined, string] => [
  status,
  json.error?.code,
  json.error?.message ?? '',
];

export const reply = (content: string, more: object = {}) => ({ answers: [{ type: 'TEXT', content }], ...more });
