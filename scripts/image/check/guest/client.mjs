// Runs inside a box: a client that makes data, or one that finds the data again. It prints a line of JSON.
//   node client.mjs make|check FILE APPKEY SECRET   writes the facts to FILE, or reads them from it
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import { promisify } from 'node:util';

const [order, factsFile, appkey = '', secret = ''] = process.argv.slice(2);
const http = 'http://127.0.0.1:8080';
const property = 'cn_8k_common';
const robots = '/v10/nlu/resource/cn_common/robots';
const here = import.meta.dirname;

/** A new token. The certificate of the box is self-signed, so it cannot be checked here. */
const freshToken = () =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Basic ${Buffer.from(`${appkey}:${secret}`).toString('base64')}` };
    const address = `https://127.0.0.1:8443/v10/auth/get-access-token?appkey=${appkey}`;
    https
      .get(address, { headers, rejectUnauthorized: false }, (answer) => {
        let text = '';
        answer.on('data', (piece) => {
          text += piece;
        });
        answer.on('end', () => resolve(JSON.parse(text).token));
      })
      .on('error', reject);
  });

let token = '';
async function call(address, { method = 'GET', body, type = 'application/json', headers = {} } = {}) {
  const separator = address.includes('?') ? '&' : '?';
  const answer = await fetch(`${http}${address}${separator}appkey=${appkey}`, {
    method,
    headers: { 'X-Svc-Access-Token': token, ...(body !== undefined && { 'Content-Type': type }), ...headers },
    ...(body !== undefined && { body: type === 'application/json' ? JSON.stringify(body) : body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

const screen = () =>
  call(`/v10/asr/ring/${property}/short_audio`, {
    method: 'POST',
    body: readFileSync(path.join(here, 'busy.wav')),
    type: 'application/octet-stream',
    headers: { 'X-Svc-Config': 'audioFormat=auto' },
  });

const task = (id) => call(`/v10/asr/trans/${property}/query?task=${id}`);

async function make() {
  token = await freshToken();
  const verdict = await screen();
  const content = Buffer.from('张三丰\n').toString('base64');
  const list = await call('/v10/asr/userword/create', {
    method: 'POST',
    body: { userId: '*', vocab: { name: 'kept', lang: 'cn', content } },
  });
  const recording = readFileSync(path.join(here, 'speech.alaw'));
  const upload = await call(`/v10/asr/trans/${property}/prepare_upload`, {
    method: 'POST',
    body: { name: 'speech.alaw', size: recording.length },
  });
  await call(`/v10/asr/trans/${property}/upload?fileId=${upload.fileId}&sliceIndex=0`, {
    method: 'POST',
    body: recording,
    type: 'application/octet-stream',
  });
  const { taskId } = await call(`/v10/asr/trans/${property}/submit`, {
    method: 'POST',
    body: { files: [`upload://${upload.fileId}`], audioFormat: 'alaw_8k', resultType: 'TXT' },
  });
  // Not a synchronous call: meanwhile the gateway closes idle connections, which fetch has to see.
  const imported = await promisify(execFile)(
    'tonegate',
    ['nlu', 'import', '--json', '--gateway', http, '--appkey', appkey, path.join(here, 'appointment')],
    { env: { ...process.env, TONEGATE_ACCESS_TOKEN: token } },
  ).catch((/** @type {Error & { stderr?: string, stdout?: string }} */ fault) => {
    throw new Error(`nlu import: ${fault.stderr}${fault.stdout}`);
  });
  const robot = JSON.parse(imported.stdout);
  const robotId = robot.robotId ?? robot.id;
  const published = await call(`${robots}/${robotId}/publishes`, { method: 'POST', body: { description: 'kept' } });
  for (let tries = 0; ; tries++) {
    const found = await task(taskId);
    if (found.finished && found.files[0].code === 4000) break;
    if (found.finished) throw new Error(`the transcription failed: ${JSON.stringify(found)}`);
    if (tries > 120) throw new Error(`the transcription does not end: ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  for (let tries = 0; ; tries++) {
    const { publishes } = await call(`${robots}/${robotId}/publishes`);
    if (publishes[0].state === 'FINISHED') break;
    if (publishes[0].state !== 'WORKING' || tries > 120) throw new Error(`no package: ${JSON.stringify(publishes)}`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  const facts = { token, taskId, listId: list.created?.id ?? list.id, robotId, published, seen: {} };
  facts.seen = await look(facts);
  writeFileSync(factsFile, JSON.stringify(facts));
  return { verdict, published, seen: facts.seen };
}

/** The data as a client sees it. */
async function look({ taskId, listId, robotId }) {
  const found = await task(taskId);
  const list = await call('/v10/asr/userword/get', { method: 'POST', body: { userId: '*', vocabId: listId } });
  const publishes = await call(`${robots}/${robotId}/publishes`);
  const robot = await call(`${robots}/${robotId}/export`);
  return { task: found.files, list: list.vocab, publishes, robotBytes: JSON.stringify(robot).length };
}

async function check() {
  const facts = JSON.parse(readFileSync(factsFile, 'utf8'));
  token = facts.token; // the earlier token
  const verdict = await screen();
  const seen = await look(facts);
  const isSame = JSON.stringify(seen) === JSON.stringify(facts.seen);
  return { verdict, isSame, ...(!isSame && { seen, before: facts.seen }) };
}

try {
  process.stdout.write(`${JSON.stringify(await (order === 'make' ? make() : check()))}\n`);
} catch (fault) {
  const cause = fault instanceof Error && fault.cause !== undefined ? `: ${fault.cause}` : '';
  process.stdout.write(`${JSON.stringify({ fault: `${fault instanceof Error ? fault.message : fault}${cause}` })}\n`);
  process.exitCode = 1;
}
