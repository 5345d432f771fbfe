// The session state machine of specification 2, section 3.1, for every streaming capability and every carrier. One machine
// serves one connection of a client, whose sessions follow one another.
//
//   idle --START--> active --command that ends--> ending --ended--> idle
//                   active --ended by the service, or failed--> idle
//   idle --START that must look something up--> starting --> active, or refused: idle
//   any  --fatal--> closed
//
// An ERROR never closes the connection. docs/formats.md has the messages.
import type { Logger } from 'pino';
import { asServiceError, errorRow, ServiceError } from '../protocol/errors.js';
import type { Carrier } from './carrier.js';
import { type Command, parseCommand } from './commands.js';
import { ErrorWindow } from './error-window.js';
import { Outbound } from './outbound.js';
import {
  type EndReason,
  longestMessageBytes,
  type SessionOut,
  type StartedSession,
  type StreamLimits,
  type StreamProtocol,
  type StreamSession,
} from './protocol.js';
import { SessionClock } from './session-clock.js';
import { StrayAudio } from './unsolicited-audio.js';

export interface MachineParts {
  readonly carrier: Carrier;
  readonly protocol: StreamProtocol;
  readonly limits: StreamLimits;
  readonly log: Logger;
  readonly newTraceToken: () => string;
  readonly nowMs: () => number;
  readonly onError: (error: ServiceError) => void;
}

/** `crossing`: the service ended the last session, so one END may still be under way, and audio and requests for it too */
type Idle = { readonly name: 'idle'; readonly crossing: boolean; readonly afterService: boolean };
type State =
  | Idle
  | { readonly name: 'starting'; readonly traceToken: string }
  | { readonly name: 'active' | 'ending'; readonly traceToken: string; readonly session: StreamSession }
  | { readonly name: 'closed' };

/** Messages that arrived from a client and wait to be handled. */
type Arrival = { readonly command: Buffer | Command } | { readonly audio: Uint8Array };

export class SessionMachine {
  readonly #parts: MachineParts;
  readonly #out: Outbound;
  readonly #errors: ErrorWindow;
  readonly #stray: StrayAudio;
  readonly #clock: SessionClock;
  readonly #traceToken: string;
  #state: State = { name: 'idle', crossing: false, afterService: false };
  /** messages that arrived after a command that starts or ends a session; they are handled once it has started or ended */
  #waiting: Arrival[] = [];
  #holdsBack = false;
  #closing = false;

