// npm run eval:vad -- SET: voice activity detectors on one telephone mix, all on the same frames.
//   SET                     directory that `python scripts/measure/eval/classifiers/vad_set.py DATA SET` has made
//   --models DIR            foreign detectors (default ../shared/data/third-party-models)
//   --weights FILE          ours (default models/vad/vad.bin)
//   --clips N               only every Nth clip
//   --keep DIR              a directory that keeps the results of the foreign detectors for the next run
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openPeers, ours } from './vad-peers.mjs';
import { areaUnderCurve, bestDelay, boundaryErrors, runs, thresholdFor } from './vad-score.mjs';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: 'string', default: path.join(root, '../shared/data/third-party-models') },
    weights: { type: 'string', default: path.join(root, 'models/vad/vad.bin') },
    clips: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
});
const set = positionals[0];
if (set === undefined) {
  process.stderr.write(
    'eval:vad needs the directory of a set; python scripts/measure/eval/classifiers/vad_set.py makes one\n',
  );
  process.exit(2);
}
const frameSamples = 80;
const every = Number(options.clips);

/** @param {string} name */
const samplesOf = (name) => {
  const bytes = Uint8Array.from(readFileSync(path.join(set, name)));
  return new Int16Array(bytes.buffer);
};
const [mix, dry] = [samplesOf('mix.s16'), samplesOf('dry.s16')];
const allLabels = readFileSync(path.join(set, 'labels.u8'));
/** @type {{ group: string, frames: number, speaker: string }[]} */
const allClips = JSON.parse(readFileSync(path.join(set, 'clips.json'), 'utf8'));
let begin = 0;
const clips = allClips
  .map((clip) => {
    begin += clip.frames;
    return { ...clip, from: begin - clip.frames };
  })
  .filter((_, i) => i % every === 0);
const total = clips.reduce((sum, clip) => sum + clip.frames, 0);

/** @param {import('./vad-peers.mjs').Detector} detector @param {Int16Array} samples @param {string} part
 * @returns {Promise<{ values: Float32Array, times: number }>} */
async function hearAll(detector, samples, part) {
  const kept =
    options.keep && detector.isForeign ? path.join(options.keep, `${detector.name}-${part}-${every}.json`) : '';
  if (kept && existsSync(kept)) {
    const { values, times } = JSON.parse(readFileSync(kept, 'utf8'));
    return { values: Float32Array.from(values), times };
  }
  const out = new Float32Array(total);
  let at = 0;
  await detector.hear(samples.subarray(0, 40_000)); // warm-up
  const before = process.cpuUsage();
  for (const { from, frames } of clips) {
    out.set(await detector.hear(samples.subarray(from * frameSamples, (from + frames) * frameSamples)), at);
    at += frames;
  }
  const { user, system } = process.cpuUsage(before);
  const times = (total * 0.01) / ((user + system) / 1e6);
  if (kept) writeFileSync(kept, JSON.stringify({ times, values: [...out] }));
  return { values: out, times };
}

const labels = Uint8Array.from({ length: total });
const group = new Map([...new Set(clips.map((clip) => clip.group))].map((name) => [name, new Uint8Array(total)]));
let at = 0;
for (const clip of clips) {
  labels.set(allLabels.subarray(clip.from, clip.from + clip.frames), at);
  group.get(clip.group)?.fill(1, at, at + clip.frames);
  at += clip.frames;
}
const everything = new Uint8Array(total).fill(1);
const level = { counts: everything, speech: labels.map((label) => label & 1) };

/** Leaves out frames whose label is doubtful: 50 ms around an edge, and breaks under 300 ms. */
const sure = { counts: new Uint8Array(total).fill(1), speech: level.speech };
for (let i = 1, edge = -1000, wasEnd = false; i < total; i++) {
  if (level.speech[i] === level.speech[i - 1]) continue;
  const isBegin = level.speech[i] === 1;
  if (isBegin && wasEnd && i - edge < 30) sure.counts.fill(0, edge, i);
  sure.counts.fill(0, Math.max(0, i - 5), i + 5);
  edge = i;
  wasEnd = !isBegin;
}

const scratch = mkdtempSync(path.join(tmpdir(), 'tonegate-vad-'));
const detectors = [ours(options.weights), ...(await openPeers(options.models, scratch))];
rmSync(scratch, { recursive: true });
const [, silero, fsmn] = detectors;
/** Another detector's judgement of the clean speech alone. @param {typeof silero} judge */
const truthBy = async (judge) => {
  const { values } = await hearAll(/** @type {import('./vad-peers.mjs').Detector} */ (judge), dry, 'dry');
  return { counts: everything, speech: Uint8Array.from(values, (value) => (value >= 0.5 ? 1 : 0)) };
};
const truths = [
  { name: 'level of the clean speech', truth: level },
  { name: 'the same, sure frames', truth: sure },
  { name: 'Silero on the clean speech', truth: await truthBy(silero) },
  { name: 'FSMN-VAD on the clean speech', truth: await truthBy(fsmn) },
];

