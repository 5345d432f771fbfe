// The next step of a box towards the firmware that its upstream wants. A pure function of what is wanted, what the box is, and what
// it has tried.
import { limits } from '../../protocol/limits.js';
import { isClockSet, isInWave, isInWindow, type Window } from './rollout.js';
import { versionOrder, whyNotInstall } from './version.js';

/** Firmware as a state names it. */
export interface Wanted {
  readonly product: string;
  readonly version: string;
  readonly minFrom: string | null;
  readonly sha256: string;
  readonly bytes: number;
  readonly window: Window | null;
  readonly wavePercent: number;
  readonly isHeld: boolean;
  readonly allowDowngrade: boolean;
}

/** The box, as its own program tells it. */
export interface OwnFirmware {
  readonly product: string;
  readonly version: string;
  /** An update is being tried and has not passed its self-test. */
  readonly isTrying: boolean;
  readonly safeMode: string | null;
  /** Another one after each restart of the box. */
  readonly boot: string;
}

/** The update that the box has tried, kept across restarts. */
export interface Tried {
  readonly sha256: string;
  readonly version: string;
  readonly phase: 'installing' | 'restarting' | 'good' | 'failed' | 'wentBack';
  /** Installations that began. */
  readonly tries: number;
  /** During which boot the phase began. */
  readonly boot: string;
  readonly reason: string;
}

export type BoxState =
  | 'current'
  | 'waiting'
  | 'fetching'
  | 'installing'
  | 'restarting'
  | 'trying'
  | 'good'
  | 'failed'
  | 'wentBack'
  | 'refused';

export interface Step {
  readonly do: 'nothing' | 'fetch' | 'install' | 'restart';
  readonly state: BoxState;
  readonly reason: string;
  /** The attempt to remember from now on; undefined if it does not change. */
  readonly tried?: Tried;
}

export interface Standing {
  readonly wanted: Wanted | undefined;
  readonly own: OwnFirmware;
  readonly tried: Tried | undefined;
  /** Id of the box. */
  readonly box: string;
  /** The bundle lies here whole. */
  readonly isFetched: boolean;
  /** ms UTC, by a clock that may be wrong. */
  readonly nowMs: number;
}

const rest = (state: BoxState, reason = '', tried?: Tried): Step => ({
  ...{ do: 'nothing', state, reason },
  ...(tried !== undefined && { tried }),
});

export function nextStep(standing: Standing): Step {
  const { wanted, own, tried } = standing;
  if (own.isTrying) return rest('trying', 'the self-test has not passed yet');
  const settled = tried?.phase === 'restarting' ? afterRestart(tried, own) : undefined;
  if (settled !== undefined) return settled;
  if (wanted === undefined) return rest('current', 'the upstream wants no firmware for this box');
  const mine = tried?.sha256 === wanted.sha256 ? tried : undefined;
  if (mine?.phase === 'wentBack') return rest('wentBack', mine.reason);
  if (mine?.phase === 'good' && own.version === wanted.version) return rest('good');
  if (mine?.phase === 'failed' && mine.tries >= limits.firmware.installTries) return rest('failed', mine.reason);
  if (versionOrder(wanted.version, own.version) === 0) return rest('current');
  const { product, version, minFrom, allowDowngrade } = wanted;
  const bundle = { compatible: product, version, minFrom: minFrom ?? undefined };
  const why = whyNotInstall(bundle, { compatible: own.product, version: own.version }, allowDowngrade);
  if (why !== undefined) return rest('refused', why);
  if (own.safeMode !== null) return rest('refused', `the box is in safe mode: ${own.safeMode}`);
  if (wanted.isHeld) return rest('waiting', 'the rollout is held back');
  if (!isInWave(standing.box, wanted.wavePercent))
    return rest('waiting', `the wave (${wanted.wavePercent} %) has not reached this box`);
  if (!standing.isFetched) return { do: 'fetch', state: 'fetching', reason: '' };
  return intoWindow(wanted, standing.nowMs);
}

function intoWindow({ window }: Wanted, nowMs: number): Step {
  if (window !== null && !isClockSet(nowMs)) {
    return rest('waiting', 'the clock of the box is not set, so the maintenance window cannot be kept');
  }
  if (window !== null && !isInWindow(window, nowMs)) return rest('waiting', 'the maintenance window is closed');
  return { do: 'install', state: 'installing', reason: '' };
}

/** Undefined: what was tried is over, and nothing is known of it that matters. */
function afterRestart(tried: Tried, own: OwnFirmware): Step {
  if (own.boot === tried.boot) return { do: 'restart', state: 'restarting', reason: '' };
  if (own.version === tried.version && own.safeMode === null) {
    return rest('good', '', { ...tried, phase: 'good', boot: own.boot });
  }
  const reason =
    own.safeMode === null ? `the box went back to ${own.version}` : `the box is in safe mode: ${own.safeMode}`;
  return rest('wentBack', reason, { ...tried, phase: 'wentBack', reason, boot: own.boot });
}