  constructor(parts: MachineParts) {
    this.#parts = parts;
    this.#out = new Outbound(parts.carrier, parts.limits, () => {
      if (this.#state.name === 'active') this.#state.session.room?.();
    });
    this.#errors = new ErrorWindow(parts.limits.errorCount, parts.limits.errorWindowMs);
    this.#stray = new StrayAudio(parts.limits.strayAudioMs);
    this.#clock = new SessionClock(parts.limits, (error) => this.#fatal(error), parts.nowMs);
    this.#traceToken = parts.newTraceToken();
    this.#clock.awaitSession();
  }

  get hasSession(): boolean {
    return this.#state.name === 'starting' || this.#state.name === 'active' || this.#state.name === 'ending';
  }

  /** The time since which there is no session; undefined while there is one. */
  get idleSinceMs(): number | undefined {
    return this.#state.name === 'idle' ? this.#clock.idleSinceMs : undefined;
  }

  get isClosed(): boolean {
    return this.#state.name === 'closed';
  }

  /**
   * True if the client has read nothing of what waits for it for too long. The carrier checks this at a steady
   * interval, and drops the client.
   */
  isStalled(): boolean {
    return this.#out.stalled(this.#parts.nowMs());
  }

  /** Handles a command from the client: its JSON text, or the command itself if the carrier has no texts. */
  command(message: Buffer | Command): void {
    if (this.#state.name === 'closed') return;
    if (this.#isBetween()) {
      this.#waiting.push({ command: message }); // bounded: the carrier is paused, at most its buffered chunk follows
      return;
    }
    try {
      this.#command(Buffer.isBuffer(message) ? parseCommand(message) : message);
    } catch (fault) {
      this.#refuse(asServiceError(fault));
    }
  }

  /** Handles audio from the client. */
  audio(slice: Uint8Array): void {
    if (this.#state.name === 'closed') return;
    if (this.#isBetween()) {
      this.#waiting.push({ audio: slice });
      return;
    }
    try {
      this.#audio(slice);
    } catch (fault) {
      this.#refuse(asServiceError(fault));
    }
  }

  /** Handles a message longer than the limits allow; the carrier has not kept it. */
  tooLong(): void {
    const mostBytes = longestMessageBytes(this.#parts.limits);
    this.#fatal(new ServiceError('BODY_TOO_LARGE', `message: must be at most ${mostBytes} bytes`));
  }

  /** Closes for a stop of the service: at once without a session, otherwise after it. */
  close(): void {
    this.#closing = true;
    if (this.#state.name === 'idle') this.stop();
  }

  /** Ends everything now, for a stop of the service. */
  stop(): void {
    this.#fatal(new ServiceError('STOPPING'));
  }

  /** Ends everything now, because the application of the client was removed. */
  dismiss(): void {
    this.#fatal(new ServiceError('UNAUTHENTICATED', 'UNAUTHENTICATED: the application was removed'));
  }

  /** Closes a connection without a session because others need its place. */
  expel(why: string): void {
    this.#fatal(new ServiceError('IDLE_TIMEOUT', why));
  }

  /** Called when the connection is gone, possibly more than once. */
  gone(): void {
    this.#clock.stop();
    const state = this.#state;
    this.#state = { name: 'closed' };
    this.#waiting = [];
    if (state.name === 'active' || state.name === 'ending') state.session.close();
  }

  /** True while a session is being opened or ended. What the client sends meanwhile belongs to the next state. */
  #isBetween(): boolean {
    return this.#state.name === 'starting' || this.#state.name === 'ending';
  }

  #command(message: Command): void {
    const { command } = message;
    const state = this.#state;
    if (command === 'START') {
      if (state.name !== 'idle') {
        const end = this.#parts.protocol.commands.at(-1);
        throw new ServiceError('WRONG_ORDER', `START during a session; send ${end} first`);
      }
      this.#start(message, state);
      return;
    }
    const known = this.#parts.protocol.commands.find((name) => name === command);
    if (known === undefined) {
      const commands = ['START', ...this.#parts.protocol.commands].join(', ');
      throw new ServiceError('INVALID_ARGUMENT', `command: must be one of ${commands}`);
    }
    if (state.name === 'active') {
      const then = state.session.command(known, message);
      if (then === 'ending') this.#ending(state.traceToken, state.session);
      if (then === 'cancelled') this.#ended(state.traceToken, 'CANCEL', false);
      return;
    }
    if (state.name === 'idle' && state.crossing) {
      if (this.#parts.protocol.repeated?.includes(known) !== true) this.#state = { ...state, crossing: false };
      return;
    }
    throw new ServiceError('WRONG_ORDER', `${known} without a session; send START first`);
  }

  #start(message: Command, before: Idle): void {
    const { protocol, newTraceToken, carrier } = this.#parts;
    const traceToken = newTraceToken();
    const started = protocol.start(message, traceToken, this.#sessionOut(traceToken));
    if (!(started instanceof Promise)) {
      this.#started(traceToken, started);
      return;
    }
    this.#state = { name: 'starting', traceToken };
    this.#clock.stop();
    carrier.pause();
    started.then(
      (session) => {
        if (this.#state.name === 'closed') {
          session.session.close();
          return;
        }
        this.#started(traceToken, session);
        this.#goOn();
      },
      (fault) => {
        if (this.#state.name === 'closed') return;
        this.#state = before;
        this.#clock.awaitSession();
        this.#refuse(asServiceError(fault));
        if (this.#closing) this.stop();
        this.#goOn();
      },
    );
  }

  #started(traceToken: string, { session, warning }: StartedSession): void {
    this.#state = { name: 'active', traceToken, session };
    this.#stray.forget();
    this.#out.text({ respType: 'START', traceToken, ...(warning && warning.length > 0 && { warning }) }, false);
    this.#awaitSlice();
  }

  #audio(slice: Uint8Array): void {
    const state = this.#state;
    if (!this.#parts.protocol.takesAudio) {
      throw new ServiceError('INVALID_ARGUMENT', 'binary message: this interface accepts no audio');
    }
    switch (state.name) {
      case 'active':
        this.#refuseHuge(slice);
        if (state.session.push(slice)) this.#clock.again();
        else this.#holdBack();
        return;
      case 'idle':
        this.#strayAudio(state.afterService);
        return;
      default:
        return;
    }
  }

  /** Refuses a slice that is longer than a second of audio in any format. The engine need not look at it. */
  #refuseHuge(slice: Uint8Array): void {
    const { binaryFrameBytes } = this.#parts.limits;
    if (slice.length <= binaryFrameBytes) return;
    throw new ServiceError('BAD_SLICE', `slice: ${slice.length} bytes, must be at most ${binaryFrameBytes}`);
  }

  /**
   * Audio without a session is ignored. If the service itself ended the session, the client may not have noticed, and
   * only the idle limit counts. Otherwise audio that keeps coming is fatal.
   */
  #strayAudio(afterService: boolean): void {
    if (afterService) return;
    if (!this.#stray.add(this.#parts.nowMs())) return;
    const seconds = this.#parts.limits.strayAudioMs / 1_000;
    this.#fatal(new ServiceError('STRAY_AUDIO', `audio for over ${seconds} s with no session`));
  }

  #ending(traceToken: string, session: StreamSession): void {
    this.#state = { name: 'ending', traceToken, session };
    this.#clock.stop(); // the engine's pings watch over what comes now
    this.#parts.carrier.pause();
  }

  #sessionOut(traceToken: string): SessionOut {
    const mine = () => this.hasSession && (this.#state as { traceToken?: string }).traceToken === traceToken;
    return {
      send: ({ respType, ...fields }, droppable) => {
        if (mine()) this.#out.text({ respType, traceToken, ...fields }, droppable);
      },
      sendAudio: (slice) => !mine() || this.#out.audio(slice),
      hasRoom: () => this.#out.hasRoom,
      room: () => {
        if (mine()) this.#letIn();
      },
      ended: (reason) => {
        if (mine()) this.#ended(traceToken, reason, this.#state.name === 'active');
      },
      failed: (error) => {
        if (mine()) this.#refuse(error);
      },
    };
  }

  #ended(traceToken: string, reason: EndReason, byService: boolean): void {
    this.#out.text({ respType: 'END', traceToken, reason }, false);
    this.#state = { name: 'idle', crossing: byService, afterService: byService && reason !== 'ERROR' };
    if (this.#closing) {
      this.stop();
      return;
    }
    this.#stray.forget();
    this.#clock.awaitSession();
    this.#holdsBack = false;
    this.#goOn();
  }

  /**
   * Handles what waited for a session to start or end. If that opens a session and ends it again, the rest goes on
   * waiting.
   */
  #goOn(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const arrival of waiting) {
      if ('audio' in arrival) this.audio(arrival.audio);
      else this.command(arrival.command);
    }
    const { name } = this.#state as State;
    if (name !== 'starting' && name !== 'ending' && !this.#holdsBack) this.#parts.carrier.resume();
  }

  /** Sends ERROR, and END if there was a session. */
  #refuse(error: ServiceError): void {
    if (this.#state.name === 'closed') return;
    this.#logFault(error);
    if (errorRow(error.code).ws === 'fatal') {
      this.#fatal(error);
      return;
    }
    const state = this.#state;
    const traceToken = state.name === 'idle' ? this.#traceToken : state.traceToken;
    this.#parts.onError(error);
    const message = { respType: 'ERROR', traceToken, errCode: error.row.code, errMessage: error.message };
    this.#out.text(message, false);
    const tooMany = this.#errors.add(this.#parts.nowMs());
    if (state.name === 'active' || state.name === 'ending') {
      state.session.close();
      this.#ended(traceToken, 'ERROR', state.name === 'active');
    } else {
      this.#clock.again(); // not idle: the client is sending, even if wrongly
    }
    const { errorCount, errorWindowMs } = this.#parts.limits;
    if (!tooMany) return;
    this.#fatal(new ServiceError('TOO_MANY_ERRORS', `${errorCount} errors within ${errorWindowMs / 1_000} s`));
  }

  #fatal(error: ServiceError): void {
    const state = this.#state;
    if (state.name === 'closed') return;
    const traceToken = state.name === 'idle' ? this.#traceToken : state.traceToken;
    this.#parts.onError(error);
    const message = { respType: 'FATAL_ERROR', traceToken, errCode: error.row.code, errMessage: error.message };
    this.#out.text(message, false);
    this.#parts.log.info({ traceToken, reason: error.message }, 'connection closed by the gateway');
    this.gone();
    this.#parts.carrier.end(error);
  }

  /** Stops reading while the engine is busy, and does not count that against the client. */
  #holdBack(): void {
    this.#holdsBack = true;
    this.#clock.stop();
    this.#parts.carrier.pause();
  }

  #letIn(): void {
    if (!this.#holdsBack || this.#state.name !== 'active') return;
    this.#holdsBack = false;
    this.#awaitSlice();
    this.#parts.carrier.resume();
  }

  #awaitSlice(): void {
    if (this.#parts.protocol.takesAudio) this.#clock.awaitSlice();
    else this.#clock.stop();
  }

  #logFault(error: ServiceError): void {
    const { log } = this.#parts;
    const traceToken =
      this.#state.name === 'active' || this.#state.name === 'ending' ? this.#state.traceToken : this.#traceToken;
    if (error.code === 'INTERNAL') log.error({ traceToken, err: error.cause }, 'session failed');
    else log.info({ traceToken, reason: error.message }, 'session refused');
  }
}
