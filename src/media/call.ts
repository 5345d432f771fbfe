// One call whose audio a carrier brings, whatever the carrier is: pieces of any length become slices of a session, audio that
// does not come ends the call, and so do its longest time, an answer and a stop. The purpose says what is done with the audio.
import type { Logger } from 'pino';
import type { AudioChannel, Coding } from '../protocol/engine/audio.js';
import { limits } from '../protocol/limits.js';
import type { ServerMessage } from '../session/carrier.js';
import type { Command } from '../session/commands.js';
import type { SessionMachine } from '../session/machine.js';
import type { StreamLimits, StreamProtocol } from '../session/protocol.js';
import type { LiveCalls } from './live-calls.js';
import type { FinishCause } from './screening-data.js';
import { SliceCutter } from './slices.js';

/** The purpose of the audio. */
export interface CallPurpose {
  readonly protocol: StreamProtocol;
  /** The command that opens its session. */
  start(call: CallFacts): Command;
  /** The data that the switch gets for a message of the session; undefined if it gets none. */
  dataOf(message: ServerMessage, call: CallFacts): Told | undefined;
  /** The data for a call of which no audio came. */
  withoutMedia(call: CallFacts, cause: FinishCause): object;
  /** The meaning of an answer for it. */
  readonly answered: 'stop' | 'tones' | 'keywords';
  /** Maximum duration by the wall clock, from the first audio. */
  readonly maxMs: number;
  /** The place where others can learn the verdicts; absent if there is none. */
  readonly record?: CallRecord;
}

/** Keeps the verdicts on a call for those who ask later. */
export interface CallRecord {
  /** The call has its name, or its first audio. */
  began(call: CallFacts): void;
  told(data: object, call: CallFacts): void;
  /** The call is over, and nothing final was said of it. */
  cutOff(call: CallFacts): void;
}

export interface Told {
  readonly data: object;
  /** Set in the last verdict. */
  readonly finishCause?: FinishCause;
}

export type CallCoding = Extract<Coding, 'pcm_s16le' | 'alaw' | 'ulaw'>;
export type CallRateHz = 8_000 | 16_000;

export interface CallAudio {
  readonly coding: CallCoding;
  readonly sampleRateHz: number;
  /** The channel of two that is heard; undefined: there is one. */
  readonly channel?: AudioChannel;
}

/** A call as its carrier described it. */
export interface CallFacts {
  readonly uuid: string;
  readonly extraInfo: string;
  /** A format such as pcm_s16le_8k. For a rate other than 8 and 16 kHz it is the next lower one of them. */
  readonly audioFormat: string;
  readonly sampleRateHz: number;
  readonly channel: AudioChannel | undefined;
  /** The reason for which its end was requested; undefined if it was not. */
  readonly asked: FinishCause | undefined;
}

/** A switch's description of a call. */
export interface Description {
  /** The name of the call. */
  readonly id?: string;
  /** Everything else that is known of the call, for the log. */
  readonly extraInfo: string;
}

/** The carrier's side of a call: it takes the outcome. */
export interface CallSide {
  /** The audio as far as it is known; asked when the first is sent on. */
  audio(): CallAudio;
  /** True while the carrier does not read because the session asked it to pause. */
  readonly isPaused: boolean;
  /** Sends data besides the messages of the session, which go through the session's carrier. */
  tell(data: object): void;
  /** The last was said. undefined: the session ended without a word on it. */
  over(cause: FinishCause | undefined): void;
  /** The session was refused or has failed, and the switch was told by a message of the session. */
  failed(reason: string): void;
}

export interface CallParts {
  readonly purpose: CallPurpose;
  readonly side: CallSide;
  readonly noMediaMs: number;
  readonly calls: LiveCalls;
  /** The way in and the application: a call has one place of each. */
  readonly place: string;
  readonly newName: () => string;
  readonly log: Logger;
}

/** Limits of the session of a call. The call itself watches for missing audio. */
export function callLimits(noMediaMs: number): Partial<StreamLimits> {
  const waitMs = noMediaMs + limits.fork.lateMs;
  return { nextSliceMs: waitMs, idleMs: waitMs };
}

export class Call {
  readonly #parts: CallParts;
  #sessions: SessionMachine | undefined;
  #description: Description | undefined;
  #name: string;
  #cutter: SliceCutter | undefined;
  #isOver = false;
  #isAnswered = false;
  #asked: FinishCause | undefined;
  #held: Buffer[] = [];
  #heldBytes = 0;
  readonly #timers = new Set<NodeJS.Timeout>();
  #mediaTimer: NodeJS.Timeout | undefined;
  #releaseName: () => void = () => {};
  #record: 'none' | 'open' | 'final' = 'none';
  #whenOver: (() => void) | undefined;

  constructor(parts: CallParts) {
    this.#parts = parts;
    this.#name = parts.newName();
  }

