// The clock of a running gateway: looked at now and then, and saved so that the next start knows the time.
import type { Logger } from 'pino';
import { isDiskFull } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { Store } from '../store/open.js';
import { Clock, machineTime, type TimeSource } from './clock.js';
import { clockTable } from './table.js';

export interface KeptClockParts {
  readonly db: Store;
  readonly log: Logger;
  readonly source?: TimeSource;
}

export interface KeptClock {
  readonly clock: Clock;
  /** Messages for the operator; empty while the clock is believed. */
  degraded(): string[];
  stop(): void;
}

/** A start with a saved time writes nothing. */
export function keepClock({ db, log, source = machineTime }: KeptClockParts): KeptClock {
  const table = clockTable(db);
  const before = table.saved();
  const clock = new Clock(before, source);
  let savedAtMs = before.utcMs === null ? Number.NEGATIVE_INFINITY : source.steadyMs();
  let wasBelieved = before.wasBelieved;
  const save = () => {
    try {
      table.save(clock.toSave());
      savedAtMs = source.steadyMs();
    } catch (fault) {
      if (!isDiskFull(fault)) throw fault; // it is saved at the next look with room
    }
  };
  const iso = (ms: number) => new Date(ms).toISOString();
  const look = () => {
    const { isBelieved, wallMs, utcMs } = clock.facts();
    const hasChanged = isBelieved !== wasBelieved;
    if (hasChanged) {
      wasBelieved = isBelieved;
      const facts = { wall: iso(wallMs), goesBy: iso(utcMs) };
      const again = before.utcMs === null ? '' : ' again';
      if (isBelieved) log.info(facts, `the clock of this machine is plausible${again} and is used`);
      else log.warn(facts, 'the clock of this machine is not plausible: the gateway uses its own time');
    }
    if (hasChanged || source.steadyMs() - savedAtMs >= limits.clock.saveMs) save();
  };
  clock.onJump((byMs) => log.warn({ byMs, now: iso(source.wallMs()) }, 'the clock of this machine was set'));
  look();
  const timer = setInterval(look, limits.clock.lookMs).unref();
  return {
    clock,
    degraded: () => {
      const { isBelieved, wallMs, utcMs } = clock.facts();
      if (isBelieved) return [];
      const held = clock.maySweep() ? '' : ', and expired data is not removed yet';
      return [
        `the clock of this machine says ${iso(wallMs)}, which is impossible or far from the last known time: the ` +
          `gateway uses ${iso(utcMs)} instead${held}; set the clock`,
      ];
    },
    stop: () => {
      clearInterval(timer);
      if (source.steadyMs() - savedAtMs >= limits.clock.saveAtStopMs) save();
    },
  };
}
