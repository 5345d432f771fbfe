// The one place where a refusal becomes bytes, on a reply or on a bare socket.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody, type ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { challenge } from './auth.js';
import { forgetBody } from './body/forgotten-bytes.js';
import type { Dialect } from './route.js';

export interface ReplyBytes {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The form of a refusal: its additional fields and its wording. */
export interface Tone {
  readonly realm: string;
  readonly traceToken: string;
  readonly refusal?: Dialect['refusal'] | undefined;
}

export function errorReply(error: ServiceError, { realm, traceToken, refusal }: Tone): ReplyBytes {
  const own = refusal?.(error, traceToken);
  const body = JSON.stringify(own?.body ?? errorBody(error, traceToken));
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...challenge(error, realm),
  };
  if (error.row.retryAfterS !== undefined) headers['retry-after'] = String(error.row.retryAfterS);
  return { status: own?.status ?? error.row.http, headers, body };
}

/** Refuses on sockets without a reply object: a broken request, or a refused upgrade. Ends the connection. */
export function endWithError(socket: Duplex, error: ServiceError, tone: Tone): void {
  if (socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const reply = errorReply(error, tone);
  const headers = { ...reply.headers, connection: 'close' };
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(reply.body)) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.on('error', () => socket.destroy()); // the peer may have left already
  const linger = setTimeout(() => socket.destroy(), limits.http.lingerMs); // or it may not read
  socket.once('close', () => clearTimeout(linger));
  socket.end(`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n${head}\r\n${reply.body}`, () =>
    socket.destroy(),
  );
}

/** True if the rest of the request is not worth reading: the connection ends with the reply. */
export const closesConnection = (error: ServiceError): boolean =>
  error.code === 'REQUEST_TIMEOUT' || error.code === 'STOPPING';

/**
 * Replies to a client that is still sending. If a socket is closed with unread bytes, it resets and the reply is lost.
 * So the reply is written at once, and ends when the rest has been read and discarded, or after a while.
 */
export function replyEarly(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: ReplyBytes,
): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.write(body);
  let linger: NodeJS.Timeout | undefined;
  const begun = () => {
    linger = setTimeout(() => {
      response.end();
      request.socket.destroySoon();
    }, limits.http.lingerMs);
  };
  if (response.socket !== null) begun();
  else response.once('socket', begun); // after the replies to the requests before it
  response.once('close', () => clearTimeout(linger));
  request.once('end', () => {
    clearTimeout(linger);
    response.end();
  });
  forgetBody(request);
}
