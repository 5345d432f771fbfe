// npm run eval:asterisk -- --root DIR: a real Asterisk, in each of the ways of docs/asterisk.md and as the trunk of
// docs/sip-tap.md.
//   --root DIR     the file system that Asterisk is installed in, such as one of debootstrap, or / (its /etc/hosts has
//                  localhost and the name of this machine); another than / needs chroot
//   --calls N      calls on each way (20)         --at-once N   calls at a time (3)
//   --only WAYS    some ways, with commas, or trunk                  --keep        leaves the folder of
//                  Asterisk and the logs of SIPp
//   --data DIR     songs; ../shared/data          --write       put the tables into docs/measurements.md
//
// SIPp is the called side. It judges: a call is right if it ends with a CANCEL with the Q.850 cause of the played
// sound, or an answered call that the dial plan goes on with. The clock of each call runs from the 183, with which SIPp
// begins to play, to the CANCEL.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { percentile } from '../../bench/tones/judge.mjs';
import { startGateway } from '../../lib/gateway.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { decodeFile } from '../lib/audio.mjs';
import { scenarios } from '../sip/scenarios.mjs';
import { makeSounds } from '../sip/sounds.mjs';
import { startAsterisk } from './program.mjs';

const { values: options } = parseArgs({
  options: {
    root: { type: 'string' },
    calls: { type: 'string', default: '20' },
    'at-once': { type: 'string', default: '3' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    data: { type: 'string', default: '../shared/data' },
    write: { type: 'boolean', default: false },
  },
});
if (options.root === undefined || spawnSync('sipp', ['-v']).error !== undefined) {
  console.log('skipped: name the file system of an Asterisk with --root, and install sip-tester');
  process.exit(0);
}
const isWanted = (/** @type {string} */ name) => options.only === undefined || options.only.split(',').includes(name);
const example = fileURLToPath(new URL('../../../../packages/client-js/examples/asterisk.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'eval-asterisk-'));
const sipPassword = 'a password of this measurement';
const ariPassword = 'another-one';
const portBase = 21_000 + Math.floor(Math.random() * 400) * 20;
const ports = { ariPort: portBase, sipPort: portBase + 1, audioSocketPort: portBase + 2, rtpPort: 44_000 };

/** The number of calls among ten, and the result that SIPp must see. */
const kinds = /** @type {const} */ ({
  busy: { ofTen: 4, cause: 17 },
  'ringback-busy': { ofTen: 2, cause: 17 },
  prompt: { ofTen: 2, cause: 1 },
  answer: { ofTen: 2, cause: undefined },
});
/** @typedef {keyof typeof kinds} Kind */
const names = /** @type {Kind[]} */ (Object.keys(kinds));
const ten = names.flatMap((name) => Array.from({ length: kinds[name].ofTen }, () => name));
const order = Array.from({ length: Number(options.calls) }, (_, index) => /** @type {Kind} */ (ten[(index * 7) % 10]));

/** The expected result of a call to Asterisk's trunk, by its called number. */
const trunkCalls = {
  busy: { resultId: 10, kind: 'busy' },
  'ringback-busy': { resultId: 10, kind: 'busy' },
  prompt: { resultId: 12, kind: 'prompt' },
  congestion: { resultId: 10, kind: 'congestion' },
  silent: { resultId: 91, kind: 'noMedia' },
  ringing: { resultId: 11, kind: 'status', finishCause: 'timeout' },
  'ringing-busy': { resultId: 10, kind: 'busy' },
  'status-busy': { resultId: 10, kind: 'status', q850: 17 },
  'ringing-status-busy': { resultId: 10, kind: 'status', q850: 17 },
  'status-congestion': { resultId: 13, kind: 'status' },
  'hangup-1': { resultId: 12, kind: 'status', q850: 1 },
  'hangup-20': { resultId: 14, kind: 'status', q850: 20 },
  'no-such-number': { resultId: 12, kind: 'status' },
  answer: { resultId: 11, finishCause: 'answered' },
  'answer-at-once': { finishCause: 'answered' },
};

/** @typedef {{ user: string, startMs?: number, cancelMs?: number, cause?: number, isEnded: boolean }} SeenCall */

/** The calls as SIPp saw them, from its message log. @param {string} file @returns {SeenCall[]} */
function seenCalls(file) {
  /** @type {Map<string, SeenCall>} */
  const calls = new Map();
  for (const block of readFileSync(file, 'latin1').split(/^-{40,} ?(?=\d{4}-)/m)) {
    const [, date, time] = /^(\S+) (\d\d:\d\d:\d\d\.\d+)/.exec(block) ?? [];
    const [, id = ''] = /^Call-ID: *(\S+)/im.exec(block) ?? [];
    if (date === undefined || id === '') continue;
    const atMs = Date.parse(`${date}T${time?.slice(0, 12)}Z`);
    const call = calls.get(id) ?? { user: /^To: .*?sip:(\d+)@/im.exec(block)?.[1] ?? '', isEnded: false };
    calls.set(id, call);
    if (/^SIP\/2.0 183/m.test(block)) call.startMs ??= atMs;
    if (/^CANCEL /m.test(block)) {
      call.cancelMs ??= atMs;
      call.cause = Number(/^Reason: Q\.850;cause=(\d+)/im.exec(block)?.[1]);
    }
    if (/^BYE /m.test(block)) call.isEnded = true;
  }
  return [...calls.values()];
}

/** @template Item @param {Item[]} items @param {(item: Item, index: number) => Promise<void>} work */
async function some(items, work) {
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: Number(options['at-once']) }, worker));
}

