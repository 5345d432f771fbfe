// Applications over the admin listener, for `tonegate apps` and `tonegate batch` while a gateway runs.
import { z } from 'zod';
import { jsonBody, type Route, rights, route } from '../http/route.js';
import { limits } from '../protocol/limits.js';
import { ServiceError } from '../protocol/wire/errors.js';
import type { Apps } from './apps.js';
import type { Tokens } from './tokens.js';

export const appName = z
  .string()
  .min(1)
  .max(limits.app.nameBytes)
  .regex(/^[^\p{Cc}]*$/u, 'must not hold control characters');

export const appRights = z.array(z.enum(rights)).max(rights.length);

const App = z.strictObject({
  appkey: z.string(),
  name: z.string(),
  developer: z.string(),
  createdAt: z.string(),
  rights: z.array(z.enum(rights)).readonly(),
});
const NewApp = App.extend({ secret: z.string() });

export function adminRoutes(apps: Apps, tokens: Tokens): Route[] {
  return [
    route({
      id: 'admin.apps.list',
      method: 'GET',
      path: '/admin/apps',
      summary: 'List all applications',
      auth: 'admin',
      reply: z.strictObject({ apps: z.array(App) }),
      handle: () => ({ apps: apps.list() }),
    }),
    route({
      id: 'admin.apps.add',
      method: 'POST',
      path: '/admin/apps',
      summary: 'Create an application; its secret is returned only here',
      auth: 'admin',
      body: jsonBody(z.strictObject({ name: appName, developer: appName.optional(), rights: appRights.optional() })),
      storage: 'grows',
      reply: NewApp,
      errors: ['CONFLICT'],
      example: { body: { name: 'dialer' } },
      invalid: { body: { name: '' } },
      handle: ({ body }) => apps.add(body.name, body.developer, body.rights),
    }),
    route({
      id: 'admin.apps.remove',
      method: 'DELETE',
      path: '/admin/apps/:appkey',
      summary: 'Remove an application and invalidate its tokens',
      auth: 'admin',
      params: z.strictObject({ appkey: z.string().min(1) }),
      storage: 'frees',
      reply: z.strictObject({ removed: z.string() }),
      errors: ['APP_NOT_FOUND'],
      example: { params: { appkey: '{appkey}' } },
      invalid: { params: { appkey: 'no-such-app' }, status: 404 },
      handle: ({ params }) => {
        apps.remove(params.appkey);
        return { removed: params.appkey };
      },
    }),
    route({
      id: 'admin.apps.token',
      method: 'POST',
      path: '/admin/apps/:appkey/token',
      summary: 'Issue an access token of an application, for a command on this machine',
      auth: 'admin',
      params: z.strictObject({ appkey: z.string().min(1) }),
      reply: z.strictObject({ token: z.string(), life: z.int().describe('seconds') }),
      errors: ['APP_NOT_FOUND'],
      example: { params: { appkey: '{appkey}' } },
      invalid: { params: { appkey: 'no-such-app' }, status: 404 },
      handle: ({ params }) => {
        const { appkey } = params;
        if (apps.identify(appkey) === null)
          throw new ServiceError('APP_NOT_FOUND', `there is no application ${appkey}`);
        const { token, life } = tokens.issue(appkey);
        return { token, life };
      },
    }),
  ];
}
