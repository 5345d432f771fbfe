// One request to `/v10/asr/trans`. It is tried again if the fault may pass.
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { backoffMs } from '../../jobs/backoff.js';
import { limits } from '../../protocol/limits.js';
import { transCodes } from '../../protocol/wire/transcription-messages.js';
import { clientFault } from '../client-fault.js';
import type { ClientGateway } from '../client-gateway.js';
import { CommandFailure, exitCodes } from '../exit.js';

const { tries, retryMinMs, retryMaxMs, silentMs, continueMs, jsonBytes } = limits.batchClient;
const waits = { minMs: retryMinMs, maxMs: retryMaxMs, spread: 0 };

export interface Asked {
  /** The part of the path behind /v10/asr/trans/, such as `cn_8k_common/submit`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** A slice of the recording. It is sent once the gateway asks for it. */
  readonly octets?: Uint8Array;
}

/** A refusal that another try would not change, or only one that waits for something else. */
export class Refusal extends CommandFailure {
  constructor(
    /** Error code of section 7. */
    readonly code: number,
    message: string,
    /** The delay after which the gateway may accept the request; undefined: it will refuse it again. */
    readonly retryAfterMs?: number,
  ) {
    const isTheirs = code >= transCodes.badRequest && code < transCodes.internal;
    super(isTheirs ? exitCodes.badInput : exitCodes.service, message);
  }
}

/** A fault that may pass by itself. */
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

  /** `say` gets the reason when a request takes longer. */
  constructor(gateway: ClientGateway, say: (line: string) => void) {
    this.#gateway = gateway;
    this.#say = say;
  }

  async json<T>(asked: Asked): Promise<T> {
    const { bytes } = await this.#tried(asked, async (reply) => ({ bytes: await whole(reply) }));
    return JSON.parse(bytes.toString('utf8')) as T;
  }

  /** `take` reads the body. Every try gives it a new body from the beginning. */
  read<T>(asked: Asked, take: (reply: IncomingMessage) => Promise<T>): Promise<T> {
    return this.#tried(asked, take);
  }

  async #tried<T>(asked: Asked, take: (reply: IncomingMessage) => Promise<T>): Promise<T> {
    let refused: string | undefined;
    for (let failures = 0; ; ) {
      const token = await this.#gateway.token(refused);
      if (token === undefined)
        throw new CommandFailure(exitCodes.badInput, 'the access token is invalid or has expired');
      try {
        const reply = await this.#exchange(asked, token);
        if (reply.statusCode === 200) return await take(reply);
        if (reply.statusCode !== 401 || refused !== undefined) throw await faultOf(reply);
        reply.resume();
        refused = token;
      } catch (fault) {
        const passing = passingOf(fault, this.#gateway.url);
        if (++failures >= tries) throw new CommandFailure(exitCodes.service, passing.message, { cause: fault });
        const delayMs = Math.min(passing.retryAfterMs ?? backoffMs(failures - 1, waits), retryMaxMs);
        this.#say(`${passing.message}; next try in ${Math.ceil(delayMs / 1_000)} s`);
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    }
  }

  /** The head of the reply. Its body has not been read yet. */
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
    request.setTimeout(silentMs, () => request.destroy(new Passing(`${url}: no data for ${silentMs / 1_000} s`)));
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => {});
    request.on('error', () => {}); // after the head an error shows on the reply itself
    if (octets === undefined) request.end(body);
    else await sendWhenWanted(request, octets, answered);
    const [reply] = await answered;
    if (octets !== undefined && !request.writableEnded) {
      reply.once('end', () => request.destroy()); // refused before any byte of the body was sent
    }
    return reply;
  }
}

/** A server that does not know status 100 gets the bytes after a while anyway (RFC 9110, section 10.1.1). */
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
    if (bytes > jsonBytes)
      throw new CommandFailure(exitCodes.service, `the gateway sent a reply of more than ${jsonBytes} bytes`);
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
    // the reply is not a gateway's; its status is all there is to report
  }
  const afterS = Number(reply.headers['retry-after']);
  const afterMs = afterS > 0 ? afterS * 1_000 : undefined;
  const isTemporary = code === transCodes.temporary || status === 502 || status === 504;
  return isTemporary ? new Passing(message, afterMs) : new Refusal(code, message, afterMs);
}

/** The fault, if it may pass. Throws any other fault in words that name the address. */
function passingOf(fault: unknown, url: string): Passing {
  if (fault instanceof Passing) return fault;
  const known = clientFault(fault, url);
  if (known === undefined) throw fault;
  if (known.mayPass) return new Passing(known.message);
  throw new CommandFailure(exitCodes.service, known.message, { cause: fault });
}
