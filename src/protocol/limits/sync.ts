// Limits of replication between gateways.
import { KiB, MiB } from './units.js';

export const sync = {
  /** time limit of the process that follows models: it hashes and copies hundreds of MB, and runs each graph once */
  followMs: 1_800_000,
  /** JavaScript objects of that process */
  followHeapMiB: 512,
  followAnswerBytes: 64 * KiB,
  originBytes: 64,
  /** items of a state */
  items: 50_000,
  stateBytes: 64 * MiB,
  outboxPage: 100,
  /** content of a page, as BASE64 */
  outboxPageBytes: 4 * MiB,
  /** JSON around it, or around one resource */
  outboxBodyBytes: 8 * MiB,
  /** versions that a version remembers it was made from */
  ancestors: 16,
  /**
   * highest version that an upstream takes from below, so that it can still grow; a box takes twice as much from
   * above
   */
  verFromBelow: 2 ** 51,
  /** origins whose highest applied revision is remembered; beyond it the oldest are forgotten */
  origins: 1_000,
  /** places of a plain upstream */
  places: 1_000,
  /** deleted user resources that are remembered; beyond it the oldest are forgotten */
  tombstones: 20_000,
  conflictBytes: 64 * MiB,
  /** idempotency keys are remembered so long */
  keyMs: 2_592_000_000,
  keys: 200_000,
  /** longest path of a Unix socket that Linux takes, without the zero at its end */
  socketPathBytes: 107,
  /** shares of the socket of the sync process: it holds one long poll and asks one thing more at a time */
  socket: { maxConnections: 64, maxInFlight: 32, inFlightBodyBytes: 96 * MiB },
  /** longest time for which the long poll is held */
  holdMs: 25_000,
  /** files of the data directory are looked at again for a state */
  filesFreshMs: 1_000,
  redoRetryMs: 60_000,
  /** rows that wait to go upstream; telemetry is dropped first, resources are refused beyond it, never dropped */
  outboxRows: 100_000,
  conflicts: 1_000,
  intervalS: 300,
  backoffMinMs: 1_000,
  backoffMaxMs: 900_000,
  requestMs: 60_000,
  /** an answer that brings less than stallBytes in this time has stalled */
  stallMs: 20_000,
  stallBytes: 1_024,
  /** after a refusal (4xx): longer than any backoff, but a box in the field must come back by itself */
  refusedRetryMs: 3_600_000,
  /** no Retry-After keeps a box away for longer */
  retryAfterMaxMs: 86_400_000,
  /** times in a row that content was not what its name says, before that counts as a refusal */
  lies: 3,
  /** contents that are fetched at once */
  downloads: 4,
  /** size of an answer that is neither a state nor content */
  answerBytes: 4 * MiB,
  /** for the sync process to end */
  stopMs: 5_000,
  /** a secret, a certificate */
  givenFileBytes: 256 * KiB,
  /** left free on the disk by what is fetched */
  freeBytes: 64 * MiB,
  /** for the gateway of this box to check and take a state */
  applyMs: 600_000,
  /** while the gateway of this box does not answer */
  noGatewayMinMs: 1_000,
  noGatewayMaxMs: 15_000,
  /** a round that brought at least this much counts as no failure in a row when its link breaks */
  progressBytes: 64 * KiB,
  /** after a change on the box, for others to go upstream with it */
  gatherMs: 2_000,
  /** interval of the reports during a download */
  reportMs: 1_000,
  /** NATS: larger content lies in pieces of pieceBytes in the object store; the rest is keys */
  keyBytes: 256 * KiB,
  pieceBytes: 1 * MiB,
  natsConnectMs: 10_000,
  staleStagedMs: 604_800_000,
} as const;

/** Updates of boxes that run the image. */
export const firmware = {
  /** largest bundle; one of the whole image has some 110 MB */
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
  /** bundles of a stick that are looked at */
  stickBundles: 20,
  /** bundles of sticks that are remembered: none is installed twice by itself */
  triedBundles: 200,
  /** settings on a stick */
  settingsBytes: 256 * KiB,
  /** sticks whose settings are remembered */
  provisionings: 200,
  /** kinds of boxes for which an upstream has firmware */
  products: 16,
  versionBytes: 64,
  /** boxes whose reports are kept; beyond it the oldest are forgotten */
  boxes: 50_000,
  /** sentences of boxes */
  reasonCharacters: 300,
  /** a box that went to restart into an update and says nothing for so long did not come back good */
  silentMs: 3_600_000,
  /** interval at which an upstream looks for silent boxes */
  lookMs: 60_000,
  /** an installation that failed is tried again in a later round, so often in all */
  installTries: 3,
  /** an answer of the program that knows the box */
  programAnswerBytes: 64 * KiB,
  programMs: 60_000,
  /** for the box to go down after it was told to restart */
  restartMs: 120_000,
  /** while calls are drained: whether they have ended */
  drainLookMs: 500,
  drainS: 600,
  mostDrainS: 7_200,
} as const;
