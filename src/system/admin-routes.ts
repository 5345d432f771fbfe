// Routes of the admin listener for applications; `tonegate apps` and `tonegate batch` use them while a gateway runs.
import { z } from 'zod';
import { jsonBody, type Route, rights, route } from '../http/route.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { onOneLine } from '../protocol/wire/resource-messages.js';
import type { Apps } from './apps.js';
import type { Tokens } from './tokens.js';

export const appName = onOneLine(z.string().min(1).max(limits.app.nameBytes));

export const appRights = z.array(z.enum(rights)).max(rights.length);

const shownName = 'The name of the application.';
const shownDeveloper = 'The name of the developer, to whom word lists and other resources belong.';
const shownRights = 'The additional rights of the application. sync: this gateway serves it as an upstream.';
const AppFields = {
  appkey: z.string().describe('The key by which the application names itself.'),
  name: z.string().describe(shownName),
  developer: z.string().describe(shownDeveloper),
  createdAt: z.string().describe('The time at which it was made (RFC 3339).'),
  rights: z.array(z.enum(rights)).readonly().describe(shownRights),
};
const App = z.strictObject(AppFields).meta({ id: 'App', description: 'An application.' });
const NewApp = z
  .strictObject({ ...AppFields, secret: z.string().describe('Its secret, which is told only here.') })
  .meta({ id: 'NewApp', description: 'An application that was made.' });
const AppDraft = z
  .strictObject({
    name: appName.describe(shownName),
    developer: appName.optional().describe(`${shownDeveloper} The default developer unless given.`),
    rights: appRights.optional().describe(`${shownRights} None unless given.`),
  })
  .meta({ id: 'AppDraft', description: 'An application that is about to be made.' });
const appParams = z.strictObject({ appkey: AppFields.appkey.min(1) });
const madeApp = { appkey: '$response.body#/appkey' };

/** The routes that list, add and change applications. Only the admin listener serves them. */
export function adminRoutes(apps: Apps, tokens: Tokens): Route[] {
  return [
    route({
      id: 'admin.apps.list',
      method: 'GET',
      path: '/admin/apps',
      summary: 'List all applications',
      auth: 'admin',
      reply: z.strictObject({ apps: z.array(App).describe('All applications.') }),
      handle: () => ({ apps: apps.list() }),
    }),
    route({
      id: 'admin.apps.add',
      method: 'POST',
      path: '/admin/apps',
      summary: 'Create an application; its secret is returned only here',
      auth: 'admin',
      body: jsonBody(AppDraft),
      storage: 'grows',
      reply: NewApp,
      links: {
        remove: { to: 'admin.apps.remove', parameters: madeApp },
        token: { to: 'admin.apps.token', parameters: madeApp },
      },
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
      params: appParams,
      storage: 'frees',
      reply: z.strictObject({ removed: AppFields.appkey }),
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
      params: appParams,
      reply: z.strictObject({
        token: z.string().describe('The access token.'),
        life: z.int().describe('The lifetime of the access token, in seconds.'),
      }),
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
