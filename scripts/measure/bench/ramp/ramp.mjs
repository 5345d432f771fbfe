// npm run bench:ramp: calls that come faster and faster, whatever the gateway answers, up to many times what it
// carries. Those that it takes must hear their verdicts as early as on a calm day, and the others must be refused at
// once.
//   --cores 1|2     processors of gateway and engine (1). With 1 the client has another one, with 2 it shares both.
//   --calm S        length of the calm part (30)          --ramp S     length of the ramp (90)
//   --from R --to R calls a second at both ends of the ramp (3, 450); the calm part has the first. The rate that
//                   was really offered is judged: the table says how late the client itself was
//   --admission off compares with a gateway that refuses by the number of calls only
//   --write         put the table into docs/measurements.md
// Four calls of ten are busy, three hear ringback and then an announcement (our own synthesis), three ringback for
// 12 s, without a verdict. A verdict's time runs from the first slice.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { onCore, pin } from '../../lib/cores.mjs';
import { startGateway } from '../../lib/gateway.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { alawByte, quantise } from '../tones/channel.mjs';
import { percentile } from '../tones/judge.mjs';
import { renderBare } from '../tones/render.mjs';
import { chinaTones } from '../tones/signals.mjs';
import { Calls } from './calls.mjs';

const { values: options } = parseArgs({
  options: {
    cores: { type: 'string', default: '1' },
    calm: { type: 'string', default: '30' },
    ramp: { type: 'string', default: '90' },
    from: { type: 'string', default: '3' },
    to: { type: 'string', default: '450' },
    admission: { type: 'string', default: 'auto' },
    write: { type: 'boolean', default: false },
  },
});
const [calmS, rampS, fromPerS, toPerS] = [options.calm, options.ramp, options.from, options.to].map(Number);
const isAlone = options.cores === '1';
const bytesPerSlice = 800;
const promised = { ratio: 1.3, refusalMs: 100, times: 5 };
const parts = 9;
const prompts = ['对不起，您拨打的电话已关机，请稍后再拨。', '您好，您拨打的号码是空号，请核对后再拨。'];

/** @param {Uint8Array} bytes */
const slicesOf = (bytes) =>
  Array.from({ length: Math.floor(bytes.length / bytesPerSlice) }, (_, at) =>
    bytes.subarray(at * bytesPerSlice, (at + 1) * bytesPerSlice),
  );
/** @param {'busy' | 'ringback'} kind @param {number} seconds */
const toneOf = (kind, seconds) => {
  const settings = { seconds, leadInMs: 200, levelDbm0: -15, snrDb: 35 };
  return Uint8Array.from(quantise(renderBare(`ramp/${kind}`, chinaTones[kind], settings), 'linear'), alawByte);
};

const gateway = await startGateway({
  pinTo: isAlone ? onCore(1) : [],
  settings: {
    TONEGATE_ADMISSION: options.admission ?? 'auto',
    TONEGATE_STREAM_MAX_SESSIONS: '5000',
    TONEGATE_SHARES_HANDSHAKES_PER_S: '5000',
    TONEGATE_SHARES_CONNECTIONS_PER_S: '5000',
  },
});
if (isAlone) pin(process.pid, 0);

/** A-law of a prompt, as the gateway's own voice says it. @param {string} text */
async function spoken(text) {
  const path = `/v10/tts/synth/cn_zhixingjing_common/short_text?appkey=${gateway.appkey}`;
  const reply = await fetch(gateway.http + path, {
    method: 'POST',
    headers: { 'X-Svc-Access-Token': gateway.token, 'content-type': 'application/json' },
    body: JSON.stringify({ text, config: { format: 'alaw', sampleRate: 8_000 } }),
  });
  if (reply.status !== 200) throw new Error(`short_text: ${reply.status} ${await reply.text()}`);
  return new Uint8Array(await reply.arrayBuffer());
}

