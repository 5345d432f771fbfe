// The one place where a request becomes an identity. `AuthChecks` (implemented in system/) knows which appkeys and
// tokens are valid; this module decides what a request must look like.
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { AuthKind, Identity, Route } from './route.js';

export interface AuthChecks {
  secret(appkey: string, secret: string): Identity | null;
  appkey(appkey: string): Identity | null;
  /** `expired` only while the token is still remembered; afterwards it is just invalid. */
  token(appkey: string, token: string): Identity | 'expired' | null;
  /** The appkey of the application that obtained a token, as long as the token is remembered. */
  ownerOf(token: string): string | undefined;
  admin(credential: string): boolean;
  /** null if there is no such tenant for this application. */
  tenant(identity: Identity, tenantId: string): 'enabled' | 'disabled' | null;
}

export type Query = Readonly<Record<string, unknown>>;

export interface AuthRequest {
  readonly headers: IncomingHttpHeaders;
  readonly query: Query;
  readonly secure: boolean;
  /** True if the operator trusts the address of the client with secrets sent in the clear (media.trustedAddresses). */
  readonly trusted?: boolean;
  /** WebSocket handshakes may carry the token in the query parameter `access-token`. */
  readonly tokenInQuery?: boolean;
  /** The family accepts a token without the appkey in the query (Dialect.tokenWithoutAppkey). */
  readonly appkeyOfToken?: boolean;
}

export function authenticate(kind: AuthKind, request: AuthRequest, checks: AuthChecks): Identity | null {
  switch (kind) {
    case 'none':
      return null;
    case 'admin':
      return admin(request, checks);
    case 'basic':
      return basic(request, checks);
    case 'token':
      return token(request, checks);
    case 'switch':
      return ofSwitch(request, checks);
    case 'appkey': {
      const identity = checks.appkey(appkeyOf(request.query));
      if (identity === null) throw new ServiceError('APP_NOT_FOUND', 'appkey: there is no such application');
      return { ...identity, hasToken: hasToken(identity.appkey, request, checks) };
    }
  }
}

/** True if the request carries a valid token although the route does not need one. */
function hasToken(appkey: string, { headers }: AuthRequest, checks: AuthChecks): boolean {
  const value = headers['x-svc-access-token'];
  if (typeof value !== 'string' || value === '' || value.length > limits.token.textBytes) return false;
  const verdict = checks.token(appkey, value);
  return verdict !== null && verdict !== 'expired';
}

export function requireRight({ right }: Pick<Route, 'right'>, identity: Identity | null): void {
  if (right === undefined || identity?.rights?.includes(right) === true) return;
  throw new ServiceError('FORBIDDEN', `the application does not have the ${right} right`);
}

/** The header by which a client chooses a tenant, where the family of the route takes it. */
export const tenantHeader = 'X-Tenant-Id';

/**
 * The identity in the tenant that the request names. A tenant of another developer does not exist for the caller, nor does one
 * that its application may not use.
 */
export function inTenant(identity: Identity | null, { headers }: AuthRequest, checks: AuthChecks): Identity | null {
  const tenantId = String(headers[tenantHeader.toLowerCase()] ?? '');
  if (identity === null || tenantId === '') return identity;
  const shown = JSON.stringify(tenantId.slice(0, limits.tenant.idBytes));
  const advice = 'leave the header out for the default tenant';
  switch (checks.tenant(identity, tenantId)) {
    case 'enabled':
      return { ...identity, tenantId };
    case 'disabled':
      throw new ServiceError('TENANT_DISABLED', `${tenantHeader}: the tenant ${shown} is disabled; ${advice}`);
    case null:
      throw new ServiceError('TENANT_NOT_FOUND', `${tenantHeader}: there is no tenant ${shown}; ${advice}`);
  }
}

function basic(request: AuthRequest, checks: AuthChecks): Identity {
  if (!request.secure) {
    throw new ServiceError('HTTPS_REQUIRED', 'the system service answers only on https; use the https address');
  }
  return bySecret(basicCredentials(request.headers.authorization), request, checks);
}

/** A dial plan cannot renew tokens, so it may send the appkey and secret instead. */
function ofSwitch(request: AuthRequest, checks: AuthChecks): Identity {
  const { authorization } = request.headers;
  if (authorization === undefined || request.headers['x-svc-access-token'] !== undefined) return token(request, checks);
  if (!request.secure && request.trusted !== true) {
    throw new ServiceError(
      'HTTPS_REQUIRED',
      'appkey and secret are accepted only on wss, or from an address in media.trustedAddresses; use the wss address, or an access token',
    );
  }
  return bySecret(basicCredentials(authorization) ?? bearerCredentials(authorization, request.query), request, checks);
}

