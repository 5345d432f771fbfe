// Backups over the admin listener, for `tonegate backup` while a gateway runs.
import { z } from 'zod';
import { Answer, type Route, route } from '../http/route.js';
import type { Backups } from './backups.js';

export const backupRoutes = (backups: Backups): Route[] => [
  route({
    id: 'admin.backup',
    method: 'GET',
    path: '/admin/backup',
    summary: 'Read everything that this gateway keeps, as one archive (tar) that `tonegate restore` takes',
    auth: 'admin',
    hasEffect: true,
    replyType: ['application/x-tar'],
    reply: z.unknown(),
    errors: ['CONFLICT', 'STORAGE_FULL'],
    handle: async () =>
      new Answer(await backups.make(), 200, {
        'content-type': 'application/x-tar',
        'content-disposition': 'attachment; filename="tonegate-backup.tar"',
        'cache-control': 'no-store',
      }),
  }),
];
