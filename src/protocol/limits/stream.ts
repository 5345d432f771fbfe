// Limits of WebSocket connections and their sessions.
import { KiB, MiB } from './units.js';

export const stream = {
  minSliceMs: 40,
  maxSliceMs: 1_000,
  /** time without a slice, after START or after a slice */
  nextSliceMs: 20_000,
  /** time of a connection without a session */
  idleMs: 120_000,
  /** audio that arrives without a session */
  strayAudioMs: 10_000,
  /** errors within the window that end the connection */
  errorCount: 10,
  errorWindowMs: 60_000,
  /** a START with two word lists of 100K, each of their characters escaped */
  textFrameBytes: 640 * KiB,
  /** 1000 ms of 48 kHz PCM, with room */
  binaryFrameBytes: 128 * KiB,
  /** a slice may be split into TCP segments but hardly into frames; endless small fragments are an attack */
  frameFragments: 1_024,
  pingMs: 15_000,
  /** outbound buffer: above the soft limit interim results are dropped, the hard limit ends the connection */
  softBufferedBytes: 256 * KiB,
  hardBufferedBytes: 1 * MiB,
  /**
   * unread audio of a client above which no more is made for it; 10 s of 48 kHz PCM fit between it and the hard limit
   */
  unreadAudioBytes: 64 * KiB,
  stalledMs: 30_000,
  /** time for a peer to answer the close frame before its connection is closed */
  closeMs: 5_000,
  /** inbound audio that waits for the engine, per connection */
  queuedAudioMs: 2_000,
  queuedSlices: 64,
  maxSessions: 400,
} as const;

export const recordIdBytes = 64;

export const extraInfoBytes = 4 * KiB;

/** Limits of switches' WebSocket forks. */
export const fork = {
  /** binary data before the first text waits for this long, and at most this much of it */
  holdMs: 2_000,
  heldBytes: 256 * KiB,
  /** shortest slice assembled from frames */
  sliceMs: 40,
  maxMs: { min: 10_000, max: 300_000, default: 60_000 },
  noMediaMs: { min: 500, max: 60_000, default: 5_000 },
  silenceMs: { min: 1_000, max: 300_000, default: 15_000 },
  /** time by which a call's duration may exceed its audio */
  lateMs: 5_000,
  textBytes: 64 * KiB,
  /** frames of one AudioSocket connection that are handled in one turn of the event loop, however many have arrived */
  framesPerTurn: 32,
  /** the id of a call in frames */
  idBytes: 128,
  /** largest number of entries of media.trustedAddresses */
  trustedAddresses: 256,
} as const;

/** Limits of the SIP tap: messages, timers of RFC 3261, RTP audio, calls. */
export const sip = {
  messageBytes: 64 * KiB,
  headers: 256,
  /** values of one header, such as Via and Record-Route */
  values: 32,
  /** estimate of a round trip, and the longest pause between two transmissions of a request (RFC 3261, T1 and T2) */
  t1Ms: 500,
  t2Ms: 4_000,
  /** time after which a transaction is given up; until then late messages are answered (64 times T1) */
  transactionMs: 32_000,
  /** time for which a stopping gateway waits for the ends of the calls that it cancels */
  partingMs: 1_000,
  /** time without any 1xx */
  firstReplyMs: 4_000,
  /** time without a packet after early media was announced */
  noMediaMs: 5_000,
  connectMs: 4_000,
  /** lifetime of a resolved host name of a trunk */
  nameHoldsMs: 30_000,
  /** messages of unknown senders that wait for look-ups of the names of trunks; further ones are ignored */
  unsureSenders: 64,
  earlyDialogs: 16,
  challenges: 3,
  trunks: 64,
  /** name of a trunk in the settings */
  nameBytes: 64,
  passwordFileBytes: 1 * KiB,
  callsPerApplication: { min: 1, max: 400, default: 100 },
  callsPerS: { min: 1, max: 1_000, default: 20 },
  jitterMs: 60,
  /** packets that wait behind a gap */
  heldPackets: 64,
  /** longest audio of one packet */
  packetMs: 200,
  /** longest gap that is filled */
  gapMs: 10_000,
  /** amount of audio that may arrive ahead of the clock */
  aheadMs: 1_000,
  /** part of a gap that is concealed from the preceding audio; the rest is silence */
  concealedMs: 60,
  /** 20 ms packets arrive 50 times a second; packets beyond this rate are dropped */
  packetsPerS: 250,
  packetBytes: 2 * KiB,
  /** silent packets that open the return path, and the pause between the later ones */
  openingPackets: 5,
  keepAliveMs: 1_000,
} as const;
