#!/usr/bin/env node
// Streams a WAV file to tonegate as a call would: 100 ms at a time, in real time, and prints what comes back.
//
//   node docs/examples/stream.mjs call.wav --appkey … --secret … [--property cn_8k_common] [--mode continue_stream]
//
// Needs the `ws` package, which this project brings; a browser's own WebSocket works alike, with the token in the query.
import { readFileSync } from 'node:fs';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    appkey: { type: 'string', default: process.env.TONEGATE_APPKEY ?? '' },
    secret: { type: 'string', default: process.env.TONEGATE_SECRET ?? '' },
    http: { type: 'string', default: 'http://127.0.0.1:8080' },
    https: { type: 'string', default: 'https://127.0.0.1:8443' },
    property: { type: 'string', default: 'cn_8k_common' },
    mode: { type: 'string', default: 'continue_stream' },
    config: { type: 'string', default: '{}' },
  },
});
const [file] = positionals;
if (file === undefined || options.appkey === '' || options.secret === '') {
  console.error('usage: stream.mjs FILE.wav --appkey APPKEY --secret SECRET [--property NAME] [--mode short_stream|…]');
  process.exit(2);
}

/** Only what this example can send: 16-bit mono at 8 or 16 kHz. */
function pcmOf(wav) {
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || wav.toString('latin1', 8, 12) !== 'WAVE') throw new Error('not a WAV');
  let rate = 0;
  for (let at = 12; at + 8 <= wav.length; ) {
    const size = wav.readUInt32LE(at + 4);
    const name = wav.toString('latin1', at, at + 4);
    if (name === 'fmt ') {
      const [coding, channels, bits] = [wav.readUInt16LE(at + 8), wav.readUInt16LE(at + 10), wav.readUInt16LE(at + 22)];
      rate = wav.readUInt32LE(at + 12);
      if (coding !== 1 || channels !== 1 || bits !== 16 || ![8000, 16000].includes(rate)) {
        throw new Error('must be 16-bit mono at 8000 or 16000 Hz');
      }
    }
    if (name === 'data') return { rate, samples: wav.subarray(at + 8, at + 8 + size) };
    at += 8 + size + (size % 2);
  }
  throw new Error('no sound in it');
}

/** Basic credentials, https only. The certificate is the gateway's own: pin it with `ca` instead where it matters. */
function accessToken() {
  const url = `${options.https}/v10/auth/get-access-token?appkey=${encodeURIComponent(options.appkey)}`;
  return new Promise((resolve, reject) => {
    const request = https.get(
      url,
      { auth: `${options.appkey}:${options.secret}`, rejectUnauthorized: false },
      async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        if (response.statusCode === 200) resolve(JSON.parse(text).token);
        else reject(new Error(`no token: ${response.statusCode} ${text}`));
      },
    );
    request.on('error', reject);
  });
}

const { rate, samples } = pcmOf(readFileSync(file));
const token = await accessToken();
const url = `${options.http.replace(/^http/, 'ws')}/v10/asr/freetalk/${options.property}/${options.mode}`;
const socket = new WebSocket(`${url}?appkey=${encodeURIComponent(options.appkey)}`, {
  headers: { 'X-Svc-Access-Token': token },
});

let isOver = false;
socket.on('message', (data) => {
  const message = JSON.parse(String(data));
  switch (message.respType) {
    case 'START':
      for (const { code, message: text } of message.warning ?? []) console.error(`warning ${code}: ${text}`);
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
    default: // ERROR, FATAL_ERROR; after an ERROR the connection would take another START
      isOver = true;
      console.error(`${message.respType} ${message.errCode}: ${message.errMessage}`);
      process.exitCode = 1;
      socket.close();
  }
});
socket.on('close', () => {
  isOver = true;
});
socket.on('error', (fault) => {
  console.error(fault.message);
  process.exitCode = 1;
});
await new Promise((resolve) => socket.once('open', resolve).once('close', resolve));

const config = { audioFormat: `pcm_s16le_${rate / 1000}k`, interimResults: true, addPunc: true, digitNorm: true };
if (!isOver) socket.send(JSON.stringify({ command: 'START', config: { ...config, ...JSON.parse(options.config) } }));

const sliceMs = 100;
const sliceBytes = (rate / 1000) * 2 * sliceMs;
const startedAt = Date.now();
for (let at = 0; at < samples.length && !isOver; at += sliceBytes) {
  const slice = samples.subarray(at, at + sliceBytes);
  // A slice has at least 40 ms: what is left at the end is filled up with silence.
  socket.send(slice.length === sliceBytes ? slice : Buffer.concat([slice, Buffer.alloc(sliceBytes - slice.length)]));
  await sleep(Math.max(0, startedAt + ((at + sliceBytes) / sliceBytes) * sliceMs - Date.now()));
}
if (!isOver) socket.send(JSON.stringify({ command: 'END', cancel: false }));
