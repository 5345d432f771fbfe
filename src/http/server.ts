// Routes in, a server out. The only file that knows the web framework. The way of a request, step by step with the
// status each step can end in, is drawn in docs/lifecycle.md; keep the two alike.
import http from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { asServiceError, isDiskFull, ServiceError } from '../protocol/errors.js';
import { limits as defaultLimits } from '../protocol/limits.js';
import { validate } from '../protocol/wire/issues.js';
import { addressOf, type Client } from '../shares/client.js';
import type { Booking } from '../shares/share.js';
import type { Shares } from '../shares/shares.js';
import { type AuthChecks, authenticate, inTenant, type Query, requireRight } from './auth.js';
import { acceptBody, maxBodyBytes, readBody, tooLarge } from './body.js';
import { Connections } from './connections.js';
import { gather, watchStream } from './gather.js';
import { LargeBodies } from './large-bodies.js';
import { type HttpLimits, Listener, type TlsMaterial, type UpgradeHandler } from './listener.js';
import { LoadRefusals } from './load-refusals.js';
import { methodOverride } from './method-override.js';
import { joinUrl, splitUrl } from './path.js';
import { closesConnection, endWithError, errorReply, replyEarly, type Tone } from './reply.js';
import { expectsContinue } from './request-rules.js';
import {
  Answer,
  type Call,
  type Dialect,
  type Identity,
  JsonText,
  pathsOf,
  type Route,
  type SocketRoute,
  type StreamedBody,
  takesHead,
} from './route.js';
import { openSocketFile } from './socket-file.js';
import { MethodNotAllowed, refusalBeside, unknownPath } from './unknown-path.js';

