// A profile as the admin surface takes and shows it.
import { z } from 'zod';
import { limits } from '../limits.js';
import { ProfileValues } from './asr-config.js';
import { resourceId } from './resource-messages.js';

export const profileName = z
  .string()
  .min(1)
  .refine((name) => Buffer.byteLength(name) <= limits.resource.profileNameBytes, {
    message: `must have at most ${limits.resource.profileNameBytes} bytes`,
  })
  .regex(/^[^\p{Cc}]*$/u, 'must not hold control characters');

export const ProfileDraft = z.strictObject({
  values: ProfileValues.default({}).describe('defaults for what a request does not give'),
  system: z
    .strictObject({
      vocabId: resourceId.optional().describe('a sys hotword list'),
      senswordId: resourceId.optional().describe('a sys sensitive-word list'),
      whenUserBrings: z
        .enum(['merge', 'replace'])
        .default('merge')
        .describe('what becomes of these lists when a request brings its own'),
    })
    .prefault({}),
});

export const ProfileReply = ProfileDraft.extend({ name: profileName });
