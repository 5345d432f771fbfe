// The unified resource service (specification 1, section 4.2): for applications by their appkey, and its sys category
// with the admin credential on the admin listener.
import { z } from 'zod';
import { isMatched } from '../http/conditional.js';
import { Answer, type Identity, jsonBody, notModified, type Route, route } from '../http/route.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import {
  Deleted,
  Diagnostics,
  Downloaded,
  Listed,
  pageQuery,
  ResourceChange,
  ResourceDraft,
  resourceId,
  Stored,
  userIdText,
} from '../protocol/wire/resource-messages.js';
import type { GroupCommit } from '../store/group-commit.js';
import type { ListReader } from '../text/word-lists/read.js';
import { diagnosticsOf } from './content.js';
import { kindNames, kindOf, type ResourceKind } from './kinds.js';
import type { Place, Resources } from './service.js';
import { downloaded, entityTag, listing } from './views.js';

interface Face {
  readonly id: string;
  readonly auth: 'appkey' | 'admin';
  readonly path: string;
  readonly whose: string;
  /** Category of the examples. */
  readonly category: Readonly<Record<string, string>>;
}

const faces: readonly Face[] = [
  {
    id: 'resource',
    auth: 'appkey',
    path: '/v10/resource/:category/:cu/:type',
    whose: 'a resource of the developer’s, or with userId of one user',
    category: { category: 'user' },
  },
  {
    id: 'resource.sys',
    auth: 'admin',
    path: '/v10/resource/sys/:cu/:type',
    whose: 'a sys resource',
    category: {},
  },
];

interface RouteParts {
  readonly resources: Resources;
  readonly lists: ListReader;
  /** Writes are made in groups, so that a client who stores without pause does not make everybody wait for the disk. */
  readonly group: Pick<GroupCommit, 'run'>;
}

export const resourceRoutes = (parts: RouteParts): Route[] => routesOf(faces[0] as Face, parts);
export const sysResourceRoutes = (parts: RouteParts): Route[] => routesOf(faces[1] as Face, parts);

const Params = z.object({
  category: z.string().default('sys').describe('user, or on the admin listener sys.'),
  cu: z.string().describe('The capability that uses the resource, such as asr.'),
  type: z.string().describe('The type of the resource, such as userword.'),
});
const ItsParams = Params.extend({ resId: resourceId });
const Owner = z.object({
  userId: userIdText.default('').describe('The user whose resource it is; absent, empty or *: shared by all users.'),
});
const Checking = Owner.extend({
  check: z
    .enum(['true', 'false'])
    .optional()
    .describe('true: the findings of the word-list grammar are returned as well (extension).'),
});
const Page = Owner.extend(pageQuery);
const named = (id: string, description: string) => ({ id, description });
const CreateBody = z.object({ resource: ResourceDraft }).meta(named('CreateResource', 'A resource to be stored.'));
const UpdateBody = z.object({ resource: ResourceChange }).meta(named('UpdateResource', 'Content to be stored.'));
const Created = z
  .strictObject({ created: Stored, diagnostics: Diagnostics })
  .meta(named('CreatedResource', 'The resource that was stored.'));
const Updated = z
  .strictObject({ updated: Stored, diagnostics: Diagnostics })
  .meta(named('UpdatedResource', 'The version that was stored.'));
const Listing = z
  .strictObject({
    totalCount: z.int().describe('The total number of resources.'),
    resourceList: z.array(Listed).describe('The resources of this page.'),
  })
  .meta(named('ResourceListing', 'A page of resources.'));
const Download = z
  .strictObject({ resource: Downloaded, diagnostics: Diagnostics })
  .meta(named('ResourceDownload', 'The latest version of a resource.'));
const body = <S extends z.ZodType>(schema: S) => jsonBody(schema, limits.resource.jsonBodyBytes);

interface Asked {
  readonly params: z.output<typeof Params>;
  readonly query: z.output<typeof Owner>;
  readonly identity: Identity | null;
}

/** True for the admin and for a caller with a token. */
const isTrusted = ({ identity }: Pick<Asked, 'identity'>): boolean => identity?.hasToken !== false;

/** Throws 404 if the kind does not exist, and 403 if this caller may not use it. */
function placeOf({ params, query, identity }: Asked): Place {
  const { category, cu, type } = params;
  const kind = kindOf(cu, type);
  if (category !== 'user' && category !== 'sys') throw new ServiceError('NOT_FOUND', 'category: must be user or sys');
  if (kind === undefined)
    throw new ServiceError(
      'NOT_FOUND',
      `cu and type: there is no such kind of resource; the kinds are ${kindNames.join(', ')}`,
    );
  if (category === 'sys') {
    if (identity === null) return { cu, type, category, developerId: null, userId: '' };
    throw new ServiceError(
      'FORBIDDEN',
      'category sys: these resources are served only on the admin listener, with the admin credential',
    );
  }
  if (identity === null || kind.users === 'none') {
    throw new ServiceError('FORBIDDEN', `${cu}/${type}: this type has only sys resources`);
  }
  const isShared = kind.users === 'shared' || query.userId === '*';
  return { cu, type, category, developerId: identity.developerId, userId: isShared ? '' : query.userId };
}

/** The parameters of the path, as they were in the request: for links. */
const placeParams = (path: string): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => [name, `$request.path.${name}`]));

