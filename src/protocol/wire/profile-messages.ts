// A profile as the admin interface takes and shows it.
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
      .describe('What becomes of these lists when a request brings its own.'),
  })
  .meta({ id: 'ProfileLists', description: 'Lists of the system that a profile adds.' });

const draft = z.strictObject({ values: ProfileValues.default({}), system: SystemLists.prefault({}) });
export const ProfileDraft = draft.meta({ id: 'ProfileDraft', description: 'A profile of recognition.' });

export const ProfileReply = draft
  .extend({ name: profileName })
  .meta({ id: 'Profile', description: 'A profile of recognition, with its name.' });
