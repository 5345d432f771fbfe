// Every setting, with its default and its meaning. Names of environment variables, the reference page and the error
// messages all come from here.
import { z } from 'zod';
import { isCertificateName } from '../protocol/certificate-name.js';
import { limits } from '../protocol/limits.js';
import { isTimeZone, logLevels, ms, path, port, signKeys } from './fields.js';
import { sipSettings } from './sip.js';
import { addressSettings, isNetwork, sourceSettings } from './sources.js';
import { syncSettings } from './sync.js';
import { trainingSettings } from './training.js';

export const ConfigSchema = z.strictObject({
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address of the http and https listeners. 0.0.0.0 serves other machines.'),
  httpPort: port.default(8080).describe('Port of the http listener; 0 takes any free one.'),
  httpsPort: port.default(8443).describe('Port of the https listener; 0 takes any free one.'),
  adminHost: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address of the admin listener (health, metrics, applications).'),
  adminPort: port
    .default(0)
    .describe('Port of the admin listener; 0 takes any free one and writes it to gateway.json in the data directory.'),
  realm: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII')
    .default('tonegate')
    .describe('The realm in WWW-Authenticate.'),
  serviceUrl: z
    .string()
    .regex(/^(https?:\/\/[^/?#]+)?$/, 'must be like https://host:port, without a path')
    .default('')
    .describe('URL that get-service-url returns. Empty: the https address that the client used.'),
  tls: z
    .strictObject({
      certFile: path
        .default('')
        .describe(
          'Certificate (PEM, with its intermediate certificates). It is read again once a day. Empty: the gateway creates one in the data directory and renews it.',
        ),
      keyFile: path.default('').describe('Private key (PEM, without a password) of certFile.'),
      hostNames: z
        .array(
          z
            .string()
            .max(253)
            .refine(
              isCertificateName,
              'must be a host name in ASCII (other letters as xn--…), which may begin with *., or an address',
            ),
        )
        .max(32)
        .default([])
        .describe('Further host names and addresses for the certificate that the gateway creates.'),
    })
    .prefault({}),
  token: z
    .strictObject({
      lifeS: z
        .int()
        .min(60)
        .max(2_592_000)
        .default(limits.token.lifeS)
        .describe('Lifetime of an access token in seconds.'),
    })
    .prefault({}),
  storage: z
    .strictObject({
      reserveMib: z
        .int()
        .min(limits.storage.reserveMib.min)
        .max(limits.storage.reserveMib.max)
        .default(limits.storage.reserveMib.default)
        .describe(
          'Reserved space on the disk of the data directory. The gateway releases it when the disk is full, so that deletions and bookkeeping still work. While less than a quarter of it is free, nothing more is stored (503 STORAGE_FULL).',
        ),
      developerMib: z
        .int()
        .min(limits.storage.developerMib.min)
        .max(limits.storage.developerMib.max)
        .default(limits.storage.developerMib.default)
        .describe(
          'Storage quota of one developer in MiB: resources, robots, recordings, results and training together.',
        ),
      keyFile: path
        .default('')
        .describe(
          'File with the key (`tonegate key new FILE`) that encrypts the data directory, or that opens its key (`tonegate key change FILE`). Empty: no encryption.',
        ),
    })
    .prefault({}),
  resources: z
    .strictObject({
      requireToken: z
        .boolean()
        .default(false)
        .describe('Resources and word lists need an access token. The specification asks only for an appkey.'),
      withoutTokenKib: z
        .int()
        .min(limits.resource.withoutToken.kib.min)
        .max(limits.resource.withoutToken.kib.max)
        .default(limits.resource.withoutToken.kib.default)
        .describe('Size limit in KiB of all resources of a developer that were written without a token.'),
      withoutTokenCount: z
        .int()
        .min(limits.resource.withoutToken.count.min)
        .max(limits.resource.withoutToken.count.max)
        .default(limits.resource.withoutToken.count.default)
        .describe('Largest number of resources of a developer that were written without a token.'),
    })
    .prefault({}),
  engines: z
    .int()
    .min(1)
    .max(32)
    .default(1)
    .describe(
      `Number of engine processes. One is enough: screening 200 calls takes well under one core. Each carries at most ${limits.engine.sessionsPerEngine} sessions.`,
    ),
  safeMode: z
    .string()
    .max(500)
    .default('')
    .describe(
      'Reason for safe mode; empty: normal operation. In safe mode the interfaces are open, the engines are off, and /readyz gives the reason. A box sets it when no slot passed its self-test.',
    ),
  spareEngine: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      `Spare engine, which has its models loaded and takes over at once when an engine dies. auto: if memory allows it, with ${limits.engine.spareRoomBytes / 1024 / 1024} MiB left for calls.`,
    ),
  admission: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe(
      'auto: live sessions and one-shot requests that the engines cannot process in time are answered 503 (OVERLOADED). off: they are accepted up to a fixed number.',
    ),
  shippedModels: path
    .default('')
    .describe('Directory of the shipped models. Empty: models/ in the directory of the program.'),
  stream: z
    .strictObject({
      maxSessions: z
        .int()
        .min(1)
        .max(10_000)
        .default(limits.stream.maxSessions)
        .describe(
          'Maximum number of simultaneous sessions and connections of one client; more are answered with 503. An eighth more is reserved for other clients, and a twentieth for screening.',
        ),
      nextSliceMs: ms(1_000, 600_000)
        .default(limits.stream.nextSliceMs)
        .describe('Longest wait for the next audio slice before FATAL_ERROR.'),
      idleMs: ms(1_000, 3_600_000)
        .default(limits.stream.idleMs)
        .describe('Lifetime of a connection without a session before FATAL_ERROR.'),
      strayAudioMs: ms(1_000, 600_000)
        .default(limits.stream.strayAudioMs)
        .describe('The time for which audio may keep arriving without a session before FATAL_ERROR.'),
      errorCount: z
        .int()
        .min(1)
        .max(10_000)
        .default(limits.stream.errorCount)
        .describe('Number of errors within errorWindowMs that ends a connection.'),
      errorWindowMs: ms(1_000, 3_600_000).default(limits.stream.errorWindowMs).describe('Time window for errorCount.'),
      strictSlices: z
        .boolean()
        .default(false)
        .describe(
          `Refuse a last audio slice under ${limits.stream.minSliceMs} ms like any other. false: a short slice is accepted if END follows it.`,
        ),
    })
    .prefault({}),
  shares: z
    .strictObject({
      connectionsPerS: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(limits.shares.connectionsPerS)
        .describe(
          'Maximum number of new connections per second from one address (an IPv6 address counts as its /64); more are refused.',
        ),
      handshakesPerS: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(limits.shares.handshakesPerS)
        .describe(
          'Maximum number of TLS and WebSocket handshakes per second from one address; more are answered with 503.',
        ),
    })
    .prefault({}),
  ring: z
    .strictObject({
      oneShotMs: ms(1_000, 600_000)
        .default(limits.ring.oneShotMs)
        .describe('Longest audio of one-shot ring screening.'),
      keywordTable: path
        .default('')
        .describe('Keyword table. Empty: ring/keywords.txt in the data directory, created from the defaults.'),
      toneTable: path
        .default('')
        .describe('Ring-tone table. Empty: ring/tones.txt in the data directory, created from the defaults.'),
      causeTable: path
        .default('')
        .describe(
          'Table of the SIP status and the Q.850 cause of each RESULTID. Empty: ring/causes.txt in the data directory, created from the defaults.',
        ),
      verdictUrl: z
        .string()
        .max(limits.verdicts.posts.urlBytes)
        .regex(/^(https?:\/\/[^\s]+)?$/, { error: 'must be like http://host:port/path', abort: true })
        .refine((text) => text === '' || URL.canParse(text), 'must be like http://host:port/path')
        .default('')
        .describe('URL to which the gateway posts the final verdict on each call from a switch, as JSON. Empty: none.'),
      ...addressSettings('Receivers of verdicts'),
      endOnRingback: z
        .boolean()
        .default(false)
        .describe('A streaming session also ends at the first ringback, instead of listening for a later rejection.'),
      keywordConfidence: z
        .number()
        .min(limits.ring.keywordConfidence.min)
        .max(limits.ring.keywordConfidence.max)
        .default(limits.ring.keywordConfidence.default)
        .describe(
          'Confidence that the syllables of a prompt keyword need, 0 to 1. Short keywords and keywords over music need more; long keywords and keywords heard twice need less. 0 accepts every keyword.',
        ),
    })
    .prefault({}),
  media: z
    .strictObject({
      fork: z
        .boolean()
        .default(true)
        .describe(
          'Switches may send the audio of calls over a WebSocket (the fork paths of ring screening and recognition).',
        ),
      trustedAddresses: z
        .array(z.string().max(64).refine(isNetwork, 'must be an address or a network, like 10.1.2.3 or 10.0.0.0/8'))
        .max(limits.fork.trustedAddresses)
        .default([])
        .describe(
          'Addresses and networks (CIDR) of switches that may send appkey and secret on an unencrypted fork connection. All others need wss for that, or a token.',
        ),
      sip: sipSettings,
      audioSocket: z
        .strictObject({
          enabled: z.boolean().default(false).describe('Asterisk may send the audio of calls over AudioSocket (TCP).'),
          host: z
            .string()
            .min(1)
            .default('127.0.0.1')
            .describe('Address of the AudioSocket listener. It has no login and no encryption: see addresses.'),
          port: port.default(9092).describe('Port of the AudioSocket listener; 0 takes any free one.'),
          addresses: z
            .array(z.string().max(64).refine(isNetwork, 'must be an address or a network, like 10.1.2.3 or 10.0.0.0/8'))
            .max(limits.fork.trustedAddresses)
            .default(['127.0.0.0/8', '::1'])
            .describe('Addresses and networks (CIDR) of switches that may connect.'),
          appkey: z
            .string()
            .max(limits.token.textBytes)
            .default('')
            .describe('Application that owns the calls and may query their verdicts.'),
          property: z.string().max(64).default('cn_8k_common').describe('Property with which the calls are screened.'),
          hangup: z.boolean().default(false).describe('Hang up the call on a final verdict.'),
          maxMs: ms(limits.fork.maxMs.min, limits.fork.maxMs.max)
            .default(limits.fork.maxMs.default)
            .describe('Longest time for which a call is screened.'),
          noMediaMs: ms(limits.fork.noMediaMs.min, limits.fork.noMediaMs.max)
            .default(limits.fork.noMediaMs.default)
            .describe('Longest wait for audio, at the start of a call or after the audio stops.'),
          silenceMs: ms(limits.fork.silenceMs.min, limits.fork.silenceMs.max)
            .default(limits.fork.silenceMs.default)
            .describe('Silence from the start of a call after which its screening ends.'),
        })
        .prefault({}),
    })
    .prefault({}),
  asr: z
    .strictObject({
      oneShotMs: ms(1_000, 600_000).default(limits.asr.oneShotMs).describe('Longest audio of one-shot recognition.'),
      shortStreamMs: ms(1_000, 600_000)
        .default(limits.asr.shortStreamMs)
        .describe('Longest audio of a short_stream session before EXCEEDED_AUDIO.'),
      continueStreamMs: ms(1_000, 86_400_000)
        .default(limits.asr.continueStreamMs)
        .describe('Longest audio of a continue_stream session before EXCEEDED_AUDIO.'),
      ignoreTone: z.boolean().default(false).describe('Phoneme replacement of hotword lists ignores tones.'),
    })
    .prefault({}),
  tts: z
    .strictObject({
      nextRequestMs: ms(1_000, 3_600_000)
        .default(limits.synthesis.nextRequestMs)
        .describe('Longest wait for the next GET_AUDIO of a synthesis session before ERROR.'),
    })
    .prefault({}),
  trans: z
    .strictObject({
      downloads: z
        .int()
        .min(1)
        .max(64)
        .default(4)
        .describe(
          'Number of recordings of offline transcription that are downloaded at once; one more if a developer has none.',
        ),
      conversions: z
        .int()
        .min(1)
        .max(16)
        .default(1)
        .describe('Number of recordings that are converted at once; one more if a developer has none.'),
      recognitions: z
        .int()
        .min(1)
        .max(64)
        .default(2)
        .describe(
          'Number of recordings that are recognised at once; one more if a developer has none. Live calls always take precedence.',
        ),
      maxMs: ms(1_000, 604_800_000)
        .default(limits.trans.maxMs)
        .describe('Longest recording; a longer one ends with code 4300.'),
      keepResultsS: z
        .int()
        .min(60)
        .max(31_536_000)
        .default(limits.trans.keepResultsS)
        .describe('The time for which a finished task can be queried and its results downloaded.'),
      ignoreInvalidVocab: z
        .boolean()
        .default(false)
        .describe('A task whose vocab is malformed runs without it. false: the whole task fails.'),
      notifyUrl: z
        .string()
        .regex(/^(https?:\/\/[^\s]+)?$/, { error: 'must be like http://host:port/path', abort: true })
        .refine((text) => text === '' || URL.canParse(text), 'must be like http://host:port/path')
        .default('')
        .describe('Callback address of tasks whose notifyUrl is `default`. Empty: none.'),
      ...sourceSettings,
    })
    .prefault({}),
  dialog: z
    .strictObject({
      lenientConfig: z
        .boolean()
        .default(false)
        .describe('A turn of a dialog may leave out config. false: such a turn is refused, as the specification says.'),
      timeZone: z
        .string()
        .refine(isTimeZone, 'must be the name of a time zone, like Asia/Shanghai')
        .default(limits.dialog.timeZone)
        .describe('Time zone for words of callers such as tomorrow.'),
      webTimeoutMs: ms(limits.dialog.web.timeoutMs.min, limits.dialog.web.timeoutMs.max)
        .default(limits.dialog.web.timeoutMs.default)
        .describe('Longest time of a web call of a processor, including its redirects and its answer.'),
      ...addressSettings('Services that processors call'),
    })
    .prefault({}),
  training: z.strictObject(trainingSettings).prefault({}),
  drainMs: ms(0, 600_000)
    .default(limits.engine.drainMs)
    .describe('Time for which a stop waits for calls that are still running.'),
  logLevel: z
    .enum(logLevels)
    .default('info')
    .describe('Lowest level of log lines that are written (JSON lines on stderr).'),
  upstream: z
    .string()
    .regex(/^(https:\/\/[^/?#\s@]+(\/[^?#\s]*)?)?$/, { error: 'must be like https://host:port', abort: true })
    .refine((text) => text === '' || URL.canParse(text), 'must be like https://host:port')
    .default('')
    .describe('Address of the upstream /v10 service that this gateway follows. Empty: none.'),
  models: z
    .strictObject({
      signKeys: signKeys.describe(
        'Public keys for models. An installed model, whether from this machine or from an upstream, is used only if one of these keys signed it (`tonegate models sign`). Empty: models need no signature.',
      ),
    })
    .prefault({}),
  firmware: z
    .strictObject({
      program: path
        .regex(/^(\/.*)?$/, 'must be an absolute path, like /usr/lib/tonegate-board/fleet')
        .default('')
        .describe(
          'Program with which the sync process updates this box when its upstream requests it (`status`, `install FILE`, `restart`). The image sets its own program. Empty: the sync process does not update this machine.',
        ),
      drainS: z
        .int()
        .min(0)
        .max(limits.firmware.mostDrainS)
        .default(limits.firmware.drainS)
        .describe(
          'Time in seconds that running calls have to end before the restart into an update. New calls are refused meanwhile.',
        ),
    })
    .prefault({}),
  sync: syncSettings,
});

export type Settings = z.output<typeof ConfigSchema>;
