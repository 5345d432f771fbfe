// A feature with one small route for each kind of work of a gateway, so that the gateway can be tested without engines.
import { z } from 'zod';
import { Answer, type Dialect, jsonBody, jsonOrOctetsBody, type Route, route } from '../../../src/http/route.js';
import { type Feature, feature } from '../../../src/main/feature.js';
import { ServiceError } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';

export const probeBodyBytes = 64 * 1024;

/** A family with its own conventions: an envelope around each success, another spelling, methods by header. */
const family = {
  dialect: {
    success: (traceToken: string) => ({ traceToken, code: 0 }),
    overrides: ['PATCH', 'DELETE', 'GET'],
    tokenWithoutAppkey: true,
    tenants: true,
  } as const satisfies Dialect,
  path: '/probe/things/:name',
  aliases: ['/probe/thing/:name'],
  params: z.strictObject({ name: z.string() }),
  reply: z.strictObject({
    ...{ traceToken: z.string(), code: z.literal(0) },
    ...{ method: z.string(), name: z.string(), appkey: z.string(), tenantId: z.string() },
  }),
};

const familyRoutes = (['GET', 'POST', 'PATCH', 'DELETE'] as const).map((method) =>
  route({
    ...family,
    ...{ id: `probe.things.${method.toLowerCase()}`, method, summary: 'one of a family', auth: 'token' },
    handle: ({ params, identity }) => {
      const value = { method, name: params.name, appkey: identity.appkey, tenantId: identity.tenantId };
      return method === 'POST' ? new Answer(value, 201) : value;
    },
  }),
);

export function probeRoutes(): Route[] {
  const Text = z.strictObject({ text: z.string().max(10), count: z.int().min(1).max(3).optional() });
  return [
    ...familyRoutes,
    route({
      id: 'probe.get',
      method: 'GET',
      path: '/probe',
      summary: 'who am I',
      auth: 'token',
      reply: z.strictObject({ traceToken: z.string(), appkey: z.string(), tenantId: z.string() }),
      handle: ({ traceToken, identity: { appkey, tenantId } }) => ({ traceToken, appkey, tenantId }),
    }),
    route({
      id: 'probe.echo',
      method: 'POST',
      path: '/probe/echo',
      summary: 'echo JSON',
      auth: 'none',
      body: jsonBody(Text, probeBodyBytes),
      reply: Text,
      handle: ({ body }) => body,
    }),
    route({
      id: 'probe.either',
      method: 'POST',
      path: '/probe/either/:name',
      summary: 'JSON or octets',
      auth: 'none',
      params: z.strictObject({ name: z.string().regex(/^[a-z]+$/) }),
      query: z.object({ limit: z.coerce.number().int().min(1).max(9).default(5) }),
      body: jsonOrOctetsBody(Text, probeBodyBytes, 16),
      reply: z.strictObject({ kind: z.string(), bytes: z.int(), limit: z.int() }),
      handle: ({ body, query }) => ({
        kind: body.kind,
        bytes: body.kind === 'octets' ? body.octets.length : body.json.text.length,
        limit: query.limit,
      }),
    }),
    route({
      id: 'probe.full',
      method: 'POST',
      path: '/probe/full',
      summary: 'has no room',
      auth: 'none',
      body: jsonBody(Text, probeBodyBytes),
      reply: Text,
      admit: () => {
        throw new ServiceError('OVERLOADED', 'the probe is full; send fewer at once');
      },
      handle: ({ body }) => body,
    }),
    route({
      id: 'probe.clips',
      method: 'POST',
      path: '/probe/clips',
      summary: 'refuses what it has read',
      auth: 'none',
      body: jsonOrOctetsBody(Text, probeBodyBytes, 2 * limits.shares.largeBodyBytes),
      reply: z.strictObject({}),
      admit: () => {},
      handle: () => {
        throw new ServiceError('OVERLOADED', 'the probe has heard enough; send fewer at once');
      },
    }),
    route({
      id: 'probe.slow',
      method: 'GET',
      path: '/probe/slow',
      summary: 'waits for the gate',
      auth: 'none',
      reply: z.strictObject({ done: z.boolean() }),
      handle: async () => {
        await new Promise<void>((resolve) => {
          openGate = resolve;
          entered();
        });
        return { done: true };
      },
    }),
    route({
      id: 'probe.fault',
      method: 'GET',
      path: '/probe/fault/:kind',
      summary: 'fails in the named way',
      auth: 'none',
      params: z.strictObject({ kind: z.enum(['bug', 'busy', 'reply', 'created']) }),
      reply: z.strictObject({ ok: z.boolean() }),
      handle: ({ params }) => {
        switch (params.kind) {
          case 'bug':
            throw new TypeError('secret-detail of the inside');
          case 'busy':
            throw new ServiceError('OVERLOADED');
          case 'reply':
            return { ok: 'yes' } as unknown as { ok: boolean };
          case 'created':
            return new Answer({ ok: true }, 201, { 'x-probe': 'yes' });
        }
      },
    }),
  ];
}

let openGate = () => {};
let entered = () => {};

/** Resolves when the handler of /probe/slow is reached. Call it before the request. */
export function expectSlowCall(): Promise<void> {
  return new Promise((resolve) => {
    entered = resolve;
  });
}

export const probeFeature: Feature = feature<undefined>({
  name: 'probe',
  capability: { name: 'probe', oneShotFormats: ['wav'], streamFormats: ['pcm_s16le_8k', 'wav'] },
  serves: () => ({ routes: probeRoutes() }),
  start: () => ({ parts: undefined, properties: () => ['cn_8k_common'] }),
});

/** Lets the latest call of /probe/slow go on. */
export function letSlowCallGo(): () => void {
  return openGate;
}
