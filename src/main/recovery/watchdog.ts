// Signs of life for the service manager. They come from a question that only a working engine can answer: a busy tone, which it must
// hear. An engine that answers pings but does not hear is no sign of life.
import type { Engines } from '../../engine/client/client.js';
import { busyTone, busyToneFormat } from './busy-tone.js';
import type { ServiceManager } from './service-manager.js';

interface WatchdogParts {
  readonly manager: ServiceManager;
  readonly engines: Pick<Engines, 'ask'>;
  readonly log: { warn(facts: object, message: string): void };
  /** For the first engine after the start: so long signs of life need no answer. */
  readonly startMs: number;
}

/** A question that failed is asked again after this time. */
const retryMs = 1_000;
const clip = { kind: 'ring', property: 'cn_8k_common', format: busyToneFormat, maxMs: 10_000 } as const;

/** Throws what is wrong with the answer. */
async function askEngines(engines: Pick<Engines, 'ask'>): Promise<void> {
  for (const { evidence } of await engines.ask(clip, busyTone())) {
    if (!evidence.decided.some(({ kind }) => kind === 'busy')) throw new Error('an engine did not hear a busy tone');
  }
}

/** Until it is closed; undefined where nobody wants signs of life. */
export function feedWatchdog({ manager, engines, log, startMs }: WatchdogParts): { close(): void } | undefined {
  const { watchdogMs } = manager;
  if (watchdogMs === undefined) return undefined;
  const everyMs = watchdogMs / 2;
  const startedMs = performance.now();
  let hasAnswered = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const later = (ms: number) => {
    if (!isClosed) timer = setTimeout(ask, ms);
  };
  const ask = async () => {
    try {
      await askEngines(engines);
      hasAnswered = true;
      manager.tell({ is: 'alive' });
      later(everyMs);
    } catch (fault) {
      if (!hasAnswered && performance.now() - startedMs < startMs) manager.tell({ is: 'alive' });
      else log.warn({ reason: (fault as Error).message }, 'no sign of life for the watchdog');
      later(Math.min(everyMs, retryMs));
    }
  };
  void ask();
  return {
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
