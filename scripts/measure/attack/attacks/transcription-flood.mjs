// One developer fills the queue of offline transcription; another one then submits a single recording.
import { setTimeout as sleep } from 'node:timers/promises';
import { addApp } from '../../lib/gateway.mjs';

export const about = 'One developer submits 60 recordings, then another one a single one: it must not wait for the 60.';
export const alone = true;
const [seconds, files, mostBefore, giveUpMs] = [20, 60, 10, 240_000];
const audio = Buffer.alloc(seconds * 8_000, 0xd5);

/** @param {import('../attack.mjs').Target} target */
export async function run({ gateway }) {
  const other = await addApp(gateway, 'another', ['--developer', 'another']);
  const flood = await submit(gateway.http, gateway, files);
  const single = await submit(gateway.http, other, 1);
  const startMs = performance.now();
  while ((await finished(gateway.http, other, single)) < 1) {
    if (performance.now() - startMs > giveUpMs) throw new Error('the single recording was never finished');
    await sleep(50);
  }
  const before = await finished(gateway.http, gateway, flood);
  if (before > mostBefore)
    throw new Error(`${before} of ${files} recordings of the flood were finished before the single one`);
  return { 'finished before the single one': before, 'of the flood': files };
}

/** @typedef {{ appkey: string, token: string }} App */
/** @param {string} http @param {App} app @param {string} path @param {RequestInit} [init] @returns {Promise<any>} */
async function ask(http, { appkey, token }, path, init = {}) {
  const url = `${http}/v10/asr/trans/cn_8k_common/${path}${path.includes('?') ? '&' : '?'}appkey=${appkey}`;
  const headers = { 'x-svc-access-token': token, 'content-type': 'application/json', ...init.headers };
  const reply = await fetch(url, { ...init, headers });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return await reply.json();
}

/** @param {string} http @param {App} app @param {number} count @returns {Promise<string>} the task's id */
async function submit(http, app, count) {
  const urls = [];
  for (let index = 0; index < count; index++) {
    const size = JSON.stringify({ name: `${index}.raw`, size: audio.length });
    const { fileId } = await ask(http, app, 'prepare_upload', { method: 'POST', body: size });
    await ask(http, app, `upload?fileId=${fileId}&sliceIndex=0`, {
      ...{ method: 'POST', body: audio, headers: { 'content-type': 'application/octet-stream' } },
    });
    urls.push(`upload://${fileId}`);
  }
  const body = JSON.stringify({ files: urls, audioFormat: 'alaw_8k' });
  return (await ask(http, app, 'submit', { method: 'POST', body })).taskId;
}

/** @param {string} http @param {App} app @param {string} task @returns {Promise<number>} files that are finished */
async function finished(http, app, task) {
  const { files: all } = await ask(http, app, `query?task=${task}`);
  return all.filter((/** @type {{ code: number }} */ { code }) => code >= 4_000).length;
}
