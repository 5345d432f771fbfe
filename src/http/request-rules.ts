// Checks what RFC 9110 and RFC 9112 forbid in a request and Node's parser accepts. A proxy in front of this gateway may
// read such a request differently: where it ends, and which host it is for.
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { ServiceError } from '../protocol/errors.js';

/** The refusal of a request because of its request line or headers; undefined if it may be served. */
export function unsoundRequest(request: IncomingMessage): ServiceError | undefined {
  return refusedVersion(request) ?? refusedTarget(request) ?? refusedHost(request) ?? refusedHeaders(request);
}

/** RFC 9110, 10.1.1: HTTP/1.0 does not know status 100 (Continue), whatever the request says. */
export const expectsContinue = ({ httpVersion, headers: { expect } }: IncomingMessage): boolean =>
  httpVersion === '1.1' && expect?.toLowerCase() === '100-continue';

/** RFC 9110, 7.8: HTTP/1.0 does not know Upgrade. RFC 6455, 4.1: a handshake is a GET. */
export const upgradesToWebSocket = ({ method, httpVersion, headers }: IncomingMessage): boolean =>
  method === 'GET' && httpVersion === '1.1' && headers.upgrade?.trim().toLowerCase() === 'websocket';

/** RFC 9112, 3.2.2: if the target is a whole URL, it names the host, and the Host header does not count. */
export function settleHost(request: IncomingMessage): void {
  const host = hostOfTarget(request);
  if (host !== undefined) request.headers.host = host;
}

const hostOfTarget = ({ url = '' }: IncomingMessage): string | undefined => /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1];

const malformed = (message: string) => new ServiceError('MALFORMED_REQUEST', message);

function refusedVersion({ httpVersion }: IncomingMessage): ServiceError | undefined {
  if (httpVersion === '1.1' || httpVersion === '1.0') return undefined;
  return new ServiceError('VERSION_NOT_SUPPORTED', `HTTP/${httpVersion}: send HTTP/1.1`);
}

function refusedTarget(request: IncomingMessage): ServiceError | undefined {
  const { method, url = '' } = request;
  if (url.includes('#')) return malformed('the target has a fragment; leave out # and everything after it');
  const host = hostOfTarget(request);
  if (host !== undefined && (host === '' || !isHost(host))) return malformed('the target names no host and port');
  if (url === '*' && method !== 'OPTIONS') return malformed('the target * is only for OPTIONS; name a path');
  return undefined;
}

/**
 * Node shows the first Host header and hides the others; a proxy in front of this gateway may have used another one.
 */
function refusedHost({ rawHeaders, headers: { host } }: IncomingMessage): ServiceError | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) return malformed(`Host: sent ${hosts} times, must be sent once`);
  if (host === undefined || isHost(host)) return undefined;
  return malformed('Host: must be a name or an address, optionally followed by a colon and a port');
}

/** uri-host [ ":" port ] of RFC 9110, 7.2. An empty one is allowed. */
function isHost(text: string): boolean {
  const [, host = '', literal] = /^((?:\[([^\]]*)\])|[^:]*)(?::[0-9]*)?$/.exec(text) ?? [undefined, ' '];
  if (literal !== undefined)
    return (isIPv6(literal) && !literal.includes('%')) || /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(literal);
  return /^(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*$/i.test(host);
}

function refusedHeaders({ headers, httpVersion }: IncomingMessage): ServiceError | undefined {
  const codings = headers['transfer-encoding']?.split(',').map((each) => each.trim().toLowerCase());
  if (codings !== undefined) {
    if (httpVersion === '1.0') return malformed('Transfer-Encoding: HTTP/1.0 does not have it; send a Content-Length');
    if (codings.at(-1) !== 'chunked') return malformed('Transfer-Encoding: must be chunked');
    if (codings.length > 1)
      return new ServiceError('NOT_IMPLEMENTED', 'Transfer-Encoding: must be chunked and nothing else');
  }
  const { expect } = headers;
  if (expect === undefined || httpVersion === '1.0' || expect.toLowerCase() === '100-continue') return undefined;
  return new ServiceError('EXPECTATION_FAILED', 'Expect: must be 100-continue');
}
