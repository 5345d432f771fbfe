// A WebSocket on which a switch sends the audio of one call: frames of any length, and perhaps a text that names the call.
// The purpose of a fork says what is done with the audio; the rules of the session are those of every carrier.
import type { Logger } from 'pino';
import type { AudioChannel } from '../../protocol/engine/audio.js';
import { asServiceError, ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { ServerMessage } from '../../session/carrier.js';
import type { Command } from '../../session/commands.js';
import type { SessionMachine } from '../../session/machine.js';
import type { StreamLimits, StreamProtocol } from '../../session/protocol.js';
import { closeCodes, type Socket, SocketCarrier } from '../../ws/carrier.js';
import type { FormedStream, SocketListener } from '../../ws/route.js';
import type { LiveCalls } from '../live-calls.js';
import type { FinishCause } from '../screening-data.js';
import { hangupCommand } from './dialects.js';
import type { AudioQuery } from './query.js';
import { SliceCutter } from './slices.js';
import { type CallFacts, type ForkCoding, readForkText } from './texts.js';

/** What the audio is sent for. */
export interface ForkPurpose {
  readonly protocol: StreamProtocol;
  /** The command that opens its session. */
  start(call: ForkedCall): Command;
  /** What is said of a message of the session; undefined: nothing. */
  dataOf(message: ServerMessage, call: ForkedCall): Told | undefined;
  /** What is said of a call of which no audio came. */
  withoutMedia(call: ForkedCall, cause: FinishCause): object;
  /** What an answer means for it. */
  readonly answered: 'stop' | 'tones' | 'keywords';
  readonly hangsUp: boolean;
  /** By the wall clock, from the first audio. */
  readonly maxMs: number;
}

interface Told {
  readonly data: object;
  /** Set with the last one. */
  readonly finishCause?: FinishCause;
}

/** A call as the switch described it. */
export interface ForkedCall {
  readonly uuid: string;
  readonly extraInfo: string;
  /** Such as pcm_s16le_8k. */
  readonly audioFormat: string;
  /** The channel of two that is heard. */
  readonly channel: AudioChannel | undefined;
  /** Why its end was asked for, if it was. */
  readonly asked: FinishCause | undefined;
}

export interface ForkParts {
  readonly purpose: ForkPurpose;
  readonly query: AudioQuery;
  readonly calls: LiveCalls;
  /** The route and the application: a call has one fork of each. */
  readonly place: string;
  readonly newName: () => string;
  readonly log: Logger;
}

const codings = { l16: 'pcm_s16le', alaw: 'alaw', ulaw: 'ulaw' } as const satisfies Record<string, ForkCoding>;
/** Of a close frame: 123 bytes, and not in the middle of a character. */
const reasonBytes = 120;

export class Fork implements FormedStream, SocketListener {
  readonly #parts: ForkParts;
  #carrier: ForkCarrier | undefined;
  #sessions: SessionMachine | undefined;
  #facts: CallFacts | undefined;
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

  constructor(parts: ForkParts) {
    this.#parts = parts;
    this.#name = parts.newName();
  }

  get protocol(): StreamProtocol {
    return this.#parts.purpose.protocol;
  }

  /** The fork itself looks after audio that does not come. */
  get limits(): Partial<StreamLimits> {
    const waitMs = this.#parts.query.noMediaMs + limits.fork.lateMs;
    return { nextSliceMs: waitMs, idleMs: waitMs };
  }

  carrier(socket: Socket): SocketCarrier {
    this.#carrier = new ForkCarrier(socket, {
      frameOf: (message) => this.#frameOf(message),
      said: (message) => this.#said(message),
    });
    return this.#carrier;
  }

  listener(_carrier: SocketCarrier, sessions: SessionMachine): SocketListener {
    this.#sessions = sessions;
    this.#mediaTimer = setTimeout(() => this.#mediaIsMissing(), this.#parts.query.noMediaMs);
    return this;
  }

  text(data: Buffer): void {
    if (this.#isOver) return;
    this.#guarded(() => {
      if (data.length > limits.fork.textBytes) {
        throw new ServiceError('INVALID_ARGUMENT', `text: must be at most ${limits.fork.textBytes} bytes`);
      }
      const text = readForkText(data.toString('utf8'));
      switch (text.kind) {
        case 'facts':
          this.#describe(text.facts);
          return;
        case 'answered':
          this.#answer();
          return;
        case 'stop':
          this.#end('end');
          return;
        case 'key':
          return; // a key that somebody pressed changes no verdict
      }
    });
  }

  audio(data: Buffer): void {
    if (this.#isOver || data.length === 0) return;
    if (this.#cutter !== undefined) {
      this.#push(data);
      return;
    }
    this.#mediaTimer?.refresh();
    this.#held.push(data);
    this.#heldBytes += data.length;
    if (this.#facts !== undefined || this.#heldBytes > limits.fork.heldBytes) this.#open();
    else if (this.#held.length === 1) this.#after(limits.fork.holdMs, () => this.#open());
  }

  gone(): void {
    if (!this.#isOver && this.#cutter !== undefined) {
      this.#parts.log.info({ call: this.#name }, 'a fork was closed before its call was over');
    }
    this.#over();
  }

  /** The first text describes the call; later ones may say more of it, which changes nothing any more. */
  #describe(facts: CallFacts): void {
    if (this.#facts !== undefined || this.#cutter !== undefined) return;
    this.#facts = facts;
    if (facts.id !== undefined) {
      this.#releaseName = this.#parts.calls.claim(this.#parts.place, facts.id);
      this.#name = facts.id;
    }
    if (this.#held.length > 0) this.#open();
  }

  #open(): void {
    if (this.#isOver || this.#cutter !== undefined) return;
    const { purpose } = this.#parts;
    this.#cutter = new SliceCutter(this.#coding());
    this.#after(purpose.maxMs + limits.fork.lateMs, () => this.#end('timeout'));
    this.#sessions?.command(purpose.start(this.#call()));
    if (this.#isAnswered) this.#sessions?.command({ command: 'ANSWERED' });
    const held = this.#held;
    this.#held = [];
    for (const frame of held) this.#push(frame);
  }

  #push(frame: Buffer): void {
    for (const slice of this.#cutter?.push(frame) ?? []) {
      this.#mediaTimer?.refresh(); // bytes that drip make no slice, and are no audio
      this.#sessions?.audio(slice);
    }
  }

  #answer(): void {
    const { answered } = this.#parts.purpose;
    if (this.#isAnswered || answered === 'keywords') return;
    this.#isAnswered = true;
    if (this.#held.length > 0) this.#openBeforeAnswer();
    if (this.#cutter !== undefined) this.#sessions?.command({ command: 'ANSWERED' });
    if (answered === 'stop') this.#end('answered');
  }

  /** What is held came before the answer. */
  #openBeforeAnswer(): void {
    this.#isAnswered = false;
    this.#open();
    this.#isAnswered = true;
  }

  #mediaIsMissing(): void {
    if (this.#isOver) return;
    if (this.#carrier?.isPaused === true) this.#mediaTimer?.refresh();
    else this.#end('noMedia');
  }

  #end(cause: FinishCause): void {
    if (this.#isOver || this.#asked !== undefined) return;
    if (this.#held.length > 0) this.#open();
    this.#asked = cause;
    if (this.#sessions?.hasSession === true) this.#sessions.command({ command: 'END' });
    else this.#finish(this.#parts.purpose.withoutMedia(this.#call(), cause), cause);
  }

  #frameOf(message: ServerMessage): string | undefined {
    if (message.respType === 'ERROR' || message.respType === 'FATAL_ERROR') {
      const { errCode: code, errMessage } = message;
      return frame('error', { event: 'error', uuid: this.#name, code, message: errMessage });
    }
    const told = this.#parts.purpose.dataOf(message, this.#call());
    return told && frame('json', told.data);
  }

  /** Nothing follows the last message but the end of the connection. */
  #said(message: ServerMessage): void {
    if (this.#isOver) return;
    if (message.respType === 'ERROR') {
      this.#close(closeCodes.policy, String(message.errMessage));
      return;
    }
    const cause = this.#parts.purpose.dataOf(message, this.#call())?.finishCause;
    if (cause !== undefined) this.#hangUpAndClose(cause);
    else if (message.respType === 'END') this.#close(closeCodes.normal, 'end');
  }

  #finish(data: object, cause: FinishCause): void {
    this.#carrier?.tell(frame('json', data));
    this.#hangUpAndClose(cause);
  }

  /** A call that somebody has answered, or that the switch has ended, is not hung up. */
  #hangUpAndClose(cause: FinishCause): void {
    const { purpose, log } = this.#parts;
    const { socket } = this.#carrier as ForkCarrier;
    log.info({ call: this.#name, finishCause: cause }, 'a forked call is over');
    if (purpose.hangsUp && cause !== 'answered' && cause !== 'end') {
      this.#carrier?.tell(hangupCommand(socket.protocol, this.#facts ?? {}));
    }
    this.#close(closeCodes.normal, cause);
  }

  #refuse(error: ServiceError): void {
    this.#parts.log.info({ call: this.#name, reason: error.message }, 'a fork was refused');
    const { code } = error.row;
    this.#carrier?.tell(frame('error', { event: 'error', uuid: this.#name, code, message: error.message }));
    this.#close(closeCodes.policy, error.message);
  }

  #close(code: number, reason: string): void {
    this.#over();
    this.#carrier?.close(
      code,
      Buffer.from(reason)
        .subarray(0, reasonBytes)
        .toString('utf8')
        .replace(/\ufffd+$/, ''),
    );
  }

  #over(): void {
    this.#isOver = true;
    this.#held = [];
    clearTimeout(this.#mediaTimer);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#releaseName();
  }

  #after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (fault) {
      this.#refuse(asServiceError(fault));
    }
  }

  #coding() {
    const { format, rate, channels, channel } = this.#parts.query;
    const facts = this.#facts;
    const isStereo = (facts?.channels ?? channels) === 2;
    return {
      coding: facts?.coding ?? codings[format],
      sampleRateHz: facts?.sampleRateHz ?? rate,
      ...(isStereo && { channel }),
    };
  }

  #call(): ForkedCall {
    const { coding, sampleRateHz, channel } = this.#coding();
    return {
      uuid: this.#name,
      extraInfo: this.#facts?.extraInfo ?? '',
      audioFormat: `${coding}_${sampleRateHz / 1_000}k`,
      channel,
      asked: this.#asked,
    };
  }
}

const frame = (type: 'json' | 'error', data: object): string => JSON.stringify({ type, data });

interface ForkForm {
  frameOf(message: ServerMessage): string | undefined;
  said(message: ServerMessage): void;
}

class ForkCarrier extends SocketCarrier {
  constructor(
    socket: Socket,
    readonly form: ForkForm,
  ) {
    super(socket);
  }

  get isPaused(): boolean {
    return this.socket.isPaused;
  }

  override encode(message: ServerMessage): string | undefined {
    return this.form.frameOf(message);
  }

  said(message: ServerMessage): void {
    this.form.said(message);
  }

  tell(text: string): void {
    if (this.isOpen) this.send(text);
  }

  close(code: number, reason: string): void {
    this.resume(); // a paused socket would never see the peer's close frame
    this.socket.close(code, reason);
  }
}
