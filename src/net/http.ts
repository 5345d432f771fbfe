// http and https to an address that a client named: the look-up that the socket itself uses is the one that is checked.
// Redirects are followed here, one by one, so that each target passes the same checks as the first.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, type Dispatcher, errors } from 'undici';
import { limits } from '../protocol/limits.js';
import { type ClientUrl, parseClientUrl } from './client-url.js';
import { checkedLookup, checkHost, type Doorway, hasPublic } from './connect.js';
import { codeOf, NetFault, noConnection, refused } from './fault.js';

/** Statuses of an answer that names another address. */
export const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface HttpCall {
  /** The doorway without the port, which the address names. */
  readonly door: Omit<Doorway, 'port'>;
  readonly signal: AbortSignal;
  /** Headers for a server, such as its credentials. */
  readonly headersFor?: (target: ClientUrl) => Readonly<Record<string, string>>;
  /** POST with a body and GET without one unless given. */
  readonly method?: HttpMethod;
  readonly body?: string | Uint8Array;
}

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface HttpAnswer {
  readonly response: Dispatcher.ResponseData;
  /** The address that answered is a public one. */
  readonly isPublic: () => boolean;
  /** Called after the last byte of the body. True if the server sent more than it had announced. */
  readonly hasMore: () => Promise<boolean>;
  close(): Promise<void>;
}

/** One request, its redirects not followed. Throws the reason of the signal, a NetFault of the checks, or undici's fault. */
export async function httpCall(target: ClientUrl, call: HttpCall): Promise<HttpAnswer> {
  const { signal, headersFor, body, method = body === undefined ? 'GET' : 'POST' } = call;
  const door = { ...call.door, port: target.port };
  let isPublic = hasPublic(await checkHost(target.host, door));
  let broken: Error | undefined;
  const agent = new Agent({
    pipelining: 1,
    maxHeaderSize: limits.trans.fetch.headerBytes,
    headersTimeout: 0, // the signal knows better
    bodyTimeout: 0,
    connect: {
      timeout: 0,
      autoSelectFamily: true,
      lookup: checkedLookup(door, (addresses) => {
        isPublic = hasPublic(addresses);
      }),
    },
  });
  agent.on('disconnect', (_origin, _targets, fault) => {
    broken = fault;
  });
  const close = async () => {
    await agent.destroy();
  };
  try {
    const { origin, pathname, search } = new URL(target.href);
    const response = await agent.request({
      ...{ origin, path: pathname + search, signal, method },
      ...(body !== undefined && { body }),
      headers: { 'user-agent': 'tonegate', ...headersFor?.(target) },
    });
    response.body.on('error', () => {}); // it is told to whoever reads; one that nobody reads must not end the process
    return { response, close, isPublic: () => isPublic, hasMore: () => hasMore(() => broken) };
  } catch (fault) {
    await close();
    signal.throwIfAborted();
    const { cause } = fault as Error;
    throw cause instanceof NetFault ? cause : fault;
  }
}

/** A GET that follows redirects. */
export async function httpGet(
  first: ClientUrl,
  { door, ...call }: Omit<HttpCall, 'body' | 'method'>,
): Promise<HttpAnswer> {
  let target = first;
  let fromPublic = door.fromPublic ?? false;
  for (let hop = 0; hop <= limits.trans.fetch.redirects; hop++) {
    const answer = await httpCall(target, { ...call, door: { ...door, fromPublic } });
    if (!redirects.has(answer.response.statusCode)) return answer;
    const { location } = answer.response.headers;
    await answer.close();
    target = redirected(target, typeof location === 'string' ? location : undefined);
    fromPublic ||= answer.isPublic();
  }
  throw refused(`the source redirects more than ${limits.trans.fetch.redirects} times`);
}

/** Credentials of a URL are for its server alone; a Location may bring its own. */
function redirected(from: ClientUrl, location: string | undefined): ClientUrl {
  if (location === undefined) throw refused('the source redirects without a Location header');
  let href: string;
  try {
    href = new URL(location, from.href).href;
  } catch {
    throw refused('the source redirects to something that is not a URL');
  }
  const next = parseClientUrl(href);
  if (next.scheme !== 'http' && next.scheme !== 'https') throw refused(`the source redirects to ${next.scheme}://`);
  const isSameServer = next.scheme === from.scheme && next.host === from.host && next.port === from.port;
  return isSameServer && next.user === undefined ? { ...next, user: from.user, password: from.password } : next;
}

export const basicAuthorization = (user = '', password = ''): Readonly<Record<string, string>> => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

/**
 * Tells whether bytes follow the body. They are not valid HTTP: the parser fails on them, and the connection breaks a
 * turn later.
 * They are not noticed with `Connection: close`.
 */
async function hasMore(broken: () => Error | undefined): Promise<boolean> {
  await nextTurn();
  await nextTurn();
  const fault = broken();
  return fault instanceof errors.HTTPParserError || fault?.message === 'bad response';
}

/** The meaning of a fault to the caller that wanted an answer. */
export function httpFault(fault: unknown): unknown {
  if (fault instanceof NetFault) return fault;
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(codeOf(fault))) {
    return refused(`the certificate of the source is not trusted (${codeOf(fault)})`);
  }
  return noConnection(fault);
}