function bySecret(credentials: Credentials | null, request: AuthRequest, checks: AuthChecks): Identity {
  const identity = credentials === null ? null : checks.secret(credentials.appkey, credentials.secret);
  if (identity === null) {
    throw new ServiceError('BAD_CREDENTIALS', 'Basic credentials (appkey and secret) are missing or wrong');
  }
  const named = request.query.appkey; // the route decides whether it is required
  if (Array.isArray(named)) throw new ServiceError('INVALID_ARGUMENT', moreThanOnce('appkey'));
  if (named !== undefined && named !== identity.appkey) throw new ServiceError('UNMATCHED_APPKEY', 'unmatched appkey');
  return identity;
}

function token(request: AuthRequest, checks: AuthChecks): Identity {
  const header = request.headers['x-svc-access-token'];
  const inQuery = request.tokenInQuery === true ? request.query['access-token'] : undefined;
  const value = header ?? inQuery; // the header takes precedence
  if (typeof value !== 'string' || value === '') {
    throw new ServiceError('UNAUTHENTICATED', `UNAUTHENTICATED: ${lacking(value, request.tokenInQuery === true)}`);
  }
  const isTooLong = value.length > limits.token.textBytes;
  const isImplied = request.appkeyOfToken === true && request.query.appkey === undefined;
  const appkey = isImplied ? (isTooLong ? undefined : checks.ownerOf(value)) : appkeyOf(request.query);
  const verdict = isTooLong || appkey === undefined ? null : checks.token(appkey, value);
  if (verdict === 'expired') throw new ServiceError('UNAUTHENTICATED', 'UNAUTHENTICATED: the access token has expired');
  if (verdict === null) {
    throw new ServiceError(
      'UNAUTHENTICATED',
      `UNAUTHENTICATED: the access token is not valid${isImplied ? '' : ' for this appkey'}`,
    );
  }
  return verdict;
}

function lacking(value: unknown, inQuery: boolean): string {
  if (Array.isArray(value)) return 'query.access-token is given more than once, must be given once';
  return inQuery
    ? 'the access token is missing; send it in the header X-Svc-Access-Token, or in the query as access-token'
    : 'the header X-Svc-Access-Token is missing';
}

function admin(request: AuthRequest, checks: AuthChecks): null {
  const match = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
  if (match?.[1] === undefined || !checks.admin(match[1])) {
    throw new ServiceError('ADMIN_ONLY', 'the admin credential (Authorization: Bearer …) is missing or wrong');
  }
  return null;
}

function appkeyOf(query: Query): string {
  const appkey = query.appkey;
  if (typeof appkey !== 'string' || appkey === '' || appkey.length > limits.token.textBytes) {
    throw new ServiceError('INVALID_ARGUMENT', 'query.appkey: required, exactly once');
  }
  return appkey;
}

interface Credentials {
  readonly appkey: string;
  readonly secret: string;
}

/** `Bearer appkey:secret`, or the secret alone with the appkey in the query. Null for any other form. */
function bearerCredentials(header: string, query: Query): Credentials | null {
  const text = /^bearer +([\x21-\x7e]+)$/i.exec(header)?.[1];
  if (text === undefined || text.length > 2 * limits.token.textBytes) return null;
  const colon = text.indexOf(':');
  if (colon >= 0) return { appkey: text.slice(0, colon), secret: text.slice(colon + 1) };
  return { appkey: appkeyOf(query), secret: text };
}

/** Credentials of RFC 7617. Null if the header is missing, malformed, or of another scheme. */
function basicCredentials(header: string | undefined): Credentials | null {
  const match = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '');
  if (match?.[1] === undefined) return null;
  const text = Buffer.from(match[1], 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { appkey: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** RFC 9110 requires a challenge on every 401. */
export function challenge(error: ServiceError, realm: string): Record<string, string> {
  const quoted = `"${realm.replace(/["\\]/g, '\\$&')}"`;
  switch (error.code) {
    case 'BAD_CREDENTIALS':
      return { 'www-authenticate': `Basic realm=${quoted}` };
    case 'UNAUTHENTICATED':
      return { 'www-authenticate': `X-Svc-Access-Token realm=${quoted}` };
    case 'ADMIN_ONLY':
      return { 'www-authenticate': `Bearer realm=${quoted}` };
    default:
      return {};
  }
}

const moreThanOnce = (name: string): string => `query.${name}: is given more than once, must be given once`;

/** A repeated parameter that the route knows is refused; which of its values is meant is not clear. */
export function refuseRepeated(schema: z.ZodType | undefined, query: Query): void {
  if (!(schema instanceof z.ZodObject)) return;
  for (const name in query) {
    if (Array.isArray(query[name]) && Object.hasOwn(schema.shape, name)) {
      throw new ServiceError('INVALID_ARGUMENT', moreThanOnce(name));
    }
  }
}
