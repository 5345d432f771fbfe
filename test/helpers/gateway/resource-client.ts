// Calls of the resource service and of the legacy lists, in the form that clients send.
import type { Exchange } from './call.js';
import type { TestGateway } from './gateway.js';

export const base64 = (content: string | Uint8Array): string => Buffer.from(content as string).toString('base64');
export const draft = (name: string, content: string | Uint8Array, more: object = {}) => ({
  ...{ name, lang: 'cn', content: base64(content) },
  ...more,
});

export interface Asking {
  /** Query parameters besides the appkey of the demo application. */
  readonly query?: string;
  readonly appkey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export class ResourceClient {
  constructor(
    readonly gateway: TestGateway,
    readonly kind: string,
  ) {}

  ask(method: string, rest: string, { query = '', appkey, headers = {}, body }: Asking = {}): Promise<Exchange> {
    const path = `/v10/resource/${this.kind}${rest}?appkey=${appkey ?? this.gateway.app.appkey}${query}`;
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    return this.gateway.plain(path, { method, headers: { ...json, ...headers }, ...text });
  }

  create(resource: unknown, query = ''): Promise<Exchange> {
    return this.ask('POST', '', { query, body: { resource } });
  }

  /** Creates a resource and returns its id. */
  async created(name: string, content = '', query = ''): Promise<string> {
    const { status, json, text } = await this.create(draft(name, content), query);
    if (status !== 200) throw new Error(text);
    return json.created.id;
  }
}

export function legacy(gateway: TestGateway, path: string, body: unknown, appkey = gateway.app.appkey) {
  const headers = { 'content-type': 'application/json' };
  return gateway.plain(`/v10/asr/${path}?appkey=${appkey}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

export function administer(gateway: TestGateway, method: string, path: string, body?: unknown): Promise<Exchange> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${gateway.adminCredential}`, ...json };
  return gateway.inside(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}
