#!/usr/bin/env node
// Speaks a text into a WAV file.
//
//   node speak.mjs '您好，请问有什么可以帮您？' hello.wav [--voice cn_zhixingjing_common] [--rate 16000]
import { writeFileSync } from 'node:fs';
import { commandLine, main } from './client.mjs';

const { client, options, positionals } = commandLine(
  'speak.mjs TEXT FILE.wav [--voice cn_zhixingjing_common] [--rate HZ]',
  { voice: { type: 'string', default: 'cn_zhixingjing_common' }, rate: { type: 'string', default: '16000' } },
  ({ length }) => length === 2,
);

await main(async () => {
  const [text, file] = positionals;
  writeFileSync(file, await client.speakWav(text, { voice: options.voice, sampleRate: Number(options.rate) }));
});
