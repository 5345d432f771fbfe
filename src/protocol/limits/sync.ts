// Limits of replication between gateways.
import { KiB, MiB } from './units.js';

export const sync = {
  /** time limit of the process that replicates models: it hashes and copies hundreds of MB, and runs each graph once */
  followMs: 1_800_000,
  /** heap of JavaScript objects of that process */
  followHeapMiB: 512,
  followAnswerBytes: 64 * KiB,
  originBytes: 64,
  /** items of a state */
  items: 50_000,
  /**
   * resources, living and deleted, beyond which an upstream takes no new ones from below: a state with too many items
   * would end the sync of all gateways
   */
  itemsFromBelow: 40_000,
  stateBytes: 64 * MiB,
  outboxPage: 100,
  /** contents of a page, as BASE64 */
  outboxPageBytes: 4 * MiB,
  /** JSON with a page, or with one resource */
  outboxBodyBytes: 8 * MiB,
  /** ancestors that a version remembers */
  ancestors: 16,
  /**
   * highest version that an upstream accepts from below, so that it can still increase; a box accepts twice as much
   * from above
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
  /** longest path of a Unix socket on Linux, without its terminating zero */
  socketPathBytes: 107,
  /** limits of the sync process's socket: it holds one long poll and makes one other request at a time */
  socket: { maxConnections: 64, maxInFlight: 32, inFlightBodyBytes: 96 * MiB },
  /** longest time for which the long poll is held */
  holdMs: 25_000,
  /** time after which files of the data directory are read again for a state */
  filesFreshMs: 1_000,
  redoRetryMs: 60_000,
  /** rows that wait to go upstream; telemetry is dropped first; resources are refused beyond it, never dropped */
  outboxRows: 100_000,
  conflicts: 1_000,
  intervalS: 300,
  backoffMinMs: 1_000,
  backoffMaxMs: 900_000,
  requestMs: 60_000,
  /** an answer that brings fewer than stallBytes in this time has stalled */
  stallMs: 20_000,
  stallBytes: 1_024,
  /** delay after a refusal (4xx): longer than any backoff, but a box in the field must recover by itself */
  refusedRetryMs: 3_600_000,
  /** longest Retry-After that is obeyed */
  retryAfterMaxMs: 86_400_000,
  /** times in a row that content did not match its hash, before that counts as a refusal */
  lies: 3,
  /** contents that are fetched at once */
  downloads: 4,
  /** size of an answer that is neither a state nor content */
  answerBytes: 4 * MiB,
  /** time for the sync process to exit */
  stopMs: 5_000,
  /** a secret or a certificate */
  givenFileBytes: 256 * KiB,
  /** free space that fetched content leaves on the disk */
  freeBytes: 64 * MiB,
  /** time for this box's gateway to check and apply a state */
  applyMs: 600_000,
  /** retry delays while this box's gateway does not answer */
  noGatewayMinMs: 1_000,
  noGatewayMaxMs: 15_000,
  /** a round that brought at least this much does not count as a failure if its link breaks */
  progressBytes: 64 * KiB,
  /** delay after a change on the box, so that further changes go upstream with it */
  gatherMs: 2_000,
  /** interval of the reports during a download */
  reportMs: 1_000,
  /** NATS: larger content is stored in pieces of pieceBytes in the object store; smaller content in keys */
  keyBytes: 256 * KiB,
  pieceBytes: 1 * MiB,
  natsConnectMs: 10_000,
  staleStagedMs: 604_800_000,
} as const;

/** Limits of updates of boxes that run the image. */
export const firmware = {
  /** largest bundle; one with the whole image has about 110 MB */
  bundleBytes: 512 * MiB,
  /** the manifest inside the signature of a bundle */
  manifestBytes: 64 * KiB,
  signatureBytes: 256 * KiB,
  /** free space that a download leaves for the gateway */
  spareBytes: 64 * MiB,
  downloadTries: 8,
  downloadPauseMs: 2_000,
  /** an installation writes a whole slot, which takes minutes on a slow card */
  installMs: 1_800_000,
  /** bundles on a stick that are examined */
  stickBundles: 20,
  /** bundles from sticks that are remembered, so that none is installed automatically twice */
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
  /** reasons that boxes report */
  reasonCharacters: 300,
  /** time without a report after which a box that restarted into an update counts as lost */
  silentMs: 3_600_000,
  /** interval at which an upstream checks for silent boxes */
  lookMs: 60_000,
  /** a failed installation is tried again in later rounds, this many times in all */
  installTries: 3,
  /** size of an answer of the program that knows the box */
  programAnswerBytes: 64 * KiB,
  programMs: 60_000,
  /** time for the box to go down after it was told to restart */
  restartMs: 120_000,
  /** interval at which draining is checked for remaining calls */
  drainLookMs: 500,
  drainS: 600,
  mostDrainS: 7_200,
} as const;
