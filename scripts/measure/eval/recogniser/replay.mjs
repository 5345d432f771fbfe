// npm run eval:replay: decodes a fixed set of generated utterances and prints a hash of every text.
//   --arm64         also on an emulated cortex-a72, and the share of equal texts
//   --limit N       the first N utterances
//   --model DIR     default models/asr-zh-8k      --lm DIR  default models/lm-zh
//   --quiet         no list
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addon, encodings } from '../../../../dist/native/index.js';
import { prepareArm64, tree } from '../../../arm64/prepare.mjs';
import { openReport } from '../../../setup/report.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { addNoise, toAlaw } from '../lib/audio.mjs';
import { modelIn, shipped } from '../lib/models.mjs';
import { concatenated, generatedVoices } from '../screening/prompt-voices.mjs';
import { announcements, otherSentences } from '../screening/prompt-wordings.mjs';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const set = path.join(root, '.cache/eval/replay');
const utteranceCount = 300;
const promisedShare = 0.999;
const { values: options } = parseArgs({
  options: {
    arm64: { type: 'boolean', default: false },
    limit: { type: 'string', default: String(utteranceCount) },
    model: { type: 'string', default: path.join(shipped, 'asr-zh-8k') },
    lm: { type: 'string', default: path.join(shipped, 'lm-zh') },
    quiet: { type: 'boolean', default: false },
  },
});
const count = Number(options.limit);

/** Announcements and sentences in turn by every voice, with 25 dB noise; at 8 kHz through A-law. @param {number} rateHz */
function makeSet(rateHz) {
  const texts = [...Object.values(announcements).flat(), ...otherSentences];
  const voices = generatedVoices(rateHz);
  const lead = new Int16Array(rateHz * 0.3);
  /** @type {Int16Array[]} */
  const parts = [];
  let from = 0;
  const index = Array.from({ length: count }, (_, at) => {
    const voice = voices[at % voices.length];
    const text = texts[(at * 7) % texts.length] ?? '';
    const spoken = voice?.say(text, makeRandom(text)) ?? lead;
    const noisy = addNoise(concatenated([lead, spoken, lead]), 25, makeRandom(`replay ${at}`));
    const samples = rateHz === 8_000 ? addon.decode(encodings.alaw, toAlaw(noisy)) : noisy;
    parts.push(samples);
    from += samples.length;
    return { id: `${at} ${voice?.name}`, from: from - samples.length, count: samples.length };
  });
  mkdirSync(set, { recursive: true });
  const audio = concatenated(parts);
  writeFileSync(path.join(set, 'audio.s16'), new Uint8Array(audio.buffer, audio.byteOffset, audio.byteLength));
  writeFileSync(path.join(set, 'index.json'), JSON.stringify(index));
}

/** @param {string} node @param {string} from @param {NodeJS.ProcessEnv} env */
function decode(node, from, env) {
  const program = path.join(from, 'scripts/measure/eval/recogniser/replay-decode.mjs');
  const folders = [options.model, options.lm, set].map((folder) => path.resolve(folder));
  const done = spawnSync(node, [program, ...folders], { env, maxBuffer: 1 << 26, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${node} ${program}: ${done.stderr}`);
  /** @type {{ id: string, hash: string, text: string, units: string }[]} */
  const lines = done.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines;
}

if (!existsSync(options.model)) {
  process.stderr.write(`there is no model at ${options.model}\n`);
  process.exit(2);
}
makeSet(modelIn(options.model).manifest.sampleRateHz);
const here = decode(process.execPath, root, process.env);
if (!options.quiet) for (const { hash, id, text } of here) process.stdout.write(`${hash} ${id} ${text}\n`);
process.stdout.write(`${process.arch}: ${here.length} utterances\n`);
if (options.arm64) {
  const { emulated } = await prepareArm64(openReport({ logFile: path.join(root, '.cache/setup-arm64.log') }));
  const there = decode(emulated.wrapper, tree, emulated.env);
  const different = here.filter(({ hash }, at) => hash !== there[at]?.hash);
  for (const { id, text } of different) {
    process.stdout.write(`${id}: ${text} | ${there.find((other) => other.id === id)?.text}\n`);
  }
  const equal = (here.length - different.length) / here.length;
  const sameUnits = here.filter(({ units }, at) => units === there[at]?.units).length;
  process.stdout.write(`equal on arm64: texts ${(100 * equal).toFixed(2)} %, units of ${sameUnits}/${here.length}\n`);
  process.exitCode = equal >= promisedShare ? 0 : 1;
}
