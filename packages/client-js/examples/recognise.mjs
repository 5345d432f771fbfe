#!/usr/bin/env node
// Recognises a WAV file as a live stream: the text grows while it is sent.
//
//   node recognise.mjs call.wav [--property cn_8k_common] [--mode short|utterance|continue]
import { readFileSync } from 'node:fs';
import { readWav } from 'tonegate-client';
import { commandLine, main } from './client.mjs';

const { client, options, positionals } = commandLine(
  'recognise.mjs FILE.wav [--property cn_8k_common] [--mode short|utterance|continue]',
  { property: { type: 'string', default: 'cn_8k_common' }, mode: { type: 'string', default: 'continue' } },
  ({ length }) => length === 1,
);

await main(async () => {
  const { coding, rate, bytes } = readWav(readFileSync(positionals[0]));
  const session = await client.openRecognition({
    ...{ coding, rate, property: options.property, mode: options.mode },
    config: { interimResults: true, addPunc: true, digitNorm: true },
  });
  const fed = session.feed([bytes]);
  for await (const item of session) {
    if (item.kind === 'event') console.log(`${item.timestamp} ms ${item.event}`);
    else console.log(`${item.sentence.endTime} ms ${item.kind === 'final' ? '=' : '…'} ${item.text}`);
  }
  await fed;
});
