// Sends signs of life to the service manager. After the start each needs a test that only a working engine passes: it
// must recognise a busy tone. An engine that answers pings but does not recognise is not alive.
import type { Engines } from '../../engine/client/client.js';
import { busyTone, busyToneFormat } from './busy-tone.js';
import type { ServiceManager } from './service-manager.js';

interface WatchdogParts {
  readonly manager: ServiceManager;
  readonly engines: Pick<Engines, 'ask'>;
  readonly log: { warn(facts: object, message: string): void };
  /** Time for the first engine to start: until it is over, or a test has passed, a failed test is no fault. */
  readonly startMs: number;
}

/** Time after which a failed test is repeated. */
const retryMs = 1_000;
const clip = { kind: 'ring', property: 'cn_8k_common', format: busyToneFormat, maxMs: 10_000 } as const;

/** Throws what is wrong with the answer. */
async function askEngines(engines: Pick<Engines, 'ask'>): Promise<void> {
  for (const { evidence } of await engines.ask(clip, busyTone())) {
    if (!evidence.decided.some(({ kind }) => kind === 'busy'))
      throw new Error('an engine did not detect the busy tone of the self-test');
  }
}

/** Runs until it is closed; undefined if nobody wants signs of life. */
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
      else log.warn({ reason: (fault as Error).message }, 'self-test failed: the watchdog is not notified');
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
