// Profiles in the form of the admin interface.
import { z } from 'zod';
import { limits } from '../limits.js';
import { ProfileValues } from './asr-config.js';
import { onOneLine, resourceId } from './resource-messages.js';

export const profileName = onOneLine(z.string().min(1))
  .refine((name) => Buffer.byteLength(name) <= limits.resource.profileNameBytes, {
    message: `must have at most ${limits.resource.profileNameBytes} bytes`,
  })
  .describe('The name of the profile.');

const SystemLists = z
  .strictObject({
    vocabId: resourceId.optional().describe('The id of a hotword list of the sys category.'),
    senswordId: resourceId.optional().describe('The id of a sensitive-word list of the sys category.'),
    whenUserBrings: z
      .enum(['merge', 'replace'])
      .default('merge')
      .describe('The handling of these lists when a request supplies its own.'),
  })
  .meta({ id: 'ProfileLists', description: 'System lists that a profile adds.' });

const draft = z.strictObject({ values: ProfileValues.default({}), system: SystemLists.prefault({}) });
export const ProfileDraft = draft.meta({ id: 'ProfileDraft', description: 'A recognition profile.' });

export const ProfileReply = draft
  .extend({ name: profileName })
  .meta({ id: 'Profile', description: 'A recognition profile with its name.' });
