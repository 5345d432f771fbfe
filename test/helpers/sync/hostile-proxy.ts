// A proxy between two gateways that cuts, slows, truncates and forges. It terminates TLS itself, so that it can change
// traffic; its users trust its certificate.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificate } from '../../../src/http/certificate.js';

export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Number of earlier requests of this path. */
  readonly nth: number;
  readonly body: string;
}

/** The fate of one request. */
export type Mischief =
  /** the connection ends after this many bytes of the body */
  | { readonly do: 'cut'; readonly afterBytes: number }
  /** nothing more comes, and the connection stays open */
  | { readonly do: 'hang'; readonly afterBytes: number }
  /** not even a status comes */
  | { readonly do: 'ignore' }
  /** one byte of the body is changed */
  | { readonly do: 'flip'; readonly atByte: number }
  /** the body ends there, and its length agrees */
  | { readonly do: 'shorten'; readonly toBytes: number }
  /** more bytes come than there are */
  | { readonly do: 'lengthen'; readonly byBytes: number }
  /** a few bytes at a time, with pauses */
  | { readonly do: 'slow'; readonly bytes: number; readonly pauseMs: number }
  /** these headers replace the real ones */
  | { readonly do: 'headers'; readonly headers: Readonly<Record<string, string>> }
  /** the range is ignored */
  | { readonly do: 'ignoreRange' }
  /** the proxy answers itself; the request does not get through */
  | {
      readonly do: 'answer';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** bytes come for as long as they are read */
  | { readonly do: 'flood'; readonly headers: Record<string, string> }
  /** the request gets through, but its answer does not come back */
  | { readonly do: 'loseAnswer' };

export interface HostileProxy {
  readonly url: string;
  readonly port: number;
  /** Certificate, PEM. */
  readonly ca: string;
  readonly caFile: string;
  readonly seen: readonly Passing[];
  /** Number of bytes of forwarded bodies. */
  readonly sentBytes: (path: RegExp) => number;
  /** Sets the treatment of requests from now on; undefined lets them pass. */
  meddle(mischief: (request: Passing) => Mischief | undefined): void;
  /** Stops answering and ends all connections. */
  cutOff(): Promise<void>;
  /** Listens on the same port again. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export async function startHostileProxy(target: string, targetCa: string): Promise<HostileProxy> {
  const directory = mkdtempSync(join(tmpdir(), 'tonegate-proxy-'));
  const material = await certificate({
    ...{ directory, certFile: '', keyFile: '', now: Date.now },
    names: ['127.0.0.1', 'localhost'],
  });
  const seen: Passing[] = [];
  const sent: { path: string; bytes: number }[] = [];
  const sockets = new Set<Socket>();
  let mischief: (request: Passing) => Mischief | undefined = () => undefined;
  let port = 0;
  let server = listen();
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;

  function listen(): https.Server {
    const made = https.createServer(material, (request, response) => void handle(request, response));
    made.on('secureConnection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
    });
    return made.listen(port, '127.0.0.1');
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method = 'GET', url = '/', headers } = request;
    const path = url.replace(/\?.*/, '');
    const nth = seen.filter((each) => each.path === path).length;
    const passing: Passing = { method, path, headers, nth, body: body.toString('utf8') };
    seen.push(passing);
    const wrong = mischief(passing);
    if (wrong?.do === 'ignore') return;
    if (wrong?.do === 'answer') {
      response.writeHead(wrong.status, wrong.headers).end(wrong.body);
      return;
    }
    if (wrong?.do === 'flood') {
      response.writeHead(200, wrong.headers);
      const piece = Buffer.alloc(1_048_576, '[');
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      return more();
    }
    const { host: _, range, ...rest } = headers;
    const on = wrong?.do === 'ignoreRange' || range === undefined ? rest : { ...rest, range };
    const settings = { method, headers: on, ca: targetCa, agent: false };
    const outgoing = https.request(`${target}${url}`, settings, (answer) => {
      void pass(answer, response, wrong, path);
    });
    outgoing.on('error', () => response.destroy());
    outgoing.end(body);
  }

  /** Waits without leaving a listener behind, however many pieces there are. */
  async function drainedOrClosed(response: ServerResponse): Promise<void> {
    const over = new AbortController();
    const { signal } = over;
    const lost = () => {}; // the other event came first
    await Promise.race(['drain', 'close'].map((event) => once(response, event, { signal }).catch(lost)));
    over.abort();
  }

  async function pass(answer: IncomingMessage, response: ServerResponse, wrong: Mischief | undefined, path: string) {
    const headers = { ...answer.headers };
    if (wrong?.do === 'loseAnswer') {
      answer.resume();
      response.destroy();
      return;
    }
    let body: Iterable<Buffer> | AsyncIterable<Buffer> = answer;
    if (wrong?.do === 'flip' || wrong?.do === 'shorten' || wrong?.do === 'lengthen') {
      body = [changed(Buffer.concat(await answer.toArray()), wrong, headers)];
    }
    if (wrong?.do === 'headers') Object.assign(headers, wrong.headers);
    const limit = wrong?.do === 'cut' || wrong?.do === 'hang' ? wrong.afterBytes : Number.POSITIVE_INFINITY;
    const count = { path, bytes: 0 };
    sent.push(count);
    response.writeHead(answer.statusCode ?? 502, headers);
    response.flushHeaders();
    for await (const chunk of body) {
      const step = wrong?.do === 'slow' ? wrong.bytes : chunk.length;
      for (let at = 0; at < chunk.length && count.bytes < limit && !response.destroyed; at += step) {
        const piece = chunk.subarray(at, Math.min(at + step, at + limit - count.bytes));
        count.bytes += piece.length;
        if (!response.write(piece)) await drainedOrClosed(response);
        if (wrong?.do === 'slow') await new Promise((next) => setTimeout(next, wrong.pauseMs));
      }
      if (count.bytes >= limit || response.destroyed) break;
    }
    if (wrong?.do === 'hang') return;
    if (wrong?.do === 'cut')
      response.socket?.end(() => response.destroy()); // written bytes still get through
    else response.end();
  }

  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((done) => server.close(done));
  };
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    ca: material.cert,
    caFile: join(directory, 'cert.pem'),
    seen,
    sentBytes: (path) => sent.filter((each) => path.test(each.path)).reduce((sum, { bytes }) => sum + bytes, 0),
    meddle: (one) => {
      mischief = one;
    },
    cutOff: stop,
    comeBack: async () => {
      server = listen();
      await once(server, 'listening');
    },
    close: async () => {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Headers that agree with the forgery, or none that can be checked beforehand. */
function changed(
  body: Buffer,
  wrong: Extract<Mischief, { do: 'flip' | 'shorten' | 'lengthen' }>,
  headers: IncomingHttpHeaders,
): Buffer {
  switch (wrong.do) {
    case 'flip':
      if (wrong.atByte < body.length) body[wrong.atByte] = (body[wrong.atByte] as number) ^ 1;
      return body;
    case 'shorten':
      headers['content-length'] = String(Math.min(body.length, wrong.toBytes));
      return body.subarray(0, wrong.toBytes);
    case 'lengthen':
      delete headers['content-length']; // the body becomes chunked
      return Buffer.concat([body, Buffer.alloc(wrong.byBytes)]);
  }
}
