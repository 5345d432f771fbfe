// The state of a request on its way through the server, and what it leaves behind.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ServiceError } from '../protocol/errors.js';
import { addressOf, type Client } from '../shares/client.js';
import type { Booking } from '../shares/share.js';
import type { Shares } from '../shares/shares.js';
import type { AuthChecks } from './auth.js';
import type { HttpLimits, UpgradeHandler } from './listener.js';
import type { LoadRefusals } from './load-refusals.js';
import { expectsContinue } from './request-rules.js';
import type { Dialect, Identity, Route, SocketRoute } from './route.js';

export interface RequestFacts {
  readonly routeId: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

/** Room for what is stored (ops/room.ts). */
export interface StorageRoom {
  readonly isFull: boolean;
  /** Reports a write that found the disk full. True if a little space was freed. */
  noticed(fault: unknown): boolean;
}

export interface HttpServerOptions {
  readonly routes: readonly Route[];
  /** The error text for all other paths. */
  readonly otherPaths?: string;
  /** WebSocket paths, on which a plain GET is answered with 426. */
  readonly sockets?: readonly SocketRoute[];
  readonly checks: AuthChecks;
  /** Addresses whose clients may send secrets in the clear. */
  readonly isTrusted?: (address: string) => boolean;
  readonly realm: string;
  readonly log: Logger;
  readonly shares: Shares;
  readonly room?: StorageRoom;
  /** The limits of the bytes that a developer may store. */
  readonly quotas?: { need(developerId: number): void };
  readonly newTraceToken: () => string;
  readonly onUpgrade?: UpgradeHandler;
  readonly onDone?: (facts: RequestFacts) => void;
  readonly limits?: HttpLimits;
  /** The monotonic clock, in ms. */
  readonly steadyMs?: () => number;
  /** Set in tests: a reply that does not fit its own schema becomes a 500. */
  readonly checkReplies?: boolean;
}

/** The state of a request between two steps. */
interface RequestState {
  /** True if it came by https. */
  readonly secure: boolean;
  readonly traceToken: string;
  readonly startedAt: number;
  readonly abort: AbortController;
  readonly address: string;
  /** Its place among the requests under way. */
  visit: Booking | undefined;
  bodyBytes: Booking | undefined;
  /** True if the route screens: its bodies have a reserve and turns of their own. */
  isScreening: boolean;
  /** True if the body is JSON: after it is parsed, its bytes are not needed. */
  isJson: boolean;
  /** Length of a body that was gathered. */
  gatheredBytes: number | undefined;
  /** limit of the body's kind; 0 until it is known */
  maxBodyBytes: number;
  identity: Identity | null;
  /** The rules of a route that may refuse requests for load before the body is read. */
  load: { need(bodyBytes: number): void; refused(error: ServiceError): void } | undefined;
  fault: ServiceError | undefined;
  /** The client waits for 100 (Continue) before it sends its body. */
  awaitsContinue: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    passage: RequestState;
  }
}

export function newPassage(options: HttpServerOptions, { raw }: FastifyRequest, secure: boolean): RequestState {
  return {
    secure,
    traceToken: options.newTraceToken(),
    startedAt: performance.now(),
    abort: new AbortController(),
    address: addressOf(raw.socket.remoteAddress),
    visit: undefined,
    bodyBytes: undefined,
    isScreening: false,
    isJson: false,
    gatheredBytes: undefined,
    maxBodyBytes: 0,
    identity: null,
    load: undefined,
    fault: undefined,
    awaitsContinue: expectsContinue(raw),
  };
}

export function loadOf({ id, admit }: Route, request: FastifyRequest, refusals: LoadRefusals): RequestState['load'] {
  if (admit === undefined) return undefined;
  const client = clientOf(request);
  return {
    need: (bodyBytes) => {
      refusals.need(id, client, bodyBytes);
      admit(client);
    },
    refused: (error) => {
      refusals.refused(id, client, request.passage.gatheredBytes ?? statedBytes(request) ?? 0, error);
    },
  };
}

/** Content-Length; undefined: the body comes in chunks. */
export function statedBytes({ headers }: FastifyRequest): number | undefined {
  const stated = headers['content-length'];
  return stated === undefined ? undefined : Number(stated);
}

interface RouteConfig {
  readonly routeId?: string;
  readonly refusal?: Dialect['refusal'];
  readonly isStream?: boolean;
}
export const clientOf = ({ passage: { address, identity } }: FastifyRequest): Client => ({
  address,
  appkey: identity?.appkey,
});

export const configOf = (request: FastifyRequest) => (request.routeOptions?.config ?? {}) as RouteConfig;

export function leave(request: FastifyRequest, reply: FastifyReply, options: HttpServerOptions): void {
  const { passage } = request;
  passage.visit?.release();
  passage.bodyBytes?.release();
  if (!reply.raw.writableFinished) passage.abort.abort();
  const { routeId = 'unknown' } = configOf(request);
  const durationMs = Math.round((performance.now() - passage.startedAt) * 100) / 100;
  const status = reply.raw.writableFinished ? reply.statusCode : 499; // the client left before the reply
  options.onDone?.({ routeId, method: request.method, status, durationMs });
  // Never the URL: its query may hold an access token.
  const facts = { traceToken: passage.traceToken, route: routeId, method: request.method, status, durationMs };
  if (passage.fault?.code === 'INTERNAL') options.log.error({ ...facts, err: passage.fault.cause }, 'request failed');
  else if (passage.fault !== undefined)
    options.log.info({ ...facts, reason: passage.fault.message }, 'request refused');
  else options.log.debug(facts, 'request served');
}
