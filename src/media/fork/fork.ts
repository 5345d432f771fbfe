// A WebSocket on which a switch sends the audio of one call: frames of any length, and perhaps a text that names the call.
import type { Logger } from 'pino';
import { asServiceError, ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { ServerMessage } from '../../session/carrier.js';
import type { SessionMachine } from '../../session/machine.js';
import type { StreamLimits, StreamProtocol } from '../../session/protocol.js';
import { closeCodes, type Socket, SocketCarrier } from '../../ws/carrier.js';
import type { FormedStream, SocketListener } from '../../ws/route.js';
import { Call, type CallAudio, type CallCoding, type CallPurpose, type CallSide, callLimits } from '../call.js';
import type { LiveCalls } from '../live-calls.js';
import type { FinishCause } from '../screening-data.js';
import { hangupCommand } from './dialects.js';
import type { AudioQuery } from './query.js';
import { type CallTexts, readForkText } from './texts.js';

/** The purpose of the audio. */
export interface ForkPurpose extends CallPurpose {
  readonly hangsUp: boolean;
  /** True if the switch is sent what it tells. */
  readonly tells: boolean;
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

const codings = { l16: 'pcm_s16le', alaw: 'alaw', ulaw: 'ulaw' } as const satisfies Record<string, CallCoding>;
/** The longest reason of a close frame, below its limit of 123 bytes: the cut may not fall in the middle of a character. */
const reasonBytes = 120;

export class Fork implements FormedStream, SocketListener {
  readonly #parts: ForkParts;
  readonly #call: Call;
  #carrier: ForkCarrier | undefined;
  #texts: CallTexts | undefined;

  constructor(parts: ForkParts) {
    this.#parts = parts;
    this.#call = new Call({ ...parts, side: this.#side(), noMediaMs: parts.query.noMediaMs });
  }

  get protocol(): StreamProtocol {
    return this.#parts.purpose.protocol;
  }

  get limits(): Partial<StreamLimits> {
    return callLimits(this.#parts.query.noMediaMs);
  }

  carrier(socket: Socket): SocketCarrier {
    this.#carrier = new ForkCarrier(socket, {
      frameOf: (message) => this.#frameOf(message),
      said: (message) => this.#call.said(message),
    });
    return this.#carrier;
  }

  listener(_carrier: SocketCarrier, sessions: SessionMachine): SocketListener {
    this.#call.begin(sessions);
    return this;
  }

  text(data: Buffer): void {
    if (this.#call.isOver) return;
    try {
      this.#text(data);
    } catch (fault) {
      this.#refuse(asServiceError(fault));
    }
  }

  audio(data: Buffer): void {
    this.#call.audio(data);
  }

  closed(over: () => void): void {
    this.#call.closed(over);
  }

  gone(): void {
    this.#call.abandon();
  }

  #text(data: Buffer): void {
    if (data.length > limits.fork.textBytes) {
      throw new ServiceError('INVALID_ARGUMENT', `text: must be at most ${limits.fork.textBytes} bytes`);
    }
    const text = readForkText(data.toString('utf8'));
    switch (text.kind) {
      case 'facts':
        this.#texts ??= text.facts; // later texts may say more about the call, but that changes nothing any more
        this.#call.describe(text.facts);
        return;
      case 'answered':
        this.#call.answer();
        return;
      case 'stop':
        this.#call.end('end');
        return;
      case 'key':
        return; // a key press does not change the verdict
    }
  }

  #side(): CallSide {
    const fork = this;
    return {
      audio: () => this.#audio(),
      get isPaused() {
        return fork.#carrier?.isPaused === true;
      },
      tell: (data) => this.#parts.purpose.tells && this.#carrier?.tell(frame('json', data)),
      over: (cause) => (cause === undefined ? this.#close(closeCodes.normal, 'end') : this.#hangUpAndClose(cause)),
      failed: (reason) => this.#close(closeCodes.policy, reason),
    };
  }

  #audio(): CallAudio {
    const { format, rate, channels, channel } = this.#parts.query;
    const texts = this.#texts;
    const isStereo = (texts?.channels ?? channels) === 2;
    return {
      coding: texts?.coding ?? codings[format],
      sampleRateHz: texts?.sampleRateHz ?? rate,
      ...(isStereo && { channel }),
    };
  }

  #frameOf(message: ServerMessage): string | undefined {
    if (message.respType === 'ERROR' || message.respType === 'FATAL_ERROR') {
      const { errCode: code, errMessage } = message;
      return frame('error', { event: 'error', uuid: this.#call.name, code, message: errMessage });
    }
    if (!this.#parts.purpose.tells) return undefined;
    const told = this.#call.dataOf(message);
    return told && frame('json', told.data);
  }

  /** A call that somebody has answered, or that the switch has ended, is not hung up. */
  #hangUpAndClose(cause: FinishCause): void {
    const { socket } = this.#carrier as ForkCarrier;
    if (this.#parts.purpose.hangsUp && cause !== 'answered' && cause !== 'end') {
      this.#carrier?.tell(hangupCommand(socket.protocol, this.#texts ?? {}));
    }
    this.#close(closeCodes.normal, cause);
  }

  #refuse(error: ServiceError): void {
    const { name: uuid } = this.#call;
    this.#parts.log.info({ call: uuid, reason: error.message }, 'fork refused');
    this.#carrier?.tell(frame('error', { event: 'error', uuid, code: error.row.code, message: error.message }));
    this.#call.abandon();
    this.#close(closeCodes.policy, error.message);
  }

  #close(code: number, reason: string): void {
    this.#carrier?.close(
      code,
      Buffer.from(reason)
        .subarray(0, reasonBytes)
        .toString('utf8')
        .replace(/\ufffd+$/, ''),
    );
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
