// Requests made from routes: their examples, in any spelling, after the objects that the examples need were made.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Example, type Interfaces, type Route, rights } from '../../../src/http/route.js';
import type { Fixtures, SocketFixture } from '../../../src/main/feature.js';
import { basic, type Exchange } from './call.js';
import type { TestGateway } from './gateway.js';

export interface Caller {
  readonly app: { readonly appkey: string; readonly secret: string };
  /** The tenant; the default is the default tenant. */
  readonly tenantId?: string;
}

export interface Manner {
  /** The caller; by default the demo application, or one that has the right that the route requires. */
  readonly by?: Caller;
  /** False to send no credentials. */
  readonly credentials?: boolean;
  /** One of the spellings of the path; by default the first one. */
  readonly path?: string;
  /** True to send a POST whose X-HTTP-Method-Override names the method of the route. */
  readonly overridden?: boolean;
}

export interface RouteCaller {
  /**
   * The example with its names in braces replaced; the features provide the requests that make these objects. `made`: values by
   * name, to which those of the objects that are made are added.
   */
  filled(example: Example, by?: Caller, made?: Map<string, string>): Promise<Example>;
  /** Fills the example and sends it to the route. */
  send(route: Route, example: Example, manner?: Manner): Promise<Exchange>;
}

export function routeCaller(
  gateway: TestGateway,
  { routes, sockets, admin, everywhere, fixtures }: Interfaces & { readonly fixtures: Fixtures },
): RouteCaller {
  const all = [...routes, ...admin, ...everywhere];
  const demo: Caller = { app: gateway.app };
  const trusted: Caller = { app: gateway.apps.add('trusted', 'default', rights) };
  const tokenOf = ({ app }: Caller): Promise<string> => gateway.keptToken(app);

  /** `made`: values by name. A word that an example names belongs to the lexicon that it names. */
  async function filledText(text: string, by: Caller, made: Map<string, string>): Promise<string> {
    for (const [, name] of text.matchAll(/\{(\w+)\}/g)) {
      if (name === undefined || name === 'unique' || made.has(name)) continue;
      made.set(name, await make(name, by, made));
    }
    const unique = randomUUID();
    return text.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'unique' ? unique : (made.get(name) as string)));
  }

  async function make(name: string, by: Caller, made: Map<string, string>): Promise<string> {
    const fixture = fixtures[name];
    if (fixture === undefined) throw new Error(`no feature has the fixture ${name}`);
    if ('socket' in fixture) return sayOn(fixture, by);
    const route = all.find(({ id }) => id === fixture.route);
    if (route === undefined) throw new Error(`there is no route ${fixture.route} to make the fixture ${name}`);
    const example = await filled(fixture.example ?? route.example ?? {}, by, made);
    const { until } = fixture;
    for (;;) {
      const reply = await send(route, example, { by });
      if (reply.status !== 200) throw new Error(`the fixture ${name} was refused: ${reply.text}`);
      const field = (path: string) => String(path.split('.').reduce((value, key) => value[key], reply.json));
      if (until !== undefined && field(until.field) !== until.is) {
        await sleep(20);
        continue;
      }
      return 'text' in fixture.name ? fixture.name.text : field(fixture.name.field);
    }
  }

  /** Says the text on a socket; it has been read once the socket is closed in order. */
  async function sayOn({ socket, params, text, name }: SocketFixture, by: Caller): Promise<string> {
    const path = sockets.find(({ id }) => id === socket)?.path.replace(/:([A-Za-z]+)/g, (_, key) => params[key] ?? '');
    const token = await tokenOf(by);
    const url = `${gateway.http.replace(/^http/, 'ws')}${path}?appkey=${by.app.appkey}`;
    const client = new WebSocket(url, { headers: { 'x-svc-access-token': token } });
    await once(client, 'open');
    client.send(text);
    client.close();
    await once(client, 'close');
    return name.text;
  }

  async function filled(example: Example, by = demo, made = new Map<string, string>()): Promise<Example> {
    const { body, ...rest } = example;
    const isOctets = body instanceof Uint8Array;
    const text = await filledText(JSON.stringify(isOctets ? rest : example), by, made);
    return { ...JSON.parse(text), ...(isOctets && { body }) };
  }

  async function send(route: Route, given: Example, manner: Manner = {}): Promise<Exchange> {
    const { by = route.right === undefined ? demo : trusted, credentials = true, overridden = false } = manner;
    const { appkey, secret } = by.app;
    const { params = {}, query: ownQuery, headers: ownHeaders, body } = await filled(given, by);
    const headers: Record<string, string> = { ...ownHeaders };
    const query = new URLSearchParams(ownQuery);
    const takesAppkey = ['basic', 'token', 'switch', 'appkey'].includes(route.auth);
    if (takesAppkey && credentials && !query.has('appkey')) query.set('appkey', appkey);
    if (credentials && route.auth === 'basic') headers.authorization = basic(appkey, secret);
    if (credentials && (route.auth === 'token' || route.auth === 'switch'))
      headers['x-svc-access-token'] = await tokenOf(by);
    if (credentials && route.auth === 'admin') headers.authorization = `Bearer ${gateway.adminCredential}`;
    if (by.tenantId !== undefined) headers['x-tenant-id'] = by.tenantId;
    if (overridden) headers['x-http-method-override'] = route.method;
    const isOctets = body instanceof Uint8Array;
    if (body !== undefined) headers['content-type'] = isOctets ? 'application/octet-stream' : 'application/json';
    const spelled = manner.path ?? route.path;
    const path = spelled.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const url = `${path}?${query}`;
    const options = {
      ...{ method: overridden ? 'POST' : route.method, headers },
      ...(body !== undefined && { body: isOctets ? body : JSON.stringify(body) }),
    };
    if (admin.includes(route)) return gateway.inside(url, options);
    return route.auth === 'basic' ? gateway.secure(url, options) : gateway.plain(url, options);
  }

  return { filled, send };
}