const sounds = makeSounds(folder, join(options.data, 'songs'));
const prompt = decodeFile(join(folder, 'prompt.wav'), 8_000).samples;
writeFileSync(join(folder, 'prompt.sln'), new Uint8Array(Int16Array.from(prompt).buffer));
writeFileSync(join(folder, 'sip-password'), sipPassword);

const running = names.map((name, index) => {
  const port = portBase + 4 + index;
  const file = join(folder, `${name}.xml`);
  writeFileSync(file, scenarios(sounds)[name].xml);
  const media = ['-i', '127.0.0.1', '-mi', '127.0.0.1', '-p', String(port), '-mp', String(36_000 + index * 400)];
  const logs = [
    '-trace_msg',
    '-message_file',
    join(folder, `${name}.msg`),
    '-trace_err',
    '-error_file',
    join(folder, `${name}.err`),
  ];
  const patience = ['-watchdog_minor_maxtriggers', '1000000', '-watchdog_major_maxtriggers', '1000000'];
  const child = spawn('sipp', ['-sf', file, ...media, ...logs, ...patience, '-nostdin'], {
    stdio: 'ignore',
    cwd: folder,
  });
  return { name, port, child, exited: once(child, 'exit') };
});

process.on('exit', () => {
  for (const { child } of running) child.kill('SIGKILL'); // also where something else does not start
});

const data = mkdtempSync(join(tmpdir(), 'eval-asterisk-data-'));
const first = await startGateway({ data });
await first.stop();
const { appkey, secret } = first;
const { audioSocketPort: port } = ports;
const trunk = { host: '127.0.0.1', port: ports.sipPort, user: 'dialer', passwordFile: join(folder, 'sip-password') };
/** The final verdicts that `ring.verdictUrl` gets, by the uuid of the call. @type {Map<string, any[]>} */
const posted = new Map();
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const verdict = JSON.parse(body);
  posted.set(verdict.uuid, [...(posted.get(verdict.uuid) ?? []), verdict]);
  response.end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const { port: receiverPort } = /** @type {import('node:net').AddressInfo} */ (receiver.address());
const gateway = await startGateway({
  data,
  config: {
    ring: { verdictUrl: `http://127.0.0.1:${receiverPort}/`, loopback: true },
    media: {
      trustedAddresses: ['127.0.0.1'],
      audioSocket: { enabled: true, port, appkey, hangup: true, noMediaMs: 60_000, silenceMs: 60_000 },
      sip: {
        trunks: [
          { name: 'udp', ...trunk },
          { name: 'tcp', ...trunk, transport: 'tcp' },
        ],
        callsPerApplication: 200,
      },
    },
  },
});
const trunks = Object.fromEntries(running.map(({ name, port: sipPort }) => [name, sipPort]));
const places = {
  ...ports,
  ariPassword,
  sipPassword,
  trunks,
  appkey,
  secret,
  gatewayHttp: gateway.http,
  gatewayHttps: gateway.https,
};
const asterisk = await startAsterisk(options.root, places, {
  'cert.pem': join(data, 'tls/cert.pem'),
  'prompt.sln': join(folder, 'prompt.sln'),
});

