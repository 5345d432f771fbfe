// The web calls of processors (specification 3, section 2.3): within the address rules, a time limit and a size limit.
// On any failure the conversation goes on with status 0.
import type { Logger } from 'pino';
import { FairSlots } from '../../jobs/fair-slots.js';
import type { AddressPolicy } from '../../net/address-policy.js';
import { BodyCap } from '../../net/body-cap.js';
import { type ClientUrl, parseClientUrl, withoutSecrets } from '../../net/client-url.js';
import { codeOf, NetFault, refused } from '../../net/fault.js';
import { Guard } from '../../net/guard.js';
import type { HttpAnswer, HttpMethod } from '../../net/http.js';
import { limits } from '../../protocol/limits.js';
import type { TurnOwner } from '../../understanding/client.js';
import type { WebAnswer, WebCall } from '../../understanding/flow/turn.js';

export interface WebCallParts {
  readonly policy: AddressPolicy;
  readonly timeoutMs: number;
  readonly onDone: (outcome: 'answered' | 'failed') => void;
}

const methods: readonly HttpMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Headers about the connection, which the gateway sets itself. */
const ownHeaders = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
];
const texts = ['text/plain', 'text/xml', 'text/html', 'application/xml'];

interface Request {
  readonly method: HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Loaded on first use: most gateways have no robot that makes web calls. */
const loadedHttp = () => import('../../net/http.js');

export class WebCalls {
  readonly #parts: WebCallParts;
  readonly #slots = new FairSlots(limits.dialog.web.slots);

  constructor(parts: WebCallParts) {
    this.#parts = parts;
  }

  /**
   * Makes a call. `log` carries the trace token of the turn. Owners take turns. Throws only the reason of `signal`, if it
   * aborts before the call begins: then the call is not made.
   */
  async make(call: WebCall, log: Logger, { owner, signal }: TurnOwner): Promise<WebAnswer> {
    const startMs = performance.now();
    const facts = { method: call.method.toUpperCase(), url: withoutSecrets(call.url) };
    try {
      if (this.#slots.isFull(owner)) throw refused('too many web calls of this client are in progress');
      const answer = await this.#slots.run(owner, () => this.#timed(call), signal);
      log.info({ ...facts, status: answer.status, tookMs: msSince(startMs) }, 'dialog web call');
      this.#parts.onDone('answered');
      return answer;
    } catch (fault) {
      if (fault === signal?.reason) throw fault;
      const reason = fault instanceof NetFault ? fault.message : `no answer (${codeOf(fault)})`;
      log.warn({ ...facts, reason, tookMs: msSince(startMs) }, 'dialog web call failed');
      this.#parts.onDone('failed');
      return { status: 0, response: null };
    }
  }

  async #timed(call: WebCall): Promise<WebAnswer> {
    const { timeoutMs } = this.#parts;
    const guard = new Guard(new AbortController().signal, { stallMs: timeoutMs, stallBytes: 0, totalMs: timeoutMs });
    try {
      return await guard.orAbort(this.#followed(call, guard.signal));
    } finally {
      guard.close();
    }
  }

  /** Follows redirects within the same host only. */
  async #followed(call: WebCall, signal: AbortSignal): Promise<WebAnswer> {
    let target = parseClientUrl(call.url, ['http', 'https']);
    let request = requestOf(call);
    const { redirects } = await loadedHttp();
    for (let hop = 0; hop <= limits.dialog.web.redirects; hop++) {
      const answer = await this.#asked(target, request, signal);
      try {
        const { statusCode, headers } = answer.response;
        const { location } = headers;
        if (!redirects.has(statusCode) || typeof location !== 'string') {
          return request.method === 'HEAD' ? { status: statusCode, response: null } : await answerOf(answer);
        }
        target = sameHost(target, location);
        request = redirected(request, statusCode);
      } finally {
        void answer.close();
      }
    }
    throw refused(`the service redirected more than ${limits.dialog.web.redirects} times`);
  }

  async #asked(target: ClientUrl, { method, headers, body }: Request, signal: AbortSignal): Promise<HttpAnswer> {
    const { basicAuthorization, httpCall } = await loadedHttp();
    return httpCall(target, {
      ...{ door: { policy: this.#parts.policy }, signal, method },
      ...(body !== '' && { body }),
      headersFor: ({ user, password }) => ({
        ...(user !== undefined && basicAuthorization(user, password)),
        ...headers,
      }),
    });
  }
}

const msSince = (startMs: number): number => Math.round(performance.now() - startMs);

function requestOf(call: WebCall): Request {
  const method = methods.find((each) => each === call.method.toUpperCase());
  if (method === undefined) throw refused(`the method must be one of ${methods.join(', ')}`);
  const { body } = call;
  const given = new Map<string, string>();
  for (const header of call.headers.slice(0, limits.dialog.web.headers)) {
    const colon = header.indexOf(':');
    const name = header.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !ownHeaders.includes(name)) given.set(name, header.slice(colon + 1).trim());
  }
  if (body !== '' && !given.has('content-type')) given.set('content-type', 'application/json');
  return { method, headers: Object.fromEntries(given), body };
}

function sameHost(from: ClientUrl, location: string): ClientUrl {
  if (!URL.canParse(location, from.href)) throw refused('the service redirected to something that is not a URL');
  const next = parseClientUrl(new URL(location, from.href).href, ['http', 'https']);
  if (next.scheme !== from.scheme || next.host !== from.host || next.port !== from.port) {
    throw refused('the service redirected to another host');
  }
  return { ...next, user: from.user, password: from.password };
}

/**
 * The request after a redirect, as browsers make it: a GET without a body after 301 to 303, the same request after 307
 * and 308.
 */
function redirected(request: Request, status: number): Request {
  if (status >= 307 || request.method === 'GET' || request.method === 'HEAD') return request;
  const { 'content-type': _, ...headers } = request.headers;
  return { method: 'GET', headers, body: '' };
}

async function answerOf({ response }: HttpAnswer): Promise<WebAnswer> {
  const { statusCode: status, headers, body } = response;
  const [type = '', ...parameters] = String(headers['content-type'] ?? '').split(';');
  const kind = type.trim().toLowerCase();
  const isJson = kind === 'application/json';
  if (!isJson && !texts.includes(kind)) return { status, response: null };
  const stated = headers['content-length'];
  const cap = new BodyCap({
    ...{ maxBytes: limits.dialog.web.bodyBytes, who: 'the service' },
    statedBytes: typeof stated === 'string' ? Number(stated) : undefined,
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of body) {
    cap.arrived((piece as Uint8Array).length);
    pieces.push(piece as Uint8Array);
  }
  cap.ended();
  const text = decoded(Buffer.concat(pieces), parameters);
  return { status, response: isJson ? parsed(text) : text };
}

function decoded(bytes: Buffer, parameters: readonly string[]): string {
  const [, charset = 'utf-8'] = /charset=["']?([\w.:-]+)/i.exec(parameters.join(';')) ?? [];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // the character set is unknown
  }
}

function parsed(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused('the service announced application/json, but its body is not JSON');
  }
  if (isTooDeep(value)) throw refused(`the JSON of the service has more than ${limits.dialog.web.jsonLevels} levels`);
  return value;
}

/** True if the value has more levels than what copies and writes it can follow. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= limits.dialog.web.jsonLevels; depth++) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}
