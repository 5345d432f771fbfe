// http and https. Redirects are followed here, one by one, so that each target passes the same checks as the first.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, type Dispatcher, errors } from 'undici';
import { FileFault } from '../protocol/engine/transcription.js';
import { limits } from '../protocol/limits.js';
import type { Incoming, Passage } from '../trans/fetch/incoming.js';
import { absent, parseSource, passing, refused, type SourceUrl } from './client-url.js';
import { checkedLookup, checkHost, codeOf, type Doorway, hasPublic } from './connect.js';
import { credentialsFor } from './credentials.js';

const redirects = new Set([301, 302, 303, 307, 308]);
/** The server may do better later (RFC 9110; 425: RFC 8470; 429: RFC 6585). */
const passingStatus = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429;

export async function openHttp(first: SourceUrl, passage: Passage): Promise<Incoming> {
  let source = first;
  let fromPublic = false;
  for (let hop = 0; hop <= limits.trans.fetch.redirects; hop++) {
    const answer = await ask(source, passage, fromPublic);
    if (!redirects.has(answer.response.statusCode)) return await accept(answer);
    const { location } = answer.response.headers;
    await answer.close();
    source = target(source, typeof location === 'string' ? location : undefined);
    fromPublic ||= answer.isPublic();
  }
  throw refused(`the source redirects more than ${limits.trans.fetch.redirects} times`);
}

/** Credentials of a URL are for its server alone; a Location may bring its own, the host table counts as always. */
function target(from: SourceUrl, location: string | undefined): SourceUrl {
  if (location === undefined) throw refused('the source redirects without a Location header');
  let href: string;
  try {
    href = new URL(location, from.href).href;
  } catch {
    throw refused('the source redirects to something that is not a URL');
  }
  const next = parseSource(href);
  if (next.scheme !== 'http' && next.scheme !== 'https') throw refused(`the source redirects to ${next.scheme}://`);
  const isSameServer = next.scheme === from.scheme && next.host === from.host && next.port === from.port;
  return isSameServer && next.user === undefined ? { ...next, user: from.user, password: from.password } : next;
}

interface Answer {
  readonly response: Dispatcher.ResponseData;
  readonly isPublic: () => boolean;
  /** The fault that broke the connection, once it has broken. */
  readonly broken: () => Error | undefined;
  close(): Promise<void>;
}

async function ask(source: SourceUrl, passage: Passage, fromPublic: boolean): Promise<Answer> {
  const { guard } = passage;
  const door: Doorway = { policy: passage.policy.addresses, fromPublic };
  let isPublic = hasPublic(await checkHost(source.host, door));
  let broken: Error | undefined;
  const agent = new Agent({
    pipelining: 1,
    maxHeaderSize: limits.trans.fetch.headerBytes,
    headersTimeout: 0, // the guard knows better
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
    const { origin, pathname, search } = new URL(source.href);
    const response = await agent.request({
      origin,
      path: pathname + search,
      method: 'GET',
      signal: guard.signal,
      headers: {
        'user-agent': 'tonegate',
        accept: '*/*',
        'accept-encoding': 'identity',
        ...authorization(source, passage),
      },
    });
    response.body.on('error', () => {}); // it is told to whoever reads; one that nobody reads must not end the process
    return { response, close, isPublic: () => isPublic, broken: () => broken };
  } catch (fault) {
    await close();
    guard.signal.throwIfAborted();
    throw asFault(fault);
  }
}

function authorization(source: SourceUrl, { hosts }: Passage): { authorization?: string } {
  const { user, password } = credentialsFor(source, hosts);
  if (user === undefined && password === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64')}` };
}

async function accept({ response, close, broken }: Answer): Promise<Incoming> {
  const { statusCode: status, headers } = response;
  try {
    if (status === 404 || status === 410) throw absent(`the source answered ${status}`);
    if (status !== 200) {
      const message = `the source answered ${status}${status === 401 || status === 403 ? ': no access' : ', not 200'}`;
      throw passingStatus(status) ? passing(message) : refused(message);
    }
    const coding = headers['content-encoding'];
    if (coding !== undefined && coding !== 'identity')
      throw refused('the source sent a Content-Encoding that was not requested');
    const stated = headers['content-length'];
    const bytes = typeof stated === 'string' ? Number(stated) : undefined;
    return { bytes, pieces: piecesOf(response.body, bytes), finish: () => checkEnd(broken, bytes), close };
  } catch (fault) {
    await close();
    throw fault;
  }
}

async function* piecesOf(body: AsyncIterable<Uint8Array>, stated: number | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (fault) {
    if (fault instanceof FileFault) throw fault;
    const what = stated === undefined ? 'the end of the body' : `all of the stated ${stated} bytes`;
    throw passing(`the connection ended before ${what} had come (${codeOf(fault)})`);
  }
}

/**
 * Bytes behind the body are no answer of HTTP: the parser stumbles over them, and the connection breaks a turn later.
 * With `Connection: close` nobody looks at them.
 */
async function checkEnd(broken: () => Error | undefined, bytes: number | undefined): Promise<void> {
  await nextTurn();
  await nextTurn();
  const fault = broken();
  if (fault instanceof errors.HTTPParserError || fault?.message === 'bad response') {
    throw refused(`the source sent more than the ${bytes ?? 'last'} bytes that it had announced`);
  }
}

function asFault(fault: unknown): unknown {
  if (fault instanceof FileFault) return fault;
  const { cause } = fault as Error;
  if (cause instanceof FileFault) return cause;
  if (fault instanceof errors.HTTPParserError || fault instanceof errors.HeadersOverflowError) {
    return refused(`the source does not speak HTTP (${codeOf(fault)})`);
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(codeOf(fault))) {
    return refused(`the certificate of the source is not trusted (${codeOf(fault)})`);
  }
  return passing(`no answer from the source (${codeOf(fault)})`);
}
