// The sync process: all outbound traffic. `tonegate serve` starts it, or a service manager does (sync.withServe).
import { ConfigError, loadConfig } from '../../config/config.js';
import { createLog } from '../../ops/log.js';
import { syncRole } from './role.js';

// Files that this program writes are accessible only to their owner.
process.umask(0o077);

try {
  const { config } = loadConfig({ env: process.env });
  process.exitCode = await syncRole(config, createLog(config.logLevel));
} catch (fault) {
  if (!(fault instanceof ConfigError)) throw fault;
  process.stderr.write(`tonegate: ${fault.message}\n`);
  process.exitCode = 3;
}
