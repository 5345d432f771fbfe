// GET /v10/asr/ring/verdicts/{uuid}: the verdict on a call of a switch, for carriers that cannot send it back.
import { z } from 'zod';
import { type Route, route } from '../../http/route.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { traceToken } from '../../protocol/wire/speech-messages.js';
import { ScreeningData } from '../screening-data.js';
import type { VerdictStore } from './store.js';

const keptMinutes = limits.verdicts.keepMs / 60_000;

const VerdictParams = z.object({
  uuid: z
    .string()
    .min(1)
    .refine((text) => Buffer.byteLength(text) <= limits.fork.idBytes, `must be at most ${limits.fork.idBytes} bytes`)
    .describe('The call, as the switch named it.'),
});

const VerdictReply = z
  .strictObject({
    traceToken,
    state: z
      .enum(['underWay', 'interim', 'final'])
      .describe('underWay: no verdict yet; interim: another may follow; final: it is over.'),
    verdict: ScreeningData.optional(),
  })
  .meta({ id: 'VerdictReply', description: 'The newest verdict on a call.' });

export const verdictRoutes = (store: Pick<VerdictStore, 'find'>): Route[] => [
  route({
    id: 'ring.verdict',
    method: 'GET',
    path: '/v10/asr/ring/verdicts/:uuid',
    summary: `Read the verdict on a forked call, available for ${keptMinutes} minutes`,
    auth: 'switch',
    params: VerdictParams,
    reply: VerdictReply,
    errors: ['NOT_FOUND'],
    example: { params: { uuid: '{forkedCall}' } },
    invalid: { params: { uuid: 'x'.repeat(limits.fork.idBytes + 1) } },
    handle: ({ params: { uuid }, identity, traceToken: token }) => {
      const kept = store.find({ appkey: identity.appkey, uuid });
      if (kept === undefined) {
        throw new ServiceError(
          'NOT_FOUND',
          `uuid: this application has had no call with that name within ${keptMinutes} minutes; check the name, and send the query sooner`,
        );
      }
      const { verdict } = kept;
      if (verdict === undefined) return { traceToken: token, state: 'underWay' as const };
      return { traceToken: token, state: verdict.final ? ('final' as const) : ('interim' as const), verdict };
    },
  }),
];
