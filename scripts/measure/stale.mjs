// npm run measure:stale: lists the figures of docs/measurements.md that are older than the code that they measure.
//   --all    the fresh ones, too
// A section says at which commit it was written ("Measured at commit …"); an older section, which does not say so, is
// as old as its newest line. Since then, changed statements of the measured code count; comments, layout, imports, types,
// moves and the words of messages do not.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ChangedCode } from './lib/changed-code.mjs';

const { values: options } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const root = fileURLToPath(new URL('../..', import.meta.url));
const pageName = 'docs/measurements.md';
const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 29 });

const detector = ['native/core/vad', 'models/vad'];
const tones = ['native/core/tone', 'native/core/screen', 'native/core/frontend', ...detector];
const screening = ['src/ring', 'src/engine/pipeline/screening', 'src/engine/pipeline/audio'];
const recogniser = [
  'native/core/search',
  'native/core/feature',
  'src/engine/runtime/recogniser',
  'src/engine/runtime/graph',
];
const recognition = [
  ...recogniser,
  ...detector,
  'src/engine/pipeline/recognition',
  'src/text',
  'models/asr-zh-8k',
  'models/asr-zh-16k',
  'models/lm-zh',
];
const gateway = ['src/http', 'src/ws', 'src/engine/client', 'src/engine/channel', 'src/engine/serve.ts'];
const voices = [
  'native/core/vocoder',
  'src/engine/pipeline/synthesis',
  'src/engine/runtime/voices',
  'src/tts',
  'models/tts-zh',
];
const transcription = ['src/trans', 'src/engine/pipeline/transcription', ...recognition, 'models/punc-zh'];
const durable = ['src/storage', 'src/store', 'src/replica', 'src/sync', 'src/models'];

/** The folders and files that each section measures. @type {Readonly<Record<string, readonly string[]>>} */
const measured = {
  'bench:tones': tones,
  'bench:sessions': [...tones, ...screening, ...gateway],
  'bench:idle-memory': [
    ...['src/main', 'src/engine/runtime', 'src/text/readings', 'src/child', 'src/http', 'src/store'],
    'scripts/setup/bundle.mjs',
  ],
  'bench:call-memory': [...screening, ...recogniser, ...gateway],
  'bench:ramp 1': [...screening, 'src/engine/client', 'src/child', 'src/ws'],
  'bench:ramp 2': [...screening, 'src/engine/client', 'src/child', 'src/ws'],
  'bench:peer': [...recogniser],
  autobahn: ['src/ws'],
  'bench:formats': ['native/core/codec', ...tones, ...gateway],
  'bench:asr': [...recognition, 'src/engine/pipeline/audio'],
  'bench:recognition': [...recognition, ...gateway, 'src/asr'],
  'eval:asr': recognition,
  'eval:endpoints': [...detector, 'src/engine/pipeline/audio/endpoint.ts'],
  'eval:prompts': [...recognition, ...screening],
  'eval:answered': [...recognition, ...screening],
  'eval:hotwords': recognition,
  'eval:recorded-hotwords': recognition,
  'eval:olm': [...recognition, 'src/custom-lm'],
  'eval:tails': [...recognition, ...screening],
  'eval:word-times': recognition,
  'bench:resources': ['src/resources', 'src/store', 'src/http', 'src/text/word-lists', 'src/asr'],
  'eval:voices': voices,
  'eval:synthesis-ends': voices,
  'bench:synthesis': [...voices, ...gateway],
  'power:engines': ['src/child', 'src/engine/client', 'src/main/engines.ts', 'src/main/recovery'],
  'power:kill': durable,
  'power:encrypt': ['src/trust', 'src/local/store.ts', 'src/store/encrypt.ts'],
  'bench:encryption': ['src/trust', 'src/store'],
  'bench:fork': [...tones, ...screening, ...gateway, 'src/media', 'src/session', 'src/child/frames.ts'],
  sip: [...tones, ...screening, 'src/media'],
  asterisk: ['src/media', 'packages/client-js'],
  'bench:compare': [...tones, ...screening, ...gateway],
  'power:clock': ['src/clock', 'src/jobs', 'src/store', 'src/system/tokens.ts'],
  fuzz: [
    'src/protocol/wire',
    'src/text/word-lists',
    'src/ring/table-text.ts',
    'src/understanding/notation',
    'src/understanding/learning/inputs',
    'src/understanding/learning/documents',
    'src/understanding/package',
    'src/understanding/trained',
    'src/nlu/exchange',
    'src/trust/seal-form.ts',
    'src/backup',
    'src/tts/markup',
  ],
  attack: ['src/shares', 'src/http', 'src/ws', 'src/engine/client', 'src/engine/pipeline/audio/clip-turns.ts'],
  soak: [...gateway, 'src/store', 'src/storage', 'src/child'],
  'bench:transcription': transcription,
  'bench:transcription-memory': transcription,
  'eval:transcription': transcription,
  'eval:diarization': [...detector, 'src/engine/pipeline/diarization', 'models/speaker'],
  'bench:uploads': ['src/trans/uploads.ts', 'src/http'],
  'power:transcription': ['src/trans', 'src/jobs', ...durable],
  'bench:fetch-loop': ['src/net', 'src/trans/fetch'],
  'power:nlu': ['src/nlu', 'src/store', 'src/system/tenants'],
  'power:dialog': ['src/nlu/dialog', 'src/store', 'src/child', 'src/understanding/client.ts'],
  'bench:dialog': ['src/nlu/dialog', 'src/child', 'src/http', 'src/understanding'],
  'bench:nlu-resources': ['src/nlu', 'src/store', 'src/http', 'src/understanding'],
  'bench:bodies': ['src/http', 'src/protocol', 'src/nlu', 'src/resources'],
  'bench:nlu-start': ['src/nlu', 'src/main', 'src/http'],
  'bench:nlu-training': [
    'src/nlu/training',
    'src/understanding/learning',
    'src/understanding/readers',
    'src/understanding/matching',
  ],
  'power:training': ['src/nlu/training', 'src/jobs', 'src/child', 'src/store'],
  'eval:nlu-training': [
    'src/understanding/learning/training',
    'src/understanding/matching',
    'src/understanding/trained',
  ],
  'eval:nlu-split': ['src/understanding/learning/documents'],
  'eval:nlu-documents': ['src/understanding/learning/documents'],
  'eval:dialog-calls': ['src/understanding', 'src/nlu/dialog'],
  'power:full-disk': [...durable, 'src/http'],
};

