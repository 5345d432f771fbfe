// Hosts WebSocket paths beside the HTTP routes. Path, token and property are checked before the handshake is answered.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { type AuthChecks, authenticate, type Query, refuseRepeated } from '../http/auth.js';
import { matchPath, splitUrl } from '../http/path.js';
import { endWithError } from '../http/reply.js';
import { asServiceError, ServiceError } from '../protocol/errors.js';
import { limits as defaultLimits } from '../protocol/limits.js';
import { longestMessageBytes, type StreamLimits, type StreamProtocol } from '../session/protocol.js';
import { Sessions } from '../session/sessions.js';
import { addressOf, type Client } from '../shares/client.js';
import type { Rate } from '../shares/rate.js';
import type { Booking } from '../shares/share.js';
import type { OnRefused } from '../shares/shares.js';
import { Connection } from './connection.js';
import { LastWordSocket } from './last-word-socket.js';
import type { FormedStream, StreamRoute } from './route.js';

export interface StreamHostOptions {
  readonly routes: readonly StreamRoute[];
  readonly checks: AuthChecks;
  readonly realm: string;
  readonly log: Logger;
  readonly newTraceToken: () => string;
  readonly limits?: Partial<StreamLimits>;
  /** The sessions of all carriers; its own unless given. */
  readonly sessions?: Sessions;
  readonly nowMs?: () => number;
  readonly onError?: (error: ServiceError) => void;
  /** The rate at which an address may make handshakes. */
  readonly handshakeRate?: Rate;
  readonly onRefused?: OnRefused;
  /** Addresses whose clients may send secrets in the clear. */
  readonly isTrusted?: (address: string) => boolean;
}

export interface StreamHost {
  /** Handles the listeners' `upgrade` event and owns the socket from then on. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, secure: boolean): void;
  readonly connections: number;
  /** Number of open sessions, on all carriers that share them. */
  readonly sessions: number;
  /** Lets in nothing new; a connection ends as soon as it has no session. */
  close(): void;
  /** Ends every connection with FATAL_ERROR. */
  stop(): void;
}

/** A handshake that will be answered with 101. */
interface Admitted {
  readonly route: StreamRoute;
  readonly opened: StreamProtocol | FormedStream;
  readonly client: Client;
}

