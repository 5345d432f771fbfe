// The checks that http/auth.ts makes with the system service.
import type { AuthChecks } from '../http/auth.js';
import type { Apps } from './apps.js';
import { matches } from './secret.js';
import type { Tenants } from './tenants/tenants.js';
import type { Tokens } from './tokens.js';

export interface AuthParts {
  readonly apps: Apps;
  readonly tokens: Tokens;
  readonly tenants: Tenants;
  readonly adminCredentialHash: Buffer;
}

export function authChecks({ apps, tokens, tenants, adminCredentialHash }: AuthParts): AuthChecks {
  return {
    secret: (appkey, secret) => apps.checkSecret(appkey, secret),
    appkey: (appkey) => apps.identify(appkey),
    token(appkey, token) {
      const verdict = tokens.check(appkey, token);
      switch (verdict) {
        case 'valid':
          return apps.identify(appkey);
        case 'expired':
          return 'expired';
        case 'unknown':
          return null;
      }
    },
    ownerOf: (token) => tokens.ownerOf(token),
    tenant: (identity, tenantId) => tenants.verdict(identity, tenantId),
    admin: (credential) => matches(credential, adminCredentialHash),
  };
}
