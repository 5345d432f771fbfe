// The environment for every build: Node's own headers, no prebuilt downloads, no telemetry.
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * The prefix whose include/node/node.h is beside this Node; undefined if there is none: node-gyp would then download
 * headers.
 */
export function nodePrefixWithHeaders(execPath = process.execPath) {
  const prefix = path.dirname(path.dirname(execPath));
  return existsSync(path.join(prefix, 'include/node/node.h')) ? prefix : undefined;
}

/** @returns {Record<string, string | undefined>} */
export function buildEnvironment(base = process.env) {
  const env = {
    ...base,
    npm_config_build_from_source: 'true',
    npm_config_update_notifier: 'false',
    ONNXRUNTIME_NODE_INSTALL: 'skip', // its install script downloads CUDA otherwise
    ORT_DISABLE_TELEMETRY: '1',
    JOBS: base.JOBS ?? String(os.cpus().length),
  };
  const prefix = base.npm_config_nodedir ? undefined : nodePrefixWithHeaders();
  if (prefix !== undefined) env.npm_config_nodedir = prefix;
  return env;
}
