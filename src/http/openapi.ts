// OpenAPI 3.1 from the list of routes. Nothing in it is written by hand but the sentences of the routes themselves.
import { z } from 'zod';
import { type ErrorName, errorRow, ServiceError } from '../protocol/wire/errors.js';
import type { AuthKind, BodyRule, Dialect, Example, Route, SocketRoute } from './route.js';

export interface OpenApiOptions {
  readonly title: string;
  readonly version: string;
  readonly routes: readonly Route[];
  readonly sockets: readonly SocketRoute[];
}

type Json = Readonly<Record<string, unknown>>;

export function openApi(options: OpenApiOptions): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of options.routes) {
    const path = templated(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  for (const socket of options.sockets) {
    const path = templated(socket.path);
    paths[path] = { ...paths[path], get: handshake(socket) };
  }
  return {
    openapi: '3.1.0',
    info: { title: options.title, version: options.version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { schemas: { Error: errorSchema, Refusal: refusalSchema }, securitySchemes },
  };
}

/** The statuses that a route can end in besides success, from its errors and from what it is. */
export function errorsOf(
  route: Pick<Route, 'auth' | 'right' | 'params' | 'query' | 'body' | 'storage' | 'errors'>,
): ErrorName[] {
  const names = new Set<ErrorName>(authErrors[route.auth]);
  if (route.params !== undefined || route.query !== undefined || route.body !== undefined)
    names.add('INVALID_ARGUMENT');
  if (route.right !== undefined) names.add('FORBIDDEN');
  if (route.body?.json !== undefined) names.add('MALFORMED_JSON');
  if (route.body !== undefined) names.add('UNSUPPORTED_MEDIA_TYPE').add('BODY_TOO_LARGE');
  for (const name of route.errors ?? []) names.add(name);
  if (route.storage !== undefined) names.add('STORAGE_FULL');
  return [...names.add('OVERLOADED').add('INTERNAL')];
}

const authErrors: Readonly<Record<AuthKind, readonly ErrorName[]>> = {
  none: [],
  basic: ['BAD_CREDENTIALS', 'HTTPS_REQUIRED', 'UNMATCHED_APPKEY'],
  token: ['UNAUTHENTICATED', 'INVALID_ARGUMENT'],
  appkey: ['APP_NOT_FOUND', 'INVALID_ARGUMENT'],
  admin: ['ADMIN_ONLY'],
};

const handshakeErrors = ['UNAUTHENTICATED', 'INVALID_ARGUMENT', 'UPGRADE_REQUIRED', 'OVERLOADED', 'STOPPING'] as const;

const securitySchemes = {
  basic: { type: 'http', scheme: 'basic', description: 'appkey and secret; https only' },
  token: { type: 'apiKey', in: 'header', name: 'X-Svc-Access-Token' },
  admin: { type: 'http', scheme: 'bearer', description: 'the credential in the data directory' },
};

const errorSchema = schemaOf(
  z.strictObject({
    traceToken: z.string().optional(),
    error: z.strictObject({ code: z.int(), message: z.string() }),
  }),
  'output',
);

/** Of routes with `refusal`: offline transcription. */
const refusalSchema = schemaOf(
  z.strictObject({ traceToken: z.string(), code: z.int(), message: z.string() }),
  'output',
);

function operation(route: Route): Json {
  const status = '200';
  return {
    operationId: route.id,
    tags: [route.id.split('.', 1)[0]],
    summary: route.summary,
    ...(route.deprecated === true && { deprecated: true }),
    ...security(route.auth),
    parameters: [...parameters(route), ...headerParameters(route)],
    ...(route.body === undefined ? {} : { requestBody: requestBody(route.body, route.example) }),
    responses: {
      [status]: { description: 'success', ...replyHeaders(route), content: replyContent(route) },
      ...Object.fromEntries(
        Object.entries(route.bareReplies ?? {}).map(([bare, description]) => [bare, { description }]),
      ),
      ...failures(errorsOf(route), route.dialect?.refusal),
    },
  };
}

function replyContent({ reply, replyType = 'application/json' }: Pick<Route, 'reply' | 'replyType'>): Json {
  if (typeof replyType === 'string') return { [replyType]: { schema: schemaOf(reply, 'output') } };
  return Object.fromEntries(replyType.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
}

function replyHeaders({ replyHeaders: headers }: Pick<Route, 'replyHeaders'>): Json {
  if (headers === undefined) return {};
  const rows = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return { headers: Object.fromEntries(rows) };
}

function handshake(socket: SocketRoute): Json {
  const params = { params: socket.params, query: undefined, path: socket.path, auth: socket.auth };
  const tokenInQuery = {
    name: 'access-token',
    in: 'query',
    required: false,
    schema: { type: 'string' },
    description: 'for clients that cannot set X-Svc-Access-Token on a handshake',
  };
  const messages = Object.entries(socket.messages ?? {});
  return {
    operationId: socket.id,
    tags: [socket.id.split('.', 1)[0]],
    summary: socket.summary,
    ...security(socket.auth),
    parameters: [...parameters(params), tokenInQuery],
    responses: {
      101: { description: 'WebSocket' },
      ...failures([...handshakeErrors, ...(socket.errors ?? [])]),
    },
    ...(messages.length === 0
      ? {}
      : { 'x-messages': Object.fromEntries(messages.map(([name, schema]) => [name, schemaOf(schema, 'input')])) }),
  };
}

const security = (auth: AuthKind): Json =>
  auth === 'none' || auth === 'appkey' ? { security: [] } : { security: [{ [auth]: [] }] };

function parameters(route: Pick<Route, 'params' | 'query' | 'path' | 'auth'>): Json[] {
  const named = [...route.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] as string);
  const params = propertiesOf(route.params);
  const query = propertiesOf(route.query);
  const takesAppkey = route.auth === 'basic' || route.auth === 'token' || route.auth === 'appkey';
  const fromQuery = Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required.includes(name),
    schema,
  }));
  const appkey = { name: 'appkey', in: 'query', required: route.auth !== 'basic', schema: { type: 'string' } };
  return [
    ...named.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: params.properties[name] ?? { type: 'string' },
    })),
    ...(takesAppkey && query.properties.appkey === undefined ? [appkey] : []),
    ...fromQuery,
  ];
}

