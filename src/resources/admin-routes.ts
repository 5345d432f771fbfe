// Routes of the admin listener for the operator of the box: every resource, whoever owns it, and the profiles of
// recognition.
import { z } from 'zod';
import { jsonBody, type Route, route } from '../http/route.js';
import { ServiceError } from '../protocol/errors.js';
import { ProfileDraft, ProfileReply, profileName } from '../protocol/wire/profile-messages.js';
import { Downloaded, Listed, pageQuery, resourceId } from '../protocol/wire/resource-messages.js';
import type { Profiles } from './profiles.js';
import { placeOfRow, type ResourceRow, type Resources } from './service.js';
import { downloaded, listed } from './views.js';

const ownership = {
  category: z.enum(['user', 'sys']).describe('The owner: users, or the system.'),
  cu: z.string().describe('The capability that uses the resource, such as asr.'),
  type: z.string().describe('The type of the resource, such as userword.'),
  developer: z.string().nullable().describe('The name of the developer; null: of the system.'),
  userId: z.string().describe('The user whose resource it is; empty: shared by all users.'),
};

const OwnedResource = Listed.extend(ownership).meta({
  id: 'OwnedResource',
  description: 'A resource without its content, with its owner.',
});
const removed = (what: string) => z.strictObject({ removed: z.string().describe(`The ${what} that was removed.`) });

export function resourceAdminRoutes(resources: Resources): Route[] {
  const rowOf = (id: string): ResourceRow => {
    const row = resources.find(id);
    if (row === undefined) throw new ServiceError('RESOURCE_NOT_FOUND', 'no resource has this id');
    return row;
  };
  return [
    route({
      id: 'admin.resources.list',
      method: 'GET',
      path: '/admin/resources',
      summary: 'List the resources of all owners, without their content',
      auth: 'admin',
      query: z.object(pageQuery),
      reply: z.strictObject({
        totalCount: z.int().describe('The total number of resources.'),
        resources: z.array(OwnedResource).describe('The resources of this page.'),
      }),
      example: { query: { offset: '1' } },
      invalid: { query: { offset: '-1' } },
      handle: ({ query }) => {
        const { totalCount, rows } = resources.listAll(query.offset, query.limit);
        const owned = rows.map((row) => ({
          ...listed(row),
          ...resources.stateOf(row),
          ...{ category: row.category, cu: row.cu, type: row.type, developer: row.developer, userId: row.user_id },
        }));
        return { totalCount, resources: owned };
      },
    }),
    route({
      id: 'admin.resources.get',
      method: 'GET',
      path: '/admin/resources/:resId',
      summary: 'Read a resource by its id, with its content',
      auth: 'admin',
      params: z.object({ resId: resourceId }),
      reply: z.strictObject({ resource: Downloaded }),
      errors: ['RESOURCE_NOT_FOUND'],
      example: { params: { resId: '{userword}' } },
      invalid: { params: { resId: 'none' }, status: 404 },
      handle: ({ params }) => {
        const row = rowOf(params.resId);
        return { resource: { ...downloaded(row, resources.content(row.id)), ...resources.stateOf(row) } };
      },
    }),
    route({
      id: 'admin.resources.remove',
      method: 'DELETE',
      path: '/admin/resources/:resId',
      summary: 'Remove a resource by its id',
      auth: 'admin',
      params: z.object({ resId: resourceId }),
      storage: 'frees',
      reply: removed('id'),
      errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
      example: { params: { resId: '{userword}' } },
      invalid: { params: { resId: 'none' }, status: 404 },
      handle: ({ params }) => {
        resources.remove(placeOfRow(rowOf(params.resId)), params.resId);
        return { removed: params.resId };
      },
    }),
  ];
}

export function profileRoutes(profiles: Profiles): Route[] {
  const params = z.object({ name: profileName });
  const invalidName = { params: { name: 'x'.repeat(200) } };
  return [
    route({
      id: 'admin.profiles.list',
      method: 'GET',
      path: '/admin/profiles',
      summary: 'List all recognition profiles',
      auth: 'admin',
      reply: z.strictObject({ profiles: z.array(ProfileReply).describe('All profiles.') }),
      handle: () => ({ profiles: profiles.list() }),
    }),
    route({
      id: 'admin.profiles.put',
      method: 'PUT',
      path: '/admin/profiles/:name',
      summary: 'Create or replace a profile; calls that start afterwards use it',
      auth: 'admin',
      params,
      body: jsonBody(ProfileDraft),
      storage: 'grows',
      reply: ProfileReply,
      links: {
        get: { to: 'admin.profiles.get', parameters: { name: '$request.path.name' } },
        remove: { to: 'admin.profiles.remove', parameters: { name: '$request.path.name' } },
      },
      errors: ['TOO_MANY_RESOURCES'],
      example: { params: { name: 'outbound' }, body: { values: { addPunc: true, vadTail: 400 } } },
      invalid: { params: { name: 'outbound' }, body: { values: { vadTail: 1 } } },
      handle: ({ params, body }) => profiles.put(params.name, body),
    }),
    route({
      id: 'admin.profiles.get',
      method: 'GET',
      path: '/admin/profiles/:name',
      summary: 'Read a profile by its name',
      auth: 'admin',
      params,
      reply: ProfileReply,
      errors: ['RESOURCE_NOT_FOUND'],
      example: { params: { name: 'outbound' } },
      invalid: invalidName,
      handle: ({ params }) => profiles.get(params.name),
    }),
    route({
      id: 'admin.profiles.remove',
      method: 'DELETE',
      path: '/admin/profiles/:name',
      summary: 'Remove a profile; calls that name it get the defaults and a warning',
      auth: 'admin',
      params,
      storage: 'frees',
      reply: removed('name'),
      errors: ['RESOURCE_NOT_FOUND'],
      example: { params: { name: 'outbound' } },
      invalid: { params: { name: 'no such profile' }, status: 404 },
      handle: ({ params }) => {
        profiles.remove(params.name);
        return { removed: params.name };
      },
    }),
  ];
}
