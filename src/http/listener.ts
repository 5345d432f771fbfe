// One listening socket, http or https: timeouts, broken requests, upgrades, and a stop that leaves no socket behind.
// Complete requests are handled in server.ts.
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ServiceError } from '../protocol/errors.js';
import type { limits } from '../protocol/limits.js';
import { addressOf } from '../shares/client.js';
import { RequestTurns } from '../shares/request-turns.js';
import type { Connections } from './connections.js';
import { FewAtATime } from './listening/few-at-a-time.js';
import { RequestPieces } from './listening/request-pieces.js';
import { SilentSockets } from './listening/silent-sockets.js';
import { Turns } from './listening/turns.js';
import { endWithError, errorReply, replyEarly, type Tone } from './reply.js';
import { settleHost, unsoundRequest, upgradesToWebSocket } from './request-rules.js';

export interface TlsMaterial {
  readonly key: string;
  readonly cert: string;
}

export type HttpLimits = { readonly [K in keyof typeof limits.http]: number };

export type UpgradeHandler = (request: http.IncomingMessage, socket: Duplex, head: Buffer, secure: boolean) => void;

export interface ListenerOptions {
  readonly tls: TlsMaterial | undefined;
  readonly limits: HttpLimits;
  readonly realm: string;
  readonly newTraceToken: () => string;
  /** The connections of all listeners together. */
  readonly connections: Connections;
  /** Takes over the socket. Without it, Upgrade headers are ignored. */
  readonly onUpgrade: UpgradeHandler | undefined;
}

export class Listener {
  readonly server: http.Server;
  readonly #options: ListenerOptions;
  readonly #sockets = new Set<Socket>();
  readonly #handshaking = new Map<string, Socket>();
  readonly #upgraded = new WeakSet<Duplex>();
  /** Sockets on which nothing more is served, and the response that ends each, if there is one. */
  readonly #refused = new WeakMap<Duplex, http.ServerResponse | undefined>();
  /** Sockets whose request did not arrive in time, and which will be answered in a later turn. */
  readonly #late = new WeakSet<Duplex>();
  readonly #turns = new Turns();
  readonly #requestTurns = new RequestTurns();
  readonly #pieces = new RequestPieces((socket) => this.#requestTurns.hasWaiting(socket));
  /** Ends of connections that were too slow. */
  readonly #ends: FewAtATime;
  readonly #silent: SilentSockets;
  /** Node's own reader of a connection: TLS or HTTP. */
  readonly #read: (socket: Socket) => void;
  #stopping = false;

