// One AudioSocket connection: Asterisk names the call, then sends its audio. There is no way back but to hang up; the verdict is
// asked for or posted (src/media/verdicts).
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { asServiceError, ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { Sessions } from '../../session/sessions.js';
import type { Client } from '../../shares/client.js';
import type { Booking } from '../../shares/share.js';
import type { CallPurpose, CallSide } from '../call.js';
import { type CarriedCall, carryCall } from '../carried.js';
import type { LiveCalls } from '../live-calls.js';
import type { FinishCause } from '../screening-data.js';
import { type Frame, FrameReader, hangupFrame } from './frames.js';

export interface ConnectionParts {
  readonly socket: Socket;
  readonly purpose: CallPurpose;
  readonly sessions: Sessions;
  readonly seat: Booking;
  readonly client: Client;
  readonly calls: LiveCalls;
  readonly newName: () => string;
  readonly noMediaMs: number;
  /** A verdict hangs up. */
  readonly hangsUp: boolean;
  readonly log: Logger;
  readonly onRefused: () => void;
  readonly onGone: () => void;
}

const route = 'ring.audioSocket';
/** The rates that the resampler takes. */
const servedHz: readonly number[] = [8_000, 12_000, 16_000, 24_000, 32_000, 44_100, 48_000];

export class AudioSocketConnection {
  readonly #parts: ConnectionParts;
  readonly #reader = new FrameReader();
  readonly #carried: CarriedCall;
  #hasUuid = false;
  /** Ends a connection that sends no name: without it there is no call, and no verdict. */
  readonly #nameTimer: NodeJS.Timeout;
  #sampleRateHz: number | undefined;
  /** The frames in the bytes that arrived last, until all of them were handled. Nothing more is read meanwhile. */
  #frames: Iterator<Frame, void> | undefined;
  /** The session cannot take more audio. */
  #isPaused = false;

  constructor(parts: ConnectionParts) {
    const { socket, client, log, onGone } = parts;
    this.#parts = parts;
    this.#carried = carryCall({
      ...parts,
      route,
      side: this.#side(),
      place: `${route} ${client.appkey}`,
      way: {
        get isOpen() {
          return socket.writable;
        },
        pause: () => this.#pause(),
        resume: () => this.#resume(),
        end: () => this.#end(),
        drop: () => socket.destroy(),
      },
    });
    socket.on('data', (bytes) => this.#read(bytes as Buffer));
    socket.on('error', (fault) => log.info({ reason: fault.message }, 'AudioSocket connection failed')); // close follows
    socket.on('close', () => {
      clearTimeout(this.#nameTimer);
      if (!this.#hasUuid) this.#carried.call.abandon();
      this.#carried.gone(onGone);
    });
    this.#nameTimer = setTimeout(() => this.#refuse(nameless()), Math.min(limits.fork.holdMs, parts.noMediaMs / 2));
  }

  #read(bytes: Buffer): void {
    if (this.#carried.call.isOver) return;
    this.#frames = this.#reader.push(bytes);
    this.#handleSome();
  }

  /** Handles a few frames; the others follow in later turns, so that a flood of small ones delays nobody else. */
  readonly #handleSome = (): void => {
    const { socket } = this.#parts;
    const { call } = this.#carried;
    const frames = this.#frames;
    if (frames === undefined || call.isOver || this.#isPaused) return;
    try {
      for (let handled = 0; handled < limits.fork.framesPerTurn; handled++) {
        const { value: frame, done } = frames.next();
        if (done === true) {
          this.#frames = undefined;
          if (!this.#isPaused) socket.resume();
          return;
        }
        this.#take(frame);
        if (call.isOver) return;
        if (this.#isPaused) break;
      }
    } catch (fault) {
      this.#refuse(asServiceError(fault));
      return;
    }
    socket.pause();
    if (!this.#isPaused) setImmediate(this.#handleSome);
  };

  #pause(): void {
    this.#isPaused = true;
    this.#parts.socket.pause();
  }

  #resume(): void {
    this.#isPaused = false;
    if (this.#frames === undefined) this.#parts.socket.resume();
    else setImmediate(this.#handleSome);
  }

  #take(frame: Frame): void {
    const { call } = this.#carried;
    if (frame.kind !== 'uuid' && !this.#hasUuid) throw nameless();
    switch (frame.kind) {
      case 'uuid':
        if (this.#hasUuid)
          throw new ServiceError('WRONG_ORDER', 'UUID: must come only once, because a connection carries one call');
        this.#hasUuid = true;
        clearTimeout(this.#nameTimer);
        call.describe({ id: frame.uuid, extraInfo: '' });
        return;
      case 'audio':
        this.#checkAudio(frame.sampleRateHz);
        call.audio(frame.samples);
        return;
      case 'key':
        return; // a key press does not change the verdict
      case 'error':
        this.#parts.log.info(
          { call: call.name, code: frame.code },
          'the switch ended an AudioSocket connection with an error',
        );
        call.end('end');
        return;
      case 'hangup':
        call.end('end');
        return;
    }
  }

  #checkAudio(sampleRateHz: number): void {
    if (!servedHz.includes(sampleRateHz)) {
      throw new ServiceError(
        'INVALID_ARGUMENT',
        `audio: ${sampleRateHz} Hz, must be one of ${servedHz.join(', ')} (Hz)`,
      );
    }
    this.#sampleRateHz ??= sampleRateHz;
    if (sampleRateHz === this.#sampleRateHz) return;
    throw new ServiceError(
      'INVALID_ARGUMENT',
      `audio: ${sampleRateHz} Hz after ${this.#sampleRateHz} Hz; a call must keep its rate`,
    );
  }

  #side(): CallSide {
    const connection = this;
    return {
      audio: () => ({ coding: 'pcm_s16le', sampleRateHz: this.#sampleRateHz ?? 8_000 }),
      get isPaused() {
        return connection.#isPaused;
      },
      tell: () => {},
      over: (cause) => this.#over(cause),
      failed: () => this.#end(),
    };
  }

  /** A call that the switch has ended is not hung up. */
  #over(cause: FinishCause | undefined): void {
    const { socket, hangsUp } = this.#parts;
    const isTheirs = cause === undefined || cause === 'end' || cause === 'answered';
    if (hangsUp && !isTheirs && socket.writable) socket.write(hangupFrame);
    this.#end();
  }

  #refuse(error: ServiceError): void {
    const { client, log, onRefused } = this.#parts;
    const { call } = this.#carried;
    log.info({ call: call.name, address: client.address, reason: error.message }, 'AudioSocket connection refused');
    onRefused();
    call.abandon();
    this.#end();
  }

  /** Reads and forgets the bytes that still come, so that the peer sees what it was sent. */
  #end(): void {
    const { socket } = this.#parts;
    clearTimeout(this.#nameTimer);
    socket.resume();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), limits.stream.closeMs);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  }
}

const nameless = (): ServiceError =>
  new ServiceError('WRONG_ORDER', 'the UUID of the call (0x01) must come first, and at once');
