// The routes of the files of training (extension).
import { z } from 'zod';
import { type Route, streamBody } from '../../http/route.js';
import { limits } from '../../protocol/limits.js';
import { trainRoute } from '../resource/nlu-route.js';
import { pageQuery, pageReply } from '../resource/page.js';
import type { TrainingFiles } from './files.js';
import { serverPath } from './requests/fields.js';

const name = serverPath('Its name, which may hold directories: bases/shop.mjsn.').min(1, 'must not be empty');
const path = z.string().describe('Its path, for requests.');
const ItsPath = z.strictObject({ path }).meta({ id: 'NluFilePath', description: 'The path of a file.' });
const FileView = z
  .strictObject({
    name: z.string().describe('Its name below the directory of the tenant.'),
    path,
    bytes: z.int().describe('Its size.'),
    modifiedAt: z.string().describe('The time at which it was written (RFC 3339, UTC).'),
  })
  .meta({ id: 'NluFile', description: 'A file below the training root.' });

const unknownProperty = { property: 'cn_16k_common' };

export function fileRoutes(files: TrainingFiles): Route[] {
  return [
    trainRoute({
      id: 'nlu.trainFiles.put',
      method: 'POST',
      path: '/files',
      summary: 'Store a file for training',
      query: z.object({ name }),
      body: streamBody(limits.training.material.fileBytes),
      storage: 'grows',
      reply: ItsPath,
      errors: ['CONFLICT', 'IN_USE', 'TOO_MANY_RESOURCES'],
      example: { query: { name: 'shop/base.mjsn' }, body: Buffer.from('{"q":"你们几点开门","e":["几点营业"]}\n') },
      invalid: { query: { name: '../base.mjsn' }, body: Buffer.from('{}') },
      handle: async ({ tenantId, identity: { appkey }, query, body }) => ({
        path: await files.put(tenantId, appkey, query.name, body),
      }),
    }),
    trainRoute({
      id: 'nlu.trainFiles.list',
      method: 'GET',
      path: '/files',
      summary: 'List the files and the trained models of the tenant',
      query: z.object(pageQuery),
      reply: z.strictObject({ ...pageReply, files: z.array(FileView).describe('The files, by name.') }),
      example: {},
      invalid: { query: { limit: 'many' } },
      handle: ({ tenantId, query: { offset, limit } }) => {
        const all = files.all(tenantId);
        const shown = all.slice(offset, offset + limit).map(({ modifiedAt, ...file }) => ({
          ...file,
          bytes: files.bytesOf(file.path),
          modifiedAt: new Date(modifiedAt).toISOString(),
        }));
        return { total: all.length, offset, limit, files: shown };
      },
    }),
    trainRoute({
      id: 'nlu.trainFiles.remove',
      method: 'DELETE',
      path: '/files',
      summary: 'Remove a file, or a directory with all that is in it',
      query: z.object({ name }),
      storage: 'frees',
      reply: z.strictObject({ deleted: ItsPath }),
      errors: ['RESOURCE_NOT_FOUND', 'IN_USE'],
      example: { query: { name: '{trainFile}' } },
      invalid: { params: unknownProperty, query: { name: 'base.mjsn' } },
      handle: async ({ tenantId, query }) => ({ deleted: { path: await files.remove(tenantId, query.name) } }),
    }),
  ];
}
