// `tonegate sync publish`: publishes the state of an upstream to NATS, once or repeatedly.
import type { Logger } from 'pino';
import { type ExitCode, exitCodes } from '../../cli/exit.js';
import { type Config, contentDirectoryOf } from '../../config/config.js';
import { nextPollMs, retryMs } from '../../jobs/backoff.js';
import { realDisk } from '../../storage/disk.js';
import { SyncFault } from '../../sync/fault.js';
import { HttpsTransport } from '../../sync/https-transport.js';
import { publish } from '../../sync/nats/publish.js';
import { openNats } from '../../sync/nats/store.js';
import { Staging } from '../../sync/staging.js';
import { upstreamHttp } from '../../sync/start.js';
import { realTime } from '../../sync/time.js';

export async function syncPublish(config: Config, keepsOn: boolean, log: Logger): Promise<ExitCode> {
  const ended = new AbortController();
  const { signal } = ended;
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => ended.abort());
  if (config.upstream === '') {
    log.error('sync publish: `upstream` is not set, so there is no state to publish');
    return exitCodes.badInput;
  }
  const from = new HttpsTransport(upstreamHttp(config), config.sync.users, config.sync.signKeys);
  const staging = new Staging(realDisk, contentDirectoryOf(config));
  let failures = 0;
  try {
    for (;;) {
      try {
        const to = await openNats(config.sync.nats, true, signal);
        try {
          const isNew = await publish({ from, to, staging, disk: realDisk }, signal);
          log.info({ isNew }, isNew ? 'published a new state' : 'the published state is up to date');
        } finally {
          await to.close();
        }
        failures = 0;
      } catch (fault) {
        if (signal.aborted) break;
        if (!(fault instanceof SyncFault)) throw fault;
        log.error({ fault: fault.message }, 'the state could not be published');
        if (!keepsOn) return exitCodes.service;
        failures++;
      }
      if (!keepsOn || signal.aborted) break;
      const waitMs =
        failures === 0 ? nextPollMs(config.sync.intervalS * 1_000, Math.random) : retryMs(failures, Math.random);
      await realTime.sleep(waitMs, signal).catch(() => {});
      if (signal.aborted) break;
    }
  } finally {
    await from.close();
  }
  return exitCodes.fine;
}
