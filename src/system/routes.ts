// The system service (specification 1, section 4.1): Basic authentication, https only.
import { z } from 'zod';
import { Answer, type Route, route } from '../http/route.js';
import { limits } from '../protocol/limits.js';
import type { Tokens } from './tokens.js';

/** One thing this gateway can do, as check-auth tells it. */
export const Capability = z.strictObject({
  capability: z.string(),
  properties: z.array(z.string()),
  endpoints: z.array(z.string()),
  audioFormats: z.array(z.string()),
});
export type Capability = z.output<typeof Capability>;

const ms = z.int().min(0);

export const OperationConf = z.strictObject({
  slice: z.strictObject({ minMs: ms, maxMs: ms }),
  timeouts: z.strictObject({ nextSliceMs: ms, idleMs: ms, strayAudioMs: ms, nextAudioRequestMs: ms, requestMs: ms }),
  maxima: z.strictObject({
    audioBytes: z.int(),
    ringOneShotMs: ms,
    ringAudioMaxS: z.strictObject({ min: z.int(), max: z.int(), default: z.int() }),
    asrOneShotMs: ms,
    asrShortStreamMs: ms,
    asrContinueStreamMs: ms,
    synthesisSliceMs: z.strictObject({ min: ms, max: ms }),
    waitingAudioRequests: z.int(),
    markupBytes: z.int(),
    shortTextCharacters: z.int(),
    synthesisTextBytes: z.int(),
    synthesisTextFrameBytes: z.int(),
    textFrameBytes: z.int(),
    binaryFrameBytes: z.int(),
    recordIdBytes: z.int(),
    extraInfoBytes: z.int(),
    errors: z.strictObject({ count: z.int(), withinMs: ms }),
  }),
  transcription: z.strictObject({
    sliceBytes: z.strictObject({ min: z.int(), max: z.int(), default: z.int() }),
    uploadBytes: z.int(),
    uploadLifeMs: ms,
    filesPerTask: z.int(),
    recordingMs: ms,
    keepResultsS: z.int(),
  }),
  token: z.strictObject({ lifeS: z.int(), renewedLifeS: z.int() }),
});

export interface SystemRoutesOptions {
  readonly tokens: Tokens;
  readonly capabilities: () => readonly Capability[];
  readonly conf: z.output<typeof OperationConf>;
  readonly maxSessions: number;
  /** Empty: the https address by which the client came. */
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
      query: z.object({ appkey: text, udid: text.optional(), refresh_token: text.optional() }),
      reply: z.strictObject({ token: z.string(), refresh_token: z.string(), life: z.int() }),
      example: { query: { udid: 'dialer-1' } },
      invalid: { query: { refresh_token: 'x'.repeat(limits.token.textBytes + 1) } },
      handle: ({ identity, query }) =>
        new Answer(options.tokens.issue(identity.appkey, query.refresh_token || undefined), 200, secretReply),
    }),
    route({
      id: 'auth.getServiceUrl',
      method: 'GET',
      path: '/v10/auth/get-service-url',
      summary: 'The entry address of the capability services',
      auth: 'basic',
      reply: z.strictObject({ service_url: z.string() }),
      handle: ({ headers }) => ({ service_url: options.serviceUrl || `https://${headers.host ?? 'localhost'}` }),
    }),
    route({
      id: 'auth.checkAuth',
      method: 'GET',
      path: '/v10/auth/check-auth',
      summary: 'What this gateway serves for the appkey: capabilities, properties, voices, limits',
      auth: 'basic',
      reply: z.strictObject({
        appkey: z.string(),
        capabilities: z.array(Capability),
        voices: z.array(z.string()),
        limits: z.strictObject({ maxSessions: z.int(), tokens: z.int() }),
      }),
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
      summary: 'The operation configuration a client needs: slice limits, timeouts, maxima',
      auth: 'basic',
      reply: OperationConf,
      handle: () => options.conf,
    }),
  ];
}
