// The check of the gateway that runs on the data directory.
import { gatewayHealth } from '../admin-call.js';
import { type Check, type Finding, failed, passed, skipped, warning } from './check.js';

export interface GatewayCheckParts {
  readonly dataDir: string;
  /** The version of this program. If the gateway has another version, it was not restarted after an update. */
  readonly version: string;
  /** False if it is no fault that no gateway runs. */
  readonly isNeeded: boolean;
}

export const gatewayCheck = (parts: GatewayCheckParts): Check => ({ name: 'gateway', run: () => look(parts) });

async function look({ dataDir, version, isNeeded }: GatewayCheckParts): Promise<Finding> {
  const health = await gatewayHealth(dataDir);
  if (health === undefined) {
    return isNeeded
      ? failed(`not running on ${dataDir}; start it, or give --without-gateway where none need run`)
      : skipped(`not running on ${dataDir}, and --without-gateway says that none need run`);
  }
  if (!health.ready) return failed(`it runs and cannot take calls yet: it waits for ${health.waitingFor.join(', ')}`);
  if (health.version !== version) {
    return failed(`it runs version ${health.version}, and this program is ${version}; start the gateway anew`);
  }
  if (health.degraded.length > 0) return warning(`ready, but only in part: ${health.degraded.join('; ')}`);
  return passed(`ready, version ${health.version}`);
}
