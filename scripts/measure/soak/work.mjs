// The kinds of work of the soak, each one piece at a time: it resolves when the piece is done and throws when the gateway did not
// do it. A piece may be aborted in the middle, as by a client that crashes: then its connection just ends.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import WebSocket from 'ws';

/** @typedef {import('../lib/gateway.mjs').Gateway} Gateway */
/** @typedef {{ gateway: Gateway, robot: import('./robot.mjs').SoakRobot, aborts: () => boolean }} Parts `aborts`: says
 * of each piece whether it is aborted */

const file = (/** @type {string} */ name) => readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)));
/** @param {Buffer} wav */
const soundOf = (wav) => wav.subarray(wav.indexOf('data') + 8);
const busyWav = file('docs/examples/busy.wav');
const busy = soundOf(busyWav);
const ringback = soundOf(file('docs/examples/ringback.wav'));
const speechWav = file('models/asr-zh-8k/sentence.wav');
const speech = soundOf(speechWav);
const [sliceMs, bytesPerMs, answerMs] = [100, 8, 60_000];

/** @param {Parts} parts @param {string} path below /v10 */
async function open({ gateway: { http, appkey, token } }, path) {
  const headers = { 'X-Svc-Access-Token': token };
  const socket = new WebSocket(`${http.replace(/^http/, 'ws')}/v10/${path}?appkey=${appkey}`, { headers });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}

/** Sends sound in real time until the gateway has its END. @param {Parts} parts @param {string} path @param {object} config
 * @param {Uint8Array} sound */
async function live(parts, path, config, sound) {
  const socket = await open(parts, path);
  try {
    const over = new Promise((resolve, reject) => {
      socket.on('message', (/** @type {Buffer} */ data) => {
        const message = JSON.parse(data.toString());
        if (message.respType === 'END') resolve(true);
        if (/ERROR/.test(message.respType)) reject(new Error(`${path}: ${data.toString()}`));
      });
      socket.once('close', () => reject(new Error(`${path}: the connection ended`)));
    });
    let isOver = false;
    over.catch(() => {}).finally(() => (isOver = true));
    socket.send(JSON.stringify({ command: 'START', config: { audioFormat: 'alaw_8k', ...config } }));
    const slices = Math.floor(sound.length / (sliceMs * bytesPerMs));
    const abortAt = parts.aborts() ? Math.floor(slices / 2) : -1;
    const startMs = performance.now();
    for (let at = 0; at < slices && !isOver; at++) {
      if (at === abortAt) return;
      socket.send(sound.subarray(at * sliceMs * bytesPerMs, (at + 1) * sliceMs * bytesPerMs));
      await sleep(Math.max(0, startMs + (at + 1) * sliceMs - performance.now()));
    }
    if (!isOver) socket.send(JSON.stringify({ command: 'END', cancel: false }));
    await Promise.race([over, sleep(answerMs).then(() => Promise.reject(new Error(`${path}: no END`)))]);
  } finally {
    socket.terminate();
  }
}

/** @param {Parts} parts @param {string} method @param {string} path @param {unknown} [body] a Buffer is sent as it is */
function ask({ gateway: { http, appkey, token }, aborts }, method, path, body) {
  const bytes = body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
  return new Promise((resolve, reject) => {
    const headers = {
      'x-svc-access-token': token,
      ...(bytes && { 'content-type': type, 'content-length': bytes.length }),
    };
    const url = `${http}/v10/${path}${path.includes('?') ? '&' : '?'}appkey=${appkey}`;
    const asked = request(url, { method, headers, agent: false }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part) => (text += part));
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve(text.startsWith('{') ? JSON.parse(text) : text);
        else reject(new Error(`${method} ${path}: ${reply.statusCode} ${text}`));
      });
    });
    if (bytes !== undefined && aborts()) {
      asked.on('error', () => resolve(undefined));
      asked.write(bytes.subarray(0, bytes.length / 2));
      setTimeout(() => asked.destroy(), 50);
      return;
    }
    asked.on('error', reject);
    asked.end(bytes);
  });
}

/** @type {Record<string, (parts: Parts, number: number) => Promise<void>>} */
export const kinds = {
  'screened calls': (parts, number) =>
    live(parts, 'asr/ring/cn_8k_common/short_stream', {}, number % 2 === 0 ? busy : ringback),
  'recognised calls': (parts) => live(parts, 'asr/freetalk/cn_8k_common/short_stream', { addPunc: true }, speech),
  'spoken texts': async (parts, number) => {
    const socket = await open(parts, 'tts/synth/cn_zhixingjing_common/stream');
    try {
      await new Promise((resolve, reject) => {
        const next = () => socket.send(JSON.stringify({ command: 'GET_AUDIO', config: { timeSlice: 500 } }));
        socket.once('close', () => reject(new Error('synthesis: the connection ended')));
        socket.on('message', (data, isBinary) => {
          if (isBinary && parts.aborts()) resolve(undefined);
          else if (isBinary) next();
          else {
            const message = JSON.parse(String(data));
            if (message.respType === 'START') next();
            else if (message.respType === 'END') resolve(undefined);
            else reject(new Error(`synthesis: ${String(data)}`));
          }
        });
        const text = `您好，您的验证码是${1000 + (number % 9000)}，请在五分钟内输入。`;
        socket.send(JSON.stringify({ command: 'START', text, config: { sampleRate: 8_000, format: 'pcm' } }));
      });
    } finally {
      socket.terminate();
    }
  },
  'clips in one request': async (parts, number) => {
    const wav = number % 3 === 0 ? speechWav : busyWav;
    const path = number % 3 === 0 ? 'asr/freetalk' : 'asr/ring';
    const body = { audio: wav.toString('base64'), config: { audioFormat: 'auto' } };
    await ask(parts, 'POST', `${path}/cn_8k_common/short_audio`, body);
  },
  'word lists made, read and removed': async (parts, number) => {
    const content = Buffer.from(`张三${number} 3\n`).toString('base64');
    const resource = { name: `soak ${number}`, lang: 'cn', content };
    const made = await ask(parts, 'POST', 'resource/user/asr/userword', { resource });
    if (made === undefined) return;
    await ask(parts, 'GET', `resource/user/asr/userword/${made.created.id}`);
    await ask(parts, 'DELETE', `resource/user/asr/userword/${made.created.id}`);
  },
  conversations: (parts, number) =>
    parts.robot.talk((verb, body) => ask(parts, 'POST', `nlu/recog/cn_common/${verb}`, body), number),
  'robots changed and put online': ({ robot }) => robot.change(),
  recordings: async (parts, number) => {
    const base = 'asr/trans/cn_8k_common';
    const upload = await ask(parts, 'POST', `${base}/prepare_upload`, {
      name: `${number}.wav`,
      size: speechWav.length,
    });
    if (upload === undefined) return;
    await ask(parts, 'POST', `${base}/upload?fileId=${upload.fileId}&sliceIndex=0`, speechWav);
    const task = await ask(parts, 'POST', `${base}/submit`, {
      files: [`upload://${upload.fileId}`],
      audioFormat: 'auto',
    });
    if (task === undefined) return;
    for (const startMs = performance.now(); performance.now() - startMs < answerMs; await sleep(500)) {
      if ((await ask(parts, 'GET', `${base}/query?task=${task.taskId}`)).finished) return;
    }
    throw new Error('a recording was not done in time');
  },
};
