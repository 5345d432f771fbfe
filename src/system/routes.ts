// The system service (specification 1, section 4.1). It uses Basic authentication and https only.
import { z } from 'zod';
import { Answer, type Route, route } from '../http/route.js';
import { limits } from '../protocol/limits.js';
import type { OperationConf } from './conf.js';
import type { Tokens } from './tokens.js';

const names = (meaning: string) => z.array(z.string()).describe(meaning);

/** One capability of this gateway, as check-auth reports it. */
export const Capability = z
  .strictObject({
    capability: z.string().describe('The name of the capability.'),
    properties: names('The properties that it serves now.'),
    endpoints: names('The paths of its requests and WebSockets.'),
    audioFormats: names('The names of every audio format; oneShotFormats and streamFormats say where each is taken.'),
    oneShotFormats: names('The names of the audio formats of its requests (extension).'),
    streamFormats: names('The names of the audio formats of its WebSockets (extension).'),
  })
  .meta({ id: 'Capability', description: 'A capability of this gateway.' });
export type Capability = z.output<typeof Capability>;

const IssuedToken = z
  .strictObject({
    token: z.string().describe('The access token.'),
    refresh_token: z.string().describe('The token by which the next request renews this one.'),
    life: z.int().describe('The lifetime of the access token, in seconds.'),
  })
  .meta({ id: 'IssuedToken', description: 'An access token.' });

const Authorisation = z
  .strictObject({
    appkey: z.string().describe('The key of the application.'),
    capabilities: z.array(Capability).describe('The capabilities that are available now.'),
    voices: names('The properties of the voices.'),
    limits: z
      .strictObject({
        maxSessions: z.int().describe('The maximum number of simultaneous sessions of the gateway.'),
        tokens: z.int().describe('The maximum number of access tokens that an application has at the same time.'),
      })
      .describe('The limits of an application.'),
  })
  .meta({ id: 'Authorisation', description: 'The services and limits of this gateway for an application.' });

export interface SystemRoutesOptions {
  readonly tokens: Tokens;
  readonly capabilities: () => readonly Capability[];
  readonly conf: OperationConf;
  readonly maxSessions: number;
  /** The service address to report; empty: the https address that the client used. */
  readonly serviceUrl: string;
}

const text = z.string().max(limits.token.textBytes);
const secretReply = { 'cache-control': 'no-store' };

export function systemRoutes(options: SystemRoutesOptions): Route[] {
  return [
    route({
      id: 'auth.getAccessToken',
      method: 'GET',
      path: '/v10/auth/get-access-token',
      summary: 'Obtain an access token, or renew one',
      hasEffect: true,
      auth: 'basic',
      query: z.object({
        appkey: text.describe('The key of the application that calls.'),
        udid: text.optional().describe('A name for the device that calls. It has no effect.'),
        refresh_token: text
          .optional()
          .describe('The refresh token of an earlier reply, whose access token is renewed.'),
      }),
      reply: IssuedToken,
      links: { renew: { to: 'auth.getAccessToken', parameters: { refresh_token: '$response.body#/refresh_token' } } },
      example: { query: { udid: 'dialer-1' } },
      invalid: { query: { refresh_token: 'x'.repeat(limits.token.textBytes + 1) } },
      handle: ({ identity, query }) =>
        new Answer(options.tokens.issue(identity.appkey, query.refresh_token || undefined), 200, secretReply),
    }),
    route({
      id: 'auth.getServiceUrl',
      method: 'GET',
      path: '/v10/auth/get-service-url',
      summary: 'Read the entry address of the capability services',
      auth: 'basic',
      reply: z.strictObject({ service_url: z.string().describe('The https address.') }),
      handle: ({ headers }) => ({ service_url: options.serviceUrl || `https://${headers.host || 'localhost'}` }),
    }),
    route({
      id: 'auth.checkAuth',
      method: 'GET',
      path: '/v10/auth/check-auth',
      summary: 'Read what this gateway serves for the appkey: capabilities, properties, voices, limits',
      auth: 'basic',
      reply: Authorisation,
      handle: ({ identity }) => ({
        appkey: identity.appkey,
        capabilities: [...options.capabilities()],
        voices: options
          .capabilities()
          .flatMap(({ capability, properties }) => (capability === 'tts.synth' ? properties : [])),
        limits: { maxSessions: options.maxSessions, tokens: limits.token.perAppkey },
      }),
    }),
    route({
      id: 'auth.getConf',
      method: 'GET',
      path: '/v10/auth/get-conf',
      summary: 'Read the operation configuration that a client needs: slice limits, timeouts, maxima',
      auth: 'basic',
      reply: options.conf.schema,
      handle: () => options.conf.values,
    }),
  ];
}
