// The order in which requests are begun: those of a connection one after another, as their answers are, and a few of each address in each turn
// of the event loop. Requests that were sent without waiting for the answer before them have a slower pace: otherwise a few connections would
// take the whole processor.
import type { Duplex } from 'node:stream';
import { limits } from '../protocol/limits.js';

type Work = () => void;

interface Lane {
  /** requests that were begun since the last turn */
  begun: number;
  readonly waiting: Work[];
}

interface Connection {
  readonly address: string;
  /** requests behind the one that is being served */
  readonly waiting: Work[];
}

const { ignoredRequests, begunPerTurn, pipelinedPerTurn, pipelinedTurnMs } = limits.http;

export class RequestTurns {
  readonly #connections = new Map<Duplex, Connection>();
  readonly #ignored = new WeakMap<Duplex, number>();
  readonly #first = new Lanes(begunPerTurn, setImmediate);
  readonly #pipelined = new Lanes(pipelinedPerTurn, (turn) => setTimeout(turn, pipelinedTurnMs));

  /** Connections with a request that is being served or waits. */
  get size(): number {
    return this.#connections.size;
  }

  /** Tells whether a request of the connection waits for the answer to the one before it. */
  hasWaiting(socket: Duplex): boolean {
    return (this.#connections.get(socket)?.waiting.length ?? 0) > 0;
  }

  /** Counts a request that is ignored. Returns true once there were too many of them. */
  isFlood(socket: Duplex): boolean {
    const ignored = (this.#ignored.get(socket) ?? 0) + 1;
    this.#ignored.set(socket, ignored);
    return ignored > ignoredRequests;
  }

  /** Calls `work` at once, or when it is the turn of the request. `done` must follow. */
  begin(socket: Duplex, address: string, work: Work): void {
    const connection = this.#connections.get(socket);
    if (connection !== undefined) {
      connection.waiting.push(work);
      return;
    }
    this.#connections.set(socket, { address, waiting: [] });
    this.#first.begin(address, work);
  }

  /** The answer to the request that was begun last has gone. */
  done(socket: Duplex): void {
    const connection = this.#connections.get(socket);
    const next = connection?.waiting.shift();
    if (connection === undefined || next === undefined) this.#connections.delete(socket);
    else this.#pipelined.begin(connection.address, next);
  }

  /** The connection is closed. */
  forget(socket: Duplex): void {
    this.#connections.delete(socket);
  }
}

/** Requests of each address, a number of which begin in each turn. */
class Lanes {
  readonly #perTurn: number;
  readonly #schedule: (turn: () => void) => void;
  readonly #lanes = new Map<string, Lane>();
  #isTurning = false;

  constructor(perTurn: number, schedule: (turn: () => void) => void) {
    this.#perTurn = perTurn;
    this.#schedule = schedule;
  }

  begin(address: string, work: Work): void {
    const lane = this.#lanes.get(address) ?? { begun: 0, waiting: [] };
    this.#lanes.set(address, lane);
    if (!this.#isTurning) this.#schedule(this.#turn);
    this.#isTurning = true;
    if (lane.begun >= this.#perTurn) {
      lane.waiting.push(work);
      return;
    }
    lane.begun++;
    work();
  }

  readonly #turn = () => {
    this.#isTurning = false;
    const lanes = [...this.#lanes];
    for (const [address, lane] of lanes) {
      lane.begun = 0;
      if (lane.waiting.length === 0) this.#lanes.delete(address);
    }
    for (const [address, { waiting }] of lanes) {
      for (const work of waiting.splice(0, this.#perTurn)) this.begin(address, work);
    }
  };
}
