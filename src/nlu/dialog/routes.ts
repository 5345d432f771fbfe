// The routes of the dialog interface (specification 3, section 4.1): the online service and the resource-management
// service have the same verbs, with the property in the path or without it.
import { z } from 'zod';
import type { BodyRule, Call, Dialect, Identity, Route } from '../../http/route.js';
import { lenientBody, route } from '../../http/route.js';
import type { ErrorName } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { checkProperty, nluProperty, propertyField } from '../property.js';
import type { Asker, Dialogs } from './dialogs.js';
import {
  EndBody,
  EndReply,
  LenientTurnBody,
  StartBody,
  StartReply,
  TurnBody,
  TurnReply,
  type TurnRequestBody,
} from './schemas.js';
import type { Service } from './table.js';

export interface DialogRouteParts {
  readonly dialogs: Dialogs;
  /** True if `config` may be left out of a turn. */
  readonly lenientConfig: boolean;
}

const dialect = {
  success: (traceToken: string) => ({ traceToken }),
  emptyIsUnset: true,
  tenants: true,
} as const satisfies Dialect;
const params = z.object({ property: propertyField.optional() });
const body = <S extends z.ZodType>(schema: S): BodyRule<z.output<S>> => lenientBody(schema, limits.dialog.bodyBytes);

type DialogCall<B> = Call<z.output<typeof params>, unknown, B, Identity>;

const services: Readonly<Record<Service, { readonly name: string; readonly robot: string; readonly session: string }>> =
  {
    recog: { name: 'the version of a robot that is online', robot: '{onlineRobot}', session: '{onlineSession}' },
    resource: { name: 'a robot as it is now, or a version of it', robot: '{robot}', session: '{testSession}' },
  };

export const dialogRoutes = (parts: DialogRouteParts): Route[] =>
  (['recog', 'resource'] as const).flatMap((service) => routesOf(parts, service));

function routesOf({ dialogs, lenientConfig }: DialogRouteParts, service: Service): Route[] {
  const { name, robot, session } = services[service];
  const base = `/v10/nlu/${service}`;
  const errors = [
    ...(['MALFORMED_PROPERTY', 'PROPERTY_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'OVERLOADED'] as const),
    ...(service === 'resource' ? (['ROBOT_NOT_FOUND'] as const) : []),
  ] as const satisfies readonly ErrorName[];
  const turning = [
    ...errors,
    ...(['DIALOG_UNAVAILABLE', 'RESOURCE_TOO_LARGE', 'STORAGE_FULL'] as const),
    ...(service === 'resource' ? (['MAINTENANCE'] as const) : []),
  ] as const satisfies readonly ErrorName[];
  const facts = (verb: string, id: string) => ({
    ...{ id: `nlu.${service}.${id}`, method: 'POST' as const, auth: 'token' as const, dialect, params },
    ...{ path: `${base}/:property/${verb}`, aliases: [`${base}/${verb}`] },
  });
  const asker = ({ params: { property = nluProperty }, identity, log, signal }: DialogCall<unknown>): Asker => {
    checkProperty(property);
    return { service, tenantId: identity.tenantId, appkey: identity.appkey, signal, log };
  };
  const inProperty = { property: nluProperty };
  const config = { needContext: true, needSlots: true };
  const turnBody = body(lenientConfig ? LenientTurnBody : TurnBody) as BodyRule<TurnRequestBody>;
  return [
    route({
      ...facts('start_session', 'startSession'),
      summary: `Begin a conversation with ${name}`,
      body: body(StartBody),
      reply: StartReply,
      storage: 'grows',
      errors: [
        ...new Set([
          ...turning,
          'ROBOT_NOT_FOUND',
          ...(service === 'resource' ? (['CONFLICT'] as const) : []),
        ] as const),
      ],
      example: { params: inProperty, body: { robotId: robot, config, userVars: { level: 2 } } },
      invalid: { params: inProperty, body: { robotId: robot, userVars: { level: [2] } } },
      handle: async (call) => ({ result: await dialogs.start(asker(call), call.body) }),
    }),
    route({
      ...facts('dialog', 'dialog'),
      summary: `Carry out a turn of a conversation with ${name}`,
      body: turnBody,
      reply: TurnReply,
      errors: turning,
      example: { params: inProperty, body: { sessionId: session, userQuery: '你们几点开门', config } },
      invalid: {
        params: inProperty,
        body: { sessionId: session, userQuery: '你们几点开门', config: { tagFilter: ['x'] } },
      },
      handle: async (call) => ({ result: await dialogs.turn(asker(call), call.body) }),
    }),
    route({
      ...facts('end_session', 'endSession'),
      summary: `End a conversation with ${name}`,
      body: body(EndBody),
      reply: EndReply,
      storage: 'frees',
      errors,
      example: { params: inProperty, body: { sessionId: session } },
      invalid: { params: inProperty, body: { sessionId: '' } },
      handle: async (call) => ({ result: await dialogs.end(asker(call), call.body.sessionId) }),
    }),
  ];
}
