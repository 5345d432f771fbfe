// npm run bench:asr: recognition by one engine on one core, with the models that ship and without a gateway.
//   --streams 1,20,40,60   live streams at once, one run each   --seconds S   of each run (30)
//   --slice MS             slice length (100)                   --models DIR  in place of the program's models/
//   --calls 100            screening calls at once: ringback and speech, no keyword ends them
//   --json FILE            --write   into docs/measurements.md
//   --stages               only the parts of the time to the first partial
//
// First partial: from the first sound of the sentence (by its level, see asr/onset.mjs) to its first interim result.
// Final: from vadTail after VOICE_END's time to the final result. Measured by the client's clock, as if each sample
// were heard when it is spoken: queues, waiting for a slice to be full and the client's own delay count.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { toAlaw } from '../eval/lib/audio.mjs';
import { canPin, pin } from '../lib/cores.mjs';
import { usageOf } from '../lib/gateway.mjs';
import { writeBlock } from '../lib/page.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { clipParams, engineCore, programModels, ringParams, startEngine } from './asr/engine.mjs';
import { inRealTime, live, warmUpMs } from './asr/live.mjs';
import { callOf, rateHz, ringingOf, sentencesOf } from './asr/sound.mjs';
import { stagesOf, stagesTable } from './asr/stages.mjs';
import { percentile } from './tones/judge.mjs';

const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '1,20,40,60' },
    seconds: { type: 'string', default: '30' },
    slice: { type: 'string', default: '100' },
    calls: { type: 'string', default: '100' },
    models: { type: 'string' },
    json: { type: 'string' },
    stages: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const counts = options.streams.split(',').map(Number);
const [seconds, sliceMs] = [Number(options.seconds), Number(options.slice)];
const goal = { streams: 40, realTime: 0.05, rssMiB: 250, readyMs: 2_000, firstMs: 300, finalMs: 250 };
const hotwordCount = 1_000;
const stageSentences = 120;

pin(process.pid, Math.max(0, cpus().length - 2));

/**
 * @param {import('./asr/engine.mjs').Engines} engines @param {number} pid @param {Int16Array} samples @param {object}
 * [changes]
 */
async function clipCost(engines, pid, samples, changes) {
  const before = usageOf(pid).cpuS;
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  await engines.hear(clipParams(changes), bytes);
  return (usageOf(pid).cpuS - before) / (samples.length / rateHz);
}

/** Calls that ring and speak, screened for tones and prompts. @param {import('./asr/engine.mjs').Engines} engines
 * @param {number} pid @param {readonly Int16Array[]} sentences @param {number} count */
async function screening(engines, pid, sentences, count) {
  let others = 0;
  const step = (rateHz * sliceMs) / 1_000;
  const calls = Array.from({ length: count }, (_, number) => {
    const audio = toAlaw(ringingOf(sentences, number, seconds + warmUpMs / 1_000 + 2));
    let sent = 0;
    const session = engines.openSession(ringParams(), (event) => {
      if (event.type === 'failed' || event.type === 'ended') others++;
    });
    const send = () => {
      session.push(audio.subarray(sent, sent + step));
      sent += step;
    };
    return { session, send, offsetMs: (number * sliceMs) / count };
  });
  const { busy, rssMiB } = await inRealTime(pid, calls, { seconds, sliceMs }, () => {});
  for (const { session } of calls) session.close();
  return { count, busy, rssMiB, others };
}

const directory = options.models ?? programModels;
if (options.stages) {
  const found = await stagesOf(sentencesOf(stageSentences).sentences, directory, sliceMs);
  process.stdout.write(`${stagesTable(found)}\n`);
  process.exit();
}
const { sentences, source } = sentencesOf(24);
const { samples: long } = callOf(sentences, 0, 60, 300);
const starts = [];
for (let round = 0; round < 3; round++) {
  const { engines, readyMs } = await startEngine(directory);
  starts.push({
    readyMs,
    ownMs: engines.status()[0]?.startMs ?? 0,
    rssMiB: (engines.status()[0]?.rssBytes ?? 0) / 2 ** 20,
  });
  await engines.stop();
}
const { engines, pid } = await startEngine(directory);
try {
  const serving = engines.status()[0]?.models.serving ?? [];
  if (!serving.some(({ task }) => task === 'asr')) throw new Error('no recogniser is active; see models/');
  await clipCost(engines, pid, long); // warm-up
  const costs = [];
  for (let round = 0; round < 3; round++) costs.push(await clipCost(engines, pid, long));
  const hotwords = Array.from({ length: hotwordCount }, (_, at) => ({
    kind: /** @type {const} */ ('weighted'),
    text: hotword(at),
    weight: 3,
    readings: [],
  }));
  await clipCost(engines, pid, long, { hotwords });
  const hotCosts = [];
  for (let round = 0; round < 3; round++) hotCosts.push(await clipCost(engines, pid, long, { hotwords }));
  const [cost, hotCost] = [percentile(costs, 0.5), percentile(hotCosts, 0.5)];
  const runs = [];
  for (const count of counts) runs.push(await live(engines, pid, sentences, { count, seconds, sliceMs }));
  const screened = await screening(engines, pid, sentences, Number(options.calls));
  report({ serving, cost, hotCost, runs, screened });
} finally {
  await engines.stop();
}
process.exit();

