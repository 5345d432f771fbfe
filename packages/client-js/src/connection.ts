// Requests and WebSockets with the token; every function of the client uses them.
import { WebSocket } from 'ws';
import { ConnectionError, type RefusedError, UnauthenticatedError } from './errors.js';
import { call, type Reply, refusalOf, type Trust, trustOptions } from './http.js';
import { type RetryOptions, withRetries } from './retry.js';
import { AccessToken } from './token.js';

export interface ConnectionOptions extends Trust {
  /** The gateway: `http://127.0.0.1:8080` or `https://gateway:8443`. */
  readonly url: string;
  /** The https address that issues tokens. Default: `url`. */
  readonly tokenUrl?: string | undefined;
  readonly appkey: string;
  readonly secret: string;
  readonly retry?: RetryOptions | undefined;
  /** Longest time of a request without a byte, in ms. Default 120,000. */
  readonly idleMs?: number | undefined;
  /** A clock for the lifetime of tokens, in ms; for tests. */
  readonly nowMs?: (() => number) | undefined;
}

export interface Request {
  readonly method?: 'GET' | 'POST';
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal | undefined;
  /** Statuses besides 200 that are no refusals. */
  readonly alsoGood?: readonly number[];
}

export interface Handshake {
  readonly query?: Readonly<Record<string, string>>;
  readonly subprotocols?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

const mostRefusalBytes = 64 * 1024;

export class Connection {
  readonly token: AccessToken;
  readonly #options: ConnectionOptions;
  readonly #idleMs: number;
  readonly #retry: RetryOptions;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#idleMs = options.idleMs ?? 120_000;
    this.#retry = options.retry ?? {};
    const url = options.tokenUrl ?? options.url;
    this.token = new AccessToken({ ...options, url, idleMs: this.#idleMs, retry: this.#retry });
  }

  async request(path: string, { query = {}, alsoGood = [], headers = {}, ...rest }: Request = {}): Promise<Reply> {
    const url = this.#address(path, query);
    return this.#authenticated(rest.signal, async (token) => {
      const said = { ...rest, headers: { ...headers, 'x-svc-access-token': token }, idleMs: this.#idleMs };
      const reply = await call(url, this.#options, said);
      if (reply.status !== 200 && !alsoGood.includes(reply.status)) throw refusalOf(reply);
      return reply;
    });
  }

  async json<Body>(path: string, request: Request = {}): Promise<Body> {
    return JSON.parse((await this.request(path, request)).body.toString('utf8')) as Body;
  }

  /** Resolves with an open, paused socket: the caller resumes it when it listens. */
  async open(path: string, { query = {}, subprotocols = [], signal }: Handshake = {}): Promise<WebSocket> {
    const url = this.#address(path, query);
    url.protocol = url.protocol.replace('http', 'ws');
    return this.#authenticated(signal, (token) => this.#handshake(url, subprotocols, token, signal));
  }

  #address(path: string, query: Readonly<Record<string, string>>): URL {
    const url = new URL(path, this.#options.url);
    url.search = new URLSearchParams({ appkey: this.#options.appkey, ...query }).toString();
    return url;
  }

  /** Retries a 503 as Retry-After says, and replaces a refused token once. */
  #authenticated<Value>(signal: AbortSignal | undefined, attempt: (token: string) => Promise<Value>): Promise<Value> {
    return withRetries(
      async () => {
        const token = await this.token.current(signal);
        try {
          return await attempt(token);
        } catch (fault) {
          if (!(fault instanceof UnauthenticatedError)) throw fault;
          this.token.refuse(token);
          return attempt(await this.token.current(signal));
        }
      },
      this.#retry,
      signal,
    );
  }

  #handshake(url: URL, subprotocols: readonly string[], token: string, signal: AbortSignal | undefined) {
    return new Promise<WebSocket>((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const socket = new WebSocket(url, [...subprotocols], {
        headers: { 'x-svc-access-token': token },
        handshakeTimeout: this.#idleMs,
        perMessageDeflate: false,
        ...(url.protocol === 'wss:' ? trustOptions(this.#options) : {}),
      });
      const stop = () => socket.terminate();
      signal?.addEventListener('abort', stop, { once: true });
      const settle = (conclude: () => void) => {
        signal?.removeEventListener('abort', stop);
        conclude();
      };
      socket.once('unexpected-response', (request, response) => {
        const pieces: Buffer[] = [];
        let bytes = 0;
        const refuse = () => {
          request.destroy();
          const reply = { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) };
          settle(() => reject(refusalOf(reply) satisfies RefusedError));
        };
        response.on('data', (piece: Buffer) => {
          bytes += piece.length;
          if (bytes <= mostRefusalBytes) pieces.push(piece);
        });
        response.once('end', refuse);
        response.once('error', refuse);
      });
      socket.once('open', () =>
        settle(() => {
          socket.removeAllListeners('error');
          socket.on('error', () => {}); // the close that follows reports it
          socket.pause(); // until the caller listens, so that no early message is lost
          resolve(socket);
        }),
      );
      socket.on('error', (fault) => {
        const said = signal?.aborted === true ? signal.reason : undefined;
        settle(() => reject(said ?? new ConnectionError(`${url.origin}: ${fault.message}`, { cause: fault })));
      });
    });
  }
}
