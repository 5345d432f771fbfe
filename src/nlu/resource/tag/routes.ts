// The routes of tag groups and tags (specification 3, section 4.6).
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { CreatedId, created, removed, removedSchema, UpdatedId, updated } from '../envelopes.js';
import { descriptionText, nameText } from '../fields.js';
import { idParam, nluBody, nluRoute } from '../nlu-route.js';
import { patchBody } from '../patch.js';
import type { Tags } from './service.js';

const named = (id: string, description: string) => ({ id, description });
const name = nameText
  .refine((text) => !text.includes(':'), { error: 'must not hold a colon: answers write tagGroup:tag' })
  .describe('Its name, without a colon.');
const description = descriptionText.describe('A description.');
const exclusive = z.boolean().describe('An answer has at most one tag of it.');

const TagView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    name: z.string().describe('Its name.'),
    description: z.string().describe('A description.'),
  })
  .meta(named('NluTag', 'A tag of answers.'));
const GroupListed = TagView.extend({ exclusive }).meta(named('NluTagGroupListed', 'A group of tags, without them.'));
const GroupView = GroupListed.extend({ tags: z.array(TagView).describe('Its tags.') }).meta(
  named('NluTagGroup', 'A group of tags.'),
);
export const TagDraft = z
  .strictObject({ name, description: description.default('') })
  .meta(named('NluTagDraft', 'A tag that is about to be made.'));
export const GroupDraft = TagDraft.extend({ exclusive: exclusive.default(true) }).meta(
  named('NluTagGroupDraft', 'A group of tags that is about to be made.'),
);
const changeable = { name: name.optional(), description: description.optional() };
const groupPatch = patchBody('NluTagGroupPatch', 'a group of tags', changeable, GroupView.shape);
const tagPatch = patchBody('NluTagPatch', 'a tag', changeable, TagView.shape);

const Detached = removedSchema(
  z
    .strictObject({
      id: z.int().describe('Its id.'),
      affectedAnswerIds: z.array(z.int()).describe('The answers that had such a tag and have it no longer.'),
    })
    .meta(named('NluDetached', 'The removed resource, and the answers to check.')),
).meta(named('NluTagDeleted', 'A group or tag that was removed, and the answers to check.'));

const tagGroupId = idParam('The group.');
const tagId = idParam('The tag.');
const ofGroup = { tagGroupId: '{tagGroup}' };

