// Loads that every version of the gateway understands.
import { setTimeout as sleep } from 'node:timers/promises';
import { alawByte, quantise } from '../tones/channel.mjs';
import { renderBare } from '../tones/render.mjs';
import { chinaTones, sampleRateHz } from '../tones/signals.mjs';

const sliceMs = 100;
const clips = 40;
const clipS = 100;
const lists = 500;
const listRequests = 1_500;

/** @typedef {import('../../lib/gateway.mjs').Gateway} Gateway */

/** Ringback as A-law, which no verdict ends. @param {number} lengthS */
const ringback = (lengthS) =>
  Uint8Array.from(
    quantise(
      renderBare('compare/ringback', chinaTones.ringback, {
        seconds: lengthS,
        leadInMs: 200,
        levelDbm0: -15,
        snrDb: 35,
      }),
      'linear',
    ),
    alawByte,
  );

/** The slices of a minute of sound. */
export function callSound() {
  const bytes = ringback(60);
  const step = (sampleRateHz * sliceMs) / 1_000;
  return Array.from({ length: bytes.length / step }, (_, at) => bytes.subarray(at * step, (at + 1) * step));
}

/** Sends recordings in one request each, one after the other. Returns the seconds of sound. @param {Gateway} gateway */
export async function postClips({ http, appkey, token }) {
  const body = ringback(clipS);
  for (let sent = 0; sent < clips; sent++) {
    const reply = await fetch(`${http}/v10/asr/ring/cn_8k_common/short_audio?appkey=${appkey}`, {
      method: 'POST',
      headers: {
        'x-svc-access-token': token,
        'content-type': 'application/octet-stream',
        'x-svc-config': 'audioFormat=alaw_8k',
      },
      body,
    });
    if (reply.status !== 200) throw new Error(`short_audio: ${reply.status} ${await reply.text()}`);
    await reply.arrayBuffer();
  }
  return clips * clipS;
}

/** A session on each socket, in real time, until `end`. @param {import('ws').WebSocket[]} sockets @param {Uint8Array[]} sound */
export function callsAtOnce(sockets, sound) {
  let isOver = false;
  const running = sockets.map(async (socket, number) => {
    let dueMs = performance.now() + (number % sliceMs) * 10;
    await sleep((number % sliceMs) * 10);
    socket.send(JSON.stringify({ command: 'START', config: { audioFormat: 'alaw_8k' } }));
    for (let at = 0; !isOver && socket.readyState === socket.OPEN; at++) {
      socket.send(/** @type {Uint8Array} */ (sound[at % sound.length]));
      dueMs += sliceMs;
      await sleep(Math.max(0, dueMs - performance.now()));
    }
    socket.terminate();
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(running);
      await sleep(500);
    },
  };
}

/** Milliseconds of each list request, with some lists in the store. @param {Gateway} gateway */
export async function listTimes({ http, appkey }) {
  const url = `${http}/v10/resource/user/asr/userword?appkey=${appkey}`;
  const content = Buffer.from('张三 3\n李四 2\n').toString('base64');
  for (let made = 0; made < lists; made++) {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resource: { name: `list ${made}`, lang: 'cn', desc: '', content } }),
    });
    if (reply.status !== 200) throw new Error(`create: ${reply.status} ${await reply.text()}`);
    await reply.arrayBuffer();
  }
  const times = [];
  for (let asked = 0; asked < listRequests; asked++) {
    const startMs = performance.now();
    await (await fetch(`${url}&offset=${(asked * 7) % (lists - 100)}`)).arrayBuffer();
    times.push(performance.now() - startMs);
  }
  return times;
}