try {
  while ((await fetch(`${gateway.admin}/readyz`)).status !== 200) await sleep(20);
  const ringback = toneOf('ringback', 2);
  const silence = new Uint8Array(8_000).fill(0xd5);
  const announced = await Promise.all(
    prompts.map(async (text) => slicesOf(Buffer.concat([ringback, await spoken(text), silence, silence]))),
  );
  /** @type {import('./calls.mjs').Sound[]} */
  const sounds = [
    ...Array.from({ length: 4 }, () => ({ kind: 'busy', slices: slicesOf(toneOf('busy', 10)) })),
    ...[0, 1, 0].map((at) => ({ kind: 'announcement', slices: announced[at] ?? [] })),
    ...Array.from({ length: 3 }, () => ({ kind: 'ringback', slices: slicesOf(toneOf('ringback', 12)) })),
  ];
  await sleep(3_000); // the calibration is over

  const random = makeRandom('ramp');
  const calls = new Calls(gateway);
  /** @type {(import('./calls.mjs').Outcome & { lateMs: number })[]} */
  const outcomes = []; // lateMs: from when the call was due to its beginning
  /** @type {Promise<unknown>[]} */
  const underWay = [];
  const startMs = performance.now();
  const rampFromMs = startMs + (calmS ?? 0) * 1_000;
  const endMs = rampFromMs + (rampS ?? 0) * 1_000;
  let offered = 0;
  for (let dueMs = startMs; dueMs < endMs; ) {
    const along = Math.max(0, (dueMs - rampFromMs) / (endMs - rampFromMs));
    const perS = (fromPerS ?? 1) + along * ((toPerS ?? 1) - (fromPerS ?? 1));
    dueMs += (-Math.log(1 - random.next()) / perS) * 1_000;
    const waitMs = dueMs - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    offered++;
    const lateMs = performance.now() - dueMs;
    underWay.push(calls.run(random.pick(sounds)).then((outcome) => outcomes.push({ ...outcome, lateMs })));
  }
  const inTheEnd = calls.live;
  const cost = await (await fetch(`${gateway.admin}/metrics`)).text();
  await Promise.all(underWay);
  calls.stop();

  const calm = outcomes.filter((each) => each.startMs < rampFromMs);
  const verdicts = (/** @type {typeof outcomes} */ of, /** @type {string} */ kind) =>
    of.filter((each) => each.end === 'verdict' && each.kind === kind).map(({ tookMs }) => tookMs);
  const p95 = (/** @type {number[]} */ values) => (values.length === 0 ? Number.NaN : percentile(values, 0.95));
  const count = (/** @type {typeof outcomes} */ of, /** @type {string} */ end) =>
    of.filter((each) => each.end === end).length;
  const lengthMs = (endMs - rampFromMs) / parts;
  const rows = [
    calm,
    ...Array.from({ length: parts }, (_, at) => {
      const from = rampFromMs + at * lengthMs;
      return outcomes.filter((each) => each.startMs >= from && each.startMs < from + lengthMs);
    }),
  ].map((of, at) => {
    const seconds = at === 0 ? (calmS ?? 1) : lengthMs / 1_000;
    const refused = of.filter(({ end }) => end === 'refused').map(({ tookMs }) => tookMs);
    return {
      name: at === 0 ? 'calm' : `ramp ${at}`,
      offeredPerS: of.length / seconds,
      admittedPerS: (of.length - refused.length) / seconds,
      busyMs: p95(verdicts(of, 'busy')),
      announcedMs: p95(verdicts(of, 'announcement')),
      refusalMs: refused.length === 0 ? Number.NaN : percentile(refused, 0.99),
      missed: of.filter((each) => each.end === 'silence' && each.kind !== 'ringback').length,
      faults: count(of, 'fault'),
      beganLateMs: p95(of.map(({ lateMs }) => lateMs)),
      clientLagMs: p95(of.map(({ lagMs }) => lagMs)),
    };
  });
  const ramp = outcomes.filter((each) => each.startMs >= rampFromMs);
  const ratio = (/** @type {string} */ kind) => p95(verdicts(ramp, kind)) / p95(verdicts(calm, kind));
  const refusals = ramp.filter(({ end }) => end === 'refused').map(({ tookMs }) => tookMs);
  const last = rows.at(-1);
  const times = (last?.offeredPerS ?? 0) / (last?.admittedPerS ?? 1);
  const ms = (/** @type {number} */ value) => (Number.isNaN(value) ? '-' : `${Math.round(value)}`);
  const table = markdownTable(
    [
      'part',
      'offered a second',
      'taken a second',
      'busy p95, ms',
      'announcement p95, ms',
      'refusal p99, ms',
      'no verdict',
      'faults',
      'calls begun late p95, ms',
      'slices sent late p95, ms',
    ],
    rows.map((row) => [
      row.name,
      row.offeredPerS.toFixed(1),
      row.admittedPerS.toFixed(1),
      ...[row.busyMs, row.announcedMs, row.refusalMs].map(ms),
      row.missed,
      row.faults,
      ms(row.beganLateMs),
      ms(row.clientLagMs),
    ]),
  );
  const learnt = /^tonegate_engine_session_cost\{kind="ring"\} (\S+)/m.exec(cost)?.[1] ?? '-';
  const figures = [
    `Over the ramp, against the calm part: busy p95 ${ratio('busy').toFixed(2)} ×, announcement p95 ${ratio('announcement').toFixed(2)} ×`,
    `refusals p99 ${refusals.length === 0 ? '-' : percentile(refusals, 0.99).toFixed(0)} ms (${refusals.length} of ${offered} calls)`,
    `in its last part ${times.toFixed(1)} × what was taken was offered; ${inTheEnd} calls were live at its end; a call costs ${(100 * Number(learnt)).toFixed(2)} % of an engine`,
  ];
  const where = isAlone
    ? 'gateway and engine on one core, the client on another'
    : 'gateway, engine and client on two cores';
  const head = `${where}; admission ${options.admission}; ${calmS} s calm, ramp of ${rampS} s. ${machineLine()}.`;
  const text = `${head}\n\n${table}\n\n${figures.join('; ')}.`;
  process.stdout.write(`${text}\n`);
  const said = new Map();
  for (const { kind, end, said: word } of outcomes) {
    if (end !== 'refused') said.set(`${kind}: ${end} ${word}`, (said.get(`${kind}: ${end} ${word}`) ?? 0) + 1);
  }
  for (const [what, number] of said) process.stderr.write(`${number} × ${what}\n`);
  if (options.write) writeBlock(`bench:ramp ${options.cores}`, text);
  const holds = [ratio('busy'), ratio('announcement')].every((each) => each <= promised.ratio);
  if (!holds || percentile(refusals, 0.99) > promised.refusalMs || times < promised.times) process.exitCode = 1;
} finally {
  await gateway.stop();
}
process.exit();