/** Names that do not occur. @param {number} at */
function hotword(at) {
  const surnames = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜';
  const names = '炜瑾珂琪霖皓晗萱颢琰钰璟煜旻昕淼菲薇岚峥嵘骏驰璇玥';
  const [one, two, three] = [
    at % surnames.length,
    Math.floor(at / surnames.length) % names.length,
    (at * 7) % names.length,
  ];
  return `${surnames[one]}${names[two]}${names[three]}`;
}

/** @param {{ serving: readonly import('../../../dist/engine/channel/messages.js').ServingModel[], cost: number, hotCost: number,
 *   runs: Awaited<ReturnType<typeof live>>[], screened: Awaited<ReturnType<typeof screening>> }} measured */
function report({ serving, cost, hotCost, runs, screened }) {
  const ms = (/** @type {number} */ value) => `${Math.round(value)} ms`;
  const median = (/** @type {'readyMs' | 'ownMs' | 'rssMiB'} */ key) =>
    percentile(
      starts.map((each) => each[key]),
      0.5,
    );
  const largest = Math.max(...[...runs, screened].map(({ rssMiB }) => rssMiB));
  const names = serving.map(
    ({ name, rssGrowthBytes, loadMs }) => `${name} (${Math.round(rssGrowthBytes / 2 ** 20)} MiB, ${loadMs} ms)`,
  );
  const lines = [
    ['models', names.join(', ')],
    ['start → ready, median of 3', `${ms(median('readyMs'))}; goal ${goal.readyMs} ms`],
    [
      'RSS when ready; at most in all runs',
      `${Math.round(median('rssMiB'))} MiB; ${Math.round(largest)} MiB; goal ${goal.rssMiB} MiB`,
    ],
    ['CPU s per s of audio, one recording', `${cost.toFixed(4)}; goal ${goal.realTime}`],
    [`the same with ${hotwordCount} hotwords`, `${hotCost.toFixed(4)} (${percent(hotCost / cost - 1)})`],
    [
      `${screened.count} screening calls, each ringback and speech in turn`,
      `core ${percent(screened.busy)} busy, ${Math.round(screened.rssMiB)} MiB, ${screened.others} ended early`,
    ],
  ];
  const rows = runs.map((run) => [
    `${run.count}`,
    `${percent(run.busy)}`,
    run.realTime.toFixed(4),
    `${ms(percentile(run.firsts, 0.5))} / ${ms(percentile(run.firsts, 0.95))}`,
    `${ms(percentile(run.firstsOfVoice, 0.5))} / ${ms(percentile(run.firstsOfVoice, 0.95))}`,
    `${ms(percentile(run.finals, 0.5))} / ${ms(percentile(run.finals, 0.95))}`,
    `${run.finals.length}`,
    `${Math.round(run.rssMiB)} MiB`,
    `${run.failures}`,
  ]);
  const head = [
    'live streams',
    'core busy',
    'per stream',
    'first partial after the first sound p50 / p95',
    '… after VOICE_START',
    'final p50 / p95',
    'sentences',
    'RSS',
    'failed',
  ];
  const where = canPin ? `engine on core ${engineCore}` : 'nothing pinned (taskset is missing)';
  const summary = `Recognition, ${where}, ${seconds} s a run, ${sliceMs} ms slices of A-law, ${source}. ${machineLine()}.`;
  const text = [summary, markdownTable(['recognition', 'measured'], lines), markdownTable(head, rows)].join('\n\n');
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('bench:asr', text);
  if (options.json) {
    const plain = runs.map(({ firsts, firstsOfVoice, finals, ...run }) => ({
      ...run,
      ...{ firsts: firsts.length, firstsOfVoice: firstsOfVoice.length, finals: finals.length },
    }));
    writeFileSync(options.json, `${JSON.stringify({ machine: machineLine(), lines, rows, runs: plain }, null, 1)}\n`);
  }
}

function percent(/** @type {number} */ share) {
  return `${(100 * share).toFixed(1)} %`;
}
