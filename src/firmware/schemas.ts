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
  'So many of the boxes update, by a hash of their ids: the same boxes are always the first.',
);
const holdBackPercent = percent.describe(
  'No further box begins when more than this share of those that updated did not come back well.',
);

const facts = {
  product: z.string().describe('The kind of boxes that it is for.'),
  version: z.string().describe('Its version.'),
  minFrom: z.string().nullable().describe('Boxes with an older version must not take it; null: all may.'),
  sha256,
  bytes: count.describe('Its size in bytes.'),
};
export const UploadedBundle = z
  .strictObject(facts)
  .meta({ id: 'FirmwareBundle', description: 'A bundle, as its manifest describes it.' });

export const Publication = z
  .strictObject({
    sha256,
    window: window.default(null).describe('When it may be installed; null: at any time.'),
    wavePercent: wavePercent.default(100),
    holdBackPercent: holdBackPercent.default(10),
    allowDowngrade: z.boolean().default(false).describe('Boxes with a newer version take it too.'),
  })
  .meta({ id: 'FirmwarePublication', description: 'How a bundle is rolled out.' });
export type Publication = z.output<typeof Publication>;

export const ReleaseChange = z
  .strictObject({
    window: window.optional().describe('When it may be installed; null: at any time.'),
    wavePercent: wavePercent.optional(),
    holdBackPercent: holdBackPercent.optional(),
    isHeld: z
      .boolean()
      .optional()
      .describe(
        'true: no further box begins; false: it goes on, and boxes that did not come back so far do not count.',
      ),
  })
  .meta({ id: 'FirmwareChange', description: 'What of a rollout is to change.' });
export type ReleaseChange = z.output<typeof ReleaseChange>;

export const Release = z
  .strictObject({
    ...facts,
    window: window.describe('When it may be installed; null: at any time.'),
    wavePercent,
    holdBackPercent,
    allowDowngrade: z.boolean().describe('Boxes with a newer version take it too.'),
    isHeld: z.boolean().describe('true: no further box begins.'),
    publishedAtMs: count.describe('When it was published, in ms since 1970 (UTC).'),
    good: count.describe('Boxes that updated and came back well.'),
    bad: count.describe('Boxes that updated and did not come back well, without those that the operator has seen.'),
    boxes: z.record(z.string(), count).describe('Boxes of this kind by their state.'),
  })
  .meta({ id: 'FirmwareRelease', description: 'A rollout of firmware.' });
export type Release = z.output<typeof Release>;

export const ReportedBox = FirmwareReport.extend({
  appkey: z.string().describe('The application with which it reported.'),
  atMs: count.describe('When it reported last, in ms since 1970 (UTC).'),
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
