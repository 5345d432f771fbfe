#!/usr/bin/env node
// Screens a call from standard input, as 16-bit mono samples of any rate, and stops at the final verdict.
//
//   ffmpeg -i call.mp3 -f s16le -ac 1 -ar 44100 - | node screen-live.mjs --rate 44100 [--opus]
//
// Rates other than 8000 and 16000 need the package speex-resampler; --opus needs @discordjs/opus.
import { commandLine, main } from './client.mjs';

const { client, options } = commandLine(
  'screen-live.mjs [--rate HZ] [--opus] [--property cn_8k_common] < SAMPLES',
  {
    rate: { type: 'string', default: '8000' },
    opus: { type: 'boolean', default: false },
    property: { type: 'string', default: 'cn_8k_common' },
  },
  ({ length }) => length === 0,
);

await main(async () => {
  const session = await client.openScreening({
    property: options.property,
    rate: Number(options.rate),
    send: options.opus ? 'svc_opus' : 'plain',
  });
  const fed = session.feed(process.stdin);
  for await (const { endTime, isFinal, resultId, resultName, result } of session) {
    console.log(`${endTime} ms ${isFinal ? 'final' : 'so far'}: ${resultId} ${resultName} (${result})`);
  }
  process.stdin.destroy(); // the verdict is there: a dialer hangs up now
  await fed.catch((fault) => {
    if (!session.isOver) throw fault;
  });
});
