// The system service (specification 1, section 4.1): Basic authentication, https only.
import { z } from 'zod';
import { Answer, type Route, route } from '../http/route.js';
import { limits } from '../protocol/limits.js';
import type { Tokens } from './tokens.js';

const names = (meaning: string) => z.array(z.string()).describe(meaning);

/** One thing this gateway can do, as check-auth tells it. */
export const Capability = z
  .strictObject({
    capability: z.string().describe('The name of the capability.'),
    properties: names('The properties that it serves now.'),
    endpoints: names('The paths of its requests and WebSockets.'),
    audioFormats: names('The names of every audio format; oneShotFormats and streamFormats say where each is taken.'),
    oneShotFormats: names('The names of the audio formats of its requests (extension).'),
    streamFormats: names('The names of the audio formats of its WebSockets (extension).'),
  })
  .meta({ id: 'Capability', description: 'Something that this gateway can do.' });
export type Capability = z.output<typeof Capability>;

const ms = (meaning: string) => z.int().min(0).describe(`${meaning}, in ms.`);
const count = (meaning: string) => z.int().describe(`${meaning}.`);
const range = (meaning: string, unit: string) =>
  z
    .strictObject({
      min: z.int().describe(`The least, in ${unit}.`),
      max: z.int().describe(`The most, in ${unit}.`),
    })
    .describe(`${meaning}, in ${unit}.`);
const setting = (meaning: string, unit: string) =>
  z
    .strictObject({
      min: z.int().describe(`The least, in ${unit}.`),
      max: z.int().describe(`The most, in ${unit}.`),
      default: z.int().describe(`Unless given, in ${unit}.`),
    })
    .describe(`${meaning}, in ${unit}.`);

const Slice = z.strictObject({ minMs: ms('The shortest slice'), maxMs: ms('The longest slice') });
const Timeouts = z.strictObject({
  nextSliceMs: ms('How long a session waits for the next slice'),
  idleMs: ms('How long a connection may be without a session'),
  strayAudioMs: ms('How long audio may keep arriving without a session'),
  nextAudioRequestMs: ms('How long a session of synthesis waits for the next GET_AUDIO'),
  requestMs: ms('How long a request may take to arrive'),
});
const Errors = z.strictObject({
  count: count('How many errors a connection may cause'),
  withinMs: ms('Within what time'),
});
const Maxima = z.strictObject({
  audioBytes: count('The bytes of a recording in one request, in BASE64 or as they are'),
  ringOneShotMs: ms('The length of a recording to be screened'),
  ringAudioMaxS: setting('audioMax of ring screening', 'seconds'),
  asrOneShotMs: ms('The length of a recording to be recognised'),
  asrShortStreamMs: ms('The audio of a session of short_stream'),
  asrContinueStreamMs: ms('The audio of a session of continue_stream'),
  synthesisSliceMs: range('timeSlice of GET_AUDIO', 'ms'),
  waitingAudioRequests: count('How many GET_AUDIO may wait for their audio'),
  markupBytes: count('The bytes of a text that is markup'),
  shortTextCharacters: count('The characters of a text of short_text'),
  synthesisTextBytes: count('The bytes of a text of synthesis'),
  synthesisTextFrameBytes: count('The bytes of a text message of synthesis'),
  textFrameBytes: count('The bytes of another text message'),
  binaryFrameBytes: count('The bytes of a binary message'),
  recordIdBytes: count('The bytes of recordId that are kept'),
  extraInfoBytes: count('The bytes of extraInfo'),
  errors: Errors.describe('How many errors close a connection.'),
});
const Transcription = z.strictObject({
  sliceBytes: setting('The size of a slice of an upload', 'bytes'),
  uploadBytes: count('The bytes of an uploaded recording'),
  uploadLifeMs: ms('How long an upload that no task names is kept'),
  filesPerTask: count('The files of a task'),
  recordingMs: ms('The length of a recording'),
  keepResultsS: count('How long results are kept, in seconds'),
});
const TokenLives = z.strictObject({
  lifeS: count('How long an access token is good, in seconds'),
  renewedLifeS: count('How long it stays good once it was renewed, in seconds'),
});

export const OperationConf = z
  .strictObject({
    slice: Slice.describe('Slices of audio on a WebSocket.'),
    timeouts: Timeouts.describe('What the gateway waits for, and how long.'),
    maxima: Maxima.describe('The most that the gateway takes.'),
    transcription: Transcription.describe('Offline transcription.'),
    token: TokenLives.describe('Access tokens.'),
  })
  .meta({ id: 'OperationConf', description: 'What a client must know of limits and times.' });

const IssuedToken = z
  .strictObject({
    token: z.string().describe('The access token.'),
    refresh_token: z.string().describe('The token by which the next request renews this one.'),
    life: z.int().describe('How long the access token is good, in seconds.'),
  })
  .meta({ id: 'IssuedToken', description: 'An access token.' });

const Authorisation = z
  .strictObject({
    appkey: z.string().describe('The key of the application.'),
    capabilities: z.array(Capability).describe('What this gateway can do now.'),
    voices: names('The properties of the voices.'),
    limits: z
      .strictObject({
        maxSessions: z.int().describe('How many sessions the gateway has at the same time.'),
        tokens: z.int().describe('How many access tokens an application has at the same time.'),
      })
      .describe('The most that an application may have.'),
  })
  .meta({ id: 'Authorisation', description: 'What this gateway serves for an application.' });

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
      summary: 'The entry address of the capability services',
      auth: 'basic',
      reply: z.strictObject({ service_url: z.string().describe('The https address.') }),
      handle: ({ headers }) => ({ service_url: options.serviceUrl || `https://${headers.host ?? 'localhost'}` }),
    }),
    route({
      id: 'auth.checkAuth',
      method: 'GET',
      path: '/v10/auth/check-auth',
      summary: 'What this gateway serves for the appkey: capabilities, properties, voices, limits',
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
      summary: 'The operation configuration a client needs: slice limits, timeouts, maxima',
      auth: 'basic',
      reply: OperationConf,
      handle: () => options.conf,
    }),
  ];
}
