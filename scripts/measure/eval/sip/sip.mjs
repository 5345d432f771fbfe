// npm run eval:sip: calls that the gateway places to SIPp, each kind of call to a SIPp of its own, and their results.
//   --transport udp|tcp|both   (both)        --rate N    calls a second (20)
//   --only KIND                one kind of call          --keep      leaves the folder with scenarios and logs
//   --data DIR                 songs; ../shared/data     --write     put the table into docs/measurements.md
//
// A call is right if it has the expected verdict and SIPp found every message in its place: CANCEL, ACK of the 487,
// PRACK, ACK and BYE, and no CANCEL after a 200. The prompt is synthesised by the gateway's own voice.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from '../../bench/tones/judge.mjs';
import { startGateway } from '../../lib/gateway.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { scenarios } from './scenarios.mjs';
import { makeSounds } from './sounds.mjs';

const { values: options } = parseArgs({
  options: {
    transport: { type: 'string', default: 'both' },
    rate: { type: 'string', default: '20' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    data: { type: 'string', default: '../shared/data' },
    write: { type: 'boolean', default: false },
  },
});
const promised = { share: 0.99, busyP95Ms: 1_100 };
if (spawnSync('sipp', ['-v']).error !== undefined) {
  console.log('skipped: there is no sipp; apt-get install sip-tester');
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'eval-sip-'));
const kinds = Object.entries(scenarios(makeSounds(folder, join(options.data, 'songs')))).filter(
  ([name]) => options.only === undefined || name === options.only,
);

/** @param {'udp' | 'tcp'} transport */
async function measure(transport) {
  let port = 20_000 + Math.floor(Math.random() * 200) * 50;
  const trunks = [];
  const running = [];
  for (const [name, { xml, calls }] of kinds) {
    port += 4;
    const media = 36_000 + running.length * 200;
    const file = join(folder, `${name}.xml`);
    writeFileSync(file, xml);
    const args = [
      '-sf',
      file,
      '-i',
      '127.0.0.1',
      '-mi',
      '127.0.0.1',
      '-p',
      String(port),
      '-m',
      String(calls),
      '-nostdin',
    ];
    const ports = ['-mp', String(media)];
    const logs = ['-trace_err', '-error_file', join(folder, `${transport}-${name}.err`)];
    const child = spawn(
      'sipp',
      [...args, ...ports, ...logs, '-t', transport === 'udp' ? 'u1' : 't1', '-timeout', '90s'],
      {
        stdio: 'ignore',
        cwd: folder,
      },
    );
    running.push({ name, exited: once(child, 'exit') });
    trunks.push({ name, host: '127.0.0.1', port, transport });
  }
  const sip = { trunks, callsPerApplication: 200, callsPerS: 100 };
  const gateway = await startGateway({ config: { media: { sip } } });
  try {
    await ready(gateway);
    const headers = { 'X-Svc-Access-Token': gateway.token, 'content-type': 'application/json' };
    const url = (uuid = '') => `${gateway.http}/v10/ext/calls${uuid}?appkey=${gateway.appkey}`;
    /** @type {string[]} */
    const order = [];
    const left = Object.fromEntries(kinds.map(([name, { calls }]) => [name, calls]));
    const random = makeRandom('sip/order');
    while (Object.values(left).some((count) => count > 0)) {
      const names = Object.keys(left).flatMap((name) => Array.from({ length: left[name] ?? 0 }, () => name));
      const name = /** @type {string} */ (names[random.int(names.length)]);
      left[name] = (left[name] ?? 0) - 1;
      order.push(name);
    }
    const startMs = performance.now();
    /** @type {{ name: string, uuid: string, verdict?: any }[]} */
    const placed = [];
    for (const [index, name] of order.entries()) {
      await sleep(Math.max(0, startMs + (index * 1_000) / Number(options.rate) - performance.now()));
      const body = JSON.stringify({ to: '13800000000', from: '01012345678', gateway: name, maxMs: 40_000 });
      const reply = await fetch(url(), { method: 'POST', headers, body });
      if (!reply.ok) throw new Error(`a call was refused: ${await reply.text()}`);
      placed.push({ name, uuid: (await reply.json()).uuid });
    }
    for (const call of placed) {
      for (let tries = 0; tries < 300; tries++) {
        const { state, verdict } = await (await fetch(url(`/${call.uuid}`), { headers })).json();
        if (state === 'over' && verdict?.final) {
          call.verdict = verdict;
          break;
        }
        await sleep(200);
      }
    }
    /** @type {Record<string, number>} */
    const exits = {};
    for (const { name, exited } of running) exits[name] = (await exited)[0];
    const metrics = await (await fetch(`${gateway.admin}/metrics`)).text();
    const packets = Object.fromEntries(
      [...metrics.matchAll(/tonegate_sip_packets_total\{fate="(\w+)"\} (\d+)/g)].map(([, fate, count]) => [
        fate,
        Number(count),
      ]),
    );
    return { placed, exits, packets };
  } finally {
    await gateway.stop();
  }
}

/** @param {import('../../lib/gateway.mjs').Gateway} gateway */
async function ready({ admin }) {
  for (let tries = 0; tries < 600; tries++) {
    const reply = await fetch(`${admin}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await sleep(100);
  }
  throw new Error('the gateway did not become ready');
}

const rows = [];
let isGood = true;
const transports = options.transport === 'both' ? ['udp', 'tcp'] : [options.transport];
for (const transport of /** @type {('udp' | 'tcp')[]} */ (transports)) {
  const { placed, exits, packets } = await measure(transport);
  let right = 0;
  for (const [name, { is, right: wanted, calls }] of kinds) {
    const mine = placed.filter((call) => call.name === name);
    const good = mine.filter(({ verdict }) => Object.entries(wanted).every(([key, value]) => verdict?.[key] === value));
    for (const { verdict } of mine.filter((call) => !good.includes(call))) console.error(name, JSON.stringify(verdict));
    if (exits[name] !== 0) console.error(`${name}: SIPp ended with ${exits[name]}: a message was missing or too many`);
    right += exits[name] === 0 ? good.length : 0;
    const since = mine.flatMap(({ verdict }) => verdict?.sip?.sinceRtpMs ?? []);
    const [p50, p95] = [0.5, 0.95].map((share) => (since.length === 0 ? '' : Math.round(percentile(since, share))));
    if (name === 'busy' && Number(p95) > promised.busyP95Ms) isGood = false;
    rows.push([
      transport,
      is,
      `${good.length} of ${calls}`,
      exits[name] === 0 ? 'all in place' : 'not all',
      p50 ?? '',
      p95 ?? '',
    ]);
  }
  const share = right / placed.length;
  if (share < promised.share) isGood = false;
  const { taken = 0, late = 0, foreign = 0, flooded = 0, unknown = 0 } = packets;
  rows.push([
    transport,
    '**all**',
    `**${right} of ${placed.length}**`,
    `${taken} packets taken, ${late} late, ${foreign + flooded + unknown} dropped`,
    '',
    '',
  ]);
}
if (options.keep) console.error(folder);
else rmSync(folder, { recursive: true });
const head = ['transport', 'call', 'verdict right', 'signalling', 'first RTP → verdict p50 ms', 'p95 ms'];
const page = `\`npm run eval:sip\`: SIPp 3.6.1 (Debian) as the trunk, ${options.rate} calls a second, mixed in a fixed order. ${machineLine()}, on a machine with other work.

${markdownTable(head, rows)}`;
console.log(page);
if (options.write) writeBlock('sip', page);
if (!isGood) process.exitCode = 1;
