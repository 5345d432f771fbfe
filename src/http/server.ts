// Makes a server from routes. Only passage.ts, refusal.ts, serve-route.ts and this module know the web framework.
// docs/lifecycle.md draws the steps of a request and the status that each can end in; keep the two alike.
import http from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { ServiceError } from '../protocol/errors.js';
import { limits as defaultLimits } from '../protocol/limits.js';
import { gather } from './body/gather.js';
import { LargeBodies } from './body/large-bodies.js';
import { Connections } from './connections.js';
import { Listener, type TlsMaterial } from './listener.js';
import { LoadRefusals } from './load-refusals.js';
import { methodOverride } from './method-override.js';
import { clientOf, type HttpServerOptions, leave, newPassage, statedBytes } from './passage.js';
import { joinUrl, splitUrl } from './path.js';
import { refuse, toneOf } from './refusal.js';
import { pathsOf } from './route.js';
import { addRoute, addSocketRoute, addStrayMethods, addStreamRoute, untrustedWrites } from './serve-route.js';
import { openSocketFile } from './socket-file.js';
import { strayMethods, unknownPaths } from './unknown-path.js';

/** One listening socket. */
export interface HttpServer {
  listen(host: string, port: number): Promise<number>;
  /** Listens on a Unix socket. `setting` names the setting that is reported if the path is faulty. */
  listenAt(file: string, setting: string): Promise<void>;
  setCertificate(tls: TlsMaterial): void;
  readonly openSockets: number;
  stop(drainMs: number): Promise<void>;
}

/** Routes that several sockets may serve. They are compiled once. */
export interface HttpApp {
  /** With `tls` the server speaks https. */
  server(tls?: TlsMaterial): HttpServer;
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
  /** The request that each socket is sending, until its reply has gone. */
  const underWay = new WeakMap<object, FastifyRequest>();
  const override = methodOverride(options.routes);
  const unknownPath = unknownPaths(options);
  const { steadyMs } = options;
  const gates = { loadRefusals: new LoadRefusals(steadyMs), untrusted: untrustedWrites(steadyMs) };
  const [largeBodies, largeScreened] = [new LargeBodies(), new LargeBodies()];
  const isSecure = (request: FastifyRequest) => cameBy.get(request.raw)?.secure === true;
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false, // each route states whether it has one
    forceCloseConnections: false, // Listener.stop decides which connections are idle
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
    const { maxBodyBytes: maxBytes, bodyBytes: booking, load, isJson: intoSlab, isScreening } = request.passage;
    const stated = statedBytes(request);
    const bytes = stated ?? maxBytes;
    const read = () => {
      load?.need(bytes); // checked again, because it may have waited
      const given = { maxBytes, statedBytes: stated, booking, admit: load?.need, intoSlab };
      return gather(request.raw, { ...given, timeoutMs: limits.requestTimeoutMs });
    };
    const waits = load !== undefined && bytes >= defaultLimits.shares.largeBodyBytes;
    const lane = isScreening ? largeScreened : largeBodies;
    return waits ? lane.read(clientOf(request), async () => await read()) : read();
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
    if (request.is404) throw unknownPath(request.url);
    done();
  });
  for (const route of options.routes) {
    for (const path of pathsOf(route)) {
      if (route.body?.stream === undefined) addRoute(app, route, path, options, gates);
      else app.register((scope, _, done) => done(void addStreamRoute(scope, route, path, options, gates)));
    }
  }
  for (const socket of options.sockets ?? []) addSocketRoute(app, socket);
  for (const stray of strayMethods(options)) addStrayMethods(app, stray);

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
