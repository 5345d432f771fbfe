#!/usr/bin/env node
// Has tonegate speak a text into a WAV file: asks for half a second at a time, as a player would.
//
//   node docs/examples/speak.mjs '您好，请问有什么可以帮您？' out.wav --appkey … --secret … [--property cn_zhixingjing_common]
//
// Needs connect.mjs beside it, and the `ws` package, which this project brings.
import { writeFileSync } from 'node:fs';
import { commandLine, connect, endWith, showWarnings } from './connect.mjs';

const { options, positionals } = commandLine(
  'speak.mjs TEXT FILE.wav --appkey APPKEY --secret SECRET [--property VOICE] [--config JSON]',
  { property: { type: 'string', default: 'cn_zhixingjing_common' }, config: { type: 'string', default: '{}' } },
  ({ length }) => (length === 2 ? undefined : 'a text and the name of a WAV file are needed'),
);
const [text, file] = positionals;

function wavOf(samples, rate) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // linear
  header.writeUInt16LE(1, 22); // mono
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

const socket = await connect(options, `/v10/tts/synth/${options.property}/stream`);
const config = { sampleRate: 16_000, ...JSON.parse(options.config), format: 'pcm' };
const getAudio = () => socket.send(JSON.stringify({ command: 'GET_AUDIO', config: { timeSlice: 500 } }));
const slices = [];

socket.on('open', () => socket.send(JSON.stringify({ command: 'START', text, config })));
socket.on('message', (data, isBinary) => {
  if (isBinary) {
    slices.push(data); // a player would play it, and ask for the next slice in time
    getAudio();
    return;
  }
  const message = JSON.parse(String(data));
  switch (message.respType) {
    case 'START':
      showWarnings(message);
      getAudio();
      break;
    case 'END': // NORMAL comes by itself after the last slice
      console.log(`END ${message.reason}`);
      if (message.reason === 'NORMAL') writeFileSync(file, wavOf(Buffer.concat(slices), config.sampleRate));
      socket.close(); // or another START: the connection may be used again
      break;
    default:
      endWith(message, socket);
  }
});
