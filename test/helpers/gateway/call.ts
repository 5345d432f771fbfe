// One HTTP exchange over a real socket; nothing is added, and no redirect is followed.
import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';

export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The certificate to trust; needed for https. */
  readonly ca?: string;
  readonly agent?: http.Agent;
}

export interface Exchange {
  readonly status: number;
  readonly statusText: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  readonly json: any;
  readonly bytes: Buffer;
}

export function call(url: string, options: CallOptions = {}): Promise<Exchange> {
  const { method = 'GET', headers = {}, body, ca, agent } = options;
  return new Promise((resolve, reject) => {
    const settings = { method, headers, agent: agent ?? false, ...(ca === undefined ? {} : { ca }) };
    const request = (url.startsWith('https:') ? https : http).request(url, settings, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString('utf8');
        const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
        resolve({
          status: response.statusCode ?? 0,
          statusText: response.statusMessage ?? '',
          headers: response.headers,
          text,
          json: isJson && text !== '' ? JSON.parse(text) : undefined,
          bytes,
        });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

export const basic = (appkey: string, secret: string): string =>
  `Basic ${Buffer.from(`${appkey}:${secret}`).toString('base64')}`;

/** Sends bytes and returns everything that comes back until the peer closes (or `until` appears). */
export function rawExchange(
  port: number,
  parts: readonly (string | Buffer)[],
  options: { until?: RegExp; pauseMs?: number; halfClose?: boolean } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (options.until?.test(text) === true) socket.destroy();
    });
    socket.on('error', (fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'ECONNRESET' && fault.code !== 'EPIPE') reject(fault);
    });
    socket.on('close', () => resolve(text));
    socket.on('connect', async () => {
      for (const part of parts) {
        if (socket.destroyed) return;
        socket.write(part);
        if (options.pauseMs !== undefined) await new Promise((next) => setTimeout(next, options.pauseMs));
      }
      if (options.halfClose === true) socket.end();
    });
  });
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
