// npm run bench:tones: the whole matrix through `tonegate screen --jsonl`, next to spandsp, with the promised lines.
//   --seeds NAME            tune: the detector was tuned on it; held-out (default) and any other name: never
//   --part NAME             only `progress` (China's tones) or `evidence` (fax answers, machines, other countries)
//   --quick                 every eighth clip
//   --steps                 also a row for every step, outside the limits too
//   --failures              also every wrong clip in words
//   --json FILE             all verdicts as JSON
//   --write                 put the tables into docs/measurements.md
//   --peer-only             without the product (to check the generator)
import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { writeBlock } from '../lib/page.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { openLibrary, partNames } from './tones/cache.mjs';
import * as evidence from './tones/evidence-report.mjs';
import { judge, promises } from './tones/judge.mjs';
import * as report from './tones/report.mjs';
import { cli, screenClips } from './tones/screen.mjs';
import { buildSpandsp, screenWithSpandsp, speedOfSpandsp } from './tones/spandsp.mjs';
import { speedOfFrontend, speedSample } from './tones/speed.mjs';

const promisedSpeed = 10_000;
const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: 'held-out' },
    part: { type: 'string' },
    quick: { type: 'boolean', default: false },
    steps: { type: 'boolean', default: false },
    failures: { type: 'boolean', default: false },
    'peer-only': { type: 'boolean', default: false },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(options.seeds) || options.seeds.endsWith('-quick')) {
  process.stderr.write('--seeds: tune, held-out, or your own name in small letters, digits and dashes\n');
  process.exit(2);
}
if (options.part !== undefined && (options.write || !partNames.some((name) => name === options.part))) {
  process.stderr.write(`--part: ${partNames.join(' or ')}; not together with --write, which needs both\n`);
  process.exit(2);
}
if (!options['peer-only'] && !existsSync(cli)) {
  process.stderr.write('scripts/tonegate.mjs is missing; use --peer-only to run without tonegate\n');
  process.exit(2);
}

const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
/** @type {string[]} */
const blocks = [];
const print = (/** @type {string} */ text) => {
  blocks.push(text);
  process.stdout.write(`${text}\n\n`);
};
const wanted = (/** @type {string} */ part) => options.part === undefined || options.part === part;
const times = (/** @type {number | undefined} */ x) => `${Math.round(x ?? Number.NaN).toLocaleString('en')} ×`;
const hoursOf = (/** @type {{ seconds: number }[]} */ list) => list.reduce((sum, clip) => sum + clip.seconds, 0) / 3600;

/** @type {report.Candidate[]} */
const candidates = [];
/** @type {string[][]} */
const speeds = [];
/** @type {import('./tones/judge.mjs').Promise_[]} */
const lines = [];

const library = wanted('progress') ? openLibrary('progress', options.seeds, options.quick, say) : undefined;
const clips = library?.clips ?? [];
const sample = speedSample(clips);
/** @type {evidence.Finding[]} */
let others = [];
if (library && !options['peer-only']) {
  say('screening with tonegate');
  const { screened, wallS } = await screenClips(clips);
  const verdicts = judge(clips, screened);
  others = evidence.find(clips, screened);
  candidates.push({ name: 'tonegate', verdicts });
  const speed = speedOfFrontend(sample);
  speeds.push(
    ['tonegate front end: tones + fax + DTMF, A-law, 100 ms slices', times(speed.alaw100)],
    ['the same, 16-bit linear', times(speed.pcm100)],
    ['the same, A-law, 1 s slices', times(speed.alaw1000)],
    [
      `tonegate screen --jsonl, whole run by the wall clock (${wallS.toFixed(1)} s)`,
      times((hoursOf(clips) * 3600) / wallS),
    ],
  );
  lines.push(...promises(verdicts), {
    line: 'tones + fax + DTMF ≥ 10,000 × real time on one core',
    figure: times(speed.alaw100),
    holds: speed.alaw100 >= promisedSpeed,
  });
}
const evidenceLibrary =
  wanted('evidence') && !options['peer-only'] ? openLibrary('evidence', options.seeds, options.quick, say) : undefined;
/** @type {evidence.Finding[]} */
let findings = [];
if (evidenceLibrary) {
  say('screening the part evidence with tonegate');
  findings = evidence.find(evidenceLibrary.clips, (await screenClips(evidenceLibrary.clips)).screened);
  lines.push(...evidence.evidencePromises(findings, others));
}
const spandsp = buildSpandsp();
if (library && 'program' in spandsp) {
  say('screening with spandsp');
  candidates.push({ name: 'spandsp', verdicts: judge(clips, screenWithSpandsp(spandsp.program, clips)) });
  const speed = speedOfSpandsp(spandsp.program, sample);
  speeds.push(
    ['spandsp super_tone_rx (450 and 950 Hz)', times(speed.tones)],
    ['spandsp fax pair', times(speed.fax)],
    ['spandsp DTMF', times(speed.dtmf)],
    ['spandsp, the three together', times(speed.all)],
  );
} else if ('missing' in spandsp) {
  say(`spandsp: ${spandsp.missing}`);
}

const all = [...clips, ...(evidenceLibrary?.clips ?? [])];
print(
  `Tone benchmark, ${options.seeds} seeds${options.quick ? ', quick subset' : ''}: ${all.length} clips, ${hoursOf(all).toFixed(1)} h of audio. ${machineLine()}.`,
);
for (const { description } of [library, evidenceLibrary].filter((part) => part !== undefined)) {
  print(
    `Tones and line noise are synthetic. Speech: ${description.speech}. Music: ${description.music}. Noise: ${description.noise}.`,
  );
}
if (lines.length) print(report.promiseTable(lines));
if (library) {
  print(report.limitTable(candidates));
  print(report.otherTable(candidates));
  print(report.rejectTable(candidates));
}
if (evidenceLibrary) print(markdownTable(evidence.evidenceHead, evidence.evidenceRows(findings)));
if (library) print(markdownTable(['throughput on one core', '× real time'], speeds));
if (options.steps) print(report.stepTable(candidates));
if (options.failures)
  for (const { name, verdicts } of candidates.slice(0, 1))
    print([`Wrong in ${name}:`, ...report.failureList(verdicts)].join('\n'));
if (options.failures && evidenceLibrary) {
  print(['Wrong in the part evidence:', ...evidence.evidenceFailures(findings)].join('\n'));
}
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
    `${JSON.stringify({ machine: machineLine(), lines, speeds, candidates: plain }, null, 1)}\n`,
  );
}
const failed = lines.filter(({ holds }) => holds === false);
for (const { line, figure } of failed) say(`required figure missed: ${line}: ${figure}`);
process.exitCode = failed.length ? 1 : 0;
