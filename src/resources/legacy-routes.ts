// The legacy word-list interfaces (specification 1, sections 4.3 and 4.4) as views of the same store: the lists of the
// unified service, by the same ids. Both have the same five operations; the names of their fields differ.
import { z } from 'zod';
import { type Identity, jsonBody, optionalJsonBody, type Route, route } from '../http/route.js';
import { limits } from '../protocol/limits.js';
import {
  content as anyContent,
  Deleted,
  ListedFields,
  pageFields,
  ResourceChange,
  ResourceDraft,
  resourceId,
  Stored,
  userIdText,
} from '../protocol/wire/resource-messages.js';
import type { GroupCommit } from '../store/group-commit.js';
import { type ResourceKind, senswords, userwords } from './kinds.js';
import type { Place, Resources } from './service.js';
import { downloaded, listing } from './views.js';

interface Names {
  readonly kind: ResourceKind;
  /** Field names of the id, of the list, and of the array of lists. */
  readonly id: 'vocabId' | 'senswordId';
  readonly record: 'vocab' | 'sensword';
  readonly list: 'vocabList' | 'senswordList';
  /** Lists belong to a userId; `*`: to all users. */
  readonly ofUsers: boolean;
}

const hotwords: Names = { kind: userwords, id: 'vocabId', record: 'vocab', list: 'vocabList', ofUsers: true };
const sensitiveWords: Names = {
  ...{ kind: senswords, id: 'senswordId', record: 'sensword', list: 'senswordList' },
  ofUsers: false,
};

interface LegacyParts {
  readonly resources: Resources;
  readonly group: Pick<GroupCommit, 'run'>;
}

export const legacyRoutes = (parts: LegacyParts): Route[] => [
  ...routesOf(hotwords, parts),
  ...routesOf(sensitiveWords, parts),
];

/** A body whose keys are `Names`; its schema has checked what is asked of it. */
interface Body {
  readonly [key: string]: unknown;
}

const userId = userIdText.min(1).describe('The user whose lists they are; * for those of all users.');
const Version = Stored.omit({ crc64: true }).meta({ id: 'StoredList', description: 'A version that was stored.' });

const CreatedList = z
  .strictObject({ created: Version })
  .meta({ id: 'CreatedList', description: 'The list that was stored.' });
const UpdatedList = z
  .strictObject({ updated: Version })
  .meta({ id: 'UpdatedList', description: 'The version that was stored.' });
const ListWithoutContent = z
  .strictObject(ListedFields)
  .meta({ id: 'ListedList', description: 'A word list without its content.' });
const ListWithContent = z
  .strictObject({ ...ListedFields, content: anyContent })
  .meta({ id: 'WordList', description: 'A word list with its content.' });

