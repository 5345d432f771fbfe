// Limits of WebSocket connections and of the sessions on them.
import { KiB, MiB } from './units.js';

export const stream = {
  minSliceMs: 40,
  maxSliceMs: 1_000,
  /** after START, or after a slice, without the next slice */
  nextSliceMs: 20_000,
  /** connection without a session */
  idleMs: 120_000,
  /** audio that keeps arriving with no session */
  strayAudioMs: 10_000,
  /** errors within the window that end the connection */
  errorCount: 10,
  errorWindowMs: 60_000,
  /** a START with two word lists of 100K, each character of them escaped */
  textFrameBytes: 640 * KiB,
  /** 1000 ms of 48 kHz PCM, with room */
  binaryFrameBytes: 128 * KiB,
  /** a slice may be cut into TCP segments, hardly into frames; small fragments without end are an attack */
  frameFragments: 1_024,
  pingMs: 15_000,
  /** outbound: soft drops interim results, hard ends the connection */
  softBufferedBytes: 256 * KiB,
  hardBufferedBytes: 1 * MiB,
  /**
   * audio that a client has not read: with more, none is made for it. 10 s of 48 kHz PCM fit between it and the hard
   * limit
   */
  unreadAudioBytes: 64 * KiB,
  stalledMs: 30_000,
  /** time for a peer to answer the close frame before its connection is ended */
  closeMs: 5_000,
  /** inbound audio queued for the engine, per connection */
  queuedAudioMs: 2_000,
  queuedSlices: 64,
  maxSessions: 400,
} as const;

export const recordIdBytes = 64;

export const extraInfoBytes = 4 * KiB;

/** Limits of the WebSocket forks of switches. */
export const fork = {
  /** binary that came before the first text waits so long for it, and no more of it than that */
  holdMs: 2_000,
  heldBytes: 256 * KiB,
  /** shortest slice that is made of frames */
  sliceMs: 40,
  maxMs: { min: 10_000, max: 300_000, default: 60_000 },
  noMediaMs: { min: 500, max: 60_000, default: 5_000 },
  silenceMs: { min: 1_000, max: 300_000, default: 15_000 },
  /** by the wall clock a call may last longer than by its audio */
  lateMs: 5_000,
  textBytes: 64 * KiB,
  /** of a call, as frames carry it */
  idBytes: 128,
  /** most entries of media.trustedAddresses */
  trustedAddresses: 256,
} as const;

/** Limits of the SIP tap: messages, timers of RFC 3261, audio by RTP, calls. */
export const sip = {
  messageBytes: 64 * KiB,
  headers: 256,
  /** values of one header, such as Via and Record-Route */
  values: 32,
  /** estimate of a round trip, and the longest pause between two sendings of a request (RFC 3261, T1 and T2) */
  t1Ms: 500,
  t2Ms: 4_000,
  /** a transaction is given up, and what is late is still answered (64 times T1) */
  transactionMs: 32_000,
  /** a gateway that stops waits for the ends of calls that it cancels */
  partingMs: 1_000,
  /** without any 1xx */
  firstReplyMs: 4_000,
  /** an early medium was announced, and no packet came */
  noMediaMs: 5_000,
  connectMs: 4_000,
  /** what the host name of a trunk resolved to holds so long */
  nameHoldsMs: 30_000,
  earlyDialogs: 16,
  challenges: 3,
  trunks: 64,
  /** of a trunk in the settings */
  nameBytes: 64,
  passwordFileBytes: 1 * KiB,
  callsPerApplication: { min: 1, max: 400, default: 100 },
  callsPerS: { min: 1, max: 1_000, default: 20 },
  /** longest time from the INVITE to the end of a call that nobody answers */
  maxMs: { min: 5_000, max: 300_000, default: 60_000 },
  jitterMs: 60,
  /** packets that wait behind a gap */
  heldPackets: 64,
  /** of one packet */
  packetMs: 200,
  /** the longest gap that is filled */
  gapMs: 10_000,
  /** audio that may come sooner than by the clock */
  aheadMs: 1_000,
  /** of a gap, so much is made of what came before it; the rest is silence */
  concealedMs: 60,
  /** 20 ms packets are 50 a second; a call that gets more than this loses them */
  packetsPerS: 250,
  packetBytes: 2 * KiB,
  /** silent packets that open the way back, and the pause between the later ones */
  openingPackets: 5,
  keepAliveMs: 1_000,
} as const;
