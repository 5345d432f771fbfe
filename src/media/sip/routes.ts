// POST /v10/ext/calls places a call over a trunk, screens it and cancels it. Other routes give its state and abandon
// it.
import { z } from 'zod';
import { jsonBody, type Route, route } from '../../http/route.js';
import { stopKinds } from '../../protocol/engine/ring.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { traceToken } from '../../protocol/wire/speech-messages.js';
import { ScreeningData } from '../screening-data.js';
import type { VerdictStore } from '../verdicts/store.js';
import type { Taps } from './taps.js';

const { fork, sip, verdicts } = limits;
const keptMinutes = verdicts.keepMs / 60_000;
const number = z.string().regex(/^[A-Za-z0-9+*#._-]{1,64}$/, 'must be 1 to 64 letters, digits and + * # . _ -');
const ms = ({ min, max, default: usual }: typeof fork.maxMs | typeof fork.silenceMs) =>
  z.int().min(min).max(max).default(usual);

const CallOrder = z
  .strictObject({
    to: number.describe('The number that is called, as the user part of a SIP address.'),
    from: number.describe('The number that is shown to the called party.'),
    gateway: z
      .string()
      .max(sip.nameBytes)
      .optional()
      .describe('The name of a trunk in the settings; the first one unless given.'),
    property: z
      .string()
      .max(64)
      .default('cn_8k_common')
      .describe('The property with which the call is screened, as on the other interfaces.'),
    stopOn: z
      .array(z.enum(stopKinds))
      .max(stopKinds.length)
      .default([...stopKinds])
      .describe('The verdicts that end the call, among those for which the tables allow it.'),
    maxMs: ms(fork.maxMs).describe('The longest time from the INVITE to the CANCEL, in ms.'),
    silenceMs: ms(fork.silenceMs).describe(
      'The duration of silence from the start after which the call is over, in ms.',
    ),
    verdictUrl: z
      .string()
      .max(verdicts.posts.urlBytes)
      .regex(/^https?:\/\/[^\s]+$/, { error: 'must be like http://host:port/path', abort: true })
      .refine((text) => URL.canParse(text), 'must be like http://host:port/path')
      .optional()
      .describe('The address to which the final verdict is posted instead of ring.verdictUrl.'),
  })
  .meta({ id: 'CallOrder', description: 'A call that is placed to be screened. Nobody is ever connected.' });

const uuid = z.uuid('must be the uuid of the answer to the order').describe('The call, as the gateway named it.');

const PlacedCall = z
  .strictObject({ traceToken, uuid })
  .meta({ id: 'PlacedCall', description: 'The call is being placed.' });

const CallReply = z
  .strictObject({
    traceToken,
    uuid,
    state: z
      .enum(['calling', 'ringing', 'earlyMedia', 'answered', 'over'])
      .describe(
        'calling: the trunk has replied at most that it is trying; earlyMedia: audio arrives before an answer.',
      ),
    sipStatus: z
      .int()
      .optional()
      .describe('The latest SIP status; absent before the first one and after the call has been forgotten.'),
    verdict: ScreeningData.optional().describe('The newest verdict.'),
  })
  .meta({ id: 'CallReply', description: 'The state of a call that was placed.' });

export interface CallRouteParts {
  readonly taps: Pick<Taps, 'place' | 'find' | 'cancel'>;
  readonly verdicts: Pick<VerdictStore, 'find'>;
}

export function callRoutes({ taps, verdicts: store }: CallRouteParts): Route[] {
  const params = z.object({ uuid });
  const example = { params: { uuid: '{placedCall}' } };
  const invalid = { params: { uuid: 'no-uuid' } };
  const reportOf = (appkey: string, name: string) => {
    const live = taps.find(appkey, name);
    const kept = store.find({ appkey, uuid: name });
    if (live === undefined && kept === undefined) {
      throw new ServiceError(
        'NOT_FOUND',
        `uuid: this application has placed no call of that name within ${keptMinutes} minutes; check the name, and send the query sooner`,
      );
    }
    return {
      uuid: name,
      state: live?.state ?? ('over' as const),
      ...(live !== undefined && live.status > 0 && { sipStatus: live.status }),
      ...(kept?.verdict && { verdict: kept.verdict }),
    };
  };
  return [
    route({
      id: 'calls.place',
      method: 'POST',
      path: '/v10/ext/calls',
      summary: 'Place a call over a SIP trunk, screen what is heard before an answer, and cancel it',
      auth: 'token',
      body: jsonBody(CallOrder),
      reply: PlacedCall,
      errors: ['OVERLOADED', 'MALFORMED_PROPERTY', 'PROPERTY_NOT_FOUND', 'STOPPING'],
      example: { body: { to: '13800000000', from: '01012345678' } },
      invalid: { body: { to: 'sip:1@h\r\nX: y', from: '1' } },
      handle: ({ body, identity, client, traceToken: token }) => {
        const placed = taps.place(body, { ...client, appkey: identity.appkey });
        return { traceToken: token, uuid: placed };
      },
    }),
    route({
      id: 'calls.get',
      method: 'GET',
      path: '/v10/ext/calls/:uuid',
      summary: `Read the state of a call that was placed, and the verdict on it for ${keptMinutes} minutes`,
      auth: 'token',
      params,
      reply: CallReply,
      errors: ['NOT_FOUND'],
      ...{ example, invalid },
      handle: ({ params: { uuid: name }, identity, traceToken: token }) => ({
        traceToken: token,
        ...reportOf(identity.appkey, name),
      }),
    }),
    route({
      id: 'calls.cancel',
      method: 'DELETE',
      path: '/v10/ext/calls/:uuid',
      summary: 'Cancel a call that was placed; of one that is over it changes nothing',
      auth: 'token',
      params,
      reply: CallReply,
      errors: ['NOT_FOUND'],
      ...{ example, invalid },
      handle: ({ params: { uuid: name }, identity, traceToken: token }) => {
        taps.cancel(identity.appkey, name);
        return { traceToken: token, ...reportOf(identity.appkey, name) };
      },
    }),
  ];
}
