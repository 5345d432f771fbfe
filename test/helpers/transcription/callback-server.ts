// A receiver of callbacks about finished tasks: it records each call, and answers as set.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CallbackServer {
  readonly url: string;
  /** Path and query of each call. */
  readonly calls: readonly string[];
  /** Statuses of the next calls; 200 after the last one. 0 ends the connection without an answer. */
  answers: number[];
  close(): Promise<void>;
}

export async function startCallbackServer(): Promise<CallbackServer> {
  const calls: string[] = [];
  const server: Server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    const status = callbacks.answers.shift() ?? 200;
    if (status === 0) request.socket.destroy();
    else response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('whatever');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const callbacks: CallbackServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answers: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return callbacks;
}
