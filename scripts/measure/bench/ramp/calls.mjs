// Calls of an open loop: they begin when they are due, whatever the outcome of earlier calls, and each sends its sound
// in real time. One timer sends the slices of all of them.
import { performance } from 'node:perf_hooks';
import WebSocket from 'ws';

/** @typedef {{ kind: string, slices: readonly Uint8Array[] }} Sound */
/** @typedef {{ kind: string, startMs: number, end: 'verdict' | 'silence' | 'refused' | 'fault', tookMs: number, said: string,
 *   lagMs: number }} Outcome */

const [sliceMs, tickMs, giveUpMs] = [100, 20, 20_000];

export class Calls {
  /** @type {Set<{ due(nowMs: number): void }>} */
  #live = new Set();
  #ticking = setInterval(() => {
    const nowMs = performance.now();
    for (const call of this.#live) call.due(nowMs);
  }, tickMs);

  /** @param {{ http: string, appkey: string, token: string }} gateway */
  constructor(gateway) {
    this.url = `${gateway.http.replace(/^http/, 'ws')}/v10/asr/ring/cn_8k_common/short_stream?appkey=${gateway.appkey}`;
    this.headers = { 'X-Svc-Access-Token': gateway.token };
  }

  get live() {
    return this.#live.size;
  }

  stop() {
    clearInterval(this.#ticking);
  }

  /** One call. `tookMs`: from its first slice to its verdict, or from its beginning to its refusal.
   * @param {Sound} sound @returns {Promise<Outcome>} */
  run({ kind, slices }) {
    const beganMs = performance.now();
    const socket = new WebSocket(this.url, {
      headers: this.headers,
      perMessageDeflate: false,
      handshakeTimeout: giveUpMs,
    });
    return new Promise((resolve) => {
      let [startMs, sent, lastMs, isOver, lagMs] = [0, 0, 0, false, 0];
      const call = {
        due: (/** @type {number} */ nowMs) => {
          while (sent < slices.length && startMs + sent * sliceMs <= nowMs) {
            lagMs = Math.max(lagMs, nowMs - (startMs + sent * sliceMs));
            socket.send(/** @type {Uint8Array} */ (slices[sent++]));
            lastMs = nowMs;
            if (sent === slices.length) socket.send(JSON.stringify({ command: 'END', cancel: false }));
          }
          if (sent === slices.length && nowMs - lastMs > giveUpMs) done('fault', nowMs - startMs, 'no verdict');
        },
      };
      /** @param {Outcome['end']} end @param {number} tookMs @param {string} said */
      const done = (end, tookMs, said) => {
        if (isOver) return;
        isOver = true;
        this.#live.delete(call);
        socket.terminate();
        resolve({ kind, startMs: beganMs, end, tookMs, said, lagMs });
      };
      socket.on('open', () => {
        socket.send(JSON.stringify({ command: 'START', config: { audioFormat: 'alaw_8k' } }));
        startMs = performance.now();
        this.#live.add(call);
      });
      socket.on('unexpected-response', (_, { statusCode }) =>
        done(statusCode === 503 ? 'refused' : 'fault', performance.now() - beganMs, String(statusCode)),
      );
      socket.on('error', (fault) => done('fault', performance.now() - beganMs, fault.message));
      socket.on('close', () => done('fault', performance.now() - beganMs, 'closed'));
      socket.on('message', (/** @type {Buffer} */ data) => {
        const nowMs = performance.now();
        const message = JSON.parse(data.toString());
        if (message.respType === 'RESULT' && message.sentence.isFinal && sent < slices.length) {
          done('verdict', nowMs - startMs, message.sentence.keyword ?? message.sentence.result);
        } else if (message.respType === 'END') done('silence', nowMs - startMs, 'END');
        else if (message.respType === 'ERROR' || message.respType === 'FATAL_ERROR') {
          done(message.errCode === 50300 ? 'refused' : 'fault', nowMs - startMs, message.errMessage);
        }
      });
    });
  }
}