/** Lines of the page by section. */
function sections() {
  const lines = readFileSync(`${root}/${pageName}`, 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    const name = /^<!-- ([a-z]+(?::[a-z-]+)?) -->$/.exec(line)?.[1];
    if (name === undefined) return [];
    const end = lines.indexOf(`<!-- /${name} -->`, at);
    return [{ name, first: at + 2, last: end, text: lines.slice(at, end).join('\n') }];
  });
}

/** A figure may have been measured at a commit that was replaced later by another one. @param {string} commit */
function isKnown(commit) {
  try {
    git('rev-parse', '--quiet', '--verify', `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** The commit that last changed each line of the page, with its time. */
function blamedLines() {
  /** @type {{ sha: string, time: number }[]} */
  const lines = [];
  /** @type {Map<string, number>} */
  const times = new Map(); // printed once for each commit
  let [sha, line] = ['', 0];
  for (const text of git('blame', '--porcelain', pageName).split('\n')) {
    const head = /^([0-9a-f]{40}) \d+ (\d+)/.exec(text);
    if (head !== null) [sha, line] = [head[1] ?? '', Number(head[2])];
    else if (text.startsWith('committer-time ')) times.set(sha, Number(text.slice(15)));
    else if (text.startsWith('\t')) lines[line] = { sha, time: times.get(sha) ?? 0 };
  }
  return lines;
}

/** @type {ReturnType<typeof blamedLines> | undefined} */
let blamed;

/** @param {{ first: number, last: number, text: string }} section */
function commitOf({ first, last, text }) {
  const said = /Measured at commit ([0-9a-f]{7,40})/.exec(text)?.[1];
  if (said !== undefined && isKnown(said)) return said;
  blamed ??= blamedLines();
  const lines = blamed.slice(first, last + 1);
  return lines.reduce((newest, each) => (each.time > newest.time ? each : newest)).sha;
}

const code = new ChangedCode(root);
const every = sections();
/** @type {Map<string, import('./lib/changed-code.mjs').ChangedFile[]>} */
const changes = new Map();
const dated = every.flatMap((section) => {
  const paths = measured[section.name];
  if (paths === undefined) return [{ section, commit: '', changed: [] }];
  const commit = commitOf(section).slice(0, 10);
  if (!changes.has(commit)) changes.set(commit, code.files(commit, 'HEAD'));
  const isMeasured = (/** @type {string} */ file) => paths.some((each) => file === each || file.startsWith(`${each}/`));
  return [{ section, commit, changed: (changes.get(commit) ?? []).filter(({ file }) => isMeasured(file)) }];
});
code.read(dated.flatMap(({ changed }) => changed));
let stale = 0;
for (const { section, commit, changed } of dated) {
  if (commit === '') {
    process.stdout.write(`${section.name}: scripts/measure/stale.mjs does not say what it measures\n`);
    stale++;
    continue;
  }
  const counts = [...code.count(changed)];
  const statements = counts.reduce((sum, [, count]) => sum + count, 0);
  if (statements > 0) stale++;
  else if (!options.all) continue;
  const most = counts.sort((a, b) => b[1] - a[1]).slice(0, 3);
  const where = most.map(([file, count]) => `${file} ${count}`).join(', ');
  const count = String(statements).padStart(5);
  process.stdout.write(`${section.name.padEnd(28)} ${commit.padEnd(10)}  ${count} changed statements  ${where}\n`);
}
process.stdout.write(`${stale} of ${every.length} sections are older than what they measure\n`);