const headerParameters = ({ headers = {} }: Pick<Route, 'headers'>): Json[] =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description,
  }));

function propertiesOf(schema: z.ZodType | undefined): { properties: Record<string, unknown>; required: string[] } {
  if (schema === undefined) return { properties: {}, required: [] };
  const { properties, required } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return { properties: { ...properties }, required: required ?? [] };
}

function requestBody(rule: BodyRule<unknown>, example: Example | undefined): Json {
  const json =
    rule.json === undefined
      ? {}
      : {
          'application/json': {
            schema: schemaOf(rule.json.schema, 'input'),
            ...(example?.body === undefined || Buffer.isBuffer(example.body) ? {} : { example: example.body }),
          },
        };
  const bytes = rule.octets ?? rule.stream;
  const octets =
    bytes === undefined
      ? {}
      : { 'application/octet-stream': { schema: { type: 'string', format: 'binary', maxLength: bytes.maxBytes } } };
  const nulls = rule.json?.nullIsUnset === true && { description: 'null for a field is the same as leaving it out' };
  return { ...nulls, required: rule.json?.mayBeEmpty !== true, content: { ...json, ...octets } };
}

/** One response per status; the codes that it can carry stand in the description. */
function failures(names: readonly ErrorName[], refusal: Dialect['refusal'] = undefined): Json {
  const byStatus = new Map<number, string[]>();
  for (const name of names) {
    const { http, code, meaning } = errorRow(name);
    const own = refusal?.(new ServiceError(name), '');
    const shown = (own?.body as { code?: number } | undefined)?.code ?? code;
    const status = own?.status ?? http;
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${shown} ${name}: ${meaning}`]);
  }
  const rows = [...byStatus].sort(([a], [b]) => a - b);
  const schema = { $ref: `#/components/schemas/${refusal === undefined ? 'Error' : 'Refusal'}` };
  return Object.fromEntries(
    rows.map(([status, lines]) => [
      String(status),
      { description: lines.join('; '), content: { 'application/json': { schema } } },
    ]),
  );
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return rest;
}

const templated = (path: string): string => path.replace(/:([A-Za-z]+)/g, '{$1}');
