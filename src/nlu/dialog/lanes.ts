// Runs one turn of a session at a time; further turns wait in order, up to a limit.
import { Slots } from '../../jobs/slots.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';

export class Lanes {
  readonly #lanes = new Map<string, Slots>();

  isBusy(sessionId: string): boolean {
    return this.#lanes.has(sessionId);
  }

  /** @throws ServiceError OVERLOADED */
  async run<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    const { waitingTurns } = limits.dialog;
    const lane = this.#lanes.get(sessionId) ?? new Slots(1, waitingTurns);
    if (lane.isFull) {
      const why = `a turn of this session is in progress, and ${waitingTurns} more are waiting`;
      throw new ServiceError('OVERLOADED', `sessionId: ${why}; send the next one after an answer`);
    }
    this.#lanes.set(sessionId, lane);
    try {
      return await lane.run(work);
    } finally {
      if (lane.isIdle) this.#lanes.delete(sessionId);
    }
  }
}
