// Callers of a gateway whose engines die: live calls as load, and new callers that ask again and again until they are
// answered.
import { setTimeout as sleep } from 'node:timers/promises';
import { alawByte, quantise } from '../../bench/tones/channel.mjs';
import { renderBare } from '../../bench/tones/render.mjs';
import { chinaTones } from '../../bench/tones/signals.mjs';
import { openSocket } from '../../lib/gateway.mjs';

/** @typedef {import('../../lib/gateway.mjs').Gateway} Gateway */

const sliceBytes = 800; // 100 ms of A-law
const giveUpMs = 60_000;
const retryMs = 50;

/** @param {typeof chinaTones.busy} tone @param {number} seconds */
function alawOf(tone, seconds) {
  const made = renderBare('engines', tone, { seconds, leadInMs: 100, levelDbm0: -15, snrDb: 40 });
  return Uint8Array.from(quantise(made, 'linear'), alawByte);
}
const busy = alawOf(chinaTones.busy, 4);
const ringback = alawOf(chinaTones.ringback, 30);
/** @param {Uint8Array} bytes */
const slicesOf = (bytes) =>
  Array.from({ length: Math.floor(bytes.length / sliceBytes) }, (_, at) =>
    bytes.subarray(at * sliceBytes, (at + 1) * sliceBytes),
  );
const [busySlices, ringbackSlices] = [slicesOf(busy), slicesOf(ringback)];
const start = JSON.stringify({ command: 'START', config: { audioFormat: 'alaw_8k' } });

/** The next message for which `wanted` holds; undefined if the socket is closed. @param {import('ws').WebSocket} socket
 * @param {(message: any) => boolean} wanted @returns {Promise<any>} */
function message(socket, wanted) {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) {
      resolve(undefined);
      return;
    }
    const look = (/** @type {Buffer} */ data) => {
      const said = JSON.parse(data.toString());
      if (!wanted(said)) return;
      socket.off('message', look);
      socket.off('close', closed);
      resolve(said);
    };
    const closed = () => resolve(undefined);
    socket.on('message', look);
    socket.once('close', closed);
  });
}

/** Live calls in real time, one after the other on each connection, until they are stopped. */
export class LiveCalls {
  lost = 0;
  ended = 0;
  #isOver = false;
  /** @type {Promise<void>[]} */ #lines;

  /** @param {Gateway} gateway @param {number} count */
  constructor(gateway, count) {
    this.#lines = Array.from({ length: count }, () => this.#line(gateway));
  }

  async stop() {
    this.#isOver = true;
    await Promise.all(this.#lines);
  }

  /** @param {Gateway} gateway */
  async #line(gateway) {
    let socket = await openSocket(gateway);
    while (!this.#isOver) {
      if (socket.readyState !== socket.OPEN) socket = await openSocket(gateway);
      let [isEnded, hasStarted] = [false, false];
      // A START that is refused has an ERROR and no END.
      const over = message(socket, (said) => {
        hasStarted ||= said.respType === 'START';
        return said.respType === 'END' || (said.respType === 'ERROR' && !hasStarted);
      }).then((said) => {
        isEnded = true;
        return said;
      });
      socket.send(start);
      for (const slice of ringbackSlices) {
        if (isEnded || this.#isOver) break;
        socket.send(slice);
        await sleep(100);
      }
      if (!isEnded) socket.send(JSON.stringify({ command: 'END', cancel: false }));
      const said = await over;
      if (said?.respType === 'END' && said.reason !== 'ERROR') this.ended++;
      else this.lost++;
      if (said?.respType === 'ERROR') await sleep(retryMs);
    }
    socket.terminate();
  }
}

/**
 * Time until a live call that begins now, and begins again for as long as it fails, has its verdict. @param {Gateway}
 * gateway
 */
export async function verdictOfNextCall(gateway) {
  const begunMs = performance.now();
  while (performance.now() - begunMs < giveUpMs) {
    const socket = await openSocket(gateway);
    try {
      const verdict = message(socket, (said) => said.respType === 'RESULT' || said.respType === 'ERROR');
      socket.send(start);
      for (const slice of busySlices) socket.send(slice);
      const said = await verdict;
      if (said?.respType === 'RESULT') {
        if (said.sentence.result !== '#BUSY#') throw new Error(`a busy tone was taken for ${said.sentence.result}`);
        return performance.now() - begunMs;
      }
    } finally {
      socket.terminate();
    }
    await sleep(retryMs);
  }
  return giveUpMs;
}

/**
 * Time until a one-shot screening is answered, for requests that begin from now on, one every 50 ms. @param {Gateway}
 * gateway
 */
export async function nextOneShot(gateway) {
  const begunMs = performance.now();
  const url = `${gateway.http}/v10/asr/ring/cn_8k_common/short_audio?appkey=${gateway.appkey}`;
  const headers = {
    'content-type': 'application/octet-stream',
    'x-svc-access-token': gateway.token,
    'x-svc-config': 'audioFormat=alaw_8k',
  };
  let answeredMs = Number.NaN;
  let asking = 0;
  while (Number.isNaN(answeredMs) && performance.now() - begunMs < giveUpMs) {
    if (asking < 8) {
      asking++;
      fetch(url, { method: 'POST', headers, body: busy })
        .then(async (reply) => {
          const { result, ...rest } = /** @type {any} */ (await reply.json());
          if (reply.status === 400) throw new Error(`a good clip is refused: ${JSON.stringify(rest)}`);
          if (reply.status === 200 && result.resultName === 'busy' && Number.isNaN(answeredMs))
            answeredMs = performance.now() - begunMs;
        })
        .finally(() => asking--);
    }
    await sleep(retryMs);
  }
  return Number.isNaN(answeredMs) ? giveUpMs : answeredMs;
}

/** A wave of live calls for `seconds`. @param {Gateway} gateway @param {number} count @param {number} seconds */
export async function wave(gateway, count, seconds) {
  let refused = 0;
  await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      await sleep(at * 10);
      const socket = await openSocket(gateway).catch(() => undefined);
      if (socket === undefined) {
        refused++;
        return;
      }
      socket.on('error', () => {});
      const over = message(socket, (said) => said.respType === 'END');
      socket.send(start);
      for (const slice of ringbackSlices.slice(0, seconds * 10)) {
        socket.send(slice);
        await sleep(100);
      }
      socket.send(JSON.stringify({ command: 'END', cancel: false }));
      await over;
      socket.terminate();
    }),
  );
  return refused;
}
