// The sessions of all carriers together: who may have a place, what each connection's sessions are made of, and their end
// when the service stops.
import type { Logger } from 'pino';
import { ServiceError } from '../protocol/errors.js';
import { limits as defaultLimits } from '../protocol/limits.js';
import type { Client } from '../shares/client.js';
import { Seats } from '../shares/seats.js';
import type { Booking } from '../shares/share.js';
import type { OnRefused } from '../shares/shares.js';
import type { Carrier } from './carrier.js';
import { SessionMachine } from './machine.js';
import type { StreamLimits, StreamProtocol } from './protocol.js';

export interface SessionsParts {
  readonly log: Logger;
  readonly newTraceToken: () => string;
  readonly limits?: Partial<StreamLimits>;
  readonly nowMs?: () => number;
  readonly onError?: (error: ServiceError) => void;
  readonly onRefused?: OnRefused | undefined;
}

export interface Opening {
  readonly carrier: Carrier;
  readonly protocol: StreamProtocol;
  /** Limits that differ from those of other connections. */
  readonly limits?: Partial<StreamLimits>;
  /** The name of the way in, for the log. */
  readonly route: string;
  readonly client: Client;
  /** The place that `take` gave. It belongs to the sessions from now on. */
  readonly seat: Booking;
}

export class Sessions {
  readonly #parts: SessionsParts;
  readonly #limits: StreamLimits;
  readonly #nowMs: () => number;
  readonly #seats: Seats;
  /** The machine of each connection, and the application that the client speaks for. */
  readonly #machines = new Map<SessionMachine, string | undefined>();
  #isStopping = false;
  #pausedFor: string | undefined;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
    this.#limits = { ...defaultLimits.stream, ...parts.limits };
    this.#nowMs = parts.nowMs ?? (() => performance.now());
    this.#seats = new Seats({
      limit: this.#limits.maxSessions,
      nowMs: this.#nowMs,
      onRefused: parts.onRefused,
    });
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Sessions that are open. */
  get running(): number {
    let count = 0;
    for (const machine of this.#machines.keys()) if (machine.hasSession) count++;
    return count;
  }

  /**
   * Takes a place for a connection; `screens`: one that screens calls, for which places are reserved. `open` keeps it; a
   * caller that does not get that far must release it. Throws OVERLOADED and STOPPING.
   */
  take(client: Client, screens: boolean): Booking {
    if (this.#isStopping) throw new ServiceError('STOPPING');
    if (this.#pausedFor !== undefined) throw new ServiceError('STOPPING', this.#pausedFor);
    return this.#seats.take(client, screens);
  }

  /** `leave` must follow when the connection is gone. */
  open({ carrier, protocol, limits, route, client, seat }: Opening): SessionMachine {
    const { log, newTraceToken, onError = () => {} } = this.#parts;
    const machine = new SessionMachine({
      ...{ carrier, protocol, newTraceToken, onError },
      limits: { ...this.#limits, ...limits },
      log: log.child({ route }),
      nowMs: this.#nowMs,
    });
    this.#machines.set(machine, client.appkey);
    this.#seats.sit({ sessions: machine, client, seat });
    if (this.#isStopping) queueMicrotask(() => machine.stop()); // the caller knows the machine by then
    return machine;
  }

  leave(machine: SessionMachine): void {
    this.#machines.delete(machine);
    this.#seats.leave(machine);
  }

  /** Ends every connection of an application that was removed. */
  dismiss(appkey: string): void {
    for (const [machine, owner] of this.#machines) if (owner === appkey) machine.dismiss();
  }

  /** Lets in nothing new until `resume`, for this reason; a connection ends as soon as it has no session. */
  pause(reason: string): void {
    this.#pausedFor = reason;
    for (const machine of this.#machines.keys()) machine.close();
  }

  resume(): void {
    this.#pausedFor = undefined;
  }

  /** Lets in nothing new; a connection ends as soon as it has no session. */
  close(): void {
    this.#isStopping = true;
    for (const machine of this.#machines.keys()) machine.close();
  }

  /** Ends every connection with FATAL_ERROR. */
  stop(): void {
    this.#isStopping = true;
    this.#seats.stop();
    for (const machine of this.#machines.keys()) machine.stop();
  }
}
