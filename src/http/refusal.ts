// Turns a fault into a reply.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asServiceError, isDiskFull, ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { tooLarge } from './body/body.js';
import { configOf, type HttpServerOptions, statedBytes } from './passage.js';
import { closesConnection, errorReply, replyEarly, type Tone } from './reply.js';
import { MethodNotAllowed, refusalBeside } from './unknown-path.js';

/**
 * The form in which a request is refused. A request without a route is refused in the form of the neighbouring routes.
 */
export function toneOf(request: FastifyRequest, { realm, routes }: HttpServerOptions): Tone {
  const { routeId, refusal } = configOf(request);
  const { traceToken } = request.passage;
  return { traceToken, realm, refusal: routeId === undefined ? refusalBeside(routes, request.url) : refusal };
}

/** The one place where a fault becomes a reply. */
export function refuse(fault: unknown, request: FastifyRequest, reply: FastifyReply, options: HttpServerOptions): void {
  const error = fromFramework(fault, request) ?? asServiceError(fault);
  request.passage.fault = error;
  request.passage.load?.refused(error);
  if (isDiskFull(error)) options.room?.noticed(error);
  const { isStream } = configOf(request);
  const bytes = errorReply(error, toneOf(request, options));
  const isAwaiting = request.passage.awaitsContinue; // if so, the body has not been sent and will not be
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  const mayBeLarge = isChunked || (statedBytes(request) ?? 0) >= limits.shares.largeBodyBytes;
  const isEarly = error.code === 'BODY_TOO_LARGE' || error.code === 'OVERLOADED' || isStream === true || mayBeLarge;
  const { status, headers, body } = bytes;
  if (error instanceof MethodNotAllowed) headers.allow = error.allow;
  if (closesConnection(error) || isAwaiting) headers.connection = 'close';
  if (error.row.statusText !== undefined) reply.raw.statusMessage = error.row.statusText;
  if (isEarly && !isAwaiting && !request.raw.complete) {
    reply.hijack();
    replyEarly(request.raw, reply.raw, bytes);
    return;
  }
  reply.code(status).headers(headers).send(body);
}

const badPercentSign =
  'the path is not a valid URL: a percent sign must be followed by two hexadecimal digits, and the decoded path must be UTF-8';

/** The framework's own refusals, by status. Any other fault of the framework is an internal fault. */
function fromFramework(fault: unknown, request: FastifyRequest): ServiceError | undefined {
  if (!(fault instanceof Error) || !('code' in fault) || !String(fault.code).startsWith('FST_')) return undefined;
  const status = 'statusCode' in fault ? fault.statusCode : undefined;
  switch (status) {
    case 400:
      // its own message repeats the URL, whose query may hold an access token
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