/** @param {Kind} kind @param {string} user @param {string[]} flags */
async function byScript(kind, user, flags) {
  const env = {
    ...process.env,
    TONEGATE_URL: gateway.http,
    TONEGATE_TOKEN_URL: gateway.https,
    TONEGATE_CA: join(data, 'tls/cert.pem'),
    TONEGATE_APPKEY: appkey,
    TONEGATE_SECRET: secret,
  };
  const access = ['--asterisk', `http://127.0.0.1:${ports.ariPort}`, '--user', `tonegate:${ariPassword}`];
  const args = [example, `PJSIP/${user}@${kind}`, ...access, '--answered', 'agents,s', ...flags];
  await promisify(execFile)(process.execPath, args, { env, timeout: 120_000 }).catch((fault) =>
    console.error(kind, fault.message),
  );
}

/** @param {Kind} kind @param {string} user @param {string} context */
async function byDialPlan(kind, user, context) {
  asterisk.command(`channel originate Local/${user}@call-${kind}/n extension s@${context}`);
  const file = join(folder, `${kind}.msg`);
  for (let tries = 0; tries < 120; tries++) {
    await sleep(500);
    const call = existsSync(file) && seenCalls(file).find((each) => each.user === user);
    if (call && (call.isEnded || call.cancelMs !== undefined)) return;
  }
}

/** @type {{ name: string, is: string, place: (kind: Kind, user: string) => Promise<void> }[]} */
const ways = [
  { name: 'ari', is: 'ARI, chan_websocket; the script connects', place: (kind, user) => byScript(kind, user, []) },
  {
    ...{ name: 'ari-connection', is: 'ARI, chan_websocket; Asterisk connects over wss' },
    place: (kind, user) => byScript(kind, user, ['--connection', 'tonegate']),
  },
  {
    ...{ name: 'ari-audiosocket', is: 'ARI, AudioSocket' },
    place: (kind, user) => byScript(kind, user, ['--audiosocket', `127.0.0.1:${port}`]),
  },
  { name: 'plan-audiosocket', is: 'dial plan, AudioSocket', place: (kind, user) => byDialPlan(kind, user, 'screen') },
  {
    ...{ name: 'plan-websocket', is: 'dial plan, chan_websocket over wss' },
    place: (kind, user) => byDialPlan(kind, user, 'screen-websocket'),
  },
];

async function trunkRows() {
  const headers = { 'X-Svc-Access-Token': gateway.token, 'content-type': 'application/json' };
  const url = (uuid = '') => `${gateway.http}/v10/ext/calls${uuid}?appkey=${gateway.appkey}`;
  const calls = Object.entries(trunkCalls).flatMap(([to, wanted]) =>
    ['udp', 'tcp'].flatMap((transport) => [0, 1].map(() => ({ to, wanted, transport }))),
  );
  /** @type {(typeof calls[number] & { verdict: any })[]} */
  const placed = [];
  await some(calls, async (call) => {
    const body = JSON.stringify({ to: call.to, from: '01012345678', gateway: call.transport, maxMs: 20_000 });
    const { uuid } = await (await fetch(url(), { method: 'POST', headers, body })).json();
    for (let tries = 0; tries < 200; tries++) {
      const { state, verdict } = await (await fetch(url(`/${uuid}`), { headers })).json();
      if (state === 'over' && verdict?.final) {
        placed.push({ ...call, verdict });
        return;
      }
      await sleep(200);
    }
    placed.push({ ...call, verdict: undefined });
  });
  return Object.keys(trunkCalls).map((to) => {
    const mine = placed.filter((call) => call.to === to);
    const good = mine.filter(({ verdict, wanted }) =>
      Object.entries(wanted).every(([key, value]) => verdict?.[key] === value),
    );
    for (const { verdict } of mine.filter((call) => !good.includes(call))) console.error(to, JSON.stringify(verdict));
    const since = mine.flatMap(({ verdict }) => (verdict?.finishCause === 'match' ? verdict.sip?.sinceRtpMs : []));
    const p50 = since.length === 0 ? '' : Math.round(percentile(since, 0.5));
    const { resultId, kind, finishCause } = mine[0]?.verdict ?? {};
    return [to, `${good.length} of ${mine.length}`, `${resultId} ${kind} (${finishCause})`, p50];
  });
}