function routesOf({ kind, id, record, list, ofUsers }: Names, { resources, group }: LegacyParts): Route[] {
  const { cu, type } = kind;
  const owner = ofUsers ? { userId } : {};
  const exampleOwner = ofUsers ? { userId: '*' } : {};
  const content = Buffer.from('张三\n').toString('base64');
  const one = { ...exampleOwner, [id]: `{${type}}` };
  const madeOwner = ofUsers ? { userId: '$request.body#/userId' } : {};
  const made = { ...madeOwner, [id]: '$response.body#/created/id' };
  const placeOf = (identity: Identity, body: Body): Place => {
    const user = ofUsers && body.userId !== '*' ? String(body.userId) : '';
    return { cu, type, category: 'user', developerId: identity.developerId, userId: user };
  };
  const bodyOf = (schema: z.ZodType) => jsonBody(schema as z.ZodType<Body>, limits.resource.jsonBodyBytes);
  const fieldsOf = (fields: Record<string, z.ZodType>) => z.object({ ...owner, ...fields });
  const theList = bodyOf(
    fieldsOf({ [id]: resourceId }).meta({ id: `${type}ById`, description: 'The list that is meant.' }),
  );
  const facts = (operation: string) => ({
    id: `${type}.${operation}`,
    method: 'POST' as const,
    path: `/v10/${cu}/${type}/${operation}`,
    auth: 'appkey' as const,
    deprecated: true as const,
  });
  return [
    route({
      ...facts('create'),
      summary: 'Store a word list; new clients use the resource service',
      body: bodyOf(fieldsOf({ [record]: ResourceDraft })),
      storage: 'grows',
      reply: CreatedList,
      links: {
        get: { to: `${type}.get`, body: made },
        update: { to: `${type}.update`, body: made },
        delete: { to: `${type}.delete`, body: made },
      },
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES', 'RESOURCE_TOO_LARGE'],
      example: { body: { ...exampleOwner, [record]: { name: 'of the legacy interface', lang: 'cn', content } } },
      invalid: { body: { ...exampleOwner, [record]: { lang: 'cn', content } } },
      handle: async ({ identity, body }) => {
        const draft = body[record] as ResourceDraft;
        const create = () => resources.create(placeOf(identity, body), draft, record, identity.hasToken);
        const created = await group.run(create);
        return { created: { id: created.id, ver: created.ver } };
      },
    }),
    route({
      ...facts('update'),
      summary: 'Change the content of a word list; new clients use the resource service',
      body: bodyOf(fieldsOf({ [id]: resourceId, [record]: ResourceChange })),
      storage: 'grows',
      reply: UpdatedList,
      errors: ['RESOURCE_NOT_FOUND', 'RESOURCE_TOO_LARGE'],
      example: { body: { ...one, [record]: { content } } },
      invalid: { body: { ...one, [id]: 'none', [record]: { content } }, status: 404 },
      handle: async ({ identity, body }) => {
        const { content: given } = body[record] as z.output<typeof ResourceChange>;
        const update = () =>
          resources.update(placeOf(identity, body), String(body[id]), given, record, identity.hasToken);
        const updated = await group.run(update);
        return { updated: { id: updated.id, ver: updated.ver } };
      },
    }),
    route({
      ...facts('list'),
      summary: 'List word lists without their content (404 if there are none); new clients use the resource service',
      body: optionalJsonBody(z.object({ ...owner, ...pageFields }) as z.ZodType<Body>),
      reply: z.strictObject({
        totalCount: z.int().describe('The total number of lists.'),
        [list]: z.array(ListWithoutContent).describe('The resources of this page.'),
      }),
      errors: ['RESOURCE_NOT_FOUND'],
      example: { body: exampleOwner },
      invalid: { body: { ...exampleOwner, limit: 10_001 } },
      handle: ({ identity, body }) => {
        return listing(list, resources.list(placeOf(identity, body), Number(body.skip), Number(body.limit)));
      },
    }),
    route({
      ...facts('get'),
      summary: 'Read the latest version of a word list; new clients use the resource service',
      body: theList,
      reply: z.strictObject({ [record]: ListWithContent }),
      errors: ['RESOURCE_NOT_FOUND'],
      example: { body: one },
      invalid: { body: { ...one, [id]: 'none' }, status: 404 },
      handle: ({ identity, body }) => {
        const row = resources.row(placeOf(identity, body), String(body[id]));
        const { crc64: _, path: __, ...rest } = downloaded(row, resources.content(row.id));
        return { [record]: rest };
      },
    }),
    route({
      ...facts('delete'),
      summary: 'Delete a word list; new clients use the resource service',
      body: theList,
      storage: 'frees',
      reply: Deleted,
      errors: ['RESOURCE_NOT_FOUND'],
      example: { body: one },
      invalid: { body: { ...one, [id]: 'none' }, status: 404 },
      handle: async ({ identity, body }) => {
        await group.run(() => resources.remove(placeOf(identity, body), String(body[id])));
        return { deleted: { id: String(body[id]) } };
      },
    }),
  ];
}
