#!/usr/bin/env node
// Streams a WAV file to tonegate as a call would: 100 ms at a time, in real time, and prints what comes back.
//
//   node docs/examples/stream.mjs call.wav --appkey … --secret … [--property cn_8k_common] [--mode continue_stream]
//
// Needs connect.mjs beside it, and the `ws` package, which this project brings.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine, connect, endWith, pcmOf, showWarnings } from './connect.mjs';

const { options, positionals } = commandLine(
  'stream.mjs FILE.wav --appkey APPKEY --secret SECRET [--property NAME] [--mode short_stream|…] [--config JSON]',
  {
    property: { type: 'string', default: 'cn_8k_common' },
    mode: { type: 'string', default: 'continue_stream' },
    config: { type: 'string', default: '{}' },
  },
  ({ length }) => (length === 1 ? undefined : 'one WAV file is needed'),
);
const [file] = positionals;

const { rate, samples } = pcmOf(readFileSync(file));
const socket = await connect(options, `/v10/asr/freetalk/${options.property}/${options.mode}`);

let isOver = false;
socket.on('message', (data) => {
  const message = JSON.parse(String(data));
  switch (message.respType) {
    case 'START':
      showWarnings(message);
      break;
    case 'EVENT':
      console.log(`${String(message.timestamp).padStart(7)} ms  ${message.event}`);
      break;
    case 'RESULT': {
      const { startTime, endTime, isFinal, result } = message.sentence;
      console.log(`${String(endTime).padStart(7)} ms  ${isFinal ? `[${startTime}-${endTime}]` : '…'} ${result.text}`);
      break;
    }
    case 'END':
      isOver = true; // the service may end a session by itself: later audio would only be ignored
      console.log(`END ${message.reason}`);
      socket.close();
      break;
    default:
      isOver = true;
      endWith(message, socket);
  }
});
socket.on('close', () => {
  isOver = true;
});
await new Promise((resolve) => socket.once('open', resolve).once('close', resolve));

const config = { audioFormat: `pcm_s16le_${rate / 1000}k`, interimResults: true, addPunc: true, digitNorm: true };
if (!isOver) socket.send(JSON.stringify({ command: 'START', config: { ...config, ...JSON.parse(options.config) } }));

const sliceMs = 100;
const sliceBytes = (rate / 1000) * 2 * sliceMs;
const startedAt = Date.now();
for (let at = 0; at < samples.length && !isOver; at += sliceBytes) {
  socket.send(samples.subarray(at, at + sliceBytes)); // the last slice, which END follows, may have less than 40 ms
  await sleep(Math.max(0, startedAt + ((at + sliceBytes) / sliceBytes) * sliceMs - Date.now()));
}
if (!isOver) socket.send(JSON.stringify({ command: 'END', cancel: false }));
