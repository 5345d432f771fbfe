// The tables of eval:transcription: by file, and by kind of file with its speaker.
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { interval, rate } from '../lib/score.mjs';

/** @typedef {import('./transcription.mjs').Result} Result */
/** @typedef {import('./transcription-files.mjs').Planned} Planned */
/** @typedef {import('../lib/score.mjs').Errors} Errors */

const titles = new Map([
  ['ships', 'error %, what ships'],
  ['held out', 'error %, without S0252 and the test students'],
]);
const percent = (/** @type {number} */ share) => (100 * share).toFixed(1);

/** Confidence interval from resampled files. @param {readonly Errors[]} files */
function withInterval(files) {
  if (files.length < 2) return percent(rate(files));
  const [low, high] = interval(files, makeRandom('eval:transcription'));
  return `${percent(rate(files))} (${percent(low)}–${percent(high)})`;
}

/** @param {{ planned: readonly Planned[], runs: ReadonlyMap<string, ReadonlyMap<string, Result>>, tookS: number,
 *   limit: string | undefined }} measured */
export function transcriptionReport({ planned, runs, tookS, limit }) {
  const results = [...runs.values()];
  const heads = [...runs.keys()].map((name) => titles.get(name) ?? name);
  const first = /** @type {ReadonlyMap<string, Result>} */ (results[0]);
  const seconds = planned.reduce((sum, { name }) => sum + (first.get(name)?.seconds ?? 0), 0);
  const command = [
    'npm run eval:transcription -- ../shared/data',
    ...(runs.size > 1 ? ['--held-out DIR'] : []),
    ...(limit === undefined ? [] : [`--limit ${limit}`]),
  ].join(' ');
  return [
    `\`${command}\`: ${planned.length} files, ${Math.round(seconds / 60)} min, through the queue of a real gateway in ${Math.round(tookS)} s. ${machineLine()}. In brackets the middle 95 % of 1,000 draws of the files. What ships was trained on all of these speakers, and on most of these very recordings${runs.size > 1 ? '; the other recogniser on S0150, but never on S0252 nor on the eight test students' : ''}. Sentences read one by one and put in a row: synthetic in that.`,
    markdownTable(['kind', 'who', 'files', 'minutes', 'characters', ...heads], totals(planned, results)),
    markdownTable(
      ['file', 'who', 'minutes', 'characters', ...heads, 'sentences said, written'],
      byFile(planned, results),
    ),
  ].join('\n\n');
}

/** @param {readonly Planned[]} planned @param {readonly ReadonlyMap<string, Result>[]} results */
function totals(planned, results) {
  /** @type {Map<string, { kind: string, who: string, files: Set<string>, seconds: number, errors: Errors[][] }>} */
  const groups = new Map();
  const add = (
    /** @type {Planned} */ { kind, name },
    /** @type {string} */ who,
    /** @type {number} */ run,
    /** @type {Result} */ { seconds },
    /** @type {Errors} */ errors,
  ) => {
    const key = `${kind.name} ${who}`;
    const fresh = { kind: kind.title, who, files: new Set(), seconds: 0, errors: results.map(() => []) };
    const group = groups.get(key) ?? fresh;
    groups.set(key, group);
    if (!group.files.has(name)) group.seconds += seconds;
    group.files.add(name);
    group.errors[run]?.push(errors);
  };
  for (const [run, found] of results.entries()) {
    for (const plan of planned) {
      const result = found.get(plan.name);
      if (result === undefined) continue;
      for (const part of result.parts) add(plan, whoOf(plan, part.who), run, result, part);
      if (result.byRole !== undefined) add(plan, 'each role against its speaker', run, result, result.byRole);
    }
  }
  return [...groups.values()].map(({ kind, who, files, seconds, errors }) => [
    ...[kind, who, files.size, Math.round(seconds / 60)],
    (errors[0] ?? []).reduce((sum, { total }) => sum + total, 0),
    ...errors.map(withInterval),
  ]);
}

/**
 * The eight students share one row; the order of two speakers makes no row of its own. @param {Planned} plan @param
 * {string} who
 */
function whoOf({ kind, speakers }, who) {
  if (kind.name === 'words') return 'the eight test students';
  return speakers.length === 2 && kind.form.channels === 1 ? 'both, in order of time' : who;
}

/** @param {readonly Planned[]} planned @param {readonly ReadonlyMap<string, Result>[]} results */
function byFile(planned, results) {
  return planned.flatMap(({ name, kind }) => {
    const all = results.map((found) => found.get(name));
    const [first] = all;
    if (first === undefined) return [];
    const counts = [first.spoken, ...all.map((each) => each?.written)].join(', ');
    return first.parts.map((part, at) => [
      kind.form.channels === 2 ? `${name}, ${at === 0 ? 'left' : 'right'}` : name,
      part.who,
      ...[(first.seconds / 60).toFixed(1), part.total],
      ...all.map((each) => percent(rate(each?.parts.slice(at, at + 1) ?? []))),
      at === 0 ? counts : '',
    ]);
  });
}
