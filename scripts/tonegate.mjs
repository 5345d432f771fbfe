#!/usr/bin/env -S node --max-semi-space-size=4 --heap-growing-percent=100 --v8-pool-size=1
// The `tonegate` command. It sets nothing up; `npm start` and `npm run build` do that.
import './setup/node-version.mjs';
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { newestProgram } from './setup/newest-program.mjs';
import { endWithNpm } from './setup/npm-parent.mjs';

const program = newestProgram(fileURLToPath(new URL('../dist', import.meta.url)), 'main/cli.js');
const addons = [
  '../native/build/Release/tonegate.node',
  '../node_modules/better-sqlite3/build/Release/better_sqlite3.node', // the set-up builds it last
];
if (![program, ...addons.map((each) => new URL(each, import.meta.url))].every((file) => existsSync(file))) {
  process.stderr.write('tonegate is not built yet, or only in part: run `npm start` or `npm run build` once.\n');
  process.exit(3);
}
if (process.argv[2] === 'serve') endWithNpm();
process.env.ORT_DISABLE_TELEMETRY ??= '1';
await import(pathToFileURL(program).href);
