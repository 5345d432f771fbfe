// Memory of a gateway while a large recording is uploaded: `npm run bench:uploads -- [--bytes 2147483648] [--slice 67108864]`.
// The gateway is a process of its own; its resident memory is read from /proc ten times a second.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeBlock } from '../lib/page.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { call, exchange, wholeGatewayVictim } from '../power/processes.mjs';

const { values: options } = parseArgs({
  options: {
    bytes: { type: 'string', default: String(2 * 1024 ** 3) },
    slice: { type: 'string', default: String(64 * 1024 ** 2) },
    /** slices that are sent at once */
    atOnce: { type: 'string', default: '4' },
    write: { type: 'boolean', default: false },
  },
});
const [size, sliceSize, atOnce] = [options.bytes, options.slice, options.atOnce].map(Number);
const MiB = 1024 ** 2;

const folder = mkdtempSync(path.join(tmpdir(), 'bench-uploads-'));
const victim = wholeGatewayVictim(folder, {
  TONEGATE_HTTP_PORT: '0',
  TONEGATE_HTTPS_PORT: '0',
  TONEGATE_ADMIN_PORT: '0',
  TONEGATE_LOG_LEVEL: 'error',
});
try {
  const { http, https, admin, app } = await victim.start();
  while ((await call(`${admin}/readyz`)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
  const authorization = `Basic ${Buffer.from(`${app.appkey}:${app.secret}`).toString('base64')}`;
  const { json } = await call(`${https}/v10/auth/get-access-token?appkey=${app.appkey}`, {
    headers: { authorization },
  });
  const token = { 'x-svc-access-token': json.token };
  const url = (/** @type {string} */ operation, /** @type {Record<string, string>} */ query = {}) =>
    `${http}/v10/asr/trans/cn_8k_common/${operation}?${new URLSearchParams({ appkey: app.appkey, ...query })}`;
  const draft = { name: 'large.raw', size, sliceSize };
  const { json: upload } = await call(url('prepare_upload'), { method: 'POST', headers: token, body: draft });
  const bytes = Buffer.alloc(Number(sliceSize), 0xd5);

  const beforeMiB = residentMiB();
  let mostMiB = beforeMiB;
  const watch = setInterval(() => {
    mostMiB = Math.max(mostMiB, residentMiB());
  }, 100);
  const startedMs = performance.now();
  let next = 0;
  const send = async () => {
    for (let index = next++; index < upload.sliceCount; index = next++) {
      const body = bytes.subarray(0, Math.min(bytes.length, Number(size) - index * bytes.length));
      const headers = { ...token, 'content-type': 'application/octet-stream' };
      const query = { fileId: upload.fileId, sliceIndex: String(index) };
      const reply = await exchange(url('upload', query), { method: 'POST', headers, body });
      if (reply?.status !== 200) throw new Error(`slice ${index}: ${reply?.status} ${reply?.bytes}`);
    }
  };
  await Promise.all(Array.from({ length: Number(atOnce) }, send));
  const tookS = (performance.now() - startedMs) / 1_000;
  clearInterval(watch);
  const rows = [
    ['uploaded', `${Number(size) / MiB} MiB in ${upload.sliceCount} slices, ${atOnce} at once`],
    ['took, each slice synced to the disk', `${tookS.toFixed(1)} s, ${(Number(size) / MiB / tookS).toFixed(0)} MiB/s`],
    ['resident memory of the gateway before, at most', `${beforeMiB.toFixed(0)} MiB, ${mostMiB.toFixed(0)} MiB`],
  ];
  const text = `${machineLine()}.\n\n${markdownTable(['an upload', 'measured'], rows)}`;
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('bench:uploads', text);
} finally {
  await victim.kill();
  rmSync(folder, { recursive: true, force: true });
}

function residentMiB() {
  const [, kB = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${victim.pid}/status`, 'utf8')) ?? [];
  return Number(kB) / 1024;
}