/** Clips whose speech is at -30 dBm0 or louder; of sentences; of single words. */
const loud = new Uint8Array(total);
const sentences = new Uint8Array(total);
const words = new Uint8Array(total);
at = 0;
for (const clip of clips) {
  let [power, count] = [0, 0];
  for (let i = 0; i < clip.frames; i++) {
    if (level.speech[at + i] === 0) continue;
    const first = (clip.from + i) * frameSamples;
    for (const x of mix.subarray(first, first + frameSamples)) power += x * x;
    count += frameSamples;
  }
  // Single words have no stretch of a second and a half; clips without speech belong to neither.
  const hasSentence = runs((i) => level.speech[i] === 1, at, at + clip.frames, 1, 150).length > 0;
  if (count > 0) (hasSentence ? sentences : words).fill(1, at, at + clip.frames);
  // A full-scale sine is +3.14 dBm0.
  if (count === 0 || 10 * Math.log10(power / count / 2 ** 29) + 3.14 >= -30) loud.fill(1, at, at + clip.frames);
  at += clip.frames;
}

/** @param {string[]} head @param {string[][]} rows */
const table = (head, rows) =>
  `${[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\n`;
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;
const heard = [];
for (const detector of detectors) {
  const { values, times } = await hearAll(detector, mix, 'mix');
  heard.push({ ...detector, times, best: truths.map(({ truth }) => bestDelay(values, truth, clips)) });
}
process.stdout.write(
  `${clips.length} clips, ${(total / 360_000).toFixed(2)} h. Each detector with its best delay.\n\n`,
);
process.stdout.write(
  table(
    ['area under the ROC curve, labels by', ...heard.map(({ name }) => name)],
    [
      ...truths.map(({ name }, i) => [
        name,
        ...heard.map(({ best }) => `${best[i]?.area.toFixed(4)} (${10 * (best[i]?.frames ?? 0)} ms)`),
      ]),
      ...Object.entries({
        'level, clips of read sentences': sentences,
        'level, clips of single words': words,
        'level, without clips under −30 dBm0': loud,
      }).map(([name, within]) => [
        name,
        ...heard.map(({ best }) => areaUnderCurve(best[0]?.values ?? new Float32Array(), level, within).toFixed(4)),
      ]),
    ],
  ),
);
/** The figures of one detector by group. @type {string[][]} */
const rows = [];
for (const [name, within] of group) {
  const talks = level.speech.some((speech, i) => speech === 1 && within[i] === 1);
  rows.push([
    name,
    ...heard.map(({ best, threshold }) => {
      const [a, b] = best;
      if (!a || !b) return '';
      if (talks) {
        return `${areaUnderCurve(a.values, level, within).toFixed(4)} / ${areaUnderCurve(b.values, sure, within).toFixed(4)}`;
      }
      const limit = thresholdFor(a.values, level, 0.9);
      const share = (/** @type {number} */ over) =>
        a.values.reduce((sum, value, i) => sum + (within[i] && value >= over ? 1 : 0), 0) /
        within.reduce((sum, one) => sum + one, 0);
      return `${percent(share(threshold))} / ${percent(share(limit))}`;
    }),
  ]);
}
process.stdout.write(
  table(
    [
      'group: area (level / sure frames), or false alarms (own threshold / 90 % of speech)',
      ...heard.map(({ name }) => name),
    ],
    rows,
  ),
);
const onTones = labels.map((label) => ((label & 5) === 4 ? 1 : 0));
const toneFrames = onTones.reduce((sum, one) => sum + one, 0);
process.stdout.write(
  table(
    ['', ...heard.map(({ name }) => name)],
    [
      [
        'tone frames without speech taken for speech, own threshold',
        ...heard.map(({ best, threshold }) =>
          percent(
            (best[0]?.values.reduce((sum, v, i) => sum + (onTones[i] && v >= threshold ? 1 : 0), 0) ?? 0) / toneFrames,
          ),
        ),
      ],
      .../** @type {const} */ (['begin', 'end']).map((edge) => [
        `${edge} of speech, clean and 20 dB: median error, none within 500 ms`,
        ...heard.map(({ best, threshold }) => {
          let [truth, found] = /** @type {[number, number][][]} */ ([[], []]);
          let from = 0;
          for (const clip of clips) {
            if (clip.group === 'clean' || clip.group === 'noise 20 dB') {
              const to = from + clip.frames;
              truth = truth.concat(runs((i) => level.speech[i] === 1, from, to, 30, 20));
              found = found.concat(runs((i) => (best[0]?.values[i] ?? 0) >= threshold, from, to, 30, 10));
            }
            from += clip.frames;
          }
          const { medianMs, missed, of } = boundaryErrors(truth, found)[edge];
          return `${medianMs} ms, ${missed}/${of}`;
        }),
      ]),
      ['speed, × real time, one stream, processor time', ...heard.map(({ times }) => `${Math.round(times)} ×`)],
    ],
  ),
);
process.exit(0);
