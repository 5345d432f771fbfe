// The rule by which an engine takes one more session: by its load rather than by the number of its sessions, so that a call is
// refused before the calls that it has suffer.
import { limits } from '../../protocol/limits.js';
import { type LiveKind, liveKinds, type PerKind } from './work-costs.js';

/** The load of an engine when a session asks for a place. */
export interface EngineLoad {
  /** sessions that it holds, by kind */
  readonly sessions: PerKind;
  /** how late it is, at every one of the last pings */
  readonly lateMs: number;
  /** part of its time that it spent on live work; undefined where other work was beside it */
  readonly liveShare: number | undefined;
}

const { fullShare, saturatedShare, besideShare, always, lateMs: lateFromMs } = limits.admission;

/** Part of an engine's time that its sessions take, as far as one knows what they cost. */
export const demandOf = (sessions: PerKind, costs: PerKind): number =>
  liveKinds.reduce((sum, kind) => sum + sessions[kind] * costs[kind], 0);

const countOf = (sessions: PerKind): number => liveKinds.reduce((sum, kind) => sum + sessions[kind], 0);

/** Why the engine is late with the sessions that it has, as a clause for the message; undefined: it is not. */
export const whyBehind = ({ sessions, lateMs }: EngineLoad): string | undefined =>
  countOf(sessions) < always || lateMs < lateFromMs
    ? undefined
    : `it is ${(lateMs / 1_000).toFixed(1)} s behind its calls`;

/**
 * Part of the engine's processor that the gateway takes: on machines with no more processors than engines it has none of its own.
 * `cpuShare`: of a processor, what it took lately.
 */
export const shareBeside = (cpuShare: number, processors: number, engines: number): number =>
  processors > engines ? 0 : Math.min(besideShare, cpuShare / processors);

/**
 * Why the engine takes no more of this kind now, as a clause for the message; undefined: it does. `beside`: what the gateway takes of
 * its processor. What sessions cost an engine was learnt with its waits for the processor, so that it counts for the rest alone.
 */
export function whyFull(kind: LiveKind, load: EngineLoad, costs: PerKind, beside = 0): string | undefined {
  if (countOf(load.sessions) < always) return undefined;
  const behind = whyBehind(load);
  if (behind !== undefined) return behind;
  if ((load.liveShare ?? 0) > saturatedShare) return `its calls take ${percent(load.liveShare ?? 0)} of its time`;
  const demand = demandOf(load.sessions, costs) + costs[kind];
  if (beside + (1 - beside) * demand <= fullShare) return undefined;
  const gateway = beside > 0 ? `, and the gateway process takes ${percent(beside)} of the same processor` : '';
  return `its calls would take ${percent(demand)} of its time${gateway}`;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