  get name(): string {
    return this.#name;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Begins to wait for audio. */
  begin(sessions: SessionMachine): void {
    this.#sessions = sessions;
    this.#mediaTimer = setTimeout(() => this.#mediaIsMissing(), this.#parts.noMediaMs);
  }

  /** The first description counts; a later one changes nothing. Throws WRONG_ORDER where the name is taken. */
  describe(description: Description): void {
    if (this.#isOver || this.#description !== undefined || this.#cutter !== undefined) return;
    this.#description = description;
    if (description.id !== undefined) {
      this.#releaseName = this.#parts.calls.claim(this.#parts.place, description.id);
      this.#name = description.id;
      this.#began();
    }
    if (this.#held.length > 0) this.#open();
  }

  /** A piece of any length. The first ones wait a while for the description. */
  audio(data: Buffer): void {
    if (this.#isOver || data.length === 0) return;
    if (this.#cutter !== undefined) {
      this.#push(data);
      return;
    }
    this.#mediaTimer?.refresh();
    this.#held.push(data);
    this.#heldBytes += data.length;
    if (this.#description !== undefined || this.#heldBytes > limits.fork.heldBytes) this.#open();
    else if (this.#held.length === 1) this.#after(limits.fork.holdMs, () => this.#open());
  }

  /** Notes that somebody has answered the call. */
  answer(): void {
    const { answered } = this.#parts.purpose;
    if (this.#isOver || this.#isAnswered || answered === 'keywords') return;
    if (this.#held.length > 0) this.#open(); // the held audio came before the answer
    this.#isAnswered = true;
    if (this.#cutter !== undefined) this.#sessions?.command({ command: 'ANSWERED' });
    if (answered === 'stop') this.end('answered');
  }

  /** Ends the audio. The verdict on what was heard follows. */
  end(cause: FinishCause): void {
    if (this.#isOver || this.#asked !== undefined) return;
    if (this.#held.length > 0) this.#open();
    this.#asked = cause;
    if (this.#sessions?.hasSession === true) {
      this.#sessions.command({ command: 'END' });
      return;
    }
    const data = this.#parts.purpose.withoutMedia(this.#facts(), cause);
    this.#began();
    this.#keep({ data, finishCause: cause });
    this.#parts.side.tell(data);
    this.#finish(cause);
  }

  /** The data that the switch gets for a message of the session; undefined if it gets none. */
  dataOf(message: ServerMessage): Told | undefined {
    return this.#parts.purpose.dataOf(message, this.#facts());
  }

  /** A message of the session was given to the carrier. Nothing follows the last one but the end. */
  said(message: ServerMessage): void {
    if (this.#isOver) return;
    switch (message.respType) {
      case 'ERROR':
        this.abandon();
        this.#parts.side.failed(String(message.errMessage));
        return;
      case 'FATAL_ERROR':
        this.abandon(); // the session ends its carrier itself
        return;
      default:
    }
    const told = this.dataOf(message);
    if (told !== undefined) this.#keep(told);
    if (told?.finishCause !== undefined) this.#finish(told.finishCause);
    else if (message.respType === 'END') {
      this.abandon();
      this.#parts.side.over(undefined);
    }
  }

  /**
   * The way to the switch is closed. What was heard is judged all the same, for those who ask later; then `whenOver` is
   * called, and the session is no longer needed.
   */
  closed(whenOver: () => void): void {
    if (!this.#isOver && this.#cutter !== undefined) {
      this.#parts.log.info({ call: this.#name }, 'the connection of a call was cut off before the end of the call');
    }
    const isKept = this.#parts.purpose.record !== undefined && (this.#record === 'open' || this.#held.length > 0);
    if (this.#isOver || !isKept) {
      this.abandon();
      whenOver();
      return;
    }
    this.#whenOver = whenOver;
    this.#releaseName();
    clearTimeout(this.#mediaTimer);
    this.#after(limits.fork.lateMs, () => this.abandon());
    this.end('end');
  }

  /** Sends nothing any more. May be called more than once. */
  abandon(): void {
    if (this.#record === 'open') this.#parts.purpose.record?.cutOff(this.#facts());
    this.#record = 'final';
    this.#isOver = true;
    this.#held = [];
    clearTimeout(this.#mediaTimer);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#releaseName();
    const whenOver = this.#whenOver;
    this.#whenOver = undefined;
    if (whenOver !== undefined) queueMicrotask(whenOver); // the session may be in the middle of a message
  }

  #open(): void {
    if (this.#isOver || this.#cutter !== undefined) return;
    const { purpose, side } = this.#parts;
    this.#cutter = new SliceCutter(side.audio());
    this.#after(purpose.maxMs + limits.fork.lateMs, () => this.end('timeout'));
    this.#began();
    this.#sessions?.command(purpose.start(this.#facts()));
    if (this.#isAnswered) this.#sessions?.command({ command: 'ANSWERED' });
    const held = this.#held;
    this.#held = [];
    for (const piece of held) this.#push(piece);
  }

  #push(piece: Buffer): void {
    for (const slice of this.#cutter?.push(piece) ?? []) {
      this.#mediaTimer?.refresh(); // bytes that make no slice do not count as audio
      this.#sessions?.audio(slice);
    }
  }

  #mediaIsMissing(): void {
    if (this.#isOver) return;
    if (this.#parts.side.isPaused) this.#mediaTimer?.refresh();
    else this.end('noMedia');
  }

  #finish(cause: FinishCause): void {
    this.#parts.log.info({ call: this.#name, finishCause: cause }, 'call ended');
    this.abandon();
    this.#parts.side.over(cause);
  }

  #began(): void {
    if (this.#record !== 'none') return;
    this.#record = 'open';
    this.#parts.purpose.record?.began(this.#facts());
  }

  #keep({ data, finishCause }: Told): void {
    if (this.#record !== 'open') return;
    if (finishCause !== undefined) this.#record = 'final';
    this.#parts.purpose.record?.told(data, this.#facts());
  }

  #after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  #facts(): CallFacts {
    const { coding, sampleRateHz, channel } = this.#parts.side.audio();
    return {
      uuid: this.#name,
      extraInfo: this.#description?.extraInfo ?? '',
      audioFormat: `${coding}_${sampleRateHz < 16_000 ? 8 : 16}k`,
      sampleRateHz,
      channel,
      asked: this.#asked,
    };
  }
}
