// Serves one route through the framework: authenticates, checks the rights, takes a place, validates the input, and
// calls the handler.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import { FairSlots } from '../jobs/fair-slots.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { validate } from '../protocol/wire/issues.js';
import { clientKey } from '../shares/client.js';
import { Rate } from '../shares/rate.js';
import { openWithReserve, takeWithReserve } from '../shares/share.js';
import { authenticate, inTenant, type Query, refuseRepeated, requireRight } from './auth.js';
import { acceptBody, maxBodyBytes, readBody, refuseContent } from './body/body.js';
import { watchStream } from './body/gather.js';
import type { LoadRefusals } from './load-refusals.js';
import { clientOf, type HttpServerOptions, loadOf, statedBytes } from './passage.js';
import { toneOf } from './refusal.js';
import { endWithError } from './reply.js';
import {
  Answer,
  type Call,
  JsonPieces,
  JsonText,
  type Route,
  type SocketRoute,
  type StreamedBody,
  takesHead,
} from './route.js';
import { MethodNotAllowed, type strayMethods } from './unknown-path.js';

/** The rules that requests of all routes share. */
interface Gates {
  readonly loadRefusals: LoadRefusals;
  readonly untrusted: FairSlots;
}

const jsonType = 'application/json; charset=utf-8';

export function addRoute(
  app: FastifyInstance,
  route: Route,
  path: string,
  options: HttpServerOptions,
  gates: Gates,
): void {
  const { body } = route;
  const { requests, screeningRequests, bodyBytes, screeningBodyBytes } = options.shares;
  const [reserve, bodyReserve] = route.screens === true ? [screeningRequests, screeningBodyBytes] : [];
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
      request.passage.isScreening = route.screens === true;
      request.passage.visit = takeWithReserve(requests, reserve, clientOf(request));
      if (route.storage === 'grows') {
        if (options.room?.isFull === true) throw new ServiceError('STORAGE_FULL');
        const { identity: who } = request.passage;
        if (who !== null) options.quotas?.need(who.developerId);
      }
      request.passage.load = loadOf(route, request, gates.loadRefusals);
      request.passage.load?.need(statedBytes(request) ?? 0);
      done();
    },
    preParsing: (request, reply, payload, done) => {
      if (body !== undefined) {
        const { kind, maxBytes } = acceptBody(body, request.headers);
        request.passage.maxBodyBytes = maxBytes;
        request.passage.isJson = kind === 'json';
        if (kind !== 'stream') {
          request.passage.bodyBytes = openWithReserve(bodyBytes, bodyReserve, clientOf(request));
          sendContinue(request, reply);
        }
      } else request.passage.maxBodyBytes = limits.http.emptyBodyBytes;
      done(null, payload);
    },
    handler: async (request, reply) => {
      const isUntrusted = request.passage.identity?.hasToken === false;
      if (isUntrusted && route.storage !== undefined) await inTurn(gates.untrusted, request);
      const answer = await handled(route, request, reply, options);
      const { body: value, status, headers } = answer instanceof Answer ? answer : new Answer(answer);
      reply.code(status).headers(headers);
      // a stream is read as fast as the client takes it, and destroyed when the client goes
      if (value === undefined || value instanceof Readable) return reply.send(value);
      if (typeof route.replyType === 'string') return reply.type(route.replyType).send(value);
      if (value instanceof JsonPieces) {
        if (options.checkReplies === true && status < 300) {
          checkReply(route, JSON.parse(Buffer.concat(value.pieces).toString('utf8')));
        }
        const bytes = value.pieces.reduce((sum, piece) => sum + piece.length, 0);
        return reply.type(jsonType).header('content-length', bytes).send(Readable.from(value.pieces));
      }
      const text = value instanceof JsonText ? value.text : JSON.stringify(enveloped(value, status, route, request));
      if (options.checkReplies === true && status < 300) checkReply(route, JSON.parse(text));
      return reply.type(jsonType).send(text);
    },
  });
}

/** The turns of writes with an appkey alone: each client begins only so many in a second, and more wait. */
export const untrustedWrites = (steadyMs?: () => number): FairSlots => {
  const atOnce = Number.POSITIVE_INFINITY;
  return new FairSlots({ atOnce, atOncePerOwner: atOnce, pace: new Rate(limits.shares.withoutToken, steadyMs) });
};

const inTurn = (turns: FairSlots, request: FastifyRequest): Promise<void> =>
  turns.run(clientKey(clientOf(request)), async () => {}, request.passage.abort.signal);

/** Adds a route whose body is not gathered: only the handler reads it. */
export function addStreamRoute(
  scope: FastifyInstance,
  route: Route,
  path: string,
  options: HttpServerOptions,
  gates: Gates,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  addRoute(scope, route, path, options, gates);
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
  if (body === undefined) {
    refuseContent(request.body as Buffer | undefined);
    return undefined;
  }
  if (body.stream === undefined) {
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    request.passage.gatheredBytes = bytes.length;
    request.body = undefined; // a recording may wait for seconds, and its JSON is no longer needed
    return readBody(body, request.headers, bytes, { signal: request.passage.abort.signal });
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
  refuseRepeated(route.query, request.query as Query);
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
      return options.log.child({ traceToken, route: route.id }); // this costs more than the rest of a short request
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

export function addSocketRoute(app: FastifyInstance, socket: SocketRoute): void {
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

export function addStrayMethods(
  app: FastifyInstance,
  { path, methods, allow }: ReturnType<typeof strayMethods>[number],
): void {
  const refused = () => {
    throw new MethodNotAllowed(allow);
  };
  app.route({ method: methods as HTTPMethods[], url: path, onRequest: refused, handler: refused });
}
