// npm run bench:sync-state: the cost of the boxes' polls for their upstream. A real gateway; the CPU time of its
// process counts, so that a loaded machine gives the same figures.
//   --resources N   sys resources in the state (200)     --polls N   of each kind (3000)
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { startGateway } from '../lib/gateway.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';

const { values: options } = parseArgs({
  options: { resources: { type: 'string', default: '200' }, polls: { type: 'string', default: '3000' } },
});
const [resources, polls] = [Number(options.resources), Number(options.polls)];
const lanes = 8;
const tickMs = 10; // of /proc/PID/stat

const cli = fileURLToPath(new URL('../../tonegate.mjs', import.meta.url));
const gateway = await startGateway();
try {
  const { appkey, secret } = await boxApp();
  await fill();
  const ca = readFileSync(join(gateway.data, 'tls', 'cert.pem'));
  const authorization = `Basic ${Buffer.from(`${appkey}:${secret}`).toString('base64')}`;

  /** @param {https.Agent | false} agent @param {string} [etag] */
  const poll = async (agent, etag) => {
    const headers = { authorization, ...(etag === undefined ? {} : { 'if-none-match': etag }) };
    const asked = https.get(`${gateway.https}/v10/sync/state?appkey=${appkey}`, { agent, ca, headers });
    const [answer] = await once(asked, 'response');
    let bytes = 0;
    for await (const chunk of answer) bytes += chunk.length;
    return { status: answer.statusCode, etag: answer.headers.etag, bytes };
  };

  const { etag, bytes } = await poll(false);
  const kept = new https.Agent({ keepAlive: true, maxSockets: lanes });
  const rows = [];
  for (const [what, agent, tag, status] of [
    ['304, kept connection', kept, etag, 304],
    ['304, new connection', false, etag, 304],
    ['200 with the state, kept connection', kept, undefined, 200],
  ]) {
    for (let warm = 0; warm < 50; warm++) await poll(agent, tag);
    const before = cpuMs();
    let left = polls;
    const lane = async () => {
      while (left-- > 0) {
        const got = await poll(agent, tag);
        if (got.status !== status) throw new Error(`${what}: status ${got.status}`);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const usedMs = cpuMs() - before;
    rows.push([what, (usedMs / polls).toFixed(2), Math.round((polls / usedMs) * 1_000)]);
  }
  kept.destroy();
  const title = `${resources} sys resources, state of ${bytes} bytes, ${polls} polls each. ${machineLine()}`;
  process.stdout.write(
    `${title}\n\n${markdownTable(['poll', 'CPU ms of the gateway', 'a second on one core'], rows)}\n`,
  );
} finally {
  await gateway.stop();
}

async function boxApp() {
  const args = [cli, 'apps', 'add', 'box', '--sync', '--json', '--show-secret', '--data', gateway.data];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

async function fill() {
  const credential = readFileSync(join(gateway.data, 'admin.key'), 'utf8').trim();
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };
  for (let index = 0; index < resources; index++) {
    const content = Buffer.from(`${'x'.repeat(2_000)} ${index}`).toString('base64');
    const body = JSON.stringify({ resource: { name: `resource ${index}`, lang: 'cn', content } });
    const reply = await fetch(`${gateway.admin}/v10/resource/sys/asr/olm`, { method: 'POST', headers, body });
    if (!reply.ok) throw new Error(await reply.text());
  }
}

/** CPU time of all threads of the process. */
function cpuMs() {
  const fields = readFileSync(`/proc/${gateway.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
