#!/usr/bin/env -S node --max-semi-space-size=4 --heap-growing-percent=100 --v8-pool-size=1
// The `tonegate` command. It sets nothing up; `npm start` and `npm run build` do that.
import './setup/node-version.mjs';
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { newestProgram } from './setup/newest-program.mjs';
import { endWithNpm } from './setup/npm-parent.mjs';

const program = newestProgram(fileURLToPath(new URL('../dist', import.meta.url)), 'main/cli.js');
const addon = new URL('../native/build/Release/tonegate.node', import.meta.url);
if (!existsSync(program) || !existsSync(addon)) {
  process.stderr.write('tonegate is not built yet: run `npm start` or `npm run build` once.\n');
  process.exit(3);
}
if (process.argv[2] === 'serve') endWithNpm();
process.env.ORT_DISABLE_TELEMETRY ??= '1';
await import(pathToFileURL(program).href);
