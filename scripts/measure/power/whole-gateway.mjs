// A gateway with everything it serves, engines included, for the kill rounds of transcription.
import { loadConfig } from '../../../dist/config/config.js';
import { features } from '../../../dist/main/features.js';
import { startGateway } from '../../../dist/main/gateway.js';
import { createLog } from '../../../dist/ops/log.js';

const { config } = loadConfig({ env: process.env });
let app = {};
const { http, https, admin } = await startGateway({
  config,
  log: createLog(config.logLevel),
  features,
  onDemoApp: (made) => {
    app = made;
  },
});
process.stdout.write(`${JSON.stringify({ http, https, admin, app })}\n`);
