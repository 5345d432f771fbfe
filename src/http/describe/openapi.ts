// OpenAPI 3.1, made from the list of routes. Only the sentences of the routes themselves are written by hand.
import type { z } from 'zod';
import { tenantHeader } from '../auth.js';
import { type BodyRule, type Example, type Link, pathsOf, type Route, type SocketRoute } from '../route.js';
import { Components, type Json, nameOf } from './components.js';
import {
  addressVariables,
  appkeyMeaning,
  credentials,
  type DocumentOptions,
  handshakeSecurity,
  type ListenerFacts,
  type ListenerName,
  listenersOf,
  takesAppkey,
  templated,
} from './listeners.js';
import { errorsOf, failures, handshakeErrors } from './refusals.js';

export function openApi({ title, version, interfaces, ports }: DocumentOptions): Json {
  const { routes, admin, everywhere, sockets } = interfaces;
  const listeners = listenersOf(ports);
  const serversOf = (names: readonly ListenerName[]) => names.map((name) => serverOf(listeners[name]));
  const components = new Components();
  const authOf = new Map([...routes, ...admin, ...everywhere].map(({ id, auth }) => [id, auth]));
  const description = { components, takesAppkey: (id: string) => takesAppkey(authOf.get(id) ?? 'none') };
  const paths: Record<string, Record<string, unknown>> = {};
  const add = (path: string, method: string, operation: Json) => {
    paths[templated(path)] = { ...paths[templated(path)], [method.toLowerCase()]: operation };
  };
  const addRoutes = (some: readonly Route[], names: readonly ListenerName[] | undefined) => {
    for (const each of some) {
      const servers = each.auth === 'basic' ? (['https'] as const) : names;
      const own = servers === undefined ? {} : { servers: serversOf(servers) };
      const operation = { ...operationOf(each, description), ...own };
      for (const [at, path] of pathsOf(each).entries()) {
        // OpenAPI treats another spelling of the path as another operation with another id. It may name fewer
        // parameters.
        const alias = { ...operation, operationId: `${each.id}.alias${at}`, parameters: parametersIn(path, operation) };
        add(path, each.method, at === 0 ? operation : alias);
      }
    }
  };
  addRoutes(routes, undefined);
  addRoutes(admin, ['admin']);
  addRoutes(everywhere, ['http', 'https', 'admin']);
  for (const socket of sockets) add(socket.path, 'get', handshake(socket, components));
  return components.finish({
    openapi: '3.1.0',
    info: { title, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: serversOf(['http', 'https']),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { securitySchemes: credentials },
  });
}

const serverOf = (listener: ListenerFacts): Json => ({
  url: `${listener.protocol}://{host}:{port}`,
  description: listener.description,
  variables: addressVariables(listener),
});

interface Description {
  readonly components: Components;
  /** True if the operation with this id takes the appkey. */
  takesAppkey(id: string): boolean;
}

function operationOf(route: Route, description: Description): Json {
  const { components } = description;
  const bare = Object.entries(route.bareReplies ?? {}).map(([status, meaning]) => [status, { description: meaning }]);
  const others = Object.entries(route.otherReplies ?? {}).map(([status, { meaning, reply }]) => [
    status,
    { description: meaning, content: { 'application/json': { schema: components.schema(reply, 'output') } } },
  ]);
  return {
    operationId: route.id,
    tags: [route.id.split('.', 1)[0]],
    summary: route.summary,
    ...(route.deprecated === true && { deprecated: true }),
    security: securityOf(route),
    parameters: [...parameters(route, components), ...headerParameters(route)],
    ...(route.body === undefined ? {} : { requestBody: requestBody(route.body, route.example, components) }),
    responses: {
      200: {
        description: 'The request succeeded.',
        ...replyHeaders(route),
        content: replyContent(route, components),
        ...links(route, description),
      },
      ...Object.fromEntries(bare),
      ...failures(errorsOf(route), components, route.dialect?.refusal),
      ...Object.fromEntries(others),
    },
  };
}

/** Links from what a route made to what can be done with it. Both routes take the same appkey. */
function links({ auth, links: named }: Route, description: Description): Json {
  if (named === undefined) return {};
  const shown = ([name, { to, parameters: own, body }]: readonly [string, Link]) => {
    const appkey = takesAppkey(auth) && description.takesAppkey(to) && { appkey: '$request.query.appkey' };
    return [name, { operationId: to, parameters: { ...own, ...appkey }, ...(body && { requestBody: body }) }];
  };
  return { links: Object.fromEntries(Object.entries(named).map(shown)) };
}

function replyContent({ reply, replyType = 'application/json' }: Route, components: Components): Json {
  if (typeof replyType === 'string') return { [replyType]: { schema: components.schema(reply, 'output') } };
  return Object.fromEntries(replyType.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
}

function replyHeaders({ replyHeaders: headers }: Route): Json {
  if (headers === undefined) return {};
  const rows = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return { headers: Object.fromEntries(rows) };
}

function handshake(socket: SocketRoute, components: Components): Json {
  const { params, query, path, auth, messages } = socket;
  const said = messages === undefined ? [] : [...messages.fromClient, messages.toClient];
  return {
    operationId: socket.id,
    tags: [socket.id.split('.', 1)[0]],
    summary: socket.summary,
    security: handshakeSecurity(socket).map((name) => ({ [name]: [] })),
    parameters: parameters({ params, query, path, auth }, components),
    responses: {
      101: { description: 'The connection is a WebSocket now. asyncapi.json describes its messages.' },
      ...failures(handshakeErrors(socket), components),
    },
    ...(messages && {
      'x-messages': Object.fromEntries(
        said.map((schema) => [
          nameOf(schema),
          components.schema(schema, schema === messages.toClient ? 'output' : 'lenientInput'),
        ]),
      ),
    }),
  };
}

const parametersIn = (path: string, { parameters }: Json): unknown =>
  (parameters as readonly Json[]).filter((each) => each.in !== 'path' || path.includes(`:${each.name as string}`));

interface Asking extends Pick<Route, 'params' | 'query' | 'path' | 'auth' | 'dialect'> {
  readonly example?: Example | undefined;
}

function parameters({ path, params, query, auth, example, dialect }: Asking, components: Components): Json[] {
  const named = [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] as string);
  const inPath = propertiesOf(params, components);
  const inQuery = propertiesOf(query, components);
  const shown = (name: string, from: 'path' | 'query', required: boolean, schema: unknown) => {
    const { description, ...rest } = schema as { readonly description?: string };
    const value = (from === 'path' ? example?.params : example?.query)?.[name];
    const given = value !== undefined && !holdsPlace(value) && { example: value };
    return { name, in: from, required, ...(description && { description }), schema: rest, ...given };
  };
  // An empty value counts as absent if the dialect says so.
  const orEmpty = (schema: unknown, name: string) => {
    if (dialect?.emptyIsUnset !== true || inQuery.required.includes(name)) return schema;
    const { description, ...rest } = schema as { readonly description?: string };
    return { description, anyOf: [rest, { const: '' }] };
  };
  const needsAppkey = auth !== 'basic' && auth !== 'switch' && dialect?.tokenWithoutAppkey !== true;
  const appkey = shown('appkey', 'query', needsAppkey, { type: 'string', description: appkeyMeaning });
  return [
    ...named.map((name) => shown(name, 'path', true, inPath.properties[name] ?? { type: 'string' })),
    ...(takesAppkey(auth) && inQuery.properties.appkey === undefined ? [appkey] : []),
    ...Object.entries(inQuery.properties).map(([name, schema]) =>
      shown(name, 'query', inQuery.required.includes(name), orEmpty(schema, name)),
    ),
  ];
}

const securityOf = ({ auth }: Pick<Route, 'auth'>): Json[] => {
  switch (auth) {
    case 'none':
    case 'appkey':
      return [];
    case 'switch':
      return [{ token: [] }, { basic: [] }, { secret: [] }];
    default:
      return [{ [auth]: [] }];
  }
};

/** The generated tests replace a name in braces by what they have made. */
const holdsPlace = (value: unknown): boolean => /\{\w+\}/.test(JSON.stringify(value));

const tenantMeaning =
  'One of the tenants that the application may use; absent or empty: the default tenant of its developer.';

const headerParameters = ({ headers = {}, dialect }: Pick<Route, 'headers' | 'dialect'>): Json[] =>
  Object.entries({ ...headers, ...(dialect?.tenants === true && { [tenantHeader]: tenantMeaning }) }).map(
    ([name, description]) => ({
      name,
      in: 'header',
      required: false,
      schema: { type: 'string' },
      description,
    }),
  );

function propertiesOf(
  schema: z.ZodType | undefined,
  components: Components,
): { properties: Record<string, unknown>; required: string[] } {
  if (schema === undefined) return { properties: {}, required: [] };
  const { properties, required } = components.schema(schema, 'input') as { properties?: Json; required?: string[] };
  return { properties: { ...properties }, required: required ?? [] };
}

function requestBody(rule: BodyRule<unknown>, example: Example | undefined, components: Components): Json {
  const { body } = example ?? {};
  const hasExample = body !== undefined && !Buffer.isBuffer(body) && !holdsPlace(body);
  const json = rule.json && {
    'application/json': {
      schema: components.schema(rule.json.schema, rule.json.nullIsUnset === true ? 'lenientInput' : 'input'),
      ...(hasExample && { example: body }),
    },
  };
  const bytes = rule.octets ?? rule.stream;
  const octets = bytes && {
    'application/octet-stream': { schema: { type: 'string', format: 'binary', maxLength: bytes.maxBytes } },
  };
  const nulls = rule.json?.nullIsUnset === true && { description: 'null for a field is the same as leaving it out.' };
  const mayBeEmpty = rule.json?.mayBeEmpty === true && rule.json.schema.safeParse({}).success;
  return { ...nulls, required: !mayBeEmpty, content: { ...json, ...octets } };
}
