// Reports of boxes on their firmware, for their upstream.
import { jsonBody, type Route, route } from '../http/route.js';
import { Nothing } from '../protocol/wire/nothing.js';
import { FirmwareReport } from '../protocol/wire/sync-messages.js';
import { exampleReport } from './examples.js';
import type { Rollouts } from './rollouts.js';

export const firmwareRoutes = (rollouts: Rollouts): Route[] => [
  route({
    id: 'sync.firmware',
    method: 'POST',
    path: '/v10/sync/firmware',
    summary: 'Accept the report of a downstream gateway on its firmware',
    auth: 'basic',
    right: 'sync',
    body: jsonBody(FirmwareReport),
    storage: 'grows',
    reply: Nothing,
    example: { body: exampleReport },
    invalid: { body: { ...exampleReport, box: '' } },
    handle: ({ body, identity }) => {
      rollouts.report(identity.appkey, body);
      return {};
    },
  }),
];
