// npm run bench:synthesis: synthesis by one engine on one core, with the voices that ship and without a gateway.
//   --streams 1,10,20,40   streams at once, each pulled in real time   --seconds S   of each run (20)
//   --models DIR           in place of the program's models/
//   --json FILE            --write   into docs/measurements.md
//
// Real-time factor: CPU time of the engine for a second of audio. First audio: from opening the synthesis to the first
// slice of 100 ms, through the engine's process; the front end's time is in it. A stream plays slices of 200 ms and
// pulls the next one when one begins to play; it stumbles if that slice has not come when it should begin.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openText } from '../../../dist/tts/front-end.js';
import { canPin, pin } from '../lib/cores.mjs';
import { usageOf } from '../lib/gateway.mjs';
import { writeBlock } from '../lib/page.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { programModels, startEngine } from './asr/engine.mjs';
import { percentile } from './tones/judge.mjs';

const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '1,10,20,40' },
    seconds: { type: 'string', default: '20' },
    models: { type: 'string' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const counts = options.streams.split(',').map(Number);
const seconds = Number(options.seconds);
const goal = { neural: 0.15, parametric: 0.01, firstMs: 150, streams: 10, cancelMs: 50 };
const voices = { neural: 'cn_zhixingjing_common', parametric: 'cn_zhixingjing_common-h9' };
const [firstSliceMs, playedMs, wholeMs] = [100, 200, 1_000];
const [spoken, first, cancelled, cancelledStreams] = [60, 100, 40, 10];
const characters = 60;

/**
 * @typedef {import('../../../dist/engine/client/client.js').Engines} Engines @typedef
 * {import('../../../dist/protocol/engine/synthesis.js').SpokenSentence} SpokenSentence
 */

const sentences = readFileSync(new URL('../eval/voices/tts_sentences.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '');
/** Makes texts of an exact number of characters. @param {string} between */
const longTexts = (between) => {
  const all = sentences.map((line) => line.replace(/[^\u4e00-\u9fff]/g, ''));
  return Array.from({ length: first }, (_, at) => {
    const parts = Array.from({ length: 12 }, (_, next) => all[(7 * at + next) % all.length] ?? '');
    return `${parts.join(between).slice(0, characters - 1)}。`;
  });
};
pin(process.pid, Math.max(0, cpus().length - 2));

let lastKey = 0;
/** Says a text; `heard` gets each slice and answers how much it wants next, if anything.
 * @param {Engines} engines @param {string} property @param {string} text @param {(ms: number, pull: (ms: number) =>
 * void) => void} heard */
function say(engines, property, text, heard) {
  /** @type {Iterator<SpokenSentence>} */
  const parts = openText(
    { text, language: 'cn', digitMode: 0, speakPunctuation: false, isMarkup: false },
    () => true,
  ).sentences;
  /** @type {() => void} */
  let over = () => {};
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    over = resolve;
  });
  const stream = engines.openSynthesis(
    {
      ...{ kind: 'tts', property, format: 'pcm', sampleRateHz: 8_000, pitch: 0, volume: 50, speed: 0, soundEffect: 0 },
      cacheKey: String(++lastKey),
    },
    (event) => {
      if (event.type === 'next') stream.say(parts.next().value);
      if (event.type === 'slice') heard(event.ms, (ms) => stream.pull(ms));
      if (event.type === 'ended') over();
      if (event.type === 'failed') throw event.error;
    },
  );
  return { ended, pull: (/** @type {number} */ ms) => stream.pull(ms), close: () => stream.close() };
}

/** @param {Engines} engines @param {number} pid @param {string} property */
async function factorOf(engines, pid, property) {
  let audioMs = 0;
  const before = usageOf(pid).cpuS;
  for (let at = 0; at < spoken; at++) {
    const text = sentences[at % sentences.length] ?? '';
    const saying = say(engines, property, text, (ms, pull) => {
      audioMs += ms;
      pull(wholeMs);
    });
    saying.pull(wholeMs);
    await saying.ended;
  }
  return { factor: (usageOf(pid).cpuS - before) / (audioMs / 1_000), audioS: audioMs / 1_000 };
}

/** @param {Engines} engines @param {string} property @param {readonly string[]} texts */
async function firstAudio(engines, property, texts) {
  const waits = [];
  for (const text of texts) {
    const startMs = performance.now();
    /** @type {() => void} */
    let here = () => {};
    const come = new Promise((resolve) => {
      here = () => resolve(undefined);
    });
    const saying = say(engines, property, text, () => here());
    saying.pull(firstSliceMs);
    await come;
    waits.push(performance.now() - startMs);
    saying.close();
    await sleep(30); // the engine has nothing to do when the next one comes
  }
  return waits;
}

/** Streams that are played in real time. @param {Engines} engines @param {number} pid @param {number} count */
async function inRealTime(engines, pid, count) {
  const text = sentences.join('').repeat(4);
  let stumbles = 0;
  const firstMs = /** @type {number[]} */ ([]);
  const stumbled = new Set();
  const streams = Array.from({ length: count }, (_, number) => ({ number, offsetMs: (number * playedMs) / count }));
  const before = usageOf(pid).cpuS;
  const startMs = performance.now();
  await Promise.all(
    streams.map(async ({ number, offsetMs }) => {
      await sleep(offsetMs);
      const openedMs = performance.now();
      let dueMs = Number.POSITIVE_INFINITY;
      const timers = new Set();
      const saying = say(engines, voices.neural, text.slice(number * 31), (ms, pull) => {
        const nowMs = performance.now();
        if (dueMs === Number.POSITIVE_INFINITY) firstMs.push(nowMs - openedMs);
        if (nowMs > dueMs) {
          stumbles++;
          stumbled.add(number);
        }
        const beginsMs = dueMs === Number.POSITIVE_INFINITY ? nowMs : Math.max(nowMs, dueMs);
        dueMs = beginsMs + ms;
        const timer = setTimeout(() => {
          timers.delete(timer);
          pull(playedMs);
        }, beginsMs - nowMs);
        timers.add(timer);
      });
      saying.pull(playedMs);
      await sleep(seconds * 1_000);
      saying.close();
      for (const timer of timers) clearTimeout(timer);
    }),
  );
  const lastedS = (performance.now() - startMs) / 1_000;
  const { cpuS, rssMiB } = usageOf(pid);
  return { count, stumbles, streams: stumbled.size, firstMs, busy: (cpuS - before) / lastedS, rssMiB };
}

/** Time from closing streams that are hard at work to the first slice of the next synthesis: an upper bound of the time
 * for which they still work.
 * @param {Engines} engines */
async function cancelling(engines) {
  const waits = [];
  const text = sentences.join('');
  for (let round = 0; round < cancelled; round++) {
    const working = Array.from({ length: cancelledStreams }, () =>
      say(engines, voices.neural, text, (_, pull) => pull(10_000)),
    );
    for (const each of working) each.pull(10_000);
    await sleep(150);
    for (const each of working) each.close();
    waits.push(...(await firstAudio(engines, voices.parametric, ['您好。'])));
  }
  return waits;
}

const { engines, pid } = await startEngine(options.models ?? programModels);
try {
  const neural = await factorOf(engines, pid, voices.neural);
  const parametric = await factorOf(engines, pid, voices.parametric);
  const firstOf = {
    'neural, commas': await firstAudio(engines, voices.neural, longTexts('，')),
    'neural, no comma': await firstAudio(engines, voices.neural, longTexts('')),
    'parametric, no comma': await firstAudio(engines, voices.parametric, longTexts('')),
  };
  const cancel = await cancelling(engines);
  const runs = [];
  for (const count of counts) runs.push(await inRealTime(engines, pid, count));

  const ms = (/** @type {readonly number[]} */ values, /** @type {number} */ part) =>
    percentile(values, part).toFixed(0);
  const lines = [
    `${machineLine()} Engine on ${canPin ? 'one core' : 'any core'}. ${spoken} sentences of scripts/measure/eval/voices/tts_sentences.txt,`,
    `${neural.audioS.toFixed(0)} s of audio at 8 kHz PCM; texts of ${characters} characters, ${first} of each kind.`,
    '',
    markdownTable(
      ['voice', 'CPU s for 1 s of audio', 'goal'],
      [
        ['neural', neural.factor.toFixed(3), `${goal.neural}`],
        ['parametric', parametric.factor.toFixed(4), `${goal.parametric}`],
      ],
    ),
    '',
    markdownTable(
      ['first audio', 'p50 ms', 'p95 ms', 'goal p95'],
      Object.entries(firstOf).map(([name, waits]) => [name, ms(waits, 0.5), ms(waits, 0.95), `${goal.firstMs}`]),
    ),
    '',
    markdownTable(
      ['neural streams at once', 'streams that stumbled', 'stumbles', 'first audio p95 ms', 'core busy %', 'RSS MiB'],
      runs.map((run) => [
        `${run.count}`,
        `${run.streams}`,
        `${run.stumbles}`,
        ms(run.firstMs, 0.95),
        (100 * run.busy).toFixed(0),
        run.rssMiB.toFixed(0),
      ]),
    ),
    '',
    `Cancelled: ${cancelledStreams} neural streams at full work closed together, then the first slice of another synthesis:`,
    `p50 ${ms(cancel, 0.5)}, p95 ${ms(cancel, 0.95)}, longest ${Math.max(...cancel).toFixed(0)} ms (goal ${goal.cancelMs}).`,
  ];
  const markdown = lines.join('\n');
  console.log(markdown);
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ neural, parametric, firstOf, cancel, runs })}\n`);
  if (options.write) writeBlock('bench:synthesis', markdown);
  const failures = [
    neural.factor > goal.neural && 'neural real-time factor',
    parametric.factor > goal.parametric && 'parametric real-time factor',
    percentile(firstOf['neural, no comma'], 0.95) > goal.firstMs && 'first audio',
    percentile(cancel, 0.95) > goal.cancelMs && 'cancel',
    runs.some((run) => run.count <= goal.streams && run.stumbles > 0) && `${goal.streams} streams`,
  ].filter((failure) => failure !== false);
  for (const failure of failures) console.log(`required figure missed: ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  await engines.stop();
}
