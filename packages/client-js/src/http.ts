// Requests over node:http and node:https, since the built-in fetch accepts no certificate authority of the caller's.
import { request as plainRequest } from 'node:http';
import { type RequestOptions, request as secureRequest } from 'node:https';
import { ConnectionError, type ErrorDetails, RefusedError, UnauthenticatedError, UnavailableError } from './errors.js';

export interface Trust {
  /** PEM certificates of which one must have signed the gateway's; a self-signed one itself. */
  readonly ca?: string | undefined;
  /** True to accept any certificate; only for trials on one machine. */
  readonly trustAnyCertificate?: boolean | undefined;
}

export interface Call {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal | undefined;
  /** Longest time without a byte, in ms. */
  readonly idleMs: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

export function trustOptions({ ca, trustAnyCertificate }: Trust): { ca?: string; rejectUnauthorized?: boolean } {
  return { ...(ca !== undefined && { ca }), ...(trustAnyCertificate === true && { rejectUnauthorized: false }) };
}

export function call(url: URL, trust: Trust, { method = 'GET', headers = {}, body, signal, idleMs }: Call) {
  return new Promise<Reply>((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const fail = (fault: Error) => {
      const because = signal?.aborted === true ? signal.reason : undefined;
      reject(because ?? new ConnectionError(`${url.origin}: ${fault.message || fault.name}`, { cause: fault }));
    };
    const options: RequestOptions = {
      ...(url.protocol === 'https:' ? trustOptions(trust) : {}),
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      ...(signal !== undefined && { signal }),
    };
    const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, options, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', fail);
      response.on('aborted', () => fail(new Error('the connection broke in the middle of a reply')));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    });
    request.setTimeout(idleMs, () => request.destroy(new Error(`no byte for ${idleMs} ms`)));
    request.on('error', fail);
    request.end(body);
  });
}

/** Retry-After in ms: seconds, or a date. */
export function retryAfterMs(value: unknown): number | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** The error that a reply stands for, in any of the gateway's forms of a refusal. */
export function refusalOf({ status, headers, body }: Reply): RefusedError {
  const text = body.toString('utf8').trim();
  const { code, message, traceToken } = factsOf(text);
  const said = message ?? (text === '' ? `HTTP status ${status}` : text.slice(0, 500));
  const details: ErrorDetails = { code, traceToken };
  if (status === 401) return new UnauthenticatedError(said, status, details);
  if (status === 503)
    return new UnavailableError(said, { ...details, retryAfterMs: retryAfterMs(headers['retry-after']) });
  return new RefusedError(said, status, details);
}

function factsOf(text: string): { code?: number; message?: string; traceToken?: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {};
  }
  if (value === null || typeof value !== 'object') return {};
  const outer = value as Record<string, unknown>;
  const inner = (outer.error !== null && typeof outer.error === 'object' ? outer.error : outer) as typeof outer;
  return {
    ...(typeof inner.code === 'number' && { code: inner.code }),
    ...(typeof inner.message === 'string' && { message: inner.message }),
    ...(typeof outer.traceToken === 'string' && { traceToken: outer.traceToken }),
  };
}
