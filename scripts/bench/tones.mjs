// npm run bench:tones: the whole matrix through `tonegate screen --jsonl`, next to spandsp, with the promised lines.
//   --seeds NAME            tune: the detector was tuned on it; held-out (default) and any other name: never
//   --quick                 every eighth clip
//   --steps                 also a row for every step, outside the limits too
//   --failures              also every wrong clip in words
//   --json FILE             all verdicts as JSON
//   --write                 put the tables into docs/measurements.md
//   --peer-only             without the product (to check the generator)
import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { writeBlock } from './page.mjs';
import { openLibrary } from './tones/cache.mjs';
import { judge, promises } from './tones/judge.mjs';
import * as report from './tones/report.mjs';
import { cli, screenClips } from './tones/screen.mjs';
import { buildSpandsp, screenWithSpandsp, speedOfSpandsp } from './tones/spandsp.mjs';
import { speedOfFrontend, speedSample } from './tones/speed.mjs';

const promisedSpeed = 10_000;
const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: 'held-out' },
    quick: { type: 'boolean', default: false },
    steps: { type: 'boolean', default: false },
    failures: { type: 'boolean', default: false },
    'peer-only': { type: 'boolean', default: false },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(options.seeds) || options.seeds.endsWith('-quick')) {
  process.stderr.write('--seeds: tune, held-out, or a name of your own in small letters, digits and dashes\n');
  process.exit(2);
}
if (!options['peer-only'] && !existsSync(cli)) {
  process.stderr.write('scripts/tonegate.mjs is missing; --peer-only runs without the product\n');
  process.exit(2);
}

const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
/** @type {string[]} */
const blocks = [];
const print = (/** @type {string} */ text) => {
  blocks.push(text);
  process.stdout.write(`${text}\n\n`);
};
const library = openLibrary(options.seeds, options.quick, say);
const { clips } = library;
const hours = clips.reduce((sum, clip) => sum + clip.seconds, 0) / 3600;

/** @type {report.Candidate[]} */
const candidates = [];
/** @type {string[][]} */
const speeds = [];
/** @type {import('./tones/judge.mjs').Promise_[]} */
const lines = [];
const sample = speedSample(clips);
const times = (/** @type {number | undefined} */ x) => `${Math.round(x ?? Number.NaN).toLocaleString('en')} ×`;

if (!options['peer-only']) {
  say('screening with tonegate');
  const { screened, wallS } = await screenClips(clips);
  const verdicts = judge(clips, screened);
  candidates.push({ name: 'tonegate', verdicts });
  const speed = speedOfFrontend(sample);
  speeds.push(
    ['tonegate front end: tones + fax + DTMF, A-law, 100 ms slices', times(speed.alaw100)],
    ['the same, 16-bit linear', times(speed.pcm100)],
    ['the same, A-law, 1 s slices', times(speed.alaw1000)],
    [`tonegate screen --jsonl, whole run by the wall clock (${wallS.toFixed(1)} s)`, times((hours * 3600) / wallS)],
  );
  lines.push(...promises(verdicts), {
    line: 'tones + fax + DTMF ≥ 10,000 × real time on one core',
    figure: times(speed.alaw100),
    holds: speed.alaw100 >= promisedSpeed,
  });
}
const spandsp = buildSpandsp();
if ('program' in spandsp) {
  say('screening with spandsp');
  candidates.push({ name: 'spandsp', verdicts: judge(clips, screenWithSpandsp(spandsp.program, clips)) });
  const speed = speedOfSpandsp(spandsp.program, sample);
  speeds.push(
    ['spandsp super_tone_rx (450 and 950 Hz)', times(speed.tones)],
    ['spandsp fax pair', times(speed.fax)],
    ['spandsp DTMF', times(speed.dtmf)],
    ['spandsp, the three together', times(speed.all)],
  );
} else {
  say(`spandsp: ${spandsp.missing}`);
}

print(
  `Tone benchmark, ${options.seeds} seeds${options.quick ? ', quick subset' : ''}: ${clips.length} clips, ${hours.toFixed(1)} h of audio. ${report.machineLine()}.`,
);
print(
  `Tones and line noise are synthetic. Speech: ${library.description.speech}. Music: ${library.description.music}. Noise: ${library.description.noise}.`,
);
if (lines.length) print(report.promiseTable(lines));
print(report.limitTable(candidates));
print(report.otherTable(candidates));
print(report.rejectTable(candidates));
print(report.markdownTable(['throughput on one core', '× real time'], speeds));
if (options.steps) print(report.stepTable(candidates));
if (options.failures)
  for (const { name, verdicts } of candidates.slice(0, 1))
    print([`Wrong in ${name}:`, ...report.failureList(verdicts)].join('\n'));
if (!('program' in spandsp)) print(`spandsp: not measured, ${spandsp.missing}.`);
if (options.write) writeBlock('bench:tones', blocks.join('\n\n'));
if (options.json) {
  const plain = candidates.map(({ name, verdicts }) => ({
    name,
    verdicts: verdicts.map(({ clip, kinds, ...rest }) => ({
      id: clip.id,
      group: clip.group,
      step: clip.step,
      expect: clip.expect,
      must: clip.must,
      kinds: [...kinds],
      ...rest,
    })),
  }));
  writeFileSync(
    options.json,
    `${JSON.stringify({ machine: report.machineLine(), lines, speeds, candidates: plain }, null, 1)}\n`,
  );
}
const failed = lines.filter(({ holds }) => holds === false);
for (const { line, figure } of failed) say(`must show, fails: ${line}: ${figure}`);
process.exitCode = failed.length ? 1 : 0;
