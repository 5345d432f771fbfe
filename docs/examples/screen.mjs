#!/usr/bin/env node
// Screens recordings with tonegate as a dialer screens calls: one connection, one session for each call, 100 ms of audio at a
// time, in real time. Prints every verdict, and hangs up at the final one.
//
//   node docs/examples/screen.mjs busy.wav ringback.wav --appkey … --secret … [--property cn_8k_common] [--answered-at-ms N]
//
// Needs connect.mjs beside it, and the `ws` package, which this project brings.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccessToken, commandLine, openSocket, showWarnings, soundOf } from './connect.mjs';

const { options, positionals: files } = commandLine(
  'screen.mjs FILE.wav… --appkey APPKEY --secret SECRET [--http URL] [--https URL] [--property NAME] [--answered-at-ms N]',
  { property: { type: 'string', default: 'cn_8k_common' }, 'answered-at-ms': { type: 'string' } },
  (files, { 'answered-at-ms': answeredAtMs = '0' }) => {
    if (files.length === 0) return 'a WAV file is needed, or several';
    return /^\d+$/.test(answeredAtMs) ? undefined : `--answered-at-ms ${answeredAtMs}: must be a whole number, in ms`;
  },
);

const token = new AccessToken(options);
const answeredAtMs = Number(options['answered-at-ms'] ?? Number.POSITIVE_INFINITY);
let socket;

/** A connection outlives its token, and serves one call after the other. One that has gone is replaced, with a fresh token. */
async function connection() {
  if (socket?.readyState === socket?.OPEN && socket !== undefined) return socket;
  socket = await openSocket(options, `/v10/asr/ring/${options.property}/short_stream`, await token.current());
  return socket;
}

/** Resolves with the final sentence, or undefined when the session ended without one. */
async function screen(file) {
  const { audioFormat, bytes, bytesPerMs } = soundOf(readFileSync(file));
  const line = await connection();
  let verdict;
  let isOver = false;
  const ended = new Promise((resolve) => {
    line.on('close', resolve);
    line.on('message', (data) => {
      const message = JSON.parse(String(data));
      switch (message.respType) {
        case 'START':
          showWarnings(message);
          break;
        case 'RESULT': {
          const { endTime, isFinal, resultId, resultName, result } = message.sentence;
          console.log(`${file} ${endTime} ms ${isFinal ? 'final' : 'so far'}: ${resultId} ${resultName} (${result})`);
          if (isFinal) verdict = message.sentence;
          break;
        }
        case 'END':
          resolve();
          break;
        default: // ERROR: END follows; FATAL_ERROR: the connection ends
          console.error(`${file} ${message.respType} ${message.errCode}: ${message.errMessage}`);
          process.exitCode = 1;
      }
    });
  }).then(() => {
    isOver = true; // this is where a dialer hangs up: the service takes no more audio of this call
    line.removeAllListeners('message').removeAllListeners('close');
  });
  const tell = (message) => {
    if (!isOver) line.send(JSON.stringify(message));
  };

  tell({ command: 'START', config: { audioFormat } });
  const sliceMs = 100;
  const sliceBytes = bytesPerMs * sliceMs;
  const startedAt = Date.now();
  let isAnswered = false;
  for (let at = 0; at < bytes.length && !isOver; at += sliceBytes) {
    const atMs = (at / sliceBytes) * sliceMs;
    if (!isAnswered && atMs >= answeredAtMs) {
      tell({ command: 'ANSWERED' }); // whoever speaks now is no announcement
      isAnswered = true;
    }
    // The last slice may be shorter than the others, and even than the 40 ms that a slice has otherwise: END follows it.
    line.send(bytes.subarray(at, at + sliceBytes));
    await Promise.race([ended, sleep(Math.max(0, startedAt + atMs + sliceMs - Date.now()))]);
  }
  tell({ command: 'END', cancel: false });
  await ended;
  return verdict;
}

for (const file of files) {
  try {
    await screen(file);
  } catch (fault) {
    console.error(`${file}: ${fault.message}`);
    process.exitCode = 1;
  }
}
socket?.close();