export interface RequestFacts {
  readonly routeId: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

/** Room for what is stored (ops/room.ts). */
export interface StorageRoom {
  readonly isFull: boolean;
  /** Told of every write that found the disk full. True: there is a little room now. */
  noticed(fault: unknown): boolean;
}

export interface HttpServerOptions {
  readonly routes: readonly Route[];
  /** The error text for every other path. */
  readonly otherPaths?: string;
  /** A plain GET on one of these is answered 426. */
  readonly sockets?: readonly SocketRoute[];
  readonly checks: AuthChecks;
  /** Addresses whose clients may send secrets in the clear. */
  readonly isTrusted?: (address: string) => boolean;
  readonly realm: string;
  readonly log: Logger;
  readonly shares: Shares;
  readonly room?: StorageRoom;
  /** Bytes that a developer may store. */
  readonly quotas?: { need(developerId: number): void };
  readonly newTraceToken: () => string;
  readonly onUpgrade?: UpgradeHandler;
  readonly onDone?: (facts: RequestFacts) => void;
  readonly limits?: HttpLimits;
  /** Tests: a reply that does not fit its own schema is a 500. */
  readonly checkReplies?: boolean;
}

/** One listening socket. */
export interface HttpServer {
  listen(host: string, port: number): Promise<number>;
  /** Listens on a Unix socket. `setting` is the name of the setting that a fault of the path is blamed on. */
  listenAt(file: string, setting: string): Promise<void>;
  setCertificate(tls: TlsMaterial): void;
  readonly openSockets: number;
  stop(drainMs: number): Promise<void>;
}

/** Routes that several sockets may serve: they are compiled once. */
export interface HttpApp {
  /** `tls`: https. */
  server(tls?: TlsMaterial): HttpServer;
}

/** The state of a request between two steps. */
interface RequestState {
  /** It came by https. */
  readonly secure: boolean;
  readonly traceToken: string;
  readonly startedAt: number;
  readonly abort: AbortController;
  readonly address: string;
  /** Its place among the requests under way. */
  visit: Booking | undefined;
  bodyBytes: Booking | undefined;
  /** The body is JSON with a recording in it. */
  hasRecording: boolean;
  /** Length of a body that was gathered. */
  gatheredBytes: number | undefined;
  /** limit of the body's kind; 0 until it is known */
  maxBodyBytes: number;
  identity: Identity | null;
  /** The rules of a route that may refuse for load before the body is read. */
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

/** The usual case: routes that one http socket serves. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  return createHttpApp(options).server();
}

export function createHttpApp(options: HttpServerOptions): HttpApp {
  const limits = options.limits ?? defaultLimits.http;
  let handle: http.RequestListener = () => {};
  const cameBy = new WeakMap<http.IncomingMessage, Listener>();
  const listeners = new Set<Listener>();
  const connections = new Connections(options.shares);
  /** The request each socket is currently sending, until its reply has gone. */
  const underWay = new WeakMap<object, FastifyRequest>();
  const override = methodOverride(options.routes);
  const loadRefusals = new LoadRefusals();
  const largeBodies = new LargeBodies();
  const isSecure = (request: FastifyRequest) => cameBy.get(request.raw)?.secure === true;
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false, // each route says whether it has one
    forceCloseConnections: false, // Listener.stop knows which connections are idle
    return503OnClosing: false,
    requestTimeout: limits.requestTimeoutMs,
    bodyLimit: limits.jsonBodyBytes,
    rewriteUrl: ({ url = '/' }) => joinUrl(splitUrl(url)),
    routerOptions: { maxParamLength: limits.pathPartBytes },
    // The sockets are listeners of our own, each with its own certificate; this server never listens.
    serverFactory: (handler) => {
      handle = handler;
      return http.createServer();
    },
    frameworkErrors: (fault, request, reply) => {
      request.passage ??= newPassage(options, request, isSecure(request));
      refuse(fault, request, reply as unknown as FastifyReply, options);
    },
  });
  app.decorateRequest('passage');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest) => {
    const { maxBodyBytes: maxBytes, bodyBytes: booking, load, hasRecording: intoSlab } = request.passage;
    const bytes = statedBytes(request) ?? maxBytes;
    const read = () => {
      load?.need(bytes); // again: it may have waited
      const rules = { maxBytes, booking, admit: load?.need, intoSlab, timeoutMs: limits.requestTimeoutMs };
      return gather(request.raw, rules);
    };
    const waits = load !== undefined && bytes >= defaultLimits.shares.largeBodyBytes;
    return waits ? largeBodies.read(clientOf(request), async () => await read()) : read();
  });
  app.setErrorHandler((fault, request, reply) => refuse(fault, request, reply, options));
  app.addHook('onRequest', (request, reply, done) => {
    request.passage = newPassage(options, request, isSecure(request));
    const { socket } = request.raw;
    underWay.set(socket, request);
    reply.raw.once('close', () => {
      if (underWay.get(socket) === request) underWay.delete(socket);
      leave(request, reply, options);
    });
    if (cameBy.get(request.raw)?.stopping === true) throw new ServiceError('STOPPING');
    override.check(request.raw);
    if (request.is404) throw unknownPath(request.url, options);
    done();
  });
  for (const route of options.routes) {
    for (const path of pathsOf(route)) {
      if (route.body?.stream === undefined) addRoute(app, route, path, options, loadRefusals);
      else app.register((scope, _, done) => done(void addStreamRoute(scope, route, path, options, loadRefusals)));
    }
  }
  for (const socket of options.sockets ?? []) addSocketRoute(app, socket);

  function server(tls?: TlsMaterial): HttpServer {
    const { realm, newTraceToken, onUpgrade } = options;
    const listener = new Listener(
      { tls, limits, realm, newTraceToken, connections, onUpgrade },
      (request, response) => {
        cameBy.set(request, listener);
        override.apply(request);
        handle(request, response);
      },
    );
    listeners.add(listener);
    listener.server.on('clientError', (fault: Error, socket) => {
      const request = underWay.get(socket);
      const tone = request?.raw.complete === false ? toneOf(request, options) : undefined;
      listener.refuseBrokenRequest(fault, socket as Socket, tone);
    });
    return {
      async listen(host, port) {
        await app.ready();
        return await listener.listen(host, port);
      },
      async listenAt(file, setting) {
        await app.ready();
        await openSocketFile(file, setting, () => listener.listenAt(file));
      },
      setCertificate: (renewed) => listener.setCertificate(renewed),
      get openSockets() {
        return listener.openSockets;
      },
      async stop(drainMs) {
        await listener.stop(drainMs);
        listeners.delete(listener);
        if (listeners.size === 0) await app.close();
      },
    };
  }
  return { server };
}

/** Its body is not gathered: nothing but the handler reads it. */
function addStreamRoute(
  scope: FastifyInstance,
  route: Route,
  path: string,
  options: HttpServerOptions,
  loadRefusals: LoadRefusals,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  addRoute(scope, route, path, options, loadRefusals);
}

function newPassage(options: HttpServerOptions, { raw }: FastifyRequest, secure: boolean): RequestState {
  return {
    secure,
    traceToken: options.newTraceToken(),
    startedAt: performance.now(),
    abort: new AbortController(),
    address: addressOf(raw.socket.remoteAddress),
    visit: undefined,
    bodyBytes: undefined,
    hasRecording: false,
    gatheredBytes: undefined,
    maxBodyBytes: 0,
    identity: null,
    load: undefined,
    fault: undefined,
    awaitsContinue: expectsContinue(raw),
  };
}

