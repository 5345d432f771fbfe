// npm run eval:transcription -- DATA: character error of each file of offline transcription, through a real gateway:
// the recordings are submitted, queued, converted and recognised, and their results downloaded.
//   DATA                 directory of the reference data
//   --held-out DIR       a second column: models (all of them) whose recogniser has heard neither S0252 nor the test
//                        students
//   --limit N            at most N files of each kind
//   --json FILE          every text that was heard
//   --write              into docs/measurements.md
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isReady, transcriberOf } from '../../bench/transcribing.mjs';
import { startGateway } from '../../lib/gateway.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { recordingOf, wavHead } from '../lib/recordings.mjs';
import { distance } from '../lib/score.mjs';
import { spokenCharacters } from '../lib/spoken.mjs';
import { plannedFiles } from './transcription-files.mjs';
import { transcriptionReport } from './transcription-table.mjs';

/** @typedef {import('./transcription-files.mjs').Planned} Planned */
/** @typedef {import('../lib/score.mjs').Errors} Errors */
/** @typedef {{ st: number, text: string, sa?: { role: string } }} Sentence */
/**
 * @typedef {Errors & { who: string, text: string, heard: string }} Part what is scored by itself: a channel or the file
 */
/** @typedef {{ seconds: number, parts: Part[], byRole: Errors | undefined, spoken: number, written: number }} Result */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'held-out': { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [data] = positionals;
const limit = Number(options.limit ?? Number.POSITIVE_INFINITY);
if (data === undefined || positionals.length > 1 || !(limit >= 1)) {
  process.stderr.write('eval:transcription needs the directory of the reference data; --limit is a number\n');
  process.exit(2);
}
const success = 4000;
/** Digits stay as they are spoken and nothing is left out, because the spoken words are compared. */
const tpp = { addPunc: true };

const folder = mkdtempSync(path.join(tmpdir(), 'eval-transcription-'));
try {
  const startMs = performance.now();
  const files = plannedFiles(data, limit).map(recorded);
  /** @type {Map<string, Map<string, Result>>} */
  const runs = new Map([['ships', await heardBy({}, files)]]);
  const heldOut = options['held-out'];
  if (heldOut !== undefined) {
    runs.set('held out', await heardBy({ TONEGATE_SHIPPED_MODELS: path.resolve(heldOut) }, files));
  }
  const tookS = (performance.now() - startMs) / 1_000;
  const planned = files.map(({ plan }) => plan);
  const text = transcriptionReport({ planned, runs, tookS, limit: options.limit });
  process.stdout.write(`${text}\n`);
  const all = [...runs].map(([models, results]) => ({ models, results: Object.fromEntries(results) }));
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(all)}\n`);
  if (options.write) writeBlock('eval:transcription', text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

/** @param {Planned} plan */
function recorded(plan) {
  const { bytes, seconds } = recordingOf(plan.row, plan.kind.form, makeRandom(plan.name));
  const { isWav } = plan.kind;
  const whole = isWav ? Buffer.concat([wavHead({ ...plan.kind.form, bytes: bytes.length }), bytes]) : bytes;
  const file = path.join(folder, `${plan.name}.${isWav ? 'wav' : 'raw'}`);
  writeFileSync(file, whole);
  return { plan, seconds, file, bytes: whole };
}

/**
 * Transcribes all files, with a task for each kind. @param {Record<string, string>} settings @param {ReturnType<typeof
 * recorded>[]} files
 */
async function heardBy(settings, files) {
  const gateway = await startGateway({ settings: { ...settings, TONEGATE_TRANS_FILE_ROOTS: folder } });
  /** @type {Map<string, Result>} */
  const results = new Map();
  try {
    await isReady(gateway);
    for (const kind of new Set(files.map(({ plan }) => plan.kind))) {
      const own = files.filter(({ plan }) => plan.kind === kind);
      const { upload, submit, finished, download } = transcriberOf(gateway, kind.property);
      const addresses = [];
      for (const { plan, file, bytes } of own) {
        addresses.push(kind.isUploaded ? await upload(`${plan.name}.raw`, bytes) : `file://${file}`);
      }
      const task = await submit({ ...kind.request, tpp, files: addresses });
      const state = await finished(task);
      for (const [index, { plan, seconds }] of own.entries()) {
        const { code, info } = state.files[index] ?? { code: 0, info: 'not in the reply' };
        if (code !== success) throw new Error(`${plan.name}: ${code} ${info}`);
        const { sentences } = JSON.parse((await download(task, index)).toString());
        results.set(plan.name, { ...scored(plan, sentences), seconds });
      }
      process.stderr.write(`${kind.name}: ${own.length} files\n`);
    }
  } finally {
    await gateway.stop();
  }
  return results;
}

/** @param {Planned} plan @param {readonly Sentence[]} sentences @returns {Omit<Result, 'seconds'>} */
function scored({ kind, row, speakers }, sentences) {
  const roles = kind.roles ?? [];
  const spokenBy = (/** @type {string | undefined} */ who) =>
    row
      .filter(({ utterance }) => who === undefined || utterance.speaker === who)
      .map(({ utterance }) => utterance.text);
  const writtenBy = (/** @type {string | undefined} */ role) =>
    sentences.filter(({ sa }) => role === undefined || sa?.role === role).map(({ text }) => text);
  const byRole = speakers.map((who, at) => part(who, spokenBy(who), writtenBy(roles[at])));
  const isByChannel = kind.form.channels === 2;
  const inOrder = part(speakers.join(' and '), spokenBy(undefined), writtenBy(undefined));
  const sum = (/** @type {'wrong' | 'total'} */ key) => byRole.reduce((all, each) => all + each[key], 0);
  return {
    parts: isByChannel ? byRole : [inOrder],
    byRole: roles.length > 0 && !isByChannel ? { wrong: sum('wrong'), total: sum('total') } : undefined,
    spoken: row.length,
    written: sentences.filter(({ text }) => spokenCharacters(text).length > 0).length,
  };
}

/** @param {string} who @param {readonly string[]} spoken @param {readonly string[]} written @returns {Part} */
function part(who, spoken, written) {
  const [reference, heard] = [spokenCharacters(spoken.join('')), spokenCharacters(written.join(''))];
  const errors = { wrong: distance(reference, heard), total: reference.length };
  return { ...errors, who, text: reference.join(''), heard: heard.join('') };
}
