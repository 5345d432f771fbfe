// Publishes and the online mark as the interface shows them.
import { z } from 'zod';
import type { OnlineRow, PublishRow } from './table.js';

const time = (meaning: string) => z.string().describe(`${meaning} (RFC 3339, UTC).`);

export const PublishView = z
  .strictObject({
    id: z.string().describe('Its id.'),
    state: z
      .enum(['WORKING', 'FINISHED', 'ERROR'])
      .describe('WORKING: the package is being made; FINISHED: it can go online; ERROR: error says why it cannot.'),
    description: z.string().describe('A description.'),
    online: z.boolean().describe('true: this version is in use.'),
    createdAt: time('The time at which it was requested'),
    finishedAt: time('The time at which it ended').optional(),
    modelId: z.int().optional().describe('The semantic model that was enabled; absent where none was.'),
    sha256: z.string().optional().describe('The SHA-256 of the package.'),
    bytes: z.int().optional().describe('The size of the package.'),
    error: z.string().optional().describe('The reason why it failed or is being retried.'),
  })
  .meta({ id: 'NluPublish', description: 'A version of a robot.' });

export const OnlineView = z
  .strictObject({
    publishId: z.string().describe('The version in use; empty: the robot is offline.'),
    since: time('The time since which it has been online').optional(),
    source: z
      .enum(['here', 'upstream'])
      .optional()
      .describe('here: it was put online on this gateway; upstream: on the gateway that this one follows.'),
  })
  .meta({ id: 'NluOnline', description: 'The version of a robot that the dialog service serves.' });

const iso = (ms: number): string => new Date(ms).toISOString();

export const publishView = (row: PublishRow, onlineId: string | undefined): z.output<typeof PublishView> => ({
  ...{ id: row.id, state: row.state, description: row.description, online: row.id === onlineId },
  createdAt: iso(row.created_at),
  ...(row.finished_at !== null && { finishedAt: iso(row.finished_at) }),
  ...(row.model_id !== null && { modelId: row.model_id }),
  ...(row.sha256 !== null && { sha256: row.sha256 }),
  ...(row.bytes !== null && { bytes: row.bytes }),
  ...(row.error !== null && { error: row.error }),
});

export const onlineView = (row: OnlineRow | undefined): z.output<typeof OnlineView> =>
  row === undefined
    ? { publishId: '' }
    : { publishId: row.publish_id, since: iso(row.since), source: row.origin === '' ? 'here' : 'upstream' };