/**
 * Counts the verdicts that the gateway keeps and that were posted exactly once. @param {Map<string, any[]>} verdicts
 */
async function postedRight(verdicts) {
  const authorization = `Basic ${Buffer.from(`${appkey}:${secret}`).toString('base64')}`;
  let right = 0;
  for (const [uuid, bodies] of verdicts) {
    const asked = await fetch(`${gateway.http}/v10/asr/ring/verdicts/${uuid}`, { headers: { authorization } });
    const kept = await asked.json();
    const isKept = kept.state === 'final' && JSON.stringify(kept.verdict) === JSON.stringify(bodies[0]);
    if (isKept && bodies.length === 1) right++;
    else console.error('posted', uuid, bodies.length, JSON.stringify(bodies[0]), JSON.stringify(kept));
  }
  return `${right} of ${verdicts.size}`;
}

/** @type {(string | number)[][]} */
const rows = [];
/** @type {(string | number)[][]} */
let tap = [];
try {
  let next = 100_000;
  for (const { name, is, place } of ways.filter(({ name }) => isWanted(name))) {
    /** @type {Map<string, Kind>} */
    const placed = new Map();
    posted.clear();
    await some(order, async (kind) => {
      const user = `1380${next++}`;
      placed.set(user, kind);
      await place(kind, user);
    });
    await sleep(3_000); // the dial plan ends the answered ones
    const seen = running.flatMap(({ name: kind }) => {
      const file = join(folder, `${kind}.msg`);
      return existsSync(file) ? seenCalls(file) : [];
    });
    const mine = [...placed].map(([user, kind]) => ({ kind, call: seen.find((each) => each.user === user) }));
    const isRight = (/** @type {typeof mine[number]} */ { kind, call }) =>
      kinds[kind].cause === undefined
        ? call?.isEnded === true && call.cancelMs === undefined
        : call?.cancelMs !== undefined && call.cause === kinds[kind].cause;
    for (const each of mine.filter((each) => !isRight(each))) console.error(name, JSON.stringify(each));
    const cells = names.map((kind) => {
      const all = mine.filter((each) => each.kind === kind);
      return `${all.filter(isRight).length} of ${all.length}`;
    });
    const times = mine.flatMap(({ kind, call }) =>
      kind === 'busy' && call?.cancelMs !== undefined && call.startMs !== undefined ? call.cancelMs - call.startMs : [],
    );
    const [p50 = '', p95 = ''] =
      times.length === 0 ? [] : [0.5, 0.95].map((share) => Math.round(percentile(times, share)));
    rows.push([is, ...cells, p50, p95, `${posted.size}, right ${await postedRight(posted)}`]);
    console.error(rows.at(-1)?.join(' | '));
  }
  if (isWanted('trunk')) tap = await trunkRows();
  console.error(
    asterisk
      .log()
      .split('\n')
      .filter((line) => /chan_websocket|audiosocket/.test(line) && /WARN|ERROR/.test(line))
      .slice(-5)
      .join('\n'),
  );
} finally {
  for (const { child, exited } of running) {
    child.kill('SIGKILL');
    await exited;
  }
  if (options.keep) console.error(folder, asterisk.base);
  if (options.keep) writeFileSync(join(folder, 'asterisk.log'), asterisk.log());
  await asterisk.stop();
  await gateway.stop();
  receiver.close();
  rmSync(data, { recursive: true, force: true });
  if (!options.keep) rmSync(folder, { recursive: true, force: true });
}
const head = [
  'way',
  'busy',
  'ringback, busy',
  'prompt behind ringback',
  'answered',
  'busy: 183 → CANCEL p50 ms',
  'p95 ms',
  'verdicts posted',
];
const page = `\`npm run eval:asterisk\`: ${asterisk.version}, SIPp 3.6.1 as the called side, ${options.calls} calls on each way, ${options['at-once']} at a time. ${machineLine()}, on a machine with other work.

${rows.length === 0 ? '' : markdownTable(head, rows)}

Asterisk as the trunk of \`POST /v10/ext/calls\`: an endpoint with a login (SHA-256), UDP and TCP, two calls each.

${tap.length === 0 ? '' : markdownTable(['number in the dial plan', 'right', 'verdict', 'first RTP → verdict p50 ms'], tap)}`;
console.log(page);
if (options.write) writeBlock('asterisk', page);