function addRoute(
  app: FastifyInstance,
  route: Route,
  path: string,
  options: HttpServerOptions,
  loadRefusals: LoadRefusals,
): void {
  const { body } = route;
  const { requests, bodyBytes } = options.shares;
  app.route({
    method: takesHead(route) ? [route.method, 'HEAD'] : route.method, // Node leaves out the body of a reply to HEAD
    url: path,
    config: { routeId: route.id, refusal: route.dialect?.refusal, isStream: body?.stream !== undefined },
    ...(body === undefined ? {} : { bodyLimit: maxBodyBytes(body) }),
    onRequest: (request, _reply, done) => {
      const { secure } = request.passage;
      const appkeyOfToken = route.dialect?.tokenWithoutAppkey === true;
      const trusted = options.isTrusted?.(request.raw.socket.remoteAddress ?? '') === true;
      const auth = { headers: request.headers, query: request.query as Query, secure, trusted, appkeyOfToken };
      const identity = authenticate(route.auth, auth, options.checks);
      request.passage.identity = route.dialect?.tenants === true ? inTenant(identity, auth, options.checks) : identity;
      requireRight(route, request.passage.identity);
      request.passage.visit = requests.take(clientOf(request));
      if (route.storage === 'grows') {
        if (options.room?.isFull === true) throw new ServiceError('STORAGE_FULL');
        const { identity: who } = request.passage;
        if (who !== null) options.quotas?.need(who.developerId);
      }
      request.passage.load = loadOf(route, request, loadRefusals);
      request.passage.load?.need(statedBytes(request) ?? 0);
      done();
    },
    preParsing: (request, reply, payload, done) => {
      if (body !== undefined) {
        const { kind, maxBytes } = acceptBody(body, request.headers);
        request.passage.maxBodyBytes = maxBytes;
        request.passage.hasRecording = kind === 'json' && body.json?.base64 !== undefined;
        if (kind !== 'stream') {
          request.passage.bodyBytes = bodyBytes.open(clientOf(request));
          sendContinue(request, reply);
        }
      }
      done(null, payload);
    },
    handler: async (request, reply) => {
      const answer = await handled(route, request, reply, options);
      const { body: value, status, headers } = answer instanceof Answer ? answer : new Answer(answer);
      reply.code(status).headers(headers);
      // a stream is read as fast as the client takes it, and destroyed when the client goes
      if (value === undefined || value instanceof Readable) return reply.send(value);
      if (typeof route.replyType === 'string') return reply.type(route.replyType).send(value);
      const text = value instanceof JsonText ? value.text : JSON.stringify(enveloped(value, status, route, request));
      if (options.checkReplies === true && status < 300) checkReply(route, JSON.parse(text));
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
}

function loadOf({ id, admit }: Route, request: FastifyRequest, refusals: LoadRefusals): RequestState['load'] {
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
function statedBytes({ headers }: FastifyRequest): number | undefined {
  const stated = headers['content-length'];
  return stated === undefined ? undefined : Number(stated);
}

/** A success in the envelope of the route's family. */
function enveloped(value: unknown, status: number, { dialect }: Route, { passage }: FastifyRequest): unknown {
  if (status >= 300 || dialect?.success === undefined) return value;
  return { ...dialect.success(passage.traceToken), ...(value as object) };
}

async function handled(route: Route, request: FastifyRequest, reply: FastifyReply, options: HttpServerOptions) {
  const handle = async () => await route.handle(await callOf(route, request, reply, options));
  if (route.storage !== 'frees') return handle();
  return handle().catch((fault: unknown) => {
    if (options.room?.noticed(fault) === true) return handle();
    throw fault;
  });
}

function sendContinue({ passage }: FastifyRequest, reply: FastifyReply): void {
  if (passage.awaitsContinue) reply.raw.writeContinue();
  passage.awaitsContinue = false;
}

function bodyOf({ body }: Route, request: FastifyRequest, reply: FastifyReply, options: HttpServerOptions): unknown {
  if (body === undefined) return undefined;
  if (body.stream === undefined) {
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    request.passage.gatheredBytes = bytes.length;
    request.body = undefined; // a recording may wait for seconds until it is heard, and the text around it need not
    return readBody(body, request.headers, bytes);
  }
  return {
    bytes: statedBytes(request),
    begin: () => {
      sendContinue(request, reply);
      watchStream(request.raw, (refusal) => endWithError(request.raw.socket, refusal, toneOf(request, options)));
      return request.raw;
    },
  } satisfies StreamedBody;
}

async function callOf(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: HttpServerOptions,
): Promise<Call> {
  const { traceToken, identity, abort } = request.passage;
  const parsed = (schema: z.ZodType | undefined, value: unknown, where: string) =>
    schema === undefined ? undefined : validate(schema, value, where);
  return {
    params: parsed(route.params, request.params, 'path'),
    query: parsed(
      route.query,
      route.dialect?.emptyIsUnset === true ? given(request.query as Query) : request.query,
      'query',
    ),
    body: await bodyOf(route, request, reply, options),
    headers: request.headers,
    identity,
    traceToken,
    get log() {
      return options.log.child({ traceToken, route: route.id }); // costs more than the rest of a short call
    },
    secure: request.passage.secure,
    client: clientOf(request),
    signal: abort.signal,
  };
}

const given = (query: Query): Query => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

function checkReply(route: Route, value: unknown): void {
  const outcome = route.reply.safeParse(value);
  if (!outcome.success) throw new Error(`${route.id}: the reply does not fit its schema: ${outcome.error.message}`);
}

function addSocketRoute(app: FastifyInstance, socket: SocketRoute): void {
  app.route({
    method: 'GET',
    url: socket.path,
    config: { routeId: socket.id },
    handler: (_request, reply) => {
      reply.header('upgrade', 'websocket');
      throw new ServiceError('UPGRADE_REQUIRED', 'this path is a WebSocket endpoint; send an Upgrade request');
    },
  });
}

interface RouteConfig {
  readonly routeId?: string;
  readonly refusal?: Dialect['refusal'];
  readonly isStream?: boolean;
}
const clientOf = ({ passage: { address, identity } }: FastifyRequest): Client => ({
  address,
  appkey: identity?.appkey,
});

const configOf = (request: FastifyRequest) => (request.routeOptions?.config ?? {}) as RouteConfig;

/** The form in which a request is refused. A request that no route takes is refused as the routes beside it refuse. */
function toneOf(request: FastifyRequest, { realm, routes }: HttpServerOptions): Tone {
  const { routeId, refusal } = configOf(request);
  const { traceToken } = request.passage;
  return { traceToken, realm, refusal: routeId === undefined ? refusalBeside(routes, request.url) : refusal };
}

/** The one place where a fault becomes a reply. */
function refuse(fault: unknown, request: FastifyRequest, reply: FastifyReply, options: HttpServerOptions): void {
  const error = fromFramework(fault, request) ?? asServiceError(fault);
  request.passage.fault = error;
  request.passage.load?.refused(error);
  if (isDiskFull(error)) options.room?.noticed(error);
  const { isStream } = configOf(request);
  const bytes = errorReply(error, toneOf(request, options));
  const isAwaiting = request.passage.awaitsContinue; // then nothing of the body has been sent, nor will be
  const isEarly = error.code === 'BODY_TOO_LARGE' || error.code === 'OVERLOADED' || isStream === true;
  if (isEarly && !isAwaiting && !request.raw.complete) {
    reply.hijack();
    replyEarly(request.raw, reply.raw, bytes);
    return;
  }
  const { status, headers, body } = bytes;
  if (error instanceof MethodNotAllowed) reply.header('allow', error.allow);
  if (closesConnection(error) || isAwaiting) reply.header('connection', 'close');
  if (error.row.statusText !== undefined) reply.raw.statusMessage = error.row.statusText;
  reply.code(status).headers(headers).send(body);
}

const badPercentSign = 'the path is no valid URL: two hexadecimal digits of UTF-8 must stand behind a percent sign';

/** The framework's own refusals, by status; everything else it throws is a fault of ours. */
function fromFramework(fault: unknown, request: FastifyRequest): ServiceError | undefined {
  if (!(fault instanceof Error) || !('code' in fault) || !String(fault.code).startsWith('FST_')) return undefined;
  const status = 'statusCode' in fault ? fault.statusCode : undefined;
  switch (status) {
    case 400:
      // its own message repeats the URL, with an access token that may stand in the query
      if (fault.code === 'FST_ERR_BAD_URL') return new ServiceError('MALFORMED_REQUEST', badPercentSign);
      return new ServiceError('MALFORMED_REQUEST', fault.message);
    case 413:
      return tooLarge(request.passage.maxBodyBytes);
    case 414:
      return new ServiceError('URI_TOO_LONG');
    case 415:
      return new ServiceError('UNSUPPORTED_MEDIA_TYPE');
    default:
      return undefined;
  }
}

function leave(request: FastifyRequest, reply: FastifyReply, options: HttpServerOptions): void {
  const { passage } = request;
  passage.visit?.release();
  passage.bodyBytes?.release();
  if (!reply.raw.writableFinished) passage.abort.abort();
  const { routeId = 'unknown' } = configOf(request);
  const durationMs = Math.round((performance.now() - passage.startedAt) * 100) / 100;
  const status = reply.raw.writableFinished ? reply.statusCode : 499; // the client went before the reply
  options.onDone?.({ routeId, method: request.method, status, durationMs });
  // Never the URL: its query may hold an access token.
  const facts = { traceToken: passage.traceToken, route: routeId, method: request.method, status, durationMs };
  if (passage.fault?.code === 'INTERNAL') options.log.error({ ...facts, err: passage.fault.cause }, 'request failed');
  else if (passage.fault !== undefined)
    options.log.info({ ...facts, reason: passage.fault.message }, 'request refused');
  else options.log.debug(facts, 'request served');
}
