// Recordings through the queue of a gateway, as a client of offline transcription sends them and fetches their results.
import { setTimeout as sleep } from 'node:timers/promises';
import { call, exchange } from '../power/processes.mjs';

/** @typedef {{ index: number, code: number, info: string, progress?: number, duration: number, channels: number }} FileState */
/** @typedef {{ finished: boolean, failure?: string, files: FileState[] }} TaskState */

const lookMs = 200;

/** Waits until the engines are ready. @param {import('../lib/gateway.mjs').Gateway} gateway */
export async function isReady({ admin }) {
  while ((await call(`${admin}/readyz`)).status !== 200) await sleep(50);
}

/** @param {import('../lib/gateway.mjs').Gateway} gateway @param {string} property */
export function transcriberOf({ http, appkey, token }, property) {
  const headers = { 'x-svc-access-token': token };
  const url = (/** @type {string} */ operation, /** @type {Record<string, string>} */ query = {}) =>
    `${http}/v10/asr/trans/${property}/${operation}?${new URLSearchParams({ appkey, ...query })}`;

  /** @param {string} operation @param {object} options @param {Record<string, string>} [query] */
  async function asked(operation, options, query) {
    const { status, json } = await call(url(operation, query), { headers, ...options });
    if (status !== 200) throw new Error(`${operation}: ${status} ${JSON.stringify(json)}`);
    return json;
  }

  return {
    /**
     * Uploads a recording in one slice. @param {string} name @param {Uint8Array} bytes @returns {Promise<string>} its
     * address
     */
    async upload(name, bytes) {
      const body = { name, size: bytes.length };
      const { fileId, sliceCount } = await asked('prepare_upload', { method: 'POST', body });
      if (sliceCount !== 1) throw new Error(`${name}: ${bytes.length} bytes are more than a slice`);
      const binary = { ...headers, 'content-type': 'application/octet-stream' };
      const reply = await exchange(url('upload', { fileId, sliceIndex: '0' }), {
        ...{ method: 'POST', headers: binary, body: bytes },
      });
      if (reply?.status !== 200) throw new Error(`upload of ${name}: ${reply?.status} ${reply?.bytes}`);
      return `upload://${fileId}`;
    },

    /** @param {object} body @returns {Promise<string>} the task */
    async submit(body) {
      const { taskId } = await asked('submit', { method: 'POST', body });
      return taskId;
    },

    /** @param {string} task @param {(state: TaskState) => void} [onLook] @returns {Promise<TaskState>} */
    async finished(task, onLook = () => {}) {
      for (;;) {
        /** @type {TaskState} */
        const state = await asked('query', {}, { task });
        onLook(state);
        if (state.finished) return state;
        await sleep(lookMs);
      }
    },

    /** @param {string} task @param {number} index @returns {Promise<Buffer>} */
    async download(task, index) {
      const reply = await exchange(url('download', { task, files: String(index) }), { headers });
      if (reply?.status !== 200) throw new Error(`download of file ${index}: ${reply?.status} ${reply?.bytes}`);
      return reply.bytes;
    },
  };
}
