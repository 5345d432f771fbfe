#!/usr/bin/env node
// Screens a recording of early media in one request.
//
//   node screen-wav.mjs busy.wav
import { readFileSync } from 'node:fs';
import { commandLine, main } from './client.mjs';

const { client, options, positionals } = commandLine(
  'screen-wav.mjs FILE.wav [--property cn_8k_common]',
  { property: { type: 'string', default: 'cn_8k_common' } },
  ({ length }) => length === 1,
);

await main(async () => {
  const { result } = await client.screen(readFileSync(positionals[0]), { property: options.property });
  console.log(`${result.resultId} ${result.resultName} (${result.result})`);
});
