#!/usr/bin/env node
// Uploads a recording of any length, waits for its transcript and prints it.
//
//   node transcribe.mjs meeting.mp3 [--property cn_8k_common] [--format auto] [--type TXT|SRT|JSON]
import { commandLine, main } from './client.mjs';

const { client, options, positionals } = commandLine(
  'transcribe.mjs FILE [--property cn_8k_common] [--format auto] [--type TXT|SRT|JSON]',
  {
    property: { type: 'string', default: 'cn_8k_common' },
    format: { type: 'string', default: 'auto' },
    type: { type: 'string', default: 'TXT' },
  },
  ({ length }) => length === 1,
);

await main(async () => {
  const text = await client.transcription(options.property).transcribe(positionals[0], {
    audioFormat: options.format,
    resultType: options.type,
    tpp: { addPunc: true, digitNorm: true },
    onProgress: ({ files = [] }) =>
      process.stderr.write(`${files.map(({ info, progress = 0 }) => `${info} ${progress} %`)}\n`),
  });
  process.stdout.write(text);
});
