// Routes of the admin listener for tenants; `tonegate tenants` uses them while a gateway runs.
import { z } from 'zod';
import { jsonBody, lenientBody, type Route, route } from '../../http/route.js';
import { limits } from '../../protocol/limits.js';
import { boundedLine, boundedText } from '../../protocol/wire/resource-messages.js';
import type { TenantRemovals } from './removals.js';
import type { Tenants } from './tenants.js';

const tenantName = boundedLine(limits.tenant.nameBytes)
  .transform((text) => text.normalize('NFC'))
  .refine((text) => text.trim() !== '', { error: 'must not be empty' });
const developerName = z.string().max(limits.app.nameBytes);
const appkeyText = z.string().min(1).max(limits.token.textBytes);

const shown = {
  id: 'The id, which requests give in X-Tenant-Id.',
  name: 'The name; unique among the tenants of a developer. A default tenant has none until one is given to it.',
  description: 'A description.',
  enabled: 'False: requests in it are refused.',
  appkeys: 'The applications that may use it, all of one developer; in the default tenant all of the developer.',
  developer: 'The name of the developer to whom it belongs.',
};

const Tenant = z
  .strictObject({
    id: z.string().describe(shown.id),
    name: z.string().describe(shown.name),
    description: z.string().describe(shown.description),
    enabled: z.boolean().describe(shown.enabled),
    developer: z.string().describe(shown.developer),
    isDefault: z.boolean().describe('True: requests of the developer that name no tenant are in it.'),
    appkeys: z.array(z.string()).readonly().describe(shown.appkeys),
    createdAt: z.string().describe('The time at which it was made (RFC 3339).'),
  })
  .meta({ id: 'Tenant', description: 'A tenant.' });

const changeable = {
  name: tenantName.describe(shown.name).optional(),
  description: boundedText(limits.tenant.descriptionBytes).describe(shown.description).optional(),
  enabled: z.boolean().describe(shown.enabled).optional(),
  appkeys: z.array(appkeyText).max(limits.tenant.appkeys).describe(shown.appkeys).optional(),
};
export const TenantChange = z
  .strictObject(changeable)
  .meta({ id: 'TenantChange', description: 'Changes of a tenant. What is left out stays as it is.' });
export const TenantDraft = z
  .strictObject({
    ...changeable,
    name: tenantName.describe(shown.name),
    developer: developerName
      .describe(`${shown.developer} That of the applications unless given; without any, default.`)
      .optional(),
  })
  .meta({ id: 'TenantDraft', description: 'A tenant that is about to be made.' });

const tenantParams = z.strictObject({ tenantId: z.string().min(1).describe(shown.id) });
const itself = { tenantId: '{tenant}' };
const nobody = { params: { tenantId: 'none' }, status: 404 };
const madeTenant = { tenantId: '$response.body#/id' };

export function tenantRoutes(tenants: Tenants, removals: Pick<TenantRemovals, 'remove'>): Route[] {
  return [
    route({
      id: 'admin.tenants.list',
      method: 'GET',
      path: '/v10/system/tenants',
      summary: 'List all tenants, or those of a developer',
      auth: 'admin',
      query: z.object({
        developer: developerName.optional().describe('The name of a developer; the tenants of all unless given.'),
      }),
      reply: z.strictObject({
        tenants: z.array(Tenant).describe('The tenants, developer by developer; the default one of each comes first.'),
      }),
      invalid: { query: { developer: 'x'.repeat(limits.app.nameBytes + 1) } },
      handle: ({ query }) => ({ tenants: tenants.list(query.developer) }),
    }),
    route({
      id: 'admin.tenants.add',
      method: 'POST',
      path: '/v10/system/tenants',
      summary: 'Create a tenant',
      auth: 'admin',
      body: jsonBody(TenantDraft),
      storage: 'grows',
      reply: Tenant,
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES'],
      links: {
        view: { to: 'admin.tenants.view', parameters: madeTenant },
        change: { to: 'admin.tenants.change', parameters: madeTenant },
        remove: { to: 'admin.tenants.remove', parameters: madeTenant },
      },
      example: { body: { name: '{unique}', appkeys: ['{appkey}'] } },
      invalid: { body: { name: '{unique}', appkeys: ['no-such-app'] } },
      handle: ({ body }) => tenants.add(body),
    }),
    route({
      id: 'admin.tenants.view',
      method: 'GET',
      path: '/v10/system/tenants/:tenantId',
      summary: 'View a tenant',
      auth: 'admin',
      params: tenantParams,
      reply: Tenant,
      errors: ['TENANT_NOT_FOUND'],
      example: { params: itself },
      invalid: nobody,
      handle: ({ params }) => tenants.view(params.tenantId),
    }),
    route({
      id: 'admin.tenants.change',
      method: 'PATCH',
      path: '/v10/system/tenants/:tenantId',
      summary: 'Change a tenant; appkeys replace those that it had',
      auth: 'admin',
      params: tenantParams,
      body: lenientBody(TenantChange, limits.http.jsonBodyBytes, true),
      storage: 'grows',
      reply: Tenant,
      errors: ['TENANT_NOT_FOUND', 'CONFLICT'],
      example: { params: itself, body: { description: 'The northern branch.', enabled: false } },
      invalid: { params: itself, body: { isDefault: true } },
      handle: ({ params, body }) => tenants.change(params.tenantId, body),
    }),
    route({
      id: 'admin.tenants.remove',
      method: 'DELETE',
      path: '/v10/system/tenants/:tenantId',
      summary: 'Remove a tenant and everything in it',
      auth: 'admin',
      params: tenantParams,
      storage: 'frees',
      reply: z.strictObject({ removed: z.string().describe(shown.id) }),
      errors: ['TENANT_NOT_FOUND', 'FORBIDDEN', 'IN_USE'],
      example: { params: itself },
      invalid: nobody,
      handle: async ({ params }) => {
        await removals.remove(params.tenantId);
        return { removed: params.tenantId };
      },
    }),
  ];
}
