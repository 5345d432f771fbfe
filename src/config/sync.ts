// The settings of `sync`: the upstream of a box, its keys and NATS.
import { z } from 'zod';
import { limits } from '../protocol/limits.js';
import { path, signKeys } from './fields.js';

/** The settings below `sync`. */
export const syncSettings = z
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
        'Unix socket (mode 0660, group of its directory if that is setgid) on which the gateway serves only the sync process. A user who may open it needs no credential. Empty: the sync process uses the admin listener, with the credential in the data directory.',
      ),
    contentDirectory: path
      .regex(/^(\/.*)?$/, 'must be an absolute path, like /var/lib/tonegate-content')
      .default('')
      .describe(
        'Directory in which the sync process leaves content for the gateway. The directory must exist, and both must be able to write to it. Empty: sync/content in the data directory.',
      ),
    appkey: z.string().max(limits.token.textBytes).default('').describe('Appkey at the upstream, with the sync right.'),
    secretFile: path.default('').describe('File that holds the secret of sync.appkey, and nothing else.'),
    intervalS: z.int().min(5).max(604_800).default(limits.sync.intervalS).describe('Time from one poll to the next.'),
    caFile: path
      .default('')
      .describe(
        'Certificate (PEM) that the upstream must present, or the certificate of its authority. Empty: the well-known authorities.',
      ),
    pinnedKey: z
      .string()
      .regex(/^([0-9a-f]{64})?$/, 'must be a SHA-256 in lower-case hex')
      .default('')
      .describe(
        'SHA-256 of the upstream’s public key (DER). If it is set, names, dates and authorities of the certificate are not checked.',
      ),
    signKeys: signKeys.describe(
      'Public keys, one of which must have signed a state, as `tonegate sync key` prints them at the upstream. Empty: states need no signature.',
    ),
    users: z.enum(['all', 'none']).default('all').describe('User resources that this gateway takes from the upstream.'),
    outbox: z.boolean().default(true).describe('User resources that clients create here are sent to the upstream.'),
    keepLocalSys: z
      .boolean()
      .default(false)
      .describe('Keep sys resources, profiles and tables that were made here and that the upstream does not list.'),
    acceptOlder: z
      .boolean()
      .default(false)
      .describe('Accept a state older than the one applied last. Needed after the upstream was restored from a copy.'),
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
      .describe('Developer here who owns the resources from sync.plain.'),
    transport: z.enum(['https', 'nats']).default('https').describe('Transport for states and content.'),
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
            'Use NATS without TLS. Anyone on the network can then read and withhold states and, without sync.signKeys, alter them.',
          ),
      })
      .prefault({}),
  })
  .prefault({});