  constructor(options: ListenerOptions, onRequest: http.RequestListener) {
    this.#options = options;
    const { limits, tls } = options;
    const settings: http.ServerOptions = {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: Math.max(limits.requestTimeoutMs, limits.streamTimeoutMs), // server.ts applies the shorter limit
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
      insecureHTTPParser: false,
    };
    const counted: http.RequestListener = (request, response) => {
      const socket = request.socket;
      this.#pieces.begun(request);
      if (this.#late.has(socket) || this.#refused.has(socket)) {
        if (this.#requestTurns.isFlood(socket)) socket.destroy();
        return;
      }
      options.connections.busy(socket);
      if (tls !== undefined) response.setHeader('strict-transport-security', `max-age=${limits.hstsS}`);
      this.#turns.begin(socket, response);
      response.once('close', () => this.#leave(socket, response));
      const refusal = unsoundRequest(request);
      if (refusal !== undefined) this.#refused.set(socket, undefined); // nothing behind it is served
      this.#requestTurns.begin(socket, addressOf(socket.remoteAddress), () => {
        if (!socket.writable) return; // a refusal before it has ended the connection
        if (refusal !== undefined) {
          this.#refuse(refusal, request, response);
          return;
        }
        settleHost(request);
        onRequest(request, response);
      });
    };
    this.server =
      tls === undefined
        ? http.createServer(settings, counted)
        : https.createServer({ ...settings, ...tls, handshakeTimeout: limits.headersTimeoutMs }, counted);
    this.server.maxHeadersCount = 0; // maxHeaderSize bounds them; Node would drop those beyond a count without a word
    this.server.on('checkContinue', counted); // server.ts answers 100 when it wants the body
    this.server.on('checkExpectation', counted);
    this.server.on('connect', (request: http.IncomingMessage, socket: Duplex) => this.#refuseConnect(request, socket));
    this.server.setTimeout(limits.stalledMs); // ends clients that do not read their replies; ws sets its own limit
    this.#ends = new FewAtATime(limits.endsAtOnce);
    this.#silent = new SilentSockets({
      ...{ silentMs: limits.headersTimeoutMs, checkMs: limits.timeoutCheckMs, ends: this.#ends },
    });
    const readers = this.server.listeners('connection') as ((socket: Socket) => void)[];
    this.#read = (socket) => {
      for (const read of readers) read.call(this.server, socket);
      if (tls === undefined) this.#pieces.attach(socket);
    };
    this.server.removeAllListeners('connection');
    this.server.on('connection', (socket: Socket) => {
      if (this.#track(socket, tls !== undefined)) this.#silent.add(socket, () => this.#read(socket));
    });
    if (tls !== undefined) {
      this.server.on('secureConnection', (socket: Socket) => {
        if (this.#track(socket, false)) this.#pieces.attach(socket);
      });
    }
    this.#hostUpgrades(options.onUpgrade);
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  get secure(): boolean {
    return this.#options.tls !== undefined;
  }

  /** Resolves with the port once it listens. */
  async listen(host: string, port: number): Promise<number> {
    this.server.listen({ host, port, backlog: this.#options.limits.backlog });
    await once(this.server, 'listening'); // rejects with the reason if the address is not available
    return (this.server.address() as AddressInfo).port;
  }

  /** Resolves once it listens on a Unix socket. Node removes the file when it stops. */
  async listenAt(file: string): Promise<void> {
    this.server.listen({ path: file, backlog: this.#options.limits.backlog });
    await once(this.server, 'listening');
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  setCertificate(tls: TlsMaterial): void {
    if (this.server instanceof https.Server) this.server.setSecureContext({ key: tls.key, cert: tls.cert });
  }

  /**
   * Answers bytes that are not a request, or that came too late, after the requests before them. `tone` is set if they
   * belong to a request that had begun.
   */
  refuseBrokenRequest(fault: Error & { code?: string }, socket: Socket, tone?: Tone): void {
    if (fault.code === 'HPE_CLOSED_CONNECTION') return; // RFC 9112, 9.6: what follows the last request is ignored
    if (fault.code !== 'ERR_HTTP_REQUEST_TIMEOUT') this.#refuseBroken(fault, socket, tone);
    else {
      this.#late.add(socket);
      this.#ends.add(() => this.#refuseBroken(fault, socket, tone));
    }
  }

  #refuseBroken(fault: Error & { code?: string }, socket: Socket, tone?: Tone): void {
    // A failed TLS handshake ends here too. Nothing can be written to such a socket, and waiting for it would leak it.
    const speaksHttp = fault.code?.startsWith('HPE_') === true || fault.code?.startsWith('ERR_HTTP_') === true;
    if (speaksHttp && this.#refused.has(socket)) {
      this.#refused.get(socket)?.end(); // it still waited for the rest of its request
      return;
    }
    if (!speaksHttp || !socket.writable) {
      socket.destroy();
      return;
    }
    const own = this.#turns.unread(socket);
    const answer = () => {
      this.#refused.set(socket, undefined);
      if (own?.headersSent === true) socket.destroySoon();
      else endWithError(socket, brokenRequest(fault.code), tone ?? this.#tone());
    };
    this.#turns.after(socket, answer, own);
  }

  /**
   * Accepts no new connections. Idle ones end now, busy ones when they are done or after `drainMs`. Upgraded ones
   * belong to their host, which ends them by then.
   */
  async stop(drainMs: number): Promise<void> {
    this.#stopping = true;
    if (!this.server.listening) return;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.#sockets) {
      if (!this.#turns.isBusy(socket) && !this.#upgraded.has(socket)) socket.destroy();
    }
    const cut = setTimeout(() => {
      for (const socket of this.#sockets) if (!this.#upgraded.has(socket)) socket.destroy();
    }, drainMs);
    const cutAll = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, drainMs + this.#options.limits.lingerMs);
    await closed;
    clearTimeout(cut);
    clearTimeout(cutAll);
  }

  /** The form of a refusal before a route was found. */
  #tone(): Tone {
    const { realm, newTraceToken } = this.#options;
    return { realm, traceToken: newTraceToken() };
  }

  #leave(socket: Socket, response: http.ServerResponse): void {
    this.#requestTurns.done(socket);
    if (!this.#requestTurns.hasWaiting(socket)) this.#pieces.goOn(socket);
    const isAwaited = this.#turns.isAwaited(socket);
    if (this.#turns.end(socket, response) > 0) return;
    if (!this.#upgraded.has(socket)) this.#options.connections.idle(socket);
    if (this.#stopping && !isAwaited) socket.end();
  }

  /** Refuses a request after those before it, and ends the connection. */
  #refuse(refusal: ServiceError, request: http.IncomingMessage, response: http.ServerResponse): void {
    this.#refused.set(request.socket, response);
    response.setHeader('connection', 'close');
    replyEarly(request, response, errorReply(refusal, this.#tone()));
  }

  #refuseConnect(request: http.IncomingMessage, socket: Duplex): void {
    const refusal = () =>
      unsoundRequest(request) ??
      new ServiceError('NOT_IMPLEMENTED', 'CONNECT: this gateway is not a proxy; use GET or POST');
    this.#takeOver(socket, () => endWithError(socket, refusal(), this.#tone()));
  }

  /** Takes over a socket that Node has released. `go` may write to it once the requests before have their answers. */
  #takeOver(socket: Duplex, go: () => void): void {
    this.#pieces.detach(socket as Socket);
    socket.off('error', destroyed).on('error', destroyed);
    if (this.#refused.has(socket)) return;
    this.#turns.after(socket, () => {
      if (socket.writable) go();
      else socket.destroy();
    });
  }

  /**
   * Counts a connection. Before its handshake an https connection is the bare socket, afterwards the secure one. False
   * if it was refused.
   */
  #track(socket: Socket, handshaking: boolean): boolean {
    if (this.#sockets.has(socket)) return true; // #resume gave it back
    const peer = `${socket.remoteAddress} ${socket.remotePort}`;
    const bare = this.#handshaking.get(peer);
    const { connections } = this.#options;
    if (bare === undefined || handshaking) {
      const refused = connections.admit(socket, handshaking);
      if (refused !== undefined) {
        this.#refused.set(socket, undefined);
        if (refused.silent) socket.destroy();
        else endWithError(socket.resume(), refused.refusal, this.#tone());
        return false;
      }
    } else {
      this.#sockets.delete(bare);
      connections.replace(bare, socket);
    }
    if (handshaking) this.#handshaking.set(peer, socket);
    else this.#handshaking.delete(peer);
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#turns.forget(socket);
      this.#requestTurns.forget(socket);
      if (this.#handshaking.get(peer) === socket) this.#handshaking.delete(peer);
    });
    return true;
  }

  /**
   * Handles upgrades even if nobody serves them: otherwise Node would drop the requests behind one with an Upgrade
   * header.
   */
  #hostUpgrades(onUpgrade: UpgradeHandler | undefined): void {
    this.server.on('upgrade', (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
      this.#takeOver(socket, () => {
        if (onUpgrade === undefined || !upgradesToWebSocket(request)) {
          this.#resume(request, socket, head);
          return;
        }
        const refusal = unsoundRequest(request);
        if (refusal !== undefined) {
          endWithError(socket, refusal, this.#tone());
          return;
        }
        this.#upgraded.add(socket);
        this.#options.connections.busy(socket);
        onUpgrade(request, socket, head, this.secure);
      });
    });
  }

  /**
   * HTTP clients that send `Upgrade: h2c` with every request (Java's, curl --http2) must be served as if they did not,
   * but Node stops parsing at any Upgrade header. So the request is put back onto the socket without that header, and
   * the socket is given back to the server.
   */
  #resume(request: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    const dropped = new Set(['upgrade', 'http2-settings', 'connection']);
    let text = `${request.method} ${request.url} HTTP/${request.httpVersion}\r\n`;
    for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
      const name = request.rawHeaders[index] as string;
      if (!dropped.has(name.toLowerCase())) text += `${name}: ${request.rawHeaders[index + 1]}\r\n`;
    }
    if (/\bclose\b/i.test(request.headers.connection ?? '')) text += 'Connection: close\r\n';
    socket.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, 'latin1'), head]));
    if (this.secure) this.server.emit('secureConnection', socket);
    else this.#read(socket as Socket);
  }
}

function destroyed(this: Duplex): void {
  this.destroy();
}

function brokenRequest(code: string | undefined): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceError('HEADERS_TOO_LARGE');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('REQUEST_TIMEOUT');
    default:
      return new ServiceError('MALFORMED_REQUEST');
  }
}