export function createStreamHost(options: StreamHostOptions): StreamHost {
  const streamLimits: StreamLimits = { ...defaultLimits.stream, ...options.limits };
  const connections = new Set<Connection>();
  const sessions = options.sessions ?? new Sessions(options);
  const limitsOf = ({ textFrameBytes = streamLimits.textFrameBytes }: StreamRoute): StreamLimits => ({
    ...streamLimits,
    textFrameBytes,
  });
  const servers = new Map(options.routes.map((route) => [route, makeServer(limitsOf(route), route)]));
  const ticking = setInterval(() => {
    for (const connection of connections) connection.tick();
  }, streamLimits.pingMs);
  ticking.unref();

  const checkRate = (address: string) => {
    if (options.handshakeRate?.take(address) !== false) return;
    options.onRefused?.('handshakes', 'rate');
    throw new ServiceError(
      'OVERLOADED',
      'this address makes too many handshakes; use one connection for many sessions',
    );
  };

  const admit = (request: IncomingMessage, address: string, secure: boolean): Admitted => {
    const { path, query } = splitUrl(request.url ?? '');
    const found = find(options.routes, path);
    if (!found) throw new ServiceError('NOT_FOUND', 'there is no such path');
    if (sessions.isStopping) throw new ServiceError('STOPPING');
    if (!secure) checkRate(address); // the TLS handshake was counted already
    const trusted = options.isTrusted?.(request.socket.remoteAddress ?? '') === true;
    const auth = { headers: request.headers, query: queryOf(query), secure, trusted, tokenInQuery: true };
    const identity = authenticate(found.route.auth, auth, options.checks);
    if (!identity) throw new ServiceError('UNAUTHENTICATED');
    refuseRepeated(found.route.query, auth.query);
    const opened = found.route.open({ params: found.params, query: auth.query, identity });
    return { route: found.route, opened, client: { address, appkey: identity.appkey } };
  };

  const host = (socket: WebSocket, { route, opened, client }: Admitted, seat: Booking) => {
    const connection = new Connection({
      socket,
      opened,
      log: options.log,
      open: (carrier, protocol, changed) =>
        sessions.open({
          ...{ carrier, protocol, client, seat, route: route.id },
          limits: { ...limitsOf(route), ...changed },
        }),
      onGone: (machine) => {
        connections.delete(connection);
        sessions.leave(machine);
      },
    });
    connections.add(connection);
  };

  return {
    upgrade: (request, socket, head, secure) => {
      socket.on('error', () => socket.destroy());
      try {
        const admitted = admit(request, addressOf(request.socket.remoteAddress), secure);
        const server = servers.get(admitted.route) as WebSocketServer;
        const seat = sessions.take(admitted.client, admitted.route.screens === true);
        const failed = () => seat.release();
        socket.once('close', failed);
        server.handleUpgrade(request, socket, head, (webSocket) => {
          socket.off('close', failed);
          host(webSocket, admitted, seat);
        });
      } catch (fault) {
        const error = asServiceError(fault);
        const traceToken = options.newTraceToken();
        if (error.code === 'INTERNAL') options.log.error({ traceToken, err: error.cause }, 'handshake failed');
        else options.log.info({ traceToken, reason: error.message }, 'handshake refused');
        endWithError(socket, error, { traceToken, realm: options.realm });
      }
    },
    get connections() {
      return connections.size;
    },
    get sessions() {
      return sessions.running;
    },
    close: () => sessions.close(),
    stop: () => {
      clearInterval(ticking);
      sessions.stop();
    },
  };
}

/** Each route has a server of its own, because only a server can limit the length of messages. */
export function makeServer(
  routeLimits: StreamLimits,
  { subprotocols, deflates }: Pick<StreamRoute, 'subprotocols' | 'deflates'> = {},
): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    WebSocket: LastWordSocket,
    clientTracking: false,
    perMessageDeflate: deflates === true && deflateOptions,
    ...(subprotocols && { handleProtocols: (named) => preferred(named, subprotocols) }),
    maxPayload: longestMessageBytes(routeLimits),
    maxFragments: routeLimits.frameFragments,
    allowSynchronousEvents: false, // one message of a connection in each turn of the event loop, however many have arrived
    ...{ closeTimeout: routeLimits.closeMs }, // not in the type declarations yet
  });
}

/**
 * Messages share no compression context, so that a connection needs no memory between two messages. The limit of a
 * message applies to its unpacked length.
 */
const deflateOptions = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  serverMaxWindowBits: 10,
  threshold: 1_024,
  concurrencyLimit: 4,
  zlibDeflateOptions: { level: 1, memLevel: 4 },
  zlibInflateOptions: { chunkSize: 4 * 1_024 },
} as const;

const preferred = (named: ReadonlySet<string>, known: readonly string[]): string | false =>
  known.find((each) => named.has(each)) ?? [...named][0] ?? false;

/** Repeated keys become lists, which no check accepts. */
function queryOf(text: string): Query {
  const search = new URLSearchParams(text);
  const query: Record<string, unknown> = Object.create(null);
  for (const key of new Set(search.keys())) {
    const values = search.getAll(key);
    query[key] = values.length === 1 ? values[0] : values;
  }
  return query;
}

function find(
  routes: readonly StreamRoute[],
  path: string,
): { route: StreamRoute; params: Record<string, string> } | undefined {
  for (const route of routes) {
    const params = matchPath(route.path, path);
    if (params) return { route, params };
  }
  return undefined;
}
