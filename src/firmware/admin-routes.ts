// Rollouts, for the operator of an upstream; and the gateway of a box, for its own sync process (`forSync`).
import { z } from 'zod';
import { jsonBody, type Route, route, streamBody } from '../http/route.js';
import { limits } from '../protocol/limits.js';
import { Nothing } from '../protocol/wire/nothing.js';
import { FirmwareReport, FirmwareWanted } from '../protocol/wire/sync-messages.js';
import type { Bundles } from './bundles.js';
import type { Drain } from './drain.js';
import { exampleBundle, exampleReport } from './examples.js';
import type { Rollouts } from './rollouts.js';
import { BoxQuery, Product, Publication, Release, ReleaseChange, ReportedBox, UploadedBundle } from './schemas.js';

export interface FirmwareRouteParts {
  readonly rollouts: Rollouts;
  readonly bundles: Bundles;
  readonly drain: Drain;
}

const params = { product: 'tonegate-arm64' };
const releasePath = '/v10/admin/firmware/releases/:product';

export function firmwareAdminRoutes({ rollouts, bundles, drain }: FirmwareRouteParts): Route[] {
  return [
    route({
      id: 'admin.firmware.list',
      method: 'GET',
      path: '/v10/admin/firmware',
      summary: 'List the rollouts of this gateway, and how this machine stands with the firmware of its own upstream',
      auth: 'admin',
      reply: z.strictObject({
        releases: z.array(Release).describe('The rollouts.'),
        box: FirmwareReport.nullable().describe('The last report of the sync process here; null: none.'),
      }),
      handle: () => ({ releases: rollouts.list(), box: rollouts.own }),
    }),
    route({
      id: 'admin.firmware.boxes',
      method: 'GET',
      path: '/v10/admin/firmware/boxes',
      summary: 'List the boxes that follow this gateway with their firmware, the latest reports first',
      auth: 'admin',
      query: BoxQuery,
      reply: z.strictObject({ boxes: z.array(ReportedBox).describe('The boxes.') }),
      example: { query: { state: 'good', limit: '10' } },
      invalid: { query: { state: 'lost' } },
      handle: ({ query }) => ({ boxes: rollouts.boxes(query.state, query.limit) }),
    }),
    route({
      id: 'admin.firmware.upload',
      method: 'POST',
      path: '/v10/admin/firmware/bundles',
      summary: 'Upload a bundle, which no box is offered before it is published',
      auth: 'admin',
      body: streamBody(limits.firmware.bundleBytes),
      storage: 'grows',
      reply: UploadedBundle,
      example: { body: exampleBundle },
      invalid: { body: Buffer.from('no bundle') },
      handle: async ({ body }) => {
        const {
          compatible: product,
          version,
          minFrom = null,
          sha256,
          bytes,
        } = await bundles.add(body.bytes, () => body.begin());
        return { product, version, minFrom, sha256, bytes };
      },
    }),
    route({
      id: 'admin.firmware.publish',
      method: 'PUT',
      path: releasePath,
      summary: 'Publish an uploaded bundle: boxes of its kind are to have it',
      auth: 'admin',
      params: Product,
      body: jsonBody(Publication),
      storage: 'grows',
      reply: Release,
      errors: ['RESOURCE_NOT_FOUND', 'TOO_MANY_RESOURCES'],
      example: { params, body: { sha256: '{bundle}', wavePercent: 10 } },
      invalid: { params, body: { sha256: '{bundle}', wavePercent: 101 } },
      handle: ({ params: { product }, body }) => rollouts.publish(product, body),
    }),
    route({
      id: 'admin.firmware.change',
      method: 'PATCH',
      path: releasePath,
      summary: 'Change the wave, the window or the share of a rollout, hold it back or let it go on',
      auth: 'admin',
      params: Product,
      body: jsonBody(ReleaseChange),
      reply: Release,
      errors: ['RESOURCE_NOT_FOUND'],
      example: { params: { product: '{release}' }, body: { wavePercent: 50 } },
      invalid: { params: { product: '{release}' }, body: { wavePercent: -1 } },
      handle: ({ params: { product }, body }) => rollouts.change(product, body),
    }),
    route({
      id: 'admin.firmware.withdraw',
      method: 'DELETE',
      path: releasePath,
      summary: 'Withdraw a rollout: boxes that have not begun keep what they have',
      auth: 'admin',
      params: Product,
      reply: Nothing,
      errors: ['RESOURCE_NOT_FOUND'],
      example: { params: { product: '{release}' } },
      invalid: { params: { product: 'x'.repeat(65) } },
      handle: ({ params: { product } }) => {
        rollouts.withdraw(product);
        return {};
      },
    }),
    ...ownRoutes(rollouts, drain),
  ];
}

const ownRoutes = (rollouts: Rollouts, drain: Drain): Route[] => [
  route({
    id: 'admin.sync.firmware',
    method: 'GET',
    path: '/v10/admin/sync/firmware',
    summary: 'Read the firmware that the upstream wants',
    auth: 'admin',
    forSync: true,
    reply: FirmwareWanted,
    handle: () => rollouts.wanted(),
  }),
  route({
    id: 'admin.sync.firmwareReport',
    method: 'PUT',
    path: '/v10/admin/sync/firmware/report',
    summary: 'Report how this box stands with its firmware; it is kept until the gateway stops',
    auth: 'admin',
    forSync: true,
    body: jsonBody(FirmwareReport),
    reply: Nothing,
    example: { body: exampleReport },
    invalid: { body: { ...exampleReport, state: 'lost' } },
    handle: ({ body }) => {
      rollouts.setOwn(body);
      return {};
    },
  }),
  route({
    id: 'admin.sync.drain',
    method: 'POST',
    path: '/v10/admin/sync/firmware/drain',
    summary: 'Let no new call in, and wait until none runs; it ends by itself if the box does not restart',
    auth: 'admin',
    forSync: true,
    body: jsonBody(
      z.strictObject({
        maxMs: z
          .int()
          .min(0)
          .max(limits.firmware.mostDrainS * 1_000)
          .describe('The time for which running calls may go on, in ms; 0: do not wait.'),
      }),
    ),
    reply: z.strictObject({ running: z.int().min(0).describe('Calls that still run.') }),
    example: { body: { maxMs: 0 } },
    invalid: { body: { maxMs: -1 } },
    handle: async ({ body, signal }) => ({ running: await drain.begin(body.maxMs, signal) }),
  }),
  route({
    id: 'admin.sync.undrain',
    method: 'POST',
    path: '/v10/admin/sync/firmware/undrain',
    summary: 'Let calls in again: the box does not restart',
    auth: 'admin',
    forSync: true,
    reply: Nothing,
    handle: () => {
      drain.end();
      return {};
    },
  }),
];
