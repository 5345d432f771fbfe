// The routes of QA domains and directories (specification 3, section 4.9). A domain is a directory without a parent,
// and its id is valid wherever a directory's id is.
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { ServiceError } from '../../../protocol/errors.js';
import type { Batches } from '../batches.js';
import { CreatedId, created, DeletedId, removed, UpdatedId, updated } from '../envelopes.js';
import { idField, idOrZeroField, idParam, nluBody, nluRoute, optionalNluBody } from '../nlu-route.js';
import type { Dirs } from './dirs.js';
import { DirDraft, DirView, dirDescription, dirName } from './schemas.js';

const dirId = idParam('The directory or domain.');
const newParentId = idOrZeroField('must be the id of a directory, or 0').describe(
  'The directory to move it into; 0 makes it a domain.',
);
const shownOnly = z
  .unknown()
  .optional()
  .describe('This field is accepted as the view shows it but cannot be changed here.');

/** The body of PATCH of a directory; newParentId moves it. */
const DirPatch = z
  .strictObject({
    name: dirName.optional(),
    description: dirDescription.optional(),
    id: shownOnly,
    children: shownOnly,
    qadirId: idField('The directory to move, again.').optional(),
    newParentId: newParentId.optional(),
  })
  .refine(
    ({ newParentId: parent, qadirId, ...change }) =>
      parent === undefined ? qadirId === undefined : Object.values(change).every((value) => value === undefined),
    { error: 'a move must have newParentId and at most qadirId besides; a change must have neither' },
  )
  .meta({ id: 'NluDirPatch', description: 'Changes of a directory, or its move.' });
const Move = z
  .strictObject({ qadirId: idField('The directory to move.'), newParentId })
  .meta({ id: 'NluDirMove', description: 'The move of a directory.' });

const Moved = z
  .strictObject({ result: z.literal('ok').describe('The directory was moved.') })
  .meta({ id: 'NluDirMoved', description: 'The directory was moved.' });
const moved: z.output<typeof Moved> = { result: 'ok' };
const ofDir = { dirId: '{qaDir}' };

export function dirRoutes(dirs: Dirs, batches: Pick<Batches, 'remove'>): Route[] {
  return [
    nluRoute({
      id: 'nlu.qaDomains.list',
      method: 'GET',
      path: '/qa_domains',
      summary: 'List the QA domains with the directories in them',
      reply: z.strictObject({ qaDomains: z.array(DirView).describe('The domains.') }),
      handle: ({ tenantId }) => ({ qaDomains: dirs.domains(tenantId) }),
    }),
    nluRoute({
      id: 'nlu.qaDomains.create',
      method: 'POST',
      path: '/qa_domains',
      summary: 'Create a QA domain',
      body: nluBody(DirDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES'],
      example: { body: { name: '{unique}' } },
      invalid: { body: { name: '' } },
      handle: ({ tenantId, body }) => created({ id: dirs.create(tenantId, null, body) }),
    }),
    nluRoute({
      id: 'nlu.qaDirs.move',
      method: 'PATCH',
      path: '/qa_dirs',
      summary: 'Move a QA directory',
      body: nluBody(Move),
      storage: 'grows',
      reply: Moved,
      errors: ['RESOURCE_NOT_FOUND', 'PRECONDITION_FAILED'],
      example: { body: { qadirId: '{qaSubDir}', newParentId: 0 } },
      invalid: { body: { newParentId: 0 } },
      handle: ({ tenantId, body }) => {
        dirs.move(tenantId, body.qadirId, body.newParentId);
        return moved;
      },
    }),
    nluRoute({
      id: 'nlu.qaDirs.view',
      method: 'GET',
      path: '/qa_dirs/:dirId',
      summary: 'View a QA directory with the directories in it',
      params: { dirId },
      reply: DirView,
      example: { params: ofDir },
      invalid: { params: { dirId: 'first' } },
      handle: ({ tenantId, params }) => dirs.view(tenantId, params.dirId),
    }),
    nluRoute({
      id: 'nlu.qaDirs.change',
      method: 'PATCH',
      path: '/qa_dirs/:dirId',
      summary: 'Change a QA directory, or move it where the body has newParentId',
      params: { dirId },
      body: optionalNluBody(DirPatch),
      storage: 'grows',
      reply: z.union([UpdatedId, Moved]),
      errors: ['CONFLICT', 'PRECONDITION_FAILED'],
      example: { params: ofDir, body: { description: 'Questions about bills.' } },
      invalid: { params: ofDir, body: { name: '{unique}', newParentId: 0 } },
      handle: ({ tenantId, params, body: { qadirId, newParentId: parent, ...change } }) => {
        if (parent === undefined) {
          dirs.change(tenantId, params.dirId, change);
          return updated(params.dirId);
        }
        if (qadirId !== undefined && qadirId !== params.dirId) {
          throw new ServiceError(
            'INVALID_ARGUMENT',
            `qadirId: must be ${params.dirId}, the directory that the path names`,
          );
        }
        dirs.move(tenantId, params.dirId, parent);
        return moved;
      },
    }),
    nluRoute({
      id: 'nlu.qaDirs.remove',
      method: 'DELETE',
      path: '/qa_dirs/:dirId',
      summary: 'Delete a QA directory with all directories and pairs in it',
      params: { dirId },
      storage: 'frees',
      writesInPieces: true,
      reply: DeletedId,
      errors: ['IN_USE'],
      example: { params: ofDir },
      invalid: { params: { dirId: '0' } },
      handle: async ({ tenantId, params }) => {
        const weight = dirs.weight(tenantId, params.dirId);
        await batches.remove(tenantId, weight, (batch) => dirs.hide(tenantId, params.dirId, batch));
        return removed({ id: params.dirId });
      },
    }),
    nluRoute({
      id: 'nlu.qaDirs.list',
      method: 'GET',
      path: '/qa_dirs/:dirId/qa_dirs',
      summary: 'List the directories in a QA directory',
      params: { dirId },
      reply: z.strictObject({ qaDirs: z.array(DirView).describe('The directories in it, with those in them.') }),
      example: { params: ofDir },
      invalid: { params: { dirId: 'first' } },
      handle: ({ tenantId, params }) => ({ qaDirs: dirs.children(tenantId, params.dirId) }),
    }),
    nluRoute({
      id: 'nlu.qaDirs.create',
      method: 'POST',
      path: '/qa_dirs/:dirId/qa_dirs',
      summary: 'Create a directory in a QA directory',
      params: { dirId },
      body: nluBody(DirDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES'],
      example: { params: ofDir, body: { name: '{unique}' } },
      invalid: { params: ofDir, body: { title: 'Bills' } },
      handle: ({ tenantId, params, body }) => created({ id: dirs.create(tenantId, params.dirId, body) }),
    }),
  ];
}