export function tagRoutes(tags: Tags): Route[] {
  return [
    nluRoute({
      id: 'nlu.tagGroups.list',
      method: 'GET',
      path: '/tag_groups',
      summary: 'List the groups of tags',
      reply: z.strictObject({ tagGroups: z.array(GroupListed).describe('All groups, without their tags.') }),
      handle: ({ tenantId }) => ({ tagGroups: tags.groups(tenantId) }),
    }),
    nluRoute({
      id: 'nlu.tagGroups.create',
      method: 'POST',
      path: '/tag_groups',
      summary: 'Create a group of tags',
      body: nluBody(GroupDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES'],
      example: { body: { name: '{unique}' } },
      invalid: { body: { name: 'channel:wechat' } },
      handle: ({ tenantId, body }) => created({ id: tags.createGroup(tenantId, body) }),
    }),
    nluRoute({
      id: 'nlu.tagGroups.view',
      method: 'GET',
      path: '/tag_groups/:tagGroupId',
      summary: 'View a group with its tags',
      params: { tagGroupId },
      reply: GroupView,
      example: { params: ofGroup },
      invalid: { params: { tagGroupId: 'first' } },
      handle: ({ tenantId, params }) => tags.group(tenantId, params.tagGroupId),
    }),
    nluRoute({
      id: 'nlu.tagGroups.change',
      method: 'PATCH',
      path: '/tag_groups/:tagGroupId',
      summary: 'Change a group of tags',
      params: { tagGroupId },
      body: groupPatch,
      storage: 'grows',
      reply: UpdatedId,
      errors: ['CONFLICT'],
      example: { params: ofGroup, body: { description: 'The channel of a call.' } },
      invalid: { params: ofGroup, body: { exclusive: false } },
      handle: ({ tenantId, params, body }) => {
        tags.changeGroup(tenantId, params.tagGroupId, body);
        return updated(params.tagGroupId);
      },
    }),
    nluRoute({
      id: 'nlu.tagGroups.remove',
      method: 'DELETE',
      path: '/tag_groups/:tagGroupId',
      summary: 'Delete a group with its tags, and take these from the answers that have them',
      params: { tagGroupId },
      storage: 'frees',
      reply: Detached,
      example: { params: ofGroup },
      invalid: { params: { tagGroupId: '0' } },
      handle: ({ tenantId, params }) => {
        const affectedAnswerIds = tags.removeGroup(tenantId, params.tagGroupId);
        return removed({ id: params.tagGroupId, affectedAnswerIds });
      },
    }),
    nluRoute({
      id: 'nlu.tags.list',
      method: 'GET',
      path: '/tag_groups/:tagGroupId/tags',
      summary: 'List the tags of a group',
      params: { tagGroupId },
      reply: z.strictObject({ tags: z.array(TagView).describe('The tags.') }),
      example: { params: ofGroup },
      invalid: { params: { tagGroupId: 'first' } },
      handle: ({ tenantId, params }) => ({ tags: tags.tags(tenantId, params.tagGroupId) }),
    }),
    nluRoute({
      id: 'nlu.tags.create',
      method: 'POST',
      path: '/tag_groups/:tagGroupId/tags',
      summary: 'Create a tag',
      params: { tagGroupId },
      body: nluBody(TagDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES'],
      example: { params: ofGroup, body: { name: '{unique}' } },
      invalid: { params: ofGroup, body: { name: 'a:b' } },
      handle: ({ tenantId, params, body }) => created({ id: tags.createTag(tenantId, params.tagGroupId, body) }),
    }),
    ...oneTagRoutes(tags, 'nlu.tags', '/tag_groups/:tagGroupId/tags/:tagId', { tagGroupId, tagId }, ofTag),
    ...oneTagRoutes(tags, 'nlu.tagsOfAnyGroup', '/tag_groups/tags/:tagId', { tagId }, { tagId: ofTag.tagId }),
  ];
}

const ofTag = { ...ofGroup, tagId: '{tag}' };

/** Routes of a tag, which is reached through its group or without it. */
function oneTagRoutes(
  tags: Tags,
  id: string,
  path: string,
  params: { tagGroupId?: typeof tagGroupId; tagId: typeof tagId },
  ofThis: Readonly<Record<string, string>>,
): Route[] {
  const wrong = { ...ofThis, tagId: 'first' };
  const groupOf = (given: object): number | undefined => (given as { tagGroupId?: number }).tagGroupId;
  return [
    nluRoute({
      id: `${id}.view`,
      method: 'GET',
      path,
      summary: 'View a tag',
      params,
      reply: TagView,
      example: { params: ofThis },
      invalid: { params: wrong },
      handle: ({ tenantId, params: given }) => tags.tag(tenantId, groupOf(given), given.tagId),
    }),
    nluRoute({
      id: `${id}.change`,
      method: 'PATCH',
      path,
      summary: 'Change a tag',
      params,
      body: tagPatch,
      storage: 'grows',
      reply: UpdatedId,
      errors: ['CONFLICT'],
      example: { params: ofThis, body: { description: 'Calls from the shop.' } },
      invalid: { params: ofThis, body: { name: '' } },
      handle: ({ tenantId, params: given, body }) => {
        tags.changeTag(tenantId, groupOf(given), given.tagId, body);
        return updated(given.tagId);
      },
    }),
    nluRoute({
      id: `${id}.remove`,
      method: 'DELETE',
      path,
      summary: 'Delete a tag, and take it from the answers that have it',
      params,
      storage: 'frees',
      reply: Detached,
      example: { params: ofThis },
      invalid: { params: wrong },
      handle: ({ tenantId, params: given }) => {
        const affectedAnswerIds = tags.removeTag(tenantId, groupOf(given), given.tagId);
        return removed({ id: given.tagId, affectedAnswerIds });
      },
    }),
  ];
}
