// The rule that decides whether an engine takes one more session. It goes by load, not by the number of sessions, so
// that a call is refused before the running calls suffer.
import { limits } from '../../protocol/limits.js';
import { type LiveKind, liveKinds, type PerKind } from './work-costs.js';

/** The load of an engine when a session asks for a place. */
export interface EngineLoad {
  /** Sessions of the engine, by kind. */
  readonly sessions: PerKind;
  /** Delay of the engine at each of the last pings (the least of them). */
  readonly lateMs: number;
  /** Share of its time that the engine spent on live work; undefined if it did other work too. */
  readonly liveShare: number | undefined;
}

const { screeningReserve } = limits.shares;
const { fullShare, saturatedShare, besideShare, always, lateMs: lateFromMs } = limits.admission;

/** Share of an engine's time that its sessions take, by the known costs. */
export const demandOf = (sessions: PerKind, costs: PerKind): number =>
  liveKinds.reduce((sum, kind) => sum + sessions[kind] * costs[kind], 0);

const countOf = (sessions: PerKind): number => liveKinds.reduce((sum, kind) => sum + sessions[kind], 0);

/** The reason why the engine is late with its present sessions, as a clause for the message; undefined if it is not. */
export const whyBehind = ({ sessions, lateMs }: EngineLoad): string | undefined =>
  countOf(sessions) < always || lateMs < lateFromMs
    ? undefined
    : `it is ${(lateMs / 1_000).toFixed(1)} s behind its calls`;

/**
 * Share of the engine's processor that the gateway takes: on a machine with no more processors than engines, the
 * gateway has none of its own. `cpuShare`: processor time that the gateway took lately, in processors.
 */
export const shareBeside = (cpuShare: number, processors: number, engines: number): number =>
  processors > engines ? 0 : Math.min(besideShare, cpuShare / processors);

/**
 * The reason why the engine takes no more sessions of this kind now, as a clause for the message; undefined if it does.
 * `beside`: share of its processor that the gateway takes. The costs were learnt with the engine's waits for the
 * processor in them, so they apply to the remaining share only.
 */
export function whyFull(kind: LiveKind, load: EngineLoad, costs: PerKind, beside = 0): string | undefined {
  if (countOf(load.sessions) < always) return undefined;
  const behind = whyBehind(load);
  if (behind !== undefined) return behind;
  if ((load.liveShare ?? 0) > saturatedShare) return `its calls take ${percent(load.liveShare ?? 0)} of its time`;
  const demand = demandOf(load.sessions, costs) + costs[kind];
  const share = (ofCalls: number) => beside + (1 - beside) * ofCalls;
  const gateway = beside > 0 ? `, and the gateway process takes ${percent(beside)} of the same processor` : '';
  if (share(demand) > fullShare) return `its calls would take ${percent(demand)} of its time${gateway}`;
  if (kind === 'ring') return undefined;
  const others = demandOf({ ...load.sessions, ring: 0 }, costs) + costs[kind];
  if (share(others) <= fullShare - screeningReserve) return undefined;
  return `its recognition and synthesis would take ${percent(others)} of its time${gateway}, and the rest is reserved for screening`;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
