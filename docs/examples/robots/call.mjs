#!/usr/bin/env node
// A whole call with a robot over the public interfaces: the robot's replies are spoken, the caller's answers are recognised from 8 kHz
// A-law, and what was heard goes to the dialog, until a reply has a command (`cmd`) or the answers are used up.
//
//   npx tonegate nlu import docs/examples/robots/appointment      # prints ROBOT_ID
//   npx tonegate nlu hotwords docs/examples/robots/appointment > words.txt
//   node docs/examples/robots/call.mjs ROBOT_ID 好的 观前街店 明天 上午十点 我姓王 对 \
//     --hotwords words.txt --out call.wav --appkey … --secret …
//
// An answer is a text, which a voice of the gateway speaks, or a WAV file of a caller (8 kHz, A-law, µ-law or 16 bit).
// Needs connect.mjs of the folder above, and the `ws` package, which this project brings.
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccessToken, commandLine, openSocket, showWarnings, soundOf } from '../connect.mjs';

const { options, positionals } = commandLine(
  'call.mjs ROBOT_ID ANSWER|FILE.wav … --appkey APPKEY --secret SECRET [--online] [--user JSON] [--hotwords FILE] [--out FILE.wav] …',
  {
    online: { type: 'boolean', default: false }, // the version that is online; else the robot as it is now
    tenant: { type: 'string', default: '' },
    user: { type: 'string', default: '{}' }, // userVars of every request
    hotwords: { type: 'string', default: '' },
    voice: { type: 'string', default: 'cn_zhixingjing_common' }, // of the robot
    caller: { type: 'string', default: 'cn_jiangsong_common' },
    out: { type: 'string', default: '' }, // the call as a WAV file
  },
  ({ length }) => (length >= 2 ? undefined : 'the id of a robot and one or more answers of the caller are needed'),
);
const [robotId, ...answers] = positionals;
const userVars = JSON.parse(options.user);
const vocab = options.hotwords === '' ? '' : readFileSync(options.hotwords, 'utf8');
const token = new AccessToken(options);

const line = { format: 'alaw', sampleRate: 8_000, bytesPerMs: 8 };
const sliceMs = 100;

/** The messages of a socket, one after the other. */
function inbox(socket) {
  const [messages, waiting] = [[], []];
  const put = (message) => (waiting.shift() ?? ((each) => messages.push(each)))(message);
  socket.on('message', (data, isBinary) => put(isBinary ? data : JSON.parse(String(data))));
  socket.on('close', () => put({ respType: 'FATAL_ERROR', errCode: 0, errMessage: 'the connection was closed' }));
  return async () => messages.shift() ?? new Promise((resolve) => waiting.push(resolve));
}

function refuse({ respType, errCode, errMessage }) {
  if (respType.endsWith('ERROR')) throw new Error(`${respType} ${errCode}: ${errMessage}`);
}

/** Speaks a text as A-law. */
async function speak(text, voice) {
  const socket = await openSocket(options, `/v10/tts/synth/${voice}/stream`, await token.current());
  const next = inbox(socket);
  const { format, sampleRate } = line;
  socket.send(JSON.stringify({ command: 'START', text, config: { format, sampleRate } }));
  const slices = [];
  for (;;) {
    const message = await next();
    if (Buffer.isBuffer(message)) slices.push(message);
    else if (message.respType === 'END') break;
    else refuse(message);
    socket.send(JSON.stringify({ command: 'GET_AUDIO', config: { timeSlice: 500 } }));
  }
  socket.close();
  return Buffer.concat(slices);
}

