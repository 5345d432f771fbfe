// One WebSocket connection: the session state machine of specification 2, section 3.1, for every streaming capability.
//
//   idle --START--> active --command that ends--> ending --ended--> idle
//                   active --ended by the service, or failed--> idle
//   idle --START that must look something up--> starting --> active, or refused: idle
//   any  --fatal--> closed
//
// An ERROR never closes the connection. docs/formats.md has the messages.
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { asServiceError, errorRow, ServiceError } from '../protocol/errors.js';
import { ErrorWindow } from './error-window.js';
import { type Command, type Inbound, inbound, parseCommand } from './inbound.js';
import { tooLong, tooLongCode } from './last-word-socket.js';
import { Outbound } from './outbound.js';
import { SessionClock } from './session-clock.js';
import type { EndReason, SessionOut, StartedSession, StreamLimits, StreamProtocol, StreamSession } from './stream.js';
import { StrayAudio } from './unsolicited-audio.js';

export interface ConnectionParts {
  readonly socket: WebSocket;
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

/** RFC 6455: the connection ends because of its policy, or because the service stops. */
const closeCodes = { policy: 1008, goingAway: 1001, tooLong: tooLongCode, internal: 1011 } as const;

export class Connection {
  readonly #parts: ConnectionParts;
  readonly #out: Outbound;
  readonly #errors: ErrorWindow;
  readonly #stray: StrayAudio;
  readonly #clock: SessionClock;
  readonly #traceToken: string;
  #state: State = { name: 'idle', crossing: false, afterService: false };
  /** what arrived after a command that starts or ends a session; handled when it has started or ended */
  #waiting: Inbound[] = [];
  #holdsBack = false;
  #unansweredPings = 0;
  #closing = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#out = new Outbound(parts.socket, parts.limits, () => {
      if (this.#state.name === 'active') this.#state.session.room?.();
    });
    this.#errors = new ErrorWindow(parts.limits.errorCount, parts.limits.errorWindowMs);
    this.#stray = new StrayAudio(parts.limits.strayAudioMs);
    this.#clock = new SessionClock(parts.limits, (error) => this.#fatal(error));
    this.#traceToken = parts.newTraceToken();
    const { socket } = parts;
    socket.on('message', (data, isBinary) => this.#arrived(inbound(data, isBinary)));
    socket.on('pong', () => {
      this.#unansweredPings = 0;
    });
    socket.on('error', (fault) => parts.log.info({ reason: fault.message }, 'WebSocket connection failed')); // ws closes it itself
    socket.on('close', () => this.#gone());
    socket.on(tooLong, () => this.#fatal(tooLongFor(parts.limits)));
    this.#clock.awaitSession();
  }

  get hasSession(): boolean {
    return this.#state.name === 'starting' || this.#state.name === 'active' || this.#state.name === 'ending';
  }

  /** Called at every ping interval. */
  tick(): void {
    if (this.#state.name === 'closed') return;
    const dead = this.#out.stalled(this.#parts.nowMs()) || (!this.#parts.socket.isPaused && this.#unansweredPings >= 2);
    if (dead) {
      this.#parts.socket.terminate();
      return;
    }
    this.#unansweredPings++;
    if (this.#parts.socket.readyState === this.#parts.socket.OPEN) this.#parts.socket.ping();
  }

  /** The service stops: at once when there is no session, otherwise after it. */
  close(): void {
    this.#closing = true;
    if (this.#state.name === 'idle') this.stop();
  }

  /** The service stops now. */
  stop(): void {
    this.#fatal(new ServiceError('STOPPING'));
  }

  #arrived(message: Inbound): void {
    if (this.#state.name === 'closed') return;
    if (this.#state.name === 'starting' || this.#state.name === 'ending') {
      this.#waiting.push(message); // bounded: the socket is paused, at most its buffered chunk follows
      return;
    }
    try {
      if (message.isBinary) this.#audio(message.data);
      else this.#text(message.data);
    } catch (fault) {
      this.#refuse(asServiceError(fault));
    }
  }

  #text(data: Buffer): void {
    const message = parseCommand(data);
    const { command } = message;
    const state = this.#state;
    if (command === 'START') {
      if (state.name !== 'idle') {
        const end = this.#parts.protocol.commands.at(-1);
        throw new ServiceError('WRONG_ORDER', `START within a session; send ${end} first`);
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
    const { protocol, newTraceToken, socket } = this.#parts;
    const traceToken = newTraceToken();
    const started = protocol.start(message, traceToken, this.#sessionOut(traceToken));
    if (!(started instanceof Promise)) {
      this.#started(traceToken, started);
      return;
    }
    this.#state = { name: 'starting', traceToken };
    this.#clock.stop();
    socket.pause();
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

  #audio(slice: Buffer): void {
    const state = this.#state;
    if (!this.#parts.protocol.takesAudio) {
      throw new ServiceError('INVALID_ARGUMENT', 'binary message: this interface takes no audio');
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

  /** No second of any format is as long; the engine need not look at it. */
  #refuseHuge(slice: Buffer): void {
    const { binaryFrameBytes } = this.#parts.limits;
    if (slice.length <= binaryFrameBytes) return;
    throw new ServiceError('BAD_SLICE', `slice: ${slice.length} bytes, must be at most ${binaryFrameBytes}`);
  }

  /**
   * Audio without a session is ignored. After a session that the service itself ended, the client may not have noticed
   * and only the idle limit counts; otherwise audio that keeps coming is fatal.
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
    this.#parts.socket.pause();
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

  /** A session has started or ended. What waited may open a session and end it again: then the rest waits on. */
  #goOn(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const message of waiting) this.#arrived(message);
    const { name } = this.#state as State;
    if (name !== 'starting' && name !== 'ending' && !this.#holdsBack) this.#parts.socket.resume();
  }

  /** ERROR, and END when a session was on. */
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
      this.#clock.again(); // not idle: somebody is talking, if wrongly
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
    this.#parts.log.info({ traceToken, reason: error.message }, 'WebSocket connection closed by the gateway');
    this.#gone();
    this.#parts.socket.resume(); // a paused socket would never see the peer's close frame
    this.#parts.socket.close(closeCodeOf(error), error.code);
  }

  #gone(): void {
    this.#clock.stop();
    const state = this.#state;
    this.#state = { name: 'closed' };
    this.#waiting = [];
    if (state.name === 'active' || state.name === 'ending') state.session.close();
  }

  /** The engine has enough to do: stop reading, and do not count that against the client. */
  #holdBack(): void {
    this.#holdsBack = true;
    this.#clock.stop();
    this.#parts.socket.pause();
  }

  #letIn(): void {
    if (!this.#holdsBack || this.#state.name !== 'active') return;
    this.#holdsBack = false;
    this.#awaitSlice();
    this.#parts.socket.resume();
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

/** As ws counts it, whether it is text or audio. */
export const longestMessageBytes = ({ textFrameBytes, binaryFrameBytes }: StreamLimits): number =>
  Math.max(textFrameBytes, binaryFrameBytes);

const tooLongFor = (limits: StreamLimits): ServiceError =>
  new ServiceError('BODY_TOO_LARGE', `message: must be at most ${longestMessageBytes(limits)} bytes`);

function closeCodeOf(error: ServiceError): number {
  switch (error.code) {
    case 'BODY_TOO_LARGE':
      return closeCodes.tooLong;
    case 'STOPPING':
      return closeCodes.goingAway;
    case 'INTERNAL':
      return closeCodes.internal;
    default:
      return closeCodes.policy;
  }
}
