// The refusals that a route has, and their description in the documents.
import { z } from 'zod';
import { type ErrorName, errorRow, ServiceError } from '../../protocol/errors.js';
import type { AuthKind, Dialect, Route, SocketRoute } from '../route.js';
import type { Components, Json } from './components.js';

/** The error statuses of a route, from its declared errors and its properties. */
export function errorsOf(
  route: Pick<Route, 'auth' | 'right' | 'params' | 'query' | 'body' | 'storage' | 'errors' | 'dialect'>,
): ErrorName[] {
  const names = new Set<ErrorName>(authErrors[route.auth]);
  if (route.params !== undefined || route.query !== undefined || route.body !== undefined)
    names.add('INVALID_ARGUMENT');
  if (route.right !== undefined) names.add('FORBIDDEN');
  if (route.dialect?.tenants === true) names.add('TENANT_NOT_FOUND').add('TENANT_DISABLED');
  if (route.body?.json !== undefined) names.add('MALFORMED_JSON');
  if (route.body !== undefined) names.add('REQUEST_TIMEOUT').add('UNSUPPORTED_MEDIA_TYPE').add('BODY_TOO_LARGE');
  for (const name of route.errors ?? []) names.add(name);
  if (route.storage !== undefined) names.add('STORAGE_FULL');
  return [...names.add('OVERLOADED').add('INTERNAL')];
}

const authErrors: Readonly<Record<AuthKind, readonly ErrorName[]>> = {
  none: [],
  basic: ['BAD_CREDENTIALS', 'HTTPS_REQUIRED', 'UNMATCHED_APPKEY'],
  token: ['UNAUTHENTICATED', 'INVALID_ARGUMENT'],
  switch: ['UNAUTHENTICATED', 'BAD_CREDENTIALS', 'HTTPS_REQUIRED', 'UNMATCHED_APPKEY', 'INVALID_ARGUMENT'],
  appkey: ['APP_NOT_FOUND', 'INVALID_ARGUMENT'],
  admin: ['ADMIN_ONLY'],
};

/** The refusals of the handshake of a WebSocket. */
export const handshakeErrors = ({ auth, errors = [] }: Pick<SocketRoute, 'auth' | 'errors'>): ErrorName[] => [
  ...new Set<ErrorName>([...authErrors[auth], 'UPGRADE_REQUIRED', 'OVERLOADED', 'STOPPING', ...errors]),
];

const traceToken = z.string().describe('The token by which the log of the gateway names this request.');
const code = z.int().describe('The number of the error; docs/errors.md lists them.');
const message = z.string().describe('The error: what was wrong, where, and what would be right.');

/** An error as replies show it. */
export const ErrorFacts = z
  .strictObject({ code, message })
  .meta({ id: 'ErrorFacts', description: 'The number and the message of an error.' });

const ErrorReply = z.strictObject({ traceToken, error: ErrorFacts }).meta({ id: 'Error', description: 'A refusal.' });

const Refusal = z
  .strictObject({ traceToken, code, message })
  .meta({ id: 'Refusal', description: 'A refusal of offline transcription, whose codes are 10000 and the status.' });

/** One response for each status, with the codes that it can carry in its description. */
export function failures(
  names: readonly ErrorName[],
  components: Components,
  refusal: Dialect['refusal'] = undefined,
): Record<string, Json> {
  const byStatus = new Map<number, string[]>();
  for (const name of names) {
    const { http, code: number, meaning } = errorRow(name);
    const own = refusal?.(new ServiceError(name), '');
    const shown = (own?.body as { code?: number } | undefined)?.code ?? number;
    const status = own?.status ?? http;
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${shown} ${name}: ${meaning}`]);
  }
  const schema = components.schema(refusal === undefined ? ErrorReply : Refusal, 'output');
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, lines]) => [
        String(status),
        { description: lines.join('; '), content: { 'application/json': { schema } } },
      ]),
  );
}
