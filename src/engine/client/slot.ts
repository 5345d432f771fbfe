// An engine that is kept running with its models, and the spare that takes over from any of them.
import { freeMemoryBytes } from '../../child/free-memory.js';
import type { Ending, LastingOptions } from '../../child/lasting.js';
import { WarmSpare } from '../../child/spare.js';
import type { SupervisorLog } from '../../child/supervised.js';
import { SupervisedSlot } from '../../child/supervisor.js';
import type { limits } from '../../protocol/limits.js';
import type { ToEngine } from '../channel/messages.js';
import { EngineProcess, type EngineWork } from './process.js';
import type { WorkCosts } from './work-costs.js';

export type EngineLimits = { readonly [K in keyof typeof limits.engine]: number };
export type EngineSlot = SupervisedSlot<EngineProcess>;
export type EngineSpare = WarmSpare<EngineProcess>;

/** `auto`: a spare is kept if memory allows it. */
export type SpareRule = 'auto' | 'on' | 'off';

/** An engine that died by itself, or had to be killed. */
export interface EngineDeath extends EngineWork {
  readonly pid: number | undefined;
  readonly ending: Ending | undefined;
  /** True if the engine had loaded its models. */
  readonly wasReady: boolean;
}

export interface EngineParts {
  readonly options: LastingOptions<ToEngine>;
  readonly limits: EngineLimits;
  readonly log: SupervisorLog;
  readonly onDeath?: ((death: EngineDeath) => void) | undefined;
  readonly costs: WorkCosts;
  /** Called when a serving engine has loaded its models. */
  readonly onReady: (process: EngineProcess) => void;
}

const deathOf = ({ pid, ending, readyAtMs, work }: EngineProcess): EngineDeath => ({
  ...{ pid, ending, wasReady: readyAtMs > 0 },
  ...work,
});

export function engineSlot(index: number, parts: EngineParts, spare: EngineSpare | undefined): EngineSlot {
  const { options, limits: engineLimits, log, onDeath, costs, onReady } = parts;
  const engine = { engine: index };
  return new SupervisedSlot({
    ...{ name: 'engine', limits: engineLimits, log, canBeBare: options.args.length > 0 },
    ...(spare && { spare }),
    launch: (delayMs, isBare) => new EngineProcess(isBare ? { ...options, args: [] } : options, delayMs, costs),
    facts: (process) => ({ ...engine, ...factsOf(process) }),
    lossFacts: (process) => ({ ...engine, ...lossOf(process) }),
    onReady: (process, isBare) => {
      const { models } = process;
      if (isBare)
        log.warn(engine, 'engine started without models, because it died while loading them (see the lines before)');
      for (const { name, reason } of models.refused) log.warn({ ...engine, model: name, reason }, 'model refused');
      onReady(process);
    },
    onDeath: (process) => onDeath?.(deathOf(process)),
    worse: newlyRefused,
  });
}

/** `serving`: the engines for which the spare stands by. */
export function engineSpare(
  rule: Exclude<SpareRule, 'off'>,
  parts: EngineParts,
  serving: () => readonly EngineProcess[],
): EngineSpare {
  const { options, limits: engineLimits, log, onDeath, costs } = parts;
  /** The free memory; 0 if the machine does not report it, so that `auto` then makes no spare. */
  const free = () => freeMemoryBytes() ?? 0;
  const needed = () => Math.max(...serving().map(({ loadedBytes }) => loadedBytes)) + engineLimits.spareRoomBytes;
  const isAsked = rule === 'on';
  return new WarmSpare({
    ...{ name: 'engine', log, delayMs: engineLimits.spareDelayMs, drainMs: engineLimits.drainMs },
    maxDelayMs: engineLimits.spareMaxDelayMs,
    launch: () => new EngineProcess({ ...options, args: ['--gently', ...options.args] }, 0, costs),
    isCalm: () => serving().every(({ state }) => state === 'ready'),
    hasRoom: () => isAsked || free() >= needed(),
    isShort: () => !isAsked && free() < engineLimits.spareShortBytes,
    facts: factsOf,
    lossFacts: lossOf,
    onDeath: (process) => onDeath?.(deathOf(process)),
  });
}

const factsOf = ({ pid, startMs, rssBytes, models }: EngineProcess) => ({
  ...{ enginePid: pid, startMs: Math.round(startMs), rssBytes },
  models: models.serving.map(({ name }) => name),
});

const lossOf = ({ pid, ending, work, readyAtMs }: EngineProcess) => ({
  ...{ enginePid: pid, ...ending, ...work },
  ...(readyAtMs > 0 && { servedMs: Math.round(performance.now() - readyAtMs) }),
});

/** A sentence about a model that the running engine did not have to refuse; undefined if there is none. */
function newlyRefused(old: EngineProcess, fresh: EngineProcess): string | undefined {
  if (old.state !== 'ready') return undefined; // any engine is better than none
  const known = new Set(old.models.refused.map(({ name }) => name));
  const worse = fresh.models.refused.find(({ name }) => !known.has(name));
  return worse && `model ${worse.name} is refused: ${worse.reason}`;
}
