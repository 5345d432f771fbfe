// A gateway with everything that the clients under packages/ use, and a front in front of it that can refuse.
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { type AsrGateway, startAsrGateway } from '../gateway/asr-gateway.js';
import { writeParametricVoices } from '../gateway/speaking-gateway.js';

export const startGatewayForClients = (): Promise<AsrGateway> =>
  startAsrGateway({ prepareModels: writeParametricVoices });

export interface Front {
  readonly url: string;
  /** The requested paths, including upgrades. */
  readonly asked: string[];
  /**
   * Answers the next `times` requests and handshakes with 503 and this Retry-After. Other processes use
   * /refuse?times=&s=.
   */
  refuse(times: number, retryAfterS: number): void;
  stop(): Promise<void>;
}

/** Passes everything on to the gateway, except for what it refuses. */
export async function startFront(gateway: string): Promise<Front> {
  const target = new URL(gateway);
  const asked: string[] = [];
  const upgraded = new Set<Duplex>();
  let refusals = 0;
  let retryAfter = '0';
  const isRefused = (path: string) => {
    asked.push(path.replace(/\?.*/, ''));
    refusals -= 1;
    return refusals >= 0;
  };
  const body = JSON.stringify({ traceToken: 'of-the-front', error: { code: 50300, message: 'at capacity' } });
  const server: Server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith('/refuse?') === true) {
      const query = new URLSearchParams(incoming.url.slice('/refuse?'.length));
      front.refuse(Number(query.get('times')), Number(query.get('s')));
      outgoing.end();
      return;
    }
    if (isRefused(incoming.url ?? '')) {
      incoming.resume();
      outgoing.writeHead(503, { 'content-type': 'application/json', 'retry-after': retryAfter }).end(body);
      return;
    }
    const { method, url, headers } = incoming;
    const onward = request({ host: target.hostname, port: target.port, method, path: url, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('upgrade', (incoming, socket, head) => {
    if (isRefused(incoming.url ?? '')) {
      const lines = [
        'HTTP/1.1 503 Service Unavailable',
        `Retry-After: ${retryAfter}`,
        `Content-Length: ${body.length}`,
      ];
      socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
      return;
    }
    const onward = connect(Number(target.port), target.hostname, () => {
      const names = incoming.rawHeaders;
      const lines = names.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${names[at + 1]}`] : []));
      onward.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    upgraded.add(socket);
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const front: Front = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    refuse(times, retryAfterS) {
      refusals = times;
      retryAfter = String(retryAfterS);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      }),
  };
  return front;
}
