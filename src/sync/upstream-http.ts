// https to the upstream: one host with its certificate, credentials, time limits and sizes. It follows no redirect.
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { StallWatch } from '../net/stall.js';
import { certificateFault, SyncFault } from './fault.js';
import { pinnedConnection } from './pinned-key.js';

export interface UpstreamAddress {
  /** `https://host:port[/path]` */
  readonly url: string;
  readonly appkey: string;
  /** The pinned key; empty if none is. */
  readonly pinnedKey: string;
  /** Reads the secrets. Called before each request, so that the files may be replaced. May throw a SyncFault. */
  readonly secrets: () => Secrets;
}

export interface Secrets {
  readonly secret: string;
  /** PEM; empty for the well-known authorities. */
  readonly ca: string;
}

export type TransferLimits = { readonly [K in 'stallMs' | 'stallBytes' | 'answerBytes' | 'downloads']: number };

export interface Ask {
  readonly method: 'GET' | 'POST';
  /** Path below the upstream's address; `appkey` is added. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly signal: AbortSignal;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body. Throws a fault when the connection breaks, stalls or ends early. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

export class UpstreamHttp {
  readonly #address: UpstreamAddress;
  readonly #limits: TransferLimits;
  readonly #base: URL;
  #agent: https.Agent | undefined;
  #ca = '';

  constructor(address: UpstreamAddress, transferLimits: TransferLimits) {
    this.#address = address;
    this.#limits = transferLimits;
    this.#base = new URL(address.url);
  }

  /** `host:port`, for messages. */
  get name(): string {
    return this.#base.origin;
  }

  async ask(ask: Ask): Promise<Answered> {
    // Every request here may be repeated, and each of the kept connections may turn out to be dead.
    for (let left = this.#limits.downloads; ; left--) {
      try {
        return await this.#once(ask);
      } catch (fault) {
        if (!(fault instanceof ClosedMeanwhile)) throw fault;
        if (left === 0) throw new SyncFault('away', `${this.name} closes every connection`);
      }
    }
  }

  /** Asks for a whole body of at most `maxBytes`. */
  async askWhole(ask: Ask, maxBytes = this.#limits.answerBytes): Promise<Answered & { readonly body: Buffer }> {
    const answered = await this.ask(ask);
    return { ...answered, body: await buffer(bounded(answered.pieces, maxBytes)) };
  }

  close(): void {
    this.#agent?.destroy();
    this.#agent = undefined;
  }

  #agentFor(ca: string): https.Agent {
    if (this.#agent === undefined || ca !== this.#ca) {
      this.close();
      const { pinnedKey } = this.#address;
      const maxSockets = this.#limits.downloads;
      this.#agent = new https.Agent({ keepAlive: true, maxSockets, ...(ca === '' ? {} : { ca }) });
      if (pinnedKey !== '') Object.assign(this.#agent, { createConnection: pinnedConnection(pinnedKey) });
      this.#ca = ca;
    }
    return this.#agent;
  }

  async #once({ method, path, query = {}, headers = {}, json, signal }: Ask): Promise<Answered> {
    const { appkey, secrets } = this.#address;
    const { secret, ca } = secrets();
    const agent = this.#agentFor(ca);
    const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
    const url = new URL(this.#base);
    url.pathname = `${this.#base.pathname.replace(/\/$/, '')}${path}`;
    for (const [name, value] of Object.entries({ appkey, ...query })) url.searchParams.set(name, value);
    const all: OutgoingHttpHeaders = {
      authorization: `Basic ${Buffer.from(`${appkey}:${secret}`).toString('base64')}`,
      accept: '*/*',
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const request = https.request(url, { method, headers: all, agent });
      // Once an answer has begun, the answer alone tells its reader why it ended.
      let under: { destroy(fault: Error): unknown } = request;
      const giveUp = () => under.destroy(signal.reason);
      signal.addEventListener('abort', giveUp);
      const watch = new StallWatch(this.#limits, () => under.destroy(this.#stalled()));
      // Sending counts as progress too: the bytes leave the socket's buffer.
      const sending = body !== undefined && body.length > this.#limits.stallBytes;
      let socket: Socket | undefined;
      let sent = 0;
      request.on('socket', (its) => {
        socket = its;
      });
      const counted = sending
        ? setInterval(() => {
            const now = (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0);
            watch.arrived(Math.max(0, now - sent));
            sent = now;
          }, this.#limits.stallMs / 4)
        : undefined;
      const end = () => {
        clearInterval(counted);
        watch.end();
        signal.removeEventListener('abort', giveUp);
      };
      request.on('error', (fault: NodeJS.ErrnoException) => {
        end();
        if (signal.aborted) reject(signal.reason);
        else if (request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(fault.code ?? ''))
          reject(new ClosedMeanwhile());
        else reject(faultOf(fault, this.name));
      });
      request.on('response', (response) => {
        clearInterval(counted);
        under = response;
        const got = response.headers as Record<string, string | undefined>;
        const pieces = this.#pieces(response, watch, signal, end);
        resolve({ status: response.statusCode ?? 0, headers: got, pieces });
      });
      request.end(body);
    });
  }

  async *#pieces(response: IncomingMessage, watch: StallWatch, signal: AbortSignal, end: () => void) {
    try {
      for await (const piece of response) {
        watch.arrived(piece.length);
        watch.pause();
        yield piece as Uint8Array;
        watch.resume();
      }
    } catch (fault) {
      throw signal.aborted ? signal.reason : faultOf(fault, this.name);
    } finally {
      end();
      if (!response.complete) response.destroy(); // the reader left early: the connection cannot be reused
    }
  }

  #stalled(): SyncFault {
    return new SyncFault('away', `${this.name} answers too slowly or not at all`);
  }
}

const errorBytes = 64 * 1024;

/** The kept connection was closed by the other side before it read the request. */
class ClosedMeanwhile extends Error {}

/** The beginning of the body of an unexpected answer. */
export const restOf = ({ pieces }: Answered): Promise<Buffer> => buffer(bounded(pieces, errorBytes));

async function* bounded(pieces: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new SyncFault('lying', `an answer of the upstream has more than ${maxBytes} bytes`);
    yield piece;
  }
}

function faultOf(fault: unknown, name: string): SyncFault {
  if (fault instanceof SyncFault) return fault;
  const { code = '', message } = fault as NodeJS.ErrnoException;
  const say = (words: string) => new SyncFault('away', `${name} ${words}`, { cause: fault });
  if (/wrong version number|packet length too long/i.test(message)) {
    return say('does not speak TLS on that port; check the port of `upstream`: it must be the https port');
  }
  const ofCertificate = certificateFault(code, 'sync.caFile or sync.pinnedKey');
  if (ofCertificate !== undefined) return say(ofCertificate);
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return say('has no address (DNS); check `upstream` and the network');
    case 'ECONNREFUSED':
      return say('refuses connections: nothing listens on that port');
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENETDOWN':
      return say('cannot be reached: there is no route to it');
    default:
      return say(`broke the connection (${code || message})`);
  }
}