function routesOf({ id, auth, path, whose, category }: Face, { resources, lists, group }: RouteParts): Route[] {
  const params = { ...category, cu: 'asr', type: 'userword' };
  const resource = { name: `names of ${id}`, lang: 'cn', content: Buffer.from('张三 3\n').toString('base64') };
  const errors = ['NOT_FOUND', 'RESOURCE_NOT_FOUND', 'FORBIDDEN'] as const;
  const made = { ...placeParams(path), resId: '$response.body#/created/id', userId: '$request.query.userId' };
  const theOne = id === 'resource' ? '{userword}' : '{sysUserword}';
  const diagnosed = async ({ cu, type }: Place, content: Uint8Array) => ({
    diagnostics: await diagnosticsOf(kindOf(cu, type) as ResourceKind, content, lists),
  });
  /** Decodes the content once, here, if check=true. Otherwise the content is passed on as it came. */
  const checked = async (place: Place, { content }: { readonly content: string }, check: string | undefined) => {
    if (check !== 'true') return { content, extra: {} };
    const bytes = resources.accepted(place, content, 'resource');
    return { content: bytes, extra: await diagnosed(place, bytes) };
  };
  return [
    route({
      id: `${id}.create`,
      method: 'POST',
      path,
      summary: `Store ${whose}`,
      auth,
      params: Params,
      query: Checking,
      body: body(CreateBody),
      storage: 'grows',
      reply: Created,
      links: {
        download: { to: `${id}.download`, parameters: made },
        update: { to: `${id}.update`, parameters: made },
        delete: { to: `${id}.delete`, parameters: made },
      },
      errors: [...errors, 'CONFLICT', 'TOO_MANY_RESOURCES', 'RESOURCE_TOO_LARGE'],
      example: { params, body: { resource } },
      invalid: { params, body: { resource: { ...resource, content: '张三' } } },
      handle: async (call) => {
        const place = placeOf(call);
        const { content, extra } = await checked(place, call.body.resource, call.query.check);
        const draft = { ...call.body.resource, content };
        return {
          created: await group.run(() => resources.create(place, draft, 'resource', isTrusted(call))),
          ...extra,
        };
      },
    }),
    route({
      id: `${id}.update`,
      method: 'PUT',
      path: `${path}/:resId`,
      summary: `Change the content of ${whose}; its version number increases`,
      auth,
      params: ItsParams,
      query: Checking,
      body: body(UpdateBody),
      storage: 'grows',
      reply: Updated,
      errors: [...errors, 'RESOURCE_TOO_LARGE'],
      example: { params: { ...params, resId: theOne }, body: { resource } },
      invalid: { params: { ...params, resId: 'none' }, body: { resource }, status: 404 },
      handle: async (call) => {
        const place = placeOf(call);
        const { resId } = call.params;
        if (call.query.check === 'true') resources.row(place, resId); // 404 before its content is looked at
        const { content, extra } = await checked(place, call.body.resource, call.query.check);
        const update = () => resources.update(place, resId, content, 'resource', isTrusted(call));
        return { updated: await group.run(update), ...extra };
      },
    }),
    route({
      id: `${id}.list`,
      method: 'GET',
      path,
      summary: 'List the latest versions without their content (404 if there are none)',
      auth,
      params: Params,
      query: Page,
      reply: Listing,
      errors,
      example: { params, query: { limit: '2' } },
      invalid: { params, query: { limit: '0' } },
      handle: (call) => {
        return listing('resourceList', resources.list(placeOf(call), call.query.offset, call.query.limit));
      },
    }),
    route({
      id: `${id}.download`,
      method: 'GET',
      path: `${path}/:resId`,
      summary: `Read the latest version of ${whose}`,
      auth,
      params: ItsParams,
      query: Checking,
      headers: { 'If-None-Match': 'The ETag of an earlier reply: 304 while it is the latest version.' },
      bareReplies: { 304: 'The version in If-None-Match is still the latest one.' },
      reply: Download,
      errors,
      example: { params: { ...params, resId: theOne } },
      invalid: { params: { ...params, resId: 'none' }, status: 404 },
      handle: async (call) => {
        const place = placeOf(call);
        const row = resources.row(place, call.params.resId);
        const headers = { etag: entityTag(row) };
        if (isMatched(call.headers['if-none-match'], headers.etag)) return notModified(headers);
        const content = resources.content(row.id);
        const extra = call.query.check === 'true' ? await diagnosed(place, content) : {};
        const resource = { ...downloaded(row, content), ...resources.stateOf(row) };
        return new Answer({ resource, ...extra }, 200, headers);
      },
    }),
    route({
      id: `${id}.delete`,
      method: 'DELETE',
      path: `${path}/:resId`,
      summary: `Delete ${whose}`,
      auth,
      params: ItsParams,
      query: Owner,
      reply: Deleted,
      storage: 'frees',
      errors: [...errors, 'CONFLICT'],
      example: { params: { ...params, resId: theOne } },
      invalid: { params: { ...params, resId: 'none' }, status: 404 },
      handle: async (call) => {
        await group.run(() => resources.remove(placeOf(call), call.params.resId));
        return { deleted: { id: call.params.resId } };
      },
    }),
  ];
}
