// Limits of replication between gateways.
import { KiB, MiB } from './units.js';

export const sync = {
  /** time limit of the process that follows models: it hashes and copies hundreds of MB, and runs each graph once */
  followMs: 1_800_000,
  /** JavaScript heap of that process */
  followHeapMiB: 512,
  followAnswerBytes: 64 * KiB,
  originBytes: 64,
  /** items of a state */
  items: 50_000,
  stateBytes: 64 * MiB,
  outboxPage: 100,
  /** content of one outbox page, as BASE64 */
  outboxPageBytes: 4 * MiB,
  /** JSON around such a page, or around one resource */
  outboxBodyBytes: 8 * MiB,
  /** ancestors that a version remembers */
  ancestors: 16,
  /**
   * highest version that an upstream accepts from a box, so that it can still grow; a box accepts twice as much from
   * its upstream
   */
  verFromBelow: 2 ** 51,
  /** origins whose highest applied revision is remembered; beyond them the oldest is forgotten */
  origins: 1_000,
  /** places of a plain upstream */
  places: 1_000,
  /** deleted user resources that are remembered; beyond them the oldest is forgotten */
  tombstones: 20_000,
  conflictBytes: 64 * MiB,
  /** time for which idempotency keys are remembered */
  keyMs: 2_592_000_000,
  keys: 200_000,
  /** longest path of a Unix socket on Linux, without the final zero */
  socketPathBytes: 107,
  /** limits of the socket for the sync process: it holds one long poll and makes one other request at a time */
  socket: { maxConnections: 64, maxInFlight: 32, inFlightBodyBytes: 96 * MiB },
  /** longest time for which the long poll is held */
  holdMs: 25_000,
  /** age up to which a listing of the data directory's files is reused for a state */
  filesFreshMs: 1_000,
  redoRetryMs: 60_000,
  /** rows that wait to go upstream; beyond them telemetry is dropped, and resources are refused, never dropped */
  outboxRows: 100_000,
  conflicts: 1_000,
  intervalS: 300,
  backoffMinMs: 1_000,
  backoffMaxMs: 900_000,
  requestMs: 60_000,
  /** an answer that brings less than stallBytes in this time has stalled */
  stallMs: 20_000,
  stallBytes: 1_024,
  /** pause after a refusal (4xx): longer than any backoff, but a box in the field must return by itself */
  refusedRetryMs: 3_600_000,
  /** longest Retry-After that a box obeys */
  retryAfterMaxMs: 86_400_000,
  /** times in a row that content may differ from its name before that counts as a refusal */
  lies: 3,
  /** contents that are fetched at once */
  downloads: 4,
  /** size of an answer that is neither a state nor content */
  answerBytes: 4 * MiB,
  /** time for the sync process to end */
  stopMs: 5_000,
  /** size of a file that the operator provides: a secret, a certificate */
  givenFileBytes: 256 * KiB,
  /** space that downloads leave free on the disk */
  freeBytes: 64 * MiB,
  /** time for the gateway of this box to check and apply a state */
  applyMs: 600_000,
  /** shortest and longest pause while the gateway of this box does not answer */
  noGatewayMinMs: 1_000,
  noGatewayMaxMs: 15_000,
  /** bytes of a round after which a broken link does not count as a failure in a row */
  progressBytes: 64 * KiB,
  /** delay after a change on the box, so that further changes go upstream with it */
  gatherMs: 2_000,
  /** interval of the reports during a download */
  reportMs: 1_000,
  /** content above keyBytes lies in NATS's object store in pieces of pieceBytes; smaller content lies in keys */
  keyBytes: 256 * KiB,
  pieceBytes: 1 * MiB,
  natsConnectMs: 10_000,
  staleStagedMs: 604_800_000,
} as const;

/** Updates of boxes that run the image. */
export const firmware = {
  /** largest bundle; a bundle of the whole image has some 110 MB */
  bundleBytes: 512 * MiB,
  /** the manifest within the signature of a bundle */
  manifestBytes: 64 * KiB,
  signatureBytes: 256 * KiB,
  /** free space that a download leaves for the gateway */
  spareBytes: 64 * MiB,
  downloadTries: 8,
  downloadPauseMs: 2_000,
  /** an installation writes a whole slot: minutes on a slow card */
  installMs: 1_800_000,
  /** bundles of a USB stick that are checked */
  stickBundles: 20,
  /** bundles of sticks that are remembered: none is installed automatically twice */
  triedBundles: 200,
  /** size of the settings on a stick */
  settingsBytes: 256 * KiB,
  /** sticks whose settings are remembered */
  provisionings: 200,
  /** products (kinds of boxes) for which an upstream has firmware */
  products: 16,
  versionBytes: 64,
  /** boxes whose reports are kept; beyond them the oldest is forgotten */
  boxes: 50_000,
  /** length of a reason that a box reports */
  reasonCharacters: 300,
  /** time of silence, after restarting into an update, after which a box counts as failed */
  silentMs: 3_600_000,
  /** interval at which an upstream looks for silent boxes */
  lookMs: 60_000,
  /** tries of an installation, each in a later round */
  installTries: 3,
  /** size of an answer of the program that knows the box */
  programAnswerBytes: 64 * KiB,
  programMs: 60_000,
  /** time for the box to go down after the restart command */
  restartMs: 120_000,
  /** while calls are drained, interval of the check whether they have ended */
  drainLookMs: 500,
  drainS: 600,
  mostDrainS: 7_200,
} as const;
