// A gateway without engines: everything that keeps something is in it, and it starts in a fraction of the time.
import { loadConfig } from '../../../dist/config/config.js';
import { coreFeatures } from '../../../dist/main/features.js';
import { startGateway } from '../../../dist/main/gateway.js';
import { createLog } from '../../../dist/ops/log.js';

// Caged children may not read the file of libfaketime: they get the machine's own clock, which they do not need.
if (process.env.FAKETIME_TIMESTAMP_FILE !== undefined) delete process.env.LD_PRELOAD;
const { config } = loadConfig({ env: process.env });
let app = {};
const { http, https, admin } = await startGateway({
  config,
  log: createLog(config.logLevel),
  features: coreFeatures,
  onDemoApp: (made) => {
    app = made;
  },
});
process.stdout.write(`${JSON.stringify({ http, https, admin, app })}\n`);
