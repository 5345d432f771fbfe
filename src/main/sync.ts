// The sync process: all outbound traffic. This version has nothing to fetch yet; it says so and ends well, so that a
// service manager may already start it.
import { ConfigError, loadConfig } from '../config/config.js';
import { createLog } from '../ops/log.js';

try {
  const { config } = loadConfig({ env: process.env });
  const log = createLog(config.logLevel);
  if (config.upstream === '') log.info('sync: no upstream is configured; nothing to do');
  else log.warn('sync: an upstream is configured, but this version does not fetch from one');
} catch (fault) {
  if (!(fault instanceof ConfigError)) throw fault;
  process.stderr.write(`tonegate: ${fault.message}\n`);
  process.exitCode = 3;
}
