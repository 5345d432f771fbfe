// Every setting, with its default and its meaning. Names of environment variables, the reference page and the error
// messages all come from here.
import { z } from 'zod';
import { limits } from '../protocol/limits.js';
import { sipSettings } from './sip.js';
import { addressSettings, isNetwork, sourceSettings } from './sources.js';
import { trainingSettings } from './training.js';

const port = z.int().min(0).max(65_535);
const path = z.string().max(4096);
const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};
const signKeys = z
  .array(
    z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in BASE64, as `tonegate key public FILE` prints them'),
  )
  .max(limits.trust.pinnedKeys)
  .default([]);
const ms = (min: number, max: number) => z.int().min(min).max(max);

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
    .describe(
      'The URL that get-service-url returns. Empty: the https address at which the client reached the gateway.',
    ),
  tls: z
    .strictObject({
      certFile: path
        .default('')
        .describe('Certificate (PEM). Empty: a self-signed one is made in the data directory and renewed.'),
      keyFile: path.default('').describe('Private key (PEM) of certFile.'),
      hostNames: z
        .array(z.string().min(1).max(253))
        .max(32)
        .default([])
        .describe('Additional host names and addresses in the self-signed certificate.'),
    })
    .prefault({}),
  token: z
    .strictObject({
      lifeS: z
        .int()
        .min(60)
        .max(2_592_000)
        .default(limits.token.lifeS)
        .describe('Lifetime of an access token, in seconds.'),
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
          'Reserve on the disk of the data directory, in MiB. It is released when the disk is full, so that deletions and bookkeeping can go on. While less than a quarter of it is free, nothing more is stored (503 STORAGE_FULL).',
        ),
      developerMib: z
        .int()
        .min(limits.storage.developerMib.min)
        .max(limits.storage.developerMib.max)
        .default(limits.storage.developerMib.default)
        .describe(
          'The most that one developer may store, in MiB: resources, robots, recordings, results and training material together.',
        ),
      keyFile: path
        .default('')
        .describe(
          'File with the key that encrypts the data directory (`tonegate key new FILE`), or that decrypts its key (`tonegate key change FILE`). Empty: the data directory is not encrypted.',
        ),
    })
    .prefault({}),
  resources: z
    .strictObject({
      requireToken: z
        .boolean()
        .default(false)
        .describe(
          'Requests for resources and word lists need an access token. The specification requires only an appkey.',
        ),
      withoutTokenKib: z
        .int()
        .min(limits.resource.withoutToken.kib.min)
        .max(limits.resource.withoutToken.kib.max)
        .default(limits.resource.withoutToken.kib.default)
        .describe('Total size of the resources of a developer that were written without a token, in KiB.'),
      withoutTokenCount: z
        .int()
        .min(limits.resource.withoutToken.count.min)
        .max(limits.resource.withoutToken.count.max)
        .default(limits.resource.withoutToken.count.default)
        .describe('Number of resources of a developer that were written without a token.'),
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
      'The reason why this machine runs in safe mode; empty: it does not. In safe mode the interfaces are open but the engines are off, and /readyz states the reason. A box sets it when no slot passed its self-test.',
    ),
  spareEngine: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      `An engine more, which has its models loaded and takes over at once when one dies. auto: where memory allows, with ${limits.engine.spareRoomBytes / 1024 / 1024} MiB left for calls.`,
    ),
  admission: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe(
      'auto: live sessions and one-shot requests that the engines cannot process in time are answered with 503 (OVERLOADED). off: they are accepted until the limit on their number is reached.',
    ),
  shippedModels: path.default('').describe('Directory of the models that ship. Empty: models/ of the program.'),
  stream: z
    .strictObject({
      maxSessions: z
        .int()
        .min(1)
        .max(10_000)
        .default(limits.stream.maxSessions)
        .describe(
          'Maximum number of simultaneous sessions and connections of one client; more are answered with 503. An eighth more is reserved for other clients.',
        ),
      nextSliceMs: ms(1_000, 600_000)
        .default(limits.stream.nextSliceMs)
        .describe('Time to wait for the next audio slice before FATAL_ERROR.'),
      idleMs: ms(1_000, 3_600_000)
        .default(limits.stream.idleMs)
        .describe('Time for which a connection may have no session before FATAL_ERROR.'),
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
          `Refuse a last audio slice under ${limits.stream.minSliceMs} ms like any other. Otherwise one that END follows is taken.`,
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
        .describe('Keyword table. Empty: ring/keywords.txt in the data directory, which is created with the defaults.'),
      toneTable: path
        .default('')
        .describe('Ring-tone table. Empty: ring/tones.txt in the data directory, which is created with the defaults.'),
      causeTable: path
        .default('')
        .describe(
          'Table of the SIP status and the Q.850 cause of each RESULTID. Empty: ring/causes.txt in the data directory, which is created with the defaults.',
        ),
      verdictUrl: z
        .string()
        .max(limits.verdicts.posts.urlBytes)
        .regex(/^(https?:\/\/[^\s]+)?$/, { error: 'must be like http://host:port/path', abort: true })
        .refine((text) => text === '' || URL.canParse(text), 'must be like http://host:port/path')
        .default('')
        .describe('Address to which the final verdict on each forked call is posted, as JSON. Empty: none.'),
      ...addressSettings('Addresses to which verdicts are posted'),
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
          'The confidence that the syllables of a prompt keyword need, 0 to 1. Over music and for short keywords more is required; for long keywords and those heard twice, less. 0 accepts every keyword.',
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
            .describe('The application to which the calls are attributed and which may query their verdicts.'),
          property: z
            .string()
            .max(64)
            .default('cn_8k_common')
            .describe('The property with which the calls are screened.'),
          hangup: z.boolean().default(false).describe('The gateway hangs up the call after a final verdict.'),
          maxMs: ms(limits.fork.maxMs.min, limits.fork.maxMs.max)
            .default(limits.fork.maxMs.default)
            .describe('The longest time that a call is screened.'),
          noMediaMs: ms(limits.fork.noMediaMs.min, limits.fork.noMediaMs.max)
            .default(limits.fork.noMediaMs.default)
            .describe('The time to wait for audio that does not arrive or stops arriving.'),
          silenceMs: ms(limits.fork.silenceMs.min, limits.fork.silenceMs.max)
            .default(limits.fork.silenceMs.default)
            .describe('The duration of silence from the start after which the call is over.'),
        })
        .prefault({}),
    })
    .prefault({}),
  asr: z
    .strictObject({
      oneShotMs: ms(1_000, 600_000).default(limits.asr.oneShotMs).describe('Longest audio of one-shot recognition.'),
      shortStreamMs: ms(1_000, 600_000)
        .default(limits.asr.shortStreamMs)
        .describe('Audio of a short_stream session before EXCEEDED_AUDIO.'),
      continueStreamMs: ms(1_000, 86_400_000)
        .default(limits.asr.continueStreamMs)
        .describe('Audio of a continue_stream session before EXCEEDED_AUDIO.'),
      ignoreTone: z.boolean().default(false).describe('The phoneme replacement of hotword lists ignores tones.'),
    })
    .prefault({}),
  tts: z
    .strictObject({
      nextRequestMs: ms(1_000, 3_600_000)
        .default(limits.synthesis.nextRequestMs)
        .describe('Time to wait for the next GET_AUDIO of a synthesis session before ERROR.'),
    })
    .prefault({}),
  trans: z
    .strictObject({
      downloads: z
        .int()
        .min(1)
        .max(64)
        .default(4)
        .describe('Number of recordings of offline transcription that are downloaded at once.'),
      conversions: z.int().min(1).max(16).default(1).describe('Number of recordings that are converted at once.'),
      recognitions: z
        .int()
        .min(1)
        .max(64)
        .default(2)
        .describe('Number of recordings that are recognised at once. Live calls always take precedence.'),
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
        .describe('A task whose vocab is malformed continues without it. false: the whole task fails.'),
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
        .describe('A turn of a dialog may omit config. false: such a turn is refused, as the specification requires.'),
      timeZone: z
        .string()
        .refine(isTimeZone, 'must be the name of a time zone, like Asia/Shanghai')
        .default(limits.dialog.timeZone)
        .describe('Time zone in which relative dates that callers say, such as tomorrow, are resolved.'),
      webTimeoutMs: ms(limits.dialog.web.timeoutMs.min, limits.dialog.web.timeoutMs.max)
        .default(limits.dialog.web.timeoutMs.default)
        .describe('Longest duration of a web call of a processor, including redirects and the answer.'),
      ...addressSettings('Services that processors call'),
    })
    .prefault({}),
  training: z.strictObject(trainingSettings).prefault({}),
  drainMs: ms(0, 600_000)
    .default(limits.engine.drainMs)
    .describe('The time for which a stop waits for calls that are still running.'),
  logLevel: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
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
        'Public keys, one of which must have signed a model that is installed, by hand or from an upstream (`tonegate models sign`). A model without such a signature does not serve. Empty: models need no signature.',
      ),
    })
    .prefault({}),
  firmware: z
    .strictObject({
      program: path
        .regex(/^(\/.*)?$/, 'must be an absolute path, like /usr/lib/tonegate-board/fleet')
        .default('')
        .describe(
          'Program with which the sync process updates the firmware of this box when its upstream requests it (`status`, `install FILE`, `restart`). The image sets its own. Empty: this machine is not updated in this way.',
        ),
      drainS: z
        .int()
        .min(0)
        .max(limits.firmware.mostDrainS)
        .default(limits.firmware.drainS)
        .describe(
          'Time, in seconds, for which running calls may go on before the restart into an update. No new call is admitted in this time.',
        ),
    })
    .prefault({}),
  sync: z
    .strictObject({
      withServe: z
        .boolean()
        .default(true)
        .describe('`tonegate serve` also runs the sync process. false: a service manager runs it.'),
      socket: path
        .regex(/^(\/.*)?$/, { error: 'must be an absolute path, like /run/tonegate-sync/gateway.sock', abort: true })
        .refine((text) => Buffer.byteLength(text) <= limits.sync.socketPathBytes, {
          error: `must have at most ${limits.sync.socketPathBytes} bytes, the longest path of a socket`,
        })
        .default('')
        .describe(
          'Unix socket (mode 0660, group of its directory if that is setgid) on which the gateway serves only the sync process; a process that may open it needs no credential. Empty: the sync process uses the admin listener, with the credential in the data directory.',
        ),
      contentDirectory: path
        .regex(/^(\/.*)?$/, 'must be an absolute path, like /var/lib/tonegate-content')
        .default('')
        .describe(
          'Directory in which the sync process leaves content for the gateway. It must exist, and both processes must be able to write to it. Empty: sync/content in the data directory.',
        ),
      appkey: z
        .string()
        .max(limits.token.textBytes)
        .default('')
        .describe('Appkey at the upstream, with the sync right.'),
      secretFile: path.default('').describe('File that holds the secret of sync.appkey, and nothing else.'),
      intervalS: z
        .int()
        .min(5)
        .max(604_800)
        .default(limits.sync.intervalS)
        .describe('Time from one poll to the next, in seconds.'),
      caFile: path
        .default('')
        .describe(
          'Certificate (PEM) that the upstream must present, or by which its certificate must be signed. Empty: the well-known authorities are trusted.',
        ),
      pinnedKey: z
        .string()
        .regex(/^([0-9a-f]{64})?$/, 'must be a SHA-256 in lower-case hex')
        .default('')
        .describe(
          'SHA-256 of the upstream’s public key (DER). If it is set, the name, dates and issuer of the certificate are not checked.',
        ),
      signKeys: signKeys.describe(
        'Public keys, one of which must have signed a state, as `tonegate sync key` prints them at the upstream. Empty: states need no signature.',
      ),
      users: z.enum(['all', 'none']).default('all').describe('User resources that are fetched from the upstream.'),
      outbox: z.boolean().default(true).describe('User resources that clients make here are sent to the upstream.'),
      keepLocalSys: z
        .boolean()
        .default(false)
        .describe('Keep sys resources, profiles and tables that were made here and that the upstream does not list.'),
      acceptOlder: z
        .boolean()
        .default(false)
        .describe('Accept a state older than the last one, after the upstream was restored from a backup.'),
      plain: z
        .array(z.string().regex(/^[a-z]+\/[a-z]+(\/.+)?$/, 'must be like asr/userword or asr/userword/userId'))
        .max(limits.sync.places)
        .default([])
        .describe('User resources to fetch from an upstream that has only the unified resource service.'),
      developer: z
        .string()
        .min(1)
        .max(limits.resource.nameBytes)
        .default('default')
        .describe('Developer on this gateway who owns the resources of sync.plain.'),
      transport: z
        .enum(['https', 'nats'])
        .default('https')
        .describe('The transport by which states and content are fetched.'),
      nats: z
        .strictObject({
          servers: z
            .array(z.string().min(1).max(253))
            .max(32)
            .default([])
            .describe('NATS servers, each written host:port.'),
          bucket: z
            .string()
            .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be letters, digits, - and _')
            .default('tonegate')
            .describe('Name of the key-value bucket and of the object store.'),
          credentialsFile: path.default('').describe('NATS credentials (.creds). Empty: none.'),
          caFile: path
            .default('')
            .describe(
              'Certificate (PEM) of the authority that signed the certificates of the NATS servers. Empty: the well-known authorities are trusted.',
            ),
          plaintext: z
            .boolean()
            .default(false)
            .describe(
              'Connect to NATS without TLS. Anyone on the network can then read and withhold states and, without sync.signKeys, alter them.',
            ),
        })
        .prefault({}),
    })
    .prefault({}),
});

export type Settings = z.output<typeof ConfigSchema>;
