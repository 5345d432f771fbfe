// Uploads a recording in slices, has it transcribed and prints the result. Nothing but Node 20:
//   node upload.mjs http://gateway:8080 APPKEY TOKEN call.mp3 [property [audioFormat]]
import { open } from 'node:fs/promises';
import { basename } from 'node:path';

const [gateway, appkey, token, file, property = 'cn_8k_common', audioFormat = 'auto'] = process.argv.slice(2);
const slicesAtOnce = 3;
const tries = 5;

const url = (operation, query = {}) =>
  `${gateway}/v10/asr/trans/${property}/${operation}?${new URLSearchParams({ appkey, ...query })}`;
const headers = { 'X-Svc-Access-Token': token };

/** 503 and broken connections pass; a slice that is there already (409) is as good as uploaded. */
async function call(address, options = {}) {
  for (let attempt = 1; ; attempt++) {
    const reply = await fetch(address, { ...options, headers: { ...headers, ...options.headers } }).catch(
      () => undefined,
    );
    if (reply?.ok || reply?.status === 409) return reply;
    if (attempt === tries || (reply !== undefined && reply.status < 500)) {
      throw new Error(reply === undefined ? `no answer from ${gateway}` : await reply.text());
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000 * 2 ** attempt));
  }
}

const post = async (operation, body) => {
  const json = { 'Content-Type': 'application/json' };
  return (await call(url(operation), { method: 'POST', headers: json, body: JSON.stringify(body) })).json();
};

const handle = await open(file);
const { size } = await handle.stat();
const { fileId, sliceSize, sliceCount } = await post('prepare_upload', { name: basename(file), size });

let next = 0;
async function uploadSlices() {
  for (let index = next++; index < sliceCount; index = next++) {
    const length = Math.min(sliceSize, size - index * sliceSize);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, index * sliceSize);
    const octets = { 'Content-Type': 'application/octet-stream' };
    const address = url('upload', { fileId, sliceIndex: String(index) });
    await call(address, { method: 'POST', headers: octets, body: buffer });
  }
}
await Promise.all(Array.from({ length: slicesAtOnce }, uploadSlices));
await handle.close();

const { taskId } = await post('submit', {
  files: [`upload://${fileId}`],
  audioFormat,
  resultType: 'TXT',
  tpp: { addPunc: true, digitNorm: true },
});
for (;;) {
  const task = await (await call(url('query', { task: taskId }))).json();
  const [{ code, info, progress = 0 }] = task.files;
  process.stderr.write(`${code} ${info} ${progress} %\n`);
  if (task.finished) break;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
}
const result = await fetch(url('download', { task: taskId, files: '0' }), { headers });
process.stdout.write(await result.text());
process.exitCode = result.ok ? 0 : 1;
