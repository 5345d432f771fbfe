// A web service for the calls of processors: it gives set answers and keeps the requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface WebService {
  readonly url: string;
  readonly asked: Asked[];
  /** Sets the answer from now on. */
  answer(handler: (request: Asked, response: ServerResponse) => void): void;
  stop(): Promise<void>;
}

export async function startWebService(): Promise<WebService> {
  const asked: Asked[] = [];
  const usual = (_: Asked, response: ServerResponse) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"ok":true}');
  };
  let handler: (request: Asked, response: ServerResponse) => void = usual;
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers: headers as Asked['headers'], body };
    asked.push(one);
    handler(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answer: (next) => {
      handler = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
