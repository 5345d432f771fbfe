// The schemas of the requests and replies of the firmware routes.
import { z } from 'zod';
import { limits } from '../protocol/limits.js';
import { queryNumber } from '../protocol/wire/query-number.js';
import { FirmwareReport, FirmwareWindow } from '../protocol/wire/sync-messages.js';

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex')
  .describe('The SHA-256 of the bundle.');
const percent = z.number().min(0).max(100);
const count = z.int().min(0);
const window = FirmwareWindow.nullable();
const wavePercent = percent.describe(
  'The percentage of boxes that may update, selected by a hash of their ids, so that the same boxes always come first.',
);
const holdBackPercent = percent.describe(
  'The percentage of failed updates above which no further box starts the update.',
);

const facts = {
  product: z.string().describe('The kind of boxes that it is for.'),
  version: z.string().describe('Its version.'),
  minFrom: z.string().nullable().describe('The oldest version from which boxes may update; null: any version.'),
  sha256,
  bytes: count.describe('Its size in bytes.'),
};
export const UploadedBundle = z
  .strictObject(facts)
  .meta({ id: 'FirmwareBundle', description: 'A bundle, as its manifest describes it.' });

export const Publication = z
  .strictObject({
    sha256,
    window: window.default(null).describe('The window in which the update may be installed; null: any time.'),
    wavePercent: wavePercent.default(100),
    holdBackPercent: holdBackPercent.default(10),
    allowDowngrade: z.boolean().default(false).describe('Boxes with a newer version also install it.'),
  })
  .meta({ id: 'FirmwarePublication', description: 'The rollout of a bundle.' });
export type Publication = z.output<typeof Publication>;

export const ReleaseChange = z
  .strictObject({
    window: window.optional().describe('The window in which the update may be installed; null: any time.'),
    wavePercent: wavePercent.optional(),
    holdBackPercent: holdBackPercent.optional(),
    isHeld: z
      .boolean()
      .optional()
      .describe(
        'true: no further box starts the update; false: the rollout goes on, and boxes that have failed so far no longer count.',
      ),
  })
  .meta({ id: 'FirmwareChange', description: 'Changes of a rollout.' });
export type ReleaseChange = z.output<typeof ReleaseChange>;

export const Release = z
  .strictObject({
    ...facts,
    window: window.describe('The window in which the update may be installed; null: any time.'),
    wavePercent,
    holdBackPercent,
    allowDowngrade: z.boolean().describe('Boxes with a newer version also install it.'),
    isHeld: z.boolean().describe('true: no further box starts the update.'),
    publishedAtMs: count.describe('The time at which it was published, in ms since 1970 (UTC).'),
    good: count.describe('The number of boxes that restarted successfully into the update.'),
    bad: count.describe(
      'The number of boxes on which the update failed, without those that the operator has acknowledged.',
    ),
    boxes: z.record(z.string(), count).describe('The number of boxes of this kind in each state.'),
  })
  .meta({ id: 'FirmwareRelease', description: 'A rollout of firmware.' });
export type Release = z.output<typeof Release>;

export const ReportedBox = FirmwareReport.extend({
  appkey: z.string().describe('The application with which it reported.'),
  atMs: count.describe('The time of the last report, in ms since 1970 (UTC).'),
}).meta({ id: 'FirmwareBox', description: 'The last report of a box.' });
export type ReportedBox = z.output<typeof ReportedBox>;

export const BoxQuery = z.object({
  state: z
    .union([z.literal(''), FirmwareReport.shape.state])
    .default('')
    .describe('Only boxes in this state.'),
  limit: queryNumber(1, 1_000, 100).describe('How many at most, the latest reports first.'),
});

export const Product = z.object({
  product: z.string().min(1).max(limits.firmware.versionBytes).describe('The kind of boxes, such as tonegate-arm64.'),
});
