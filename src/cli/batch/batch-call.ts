// One request to `/v10/asr/trans`, tried again where the fault may pass.
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { backoffMs } from '../../jobs/backoff.js';
import { limits } from '../../protocol/limits.js';
import { transCodes } from '../../protocol/wire/transcription-messages.js';
import type { ClientGateway } from '../client-gateway.js';
import { CommandFailure, exitCodes } from '../exit.js';

const { tries, retryMinMs, retryMaxMs, silentMs, continueMs, jsonBytes } = limits.batchClient;
const waits = { minMs: retryMinMs, maxMs: retryMaxMs, spread: 0 };

export interface Asked {
  /** Behind /v10/asr/trans/, such as `cn_8k_common/submit`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** A slice: sent once the gateway says that it wants it. */
  readonly octets?: Uint8Array;
}

/** A refusal that trying again does not change. */
export class Refusal extends CommandFailure {
  constructor(
    /** code of section 7 */
    readonly code: number,
    message: string,
  ) {
    const isTheirs = code >= transCodes.badRequest && code < transCodes.internal;
    super(isTheirs ? exitCodes.badInput : exitCodes.service, message);
  }
}

/** A fault that may pass. */
class Passing extends Error {
  constructor(
    message: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

export class BatchCalls {
  readonly #gateway: ClientGateway;
  readonly #say: (line: string) => void;

  /** `say`: why it takes longer. */
  constructor(gateway: ClientGateway, say: (line: string) => void) {
    this.#gateway = gateway;
    this.#say = say;
  }

  async json<T>(asked: Asked): Promise<T> {
    const { bytes } = await this.#tried(asked, async (reply) => ({ bytes: await whole(reply) }));
    return JSON.parse(bytes.toString('utf8')) as T;
  }

  /** `take` reads the body, from its beginning at each try. */
  read<T>(asked: Asked, take: (reply: IncomingMessage) => Promise<T>): Promise<T> {
    return this.#tried(asked, take);
  }

  async #tried<T>(asked: Asked, take: (reply: IncomingMessage) => Promise<T>): Promise<T> {
    let refused: string | undefined;
    for (let failures = 0; ; ) {
      const token = await this.#gateway.token(refused);
      if (token === undefined)
        throw new CommandFailure(exitCodes.badInput, 'the access token does not hold (any more)');
      try {
        const reply = await this.#exchange(asked, token);
        if (reply.statusCode === 200) return await take(reply);
        if (reply.statusCode !== 401 || refused !== undefined) throw await faultOf(reply);
        reply.resume();
        refused = token;
      } catch (fault) {
        const passing = passingOf(fault);
        if (passing === undefined) throw notTheGateway(fault, this.#gateway.url);
        if (++failures >= tries) throw new CommandFailure(exitCodes.service, passing.message, { cause: fault });
        const delayMs = Math.min(passing.retryAfterMs ?? backoffMs(failures - 1, waits), retryMaxMs);
        this.#say(`${passing.message}; again in ${Math.ceil(delayMs / 1_000)} s`);
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    }
  }

  /** The reply's head; its body waits to be read. */
  async #exchange({ path, query, json, octets }: Asked, token: string): Promise<IncomingMessage> {
    const { url, appkey } = this.#gateway;
    const address = `${url}/v10/asr/trans/${path}?${new URLSearchParams({ appkey, ...query })}`;
    const body = json === undefined ? octets : Buffer.from(JSON.stringify(json));
    const request = (address.startsWith('https:') ? secureRequest : plainRequest)(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-svc-access-token': token,
        ...(body !== undefined && {
          'content-type': json === undefined ? 'application/octet-stream' : 'application/json',
          'content-length': String(body.length),
        }),
        ...(octets !== undefined && { expect: '100-continue' }),
      },
    });
    request.setTimeout(silentMs, () => request.destroy(new Passing(`${url}: silent for ${silentMs / 1_000} s`)));
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => {});
    request.on('error', () => {}); // after the reply's head, the reply says so itself
    if (octets === undefined) request.end(body);
    else await sendWhenWanted(request, octets, answered);
    const [reply] = await answered;
    if (octets !== undefined && !request.writableEnded) {
      reply.once('end', () => request.destroy()); // refused before a byte was sent
    }
    return reply;
  }
}

/** A server that knows no 100 gets the bytes all the same, after a while (RFC 9110, section 10.1.1). */
async function sendWhenWanted(request: ClientRequest, octets: Uint8Array, answered: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const wanted = new Promise<'wanted'>((resolve) => {
    request.once('continue', () => resolve('wanted'));
    timer = setTimeout(() => resolve('wanted'), continueMs);
  });
  request.flushHeaders();
  try {
    if ((await Promise.race([wanted, answered])) === 'wanted') request.end(octets);
  } finally {
    clearTimeout(timer);
  }
}

async function whole(reply: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of reply as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > jsonBytes) throw new CommandFailure(exitCodes.service, `a reply of more than ${jsonBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function faultOf(reply: IncomingMessage): Promise<Error> {
  const status = reply.statusCode ?? 0;
  const text = (await whole(reply)).toString('utf8');
  let code = 10_000 + status;
  let message = `status ${status}`;
  try {
    const said = JSON.parse(text);
    if (typeof said.message === 'string') message = said.message;
    if (typeof said.code === 'number') code = said.code;
  } catch {
    // no gateway's words; the status is what there is
  }
  if (code !== transCodes.temporary && status !== 502 && status !== 504) return new Refusal(code, message);
  const afterS = Number(reply.headers['retry-after']);
  return new Passing(message, afterS > 0 ? afterS * 1_000 : undefined);
}

/** Connections that break or are not made: those errors have codes of the system, or of the parser of HTTP. */
function passingOf(fault: unknown): Passing | undefined {
  if (fault instanceof Passing) return fault;
  const code = (fault as NodeJS.ErrnoException)?.code;
  const passing = ['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];
  const isPassing =
    typeof code === 'string' && [...passing, 'EAI_AGAIN', 'ENOTFOUND', 'HPE_INVALID_EOF_STATE'].includes(code);
  return isPassing ? new Passing(`the gateway does not answer (${code})`) : undefined;
}

/** The error for an address where something other than the intended gateway answers; trying again does not help. */
function notTheGateway(fault: unknown, url: string): unknown {
  const { code } = fault as NodeJS.ErrnoException;
  if (typeof code !== 'string') return fault;
  const failure = (what: string) => new CommandFailure(exitCodes.service, `${url}: ${what}`, { cause: fault });
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) {
    return failure(
      `its certificate is not trusted (${code}); NODE_EXTRA_CA_CERTS=cert.pem names one that is, such as tls/cert.pem of its data directory`,
    );
  }
  if (!/^(EPROTO|HPE_|ERR_SSL_)/.test(code)) return fault;
  return failure(`no gateway answers there (${code}); note that http and https use different ports`);
}
