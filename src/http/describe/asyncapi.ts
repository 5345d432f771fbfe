// AsyncAPI 3.0 from the WebSocket routes: a channel for each of them, and an operation for each direction. `receive` and
// `send` are what the gateway does.
import type { z } from 'zod';
import { type ErrorName, errorRow } from '../../protocol/errors.js';
import type { SocketMessages, SocketRoute } from '../route.js';
import { Components, examplesOf, type Json, nameOf, type Side } from './components.js';
import {
  addressVariables,
  appkeyMeaning,
  credentials,
  type DocumentOptions,
  handshakeSecurity,
  type ListenerFacts,
  listenersOf,
  templated,
  tokenInQuery,
} from './listeners.js';
import { handshakeErrors } from './refusals.js';

export function asyncApi({ title, version, interfaces, ports }: DocumentOptions): Json {
  const { http, https } = listenersOf(ports);
  const components = new Components('draft-7');
  const messages: Record<string, Json> = {};
  const channels: Record<string, Json> = {};
  const operations: Record<string, Json> = {};
  for (const socket of interfaces.sockets) {
    if (socket.messages === undefined) continue;
    const said = { receive: received(socket, components), send: sent(socket, components) };
    Object.assign(messages, said.receive, said.send);
    const names = Object.keys({ ...said.receive, ...said.send });
    channels[socket.id] = channelOf(socket, names, components);
    for (const action of ['receive', 'send'] as const) {
      const direction = action === 'receive' ? 'Messages of the client' : 'Messages of the gateway';
      operations[`${socket.id}.${action}`] = {
        action,
        channel: { $ref: `#/channels/${socket.id}` },
        summary: `${direction}: ${socket.summary}`,
        ...(socket.auth === 'switch' && { security: securityOf(handshakeSecurity(socket)) }),
        messages: Object.keys(said[action]).map((name) => ({ $ref: `#/channels/${socket.id}/messages/${name}` })),
      };
    }
  }
  return components.finish({
    asyncapi: '3.0.0',
    info: { title, version, license: { name: 'Apache-2.0' } },
    defaultContentType: 'application/json',
    servers: { http: serverOf(http), https: serverOf(https) },
    channels,
    operations,
    components: { messages, securitySchemes },
  });
}

const securitySchemes = {
  basic: credentials.basic,
  secret: credentials.secret,
  token: { ...credentials.token, type: 'httpApiKey' },
  [tokenInQuery]: { ...credentials[tokenInQuery], type: 'httpApiKey' },
};

const securityOf = (names: readonly string[]) =>
  names.map((name) => ({ $ref: `#/components/securitySchemes/${name}` }));

const serverOf = (listener: ListenerFacts): Json => ({
  host: '{host}:{port}',
  protocol: listener.protocol === 'https' ? 'wss' : 'ws',
  description: listener.description,
  variables: addressVariables(listener),
  security: securityOf(['token', tokenInQuery]),
});

/** A copy instead of a reference: the published schema would read a reference here as a schema, and refuse it. */
const handshakeQuery = ({ auth, query }: SocketRoute, components: Components): Json => {
  const { properties = {}, required = [] } =
    query === undefined ? {} : (components.schema(query, 'input') as { properties?: Json; required?: string[] });
  const appkey = { type: 'string', description: appkeyMeaning };
  return {
    type: 'object',
    properties: { appkey, ...properties },
    ...((auth === 'token' || required.length > 0) && {
      required: [...(auth === 'token' ? ['appkey'] : []), ...required],
    }),
  };
};

function channelOf(socket: SocketRoute, names: readonly string[], components: Components): Json {
  const { properties = {} } =
    socket.params === undefined ? {} : (components.schema(socket.params, 'input') as { properties?: Json });
  const named = Object.entries(properties).map(([name, schema]) => {
    const { description, examples } = schema as { description?: string; examples?: string[] };
    return [name, { ...(description && { description }), ...(examples && { examples }) }];
  });
  return {
    address: templated(socket.path),
    summary: socket.summary,
    description: `A handshake can be refused with ${refusals(handshakeErrors(socket))}.`,
    servers: [{ $ref: '#/servers/http' }, { $ref: '#/servers/https' }],
    parameters: Object.fromEntries(named),
    messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
    bindings: { ws: { method: 'GET', query: handshakeQuery(socket, components), bindingVersion: '0.1.0' } },
  };
}

function refusals(names: readonly ErrorName[]): string {
  const shown = names.map((name) => {
    const { http, code, meaning } = errorRow(name);
    return `status ${http}, ${code} ${name} (${meaning})`;
  });
  return shown.join('; ');
}

type Messages = Readonly<Record<string, Json>>;

function received({ messages }: SocketRoute, components: Components): Messages {
  const { fromClient, audio } = messages as SocketMessages;
  const texts = fromClient.map((schema) => [nameOf(schema), textMessage(schema, 'lenientInput', components)]);
  return { ...Object.fromEntries(texts), ...(audio.from === 'client' && audioMessage(audio)) };
}

function sent({ messages }: SocketRoute, components: Components): Messages {
  const { toClient, audio } = messages as SocketMessages;
  const texts = toClient.options.map((schema) => [nameOf(schema), textMessage(schema, 'output', components)]);
  return { ...Object.fromEntries(texts), ...(audio.from === 'service' && audioMessage(audio)) };
}

const textMessage = (schema: z.core.$ZodType, side: Side, components: Components): Json => ({
  payload: components.schema(schema, side),
  examples: examplesOf(schema).map((payload) => ({ payload })),
});

const audioMessage = ({ name, meaning }: SocketMessages['audio']): Messages => ({
  [name]: {
    contentType: 'application/octet-stream',
    summary: meaning,
    payload: { type: 'string', format: 'binary', description: 'A binary message.' },
  },
});
