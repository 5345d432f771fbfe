// A call on a carrier that has no way to say anything but that it is over: its session, its place among the connections, and
// their end. A WebSocket has a carrier of its own (src/ws).
import type { ServiceError } from '../protocol/errors.js';
import type { Carrier, ServerMessage } from '../session/carrier.js';
import type { Sessions } from '../session/sessions.js';
import type { Client } from '../shares/client.js';
import type { Booking } from '../shares/share.js';
import { Call, type CallParts, callLimits } from './call.js';

/** The way on which the audio comes. */
export interface Way {
  readonly isOpen: boolean;
  pause(): void;
  resume(): void;
  /** The session is over for a reason that the call does not tell of, such as the end of the service. */
  end(error: ServiceError): void;
  /** Ends the connection at once. */
  drop(): void;
}

export interface CarriedParts extends CallParts {
  readonly sessions: Sessions;
  readonly client: Client;
  /** The booking that sessions.take gave. */
  readonly seat: Booking;
  /** The name of the way in, for the log. */
  readonly route: string;
  readonly way: Way;
}

export interface CarriedCall {
  readonly call: Call;
  /** The way is closed: what was heard is judged, then the place is given back and `whenOver` is called. */
  gone(whenOver: () => void): void;
}

/** The call waits for its audio from now on. */
export function carryCall({ sessions, client, seat, route, way, ...parts }: CarriedParts): CarriedCall {
  const call = new Call(parts);
  const carrier = new SilentCarrier(way, (message) => call.said(message));
  const { protocol } = parts.purpose;
  const machine = sessions.open({ carrier, protocol, client, seat, route, limits: callLimits(parts.noMediaMs) });
  call.begin(machine);
  return {
    call,
    gone: (whenOver) =>
      call.closed(() => {
        machine.gone();
        call.abandon();
        sessions.leave(machine);
        whenOver();
      }),
  };
}

class SilentCarrier implements Carrier {
  readonly unsentBytes = 0;

  constructor(
    readonly way: Way,
    readonly said: (message: ServerMessage) => void,
  ) {}

  get isOpen(): boolean {
    return this.way.isOpen;
  }

  encode(): undefined {
    return undefined;
  }

  send(): void {} // no message has a form on this carrier

  pause(): void {
    this.way.pause();
  }

  resume(): void {
    this.way.resume();
  }

  end(error: ServiceError): void {
    this.way.end(error);
  }

  drop(): void {
    this.way.drop();
  }
}