/** The words recognised in the sound, which is sent at the speed of a telephone call. It ends after the first words and a pause. */
async function hear({ audioFormat, bytes, bytesPerMs }) {
  const socket = await openSocket(options, '/v10/asr/freetalk/cn_8k_common/utterance_stream', await token.current());
  const next = inbox(socket);
  const config = { audioFormat, addPunc: true, ...(vocab !== '' && { vocab }) };
  socket.send(JSON.stringify({ command: 'START', config }));
  const started = await next();
  refuse(started);
  showWarnings(started);
  let isOver = false;
  const sending = (async () => {
    const startedAt = Date.now();
    for (let at = 0; at < bytes.length && !isOver; at += sliceMs * bytesPerMs) {
      socket.send(bytes.subarray(at, at + sliceMs * bytesPerMs));
      await sleep(Math.max(0, startedAt + at / bytesPerMs + sliceMs - Date.now()));
    }
    if (!isOver) socket.send(JSON.stringify({ command: 'END', cancel: false }));
  })();
  let text = '';
  while (!isOver) {
    const message = await next();
    refuse(message);
    if (message.respType === 'RESULT' && message.sentence.isFinal) text += message.sentence.result.text;
    isOver = message.respType === 'END';
  }
  await sending;
  socket.close();
  return text;
}

const service = options.online ? 'recog' : 'resource';

async function dialog(verb, body) {
  const url = `${options.http}/v10/nlu/${service}/cn_common/${verb}?appkey=${encodeURIComponent(options.appkey)}`;
  const headers = { 'Content-Type': 'application/json', 'X-Svc-Access-Token': await token.current() };
  if (options.tenant !== '') headers['X-Tenant-Id'] = options.tenant;
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const { result, error } = await response.json();
  if (result === undefined) throw new Error(`${verb}: ${response.status} ${error?.code}: ${error?.message}`);
  return result;
}

/** The words of a reply; a menu is read out. */
function wordsOf({ type, content }) {
  if (type === 'TEXT' || type === 'TTS') return content;
  if (type !== 'RECOMMEND') return '';
  const { start, menu, end } = JSON.parse(content);
  return `${[start, ...menu.map(({ text }) => text), end].filter((text) => text !== '').join('。')}。`;
}

const call = [];
const pause = Buffer.alloc(600 * line.bytesPerMs, 0xd5); // silence in A-law: the time that people take to answer

/** Says the replies. Returns the command of one of them, or nothing. */
async function say(responses) {
  for (const reply of responses) {
    const words = wordsOf(reply);
    console.log(`< ${words || `${reply.type} ${reply.content}`}${reply.cmd ? `  [${reply.cmd}]` : ''}`);
    if (words !== '') call.push(await speak(words, options.voice), pause);
  }
  return responses.map(({ cmd }) => cmd).find(Boolean);
}

async function soundOfAnswer(answer) {
  if (answer.endsWith('.wav')) return soundOf(readFileSync(answer));
  const spoken = await speak(answer, options.caller);
  return { audioFormat: 'alaw_8k', bytes: Buffer.concat([pause, spoken, pause, pause]), bytesPerMs: line.bytesPerMs };
}

/** A-law, mono, 8 kHz. */
function wavOf(bytes) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + bytes.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(6, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(line.sampleRate, 24);
  header.writeUInt32LE(line.sampleRate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes.length, 40);
  return Buffer.concat([header, bytes]);
}

try {
  const { sessionId, responses } = await dialog('start_session', { robotId, userVars });
  let cmd = await say(responses);
  for (const answer of answers) {
    if (cmd !== undefined) break;
    const sound = await soundOfAnswer(answer);
    if (sound.audioFormat === 'alaw_8k') call.push(sound.bytes);
    const heard = await hear(sound);
    console.log(`> ${heard}    (${answer})`);
    const turn = await dialog('dialog', { sessionId, userQuery: heard, config: { needSlots: true }, userVars });
    for (const { name, value, normValue } of turn.slots) console.log(`  ${name}: ${value} = ${normValue}`);
    cmd = await say(turn.responses);
  }
  await dialog('end_session', { sessionId });
  if (options.out !== '') writeFileSync(options.out, wavOf(Buffer.concat(call)));
} catch (fault) {
  console.error(fault.message);
  process.exitCode = 1;
}
