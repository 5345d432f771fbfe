// Limits of WebSocket connections and of the sessions on them.
import { KiB, MiB } from './units.js';

export const stream = {
  minSliceMs: 40,
  maxSliceMs: 1_000,
  /** longest time from START, or from a slice, to the next slice */
  nextSliceMs: 20_000,
  /** longest time of a connection without a session */
  idleMs: 120_000,
  /** longest time for which audio may arrive outside a session */
  strayAudioMs: 10_000,
  /** errors within the window that end the connection */
  errorCount: 10,
  errorWindowMs: 60_000,
  /** a START with two word lists of 100K with every character escaped */
  textFrameBytes: 640 * KiB,
  /** 1000 ms of 48 kHz PCM, with room */
  binaryFrameBytes: 128 * KiB,
  /** fragments of a frame: TCP may cut a slice into segments, but endless small fragments are an attack */
  frameFragments: 1_024,
  pingMs: 15_000,
  /** unsent output: above soft, interim results are dropped; above hard, the connection ends */
  softBufferedBytes: 256 * KiB,
  hardBufferedBytes: 1 * MiB,
  /** unread audio above which no more is made for a client; 10 s of 48 kHz PCM fit between it and the hard limit */
  unreadAudioBytes: 64 * KiB,
  stalledMs: 30_000,
  /** time for a peer to answer the close frame before its connection is ended */
  closeMs: 5_000,
  /** incoming audio of a connection that may wait for the engine */
  queuedAudioMs: 2_000,
  queuedSlices: 64,
  maxSessions: 400,
} as const;

export const recordIdBytes = 64;

export const extraInfoBytes = 4 * KiB;

/** Limits of the WebSocket forks of switches. */
export const fork = {
  /** time for which binary frames before the first text frame are held, and the most bytes that are held */
  holdMs: 2_000,
  heldBytes: 256 * KiB,
  /** shortest slice that is put together from frames */
  sliceMs: 40,
  maxMs: { min: 10_000, max: 300_000, default: 60_000 },
  noMediaMs: { min: 500, max: 60_000, default: 5_000 },
  silenceMs: { min: 1_000, max: 300_000, default: 15_000 },
  /** time by which a call may last longer by the wall clock than by its audio */
  lateMs: 5_000,
  textBytes: 64 * KiB,
  /** length of a call's id in frames */
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
  /** T1 and T2 of RFC 3261: the estimated round trip, and the longest pause between two sendings of a request */
  t1Ms: 500,
  t2Ms: 4_000,
  /** 64 times T1: a transaction is given up after this time, and late messages are answered until then */
  transactionMs: 32_000,
  /** time for which a stopping gateway waits for the ends of the calls that it cancels */
  partingMs: 1_000,
  /** longest time without a 1xx response */
  firstReplyMs: 4_000,
  /** longest time without a packet after early media was announced */
  noMediaMs: 5_000,
  connectMs: 4_000,
  /** time for which the resolved addresses of a trunk's host name are used */
  nameHoldsMs: 30_000,
  earlyDialogs: 16,
  challenges: 3,
  trunks: 64,
  /** length of a trunk's name in the settings */
  nameBytes: 64,
  passwordFileBytes: 1 * KiB,
  callsPerApplication: { min: 1, max: 400, default: 100 },
  callsPerS: { min: 1, max: 1_000, default: 20 },
  /** longest time from the INVITE to the end of a call that nobody answers */
  maxMs: { min: 5_000, max: 300_000, default: 60_000 },
  jitterMs: 60,
  /** packets that wait behind a gap */
  heldPackets: 64,
  /** duration of one packet */
  packetMs: 200,
  /** the longest gap that is filled */
  gapMs: 10_000,
  /** audio that may arrive ahead of the clock */
  aheadMs: 1_000,
  /** part of a gap that is concealed with the audio before it; the rest is silence */
  concealedMs: 60,
  /** packets of a call that are taken, the rest is dropped; 20 ms packets are 50 a second */
  packetsPerS: 250,
  packetBytes: 2 * KiB,
  /** silent packets that open the return path, and the pause between later ones */
  openingPackets: 5,
  keepAliveMs: 1_000,
} as const;
