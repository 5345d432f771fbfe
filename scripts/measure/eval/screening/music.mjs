// npm run eval:music -- SET: the results of the music model's windows of 3 s on the set of eval:vad.
//   SET                     directory that `python scripts/measure/eval/classifiers/vad_set.py DATA SET` has made
//   --weights FILE          default models/music/music.bin
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadSoundModel, makeSpeechDetector, soundClasses } from '../../../../dist/native/sound.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { weights: { type: 'string', default: path.join(root, 'models/music/music.bin') } },
});
const set = positionals[0];
if (set === undefined) {
  process.stderr.write(
    'eval:music needs the directory of a set; python scripts/measure/eval/classifiers/vad_set.py makes one\n',
  );
  process.exit(2);
}
const frameSamples = 80;
const stepFrames = 25;
const windowFrames = 300;
const bytes = Uint8Array.from(readFileSync(path.join(set, 'mix.s16')));
const mix = new Int16Array(bytes.buffer);
const labels = readFileSync(path.join(set, 'labels.u8'));
/** @type {{ group: string, frames: number }[]} */
const clips = JSON.parse(readFileSync(path.join(set, 'clips.json'), 'utf8'));
const model = loadSoundModel(options.weights);
const lookFrames = model.lookMs / 10;

/** Kind of a window; undefined if none is clear. @param {Uint8Array} within */
function kindOf(within) {
  const share = (/** @type {number} */ bit) =>
    within.reduce((sum, label) => sum + ((label >> bit) & 1), 0) / within.length;
  const [speech, music, tone] = [share(0), share(1), share(2)];
  if (speech >= 0.25) return music >= 0.5 ? 'speech over music' : tone >= 0.08 ? 'speech and tone' : 'speech';
  if (speech > 0.03) return undefined;
  if (tone >= 0.08 && music < 0.03) return 'tone';
  if (music >= 0.5) return 'music';
  return Math.max(music, tone) < 0.03 ? 'noise' : undefined;
}

/** @type {Map<string, number[]>} */
const rows = new Map();
let from = 0;
for (const { frames } of clips) {
  const detector = makeSpeechDetector(model);
  for (let at = 0; at < frames; at += stepFrames) {
    const first = (from + at) * frameSamples;
    detector.push(mix.subarray(first, first + stepFrames * frameSamples));
    const end = from + at + stepFrames - lookFrames;
    const { windows } = detector;
    if (windows.length === 0) continue;
    const kind = kindOf(labels.subarray(Math.max(from, end - windowFrames), end));
    if (kind === undefined) continue;
    const best = windows.indexOf(Math.max(...windows));
    const counts = rows.get(kind) ?? soundClasses.map(() => 0);
    counts[best] = (counts[best] ?? 0) + 1;
    rows.set(kind, counts);
  }
  from += frames;
}
process.stdout.write(
  `| windows of 3 s | number | ${soundClasses.join(' | ')} |\n|---|---:|${'---:|'.repeat(soundClasses.length)}\n`,
);
for (const [kind, counts] of [...rows].sort()) {
  const sum = counts.reduce((a, b) => a + b, 0);
  const shares = counts.map((count) => `${((100 * count) / sum).toFixed(1)} %`);
  process.stdout.write(`| ${kind} | ${sum} | ${shares.join(' | ')} |\n`);
}
