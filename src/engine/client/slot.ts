// An engine that is kept running, with its models.
import type { LastingOptions } from '../../child/lasting.js';
import { SupervisedSlot, type SupervisorLog } from '../../child/supervisor.js';
import type { limits } from '../../protocol/limits.js';
import type { ToEngine } from '../channel/messages.js';
import { EngineProcess } from './process.js';

export type EngineLimits = { readonly [K in keyof typeof limits.engine]: number };
export type EngineSlot = SupervisedSlot<EngineProcess>;

export function engineSlot(
  index: number,
  options: LastingOptions<ToEngine>,
  engineLimits: EngineLimits,
  log: SupervisorLog,
): EngineSlot {
  const engine = { engine: index };
  return new SupervisedSlot({
    ...{ name: 'engine', limits: engineLimits, log, canBeBare: options.args.length > 0 },
    launch: (delayMs, isBare) => new EngineProcess(isBare ? { ...options, args: [] } : options, delayMs),
    facts: ({ pid, startMs, rssBytes, models }) => ({
      ...{ ...engine, enginePid: pid, startMs: Math.round(startMs), rssBytes },
      models: models.serving.map(({ name }) => name),
    }),
    lossFacts: ({ pid, load }) => ({ ...engine, enginePid: pid, sessions: load }),
    onReady: ({ models }, isBare) => {
      if (isBare)
        log.warn(engine, 'engine started without models, because it died while loading them (see the lines before)');
      for (const { name, reason } of models.refused) log.warn({ ...engine, model: name, reason }, 'model refused');
    },
    worse: newlyRefused,
  });
}

/** A model that the running engine did not have to refuse, in words. */
function newlyRefused(old: EngineProcess, fresh: EngineProcess): string | undefined {
  if (old.state !== 'ready') return undefined; // anything is better than none
  const known = new Set(old.models.refused.map(({ name }) => name));
  const worse = fresh.models.refused.find(({ name }) => !known.has(name));
  return worse && `model ${worse.name} is refused: ${worse.reason}`;
}
