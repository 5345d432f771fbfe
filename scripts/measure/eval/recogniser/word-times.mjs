// npm run eval:word-times -- DATA: when the words of read sentences begin and end, next to a forced alignment of the
// same recordings that uses no recogniser (forced-alignment.mjs). Only words whose characters were all recognised
// count.
//   DATA           directory in the form of the reference data
//   --speaker S    S0252; units.sounds of the models' manifests was chosen on S0150
//   --limit N      at most N sentences, spread evenly (120)
//   --spikes       beside it, from a word's onset and end to the recogniser's outputs: units.sounds is chosen by these
//   --write        put the table into docs/measurements.md
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeBlock } from '../../lib/page.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { atRate } from '../lib/audio.mjs';
import { readFolder, thinned } from '../lib/corpus.mjs';
import { forcedAlignment } from '../lib/forced-alignment.mjs';
import { modelIn, shipped } from '../lib/models.mjs';
import { openLanguage } from '../lib/search.mjs';
import { openSessions } from '../lib/sessions.mjs';
import { makeReader, spokenCharacters } from '../lib/spoken.mjs';

/** @typedef {import('../../../../dist/protocol/engine/recognition.js').RecognisedWord} Word */
/** @typedef {import('../lib/forced-alignment.mjs').Span} Span */

const promisedMs = 50;
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    speaker: { type: 'string', default: 'S0252' },
    limit: { type: 'string', default: '120' },
    spikes: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [data] = positionals;
if (data === undefined) {
  process.stderr.write('eval:word-times needs DATA\n');
  process.exit(2);
}
const models = /** @type {const} */ ({ 8000: 'asr-zh-8k', 16000: 'asr-zh-16k' });
const modes = /** @type {const} */ ({ clip: 'one-shot', continue: 'continue_stream, transcription' });
const lm = path.join(shipped, 'lm-zh');
const read = makeReader(openLanguage(lm).lexicon);
const recordings = readFolder(path.join(data, 'aishell-sample')).filter(({ speaker }) => speaker === options.speaker);
const sentences = thinned(recordings, Number(options.limit)).flatMap((utterance) => {
  const characters = spokenCharacters(utterance.text);
  const syllables = read(characters);
  const isReadable = !syllables.includes('?') && syllables.length === characters.length;
  return isReadable ? [{ samples: utterance.read().samples, characters, syllables }] : [];
});
const alignment = forcedAlignment(sentences);

/** The place of each recognised character in the reference, undefined for a wrong one, by the cheapest edits.
 * @param {readonly string[]} said @param {readonly string[]} heard */
function placesOf(said, heard) {
  const costs = Array.from({ length: said.length + 1 }, (_, row) =>
    Array.from({ length: heard.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const cost = (/** @type {number} */ row, /** @type {number} */ column) =>
    /** @type {number} */ (costs[row]?.[column]);
  for (let row = 1; row <= said.length; row++) {
    for (let column = 1; column <= heard.length; column++) {
      const change = said[row - 1] === heard[column - 1] ? 0 : 1;
      /** @type {number[]} */ (costs[row])[column] = Math.min(
        cost(row - 1, column - 1) + change,
        cost(row - 1, column) + 1,
        cost(row, column - 1) + 1,
      );
    }
  }
  /** @type {(number | undefined)[]} */
  const places = heard.map(() => undefined);
  for (let row = said.length, column = heard.length; row > 0 && column > 0; ) {
    const isSame = said[row - 1] === heard[column - 1];
    if (cost(row, column) === cost(row - 1, column - 1) + (isSame ? 0 : 1)) {
      if (isSame) places[column - 1] = row - 1;
      row--;
      column--;
    } else if (cost(row, column) === cost(row - 1, column) + 1) row--;
    else column--;
  }
  return places;
}

/**
 * @typedef {{ starts: number[], ends: number[], outside: number, gaps: number, words: number, heard: number }} Found
 */
/** @param {Found} found @param {readonly string[]} said @param {readonly Span[]} spans
 * @param {import('../../../../dist/protocol/engine/recognition.js').Sentence} sentence */
function compare(found, said, spans, { startMs, endMs, candidates }) {
  const words = candidates[0]?.words ?? [];
  const places = placesOf(said, [...words.map(({ text }) => text).join('')]);
  let at = 0;
  for (const [number, word] of words.entries()) {
    const own = places.slice(at, at + word.text.length);
    at += word.text.length;
    found.heard++;
    if (word.startMs < startMs || word.endMs > endMs || word.endMs < word.startMs) found.outside++;
    const next = words[number + 1];
    if (next !== undefined && next.startMs !== word.endMs) found.gaps++;
    const [from, to] = [own[0], own.at(-1)];
    if (from === undefined || to === undefined || own.some((each, index) => each !== from + index)) continue;
    found.words++;
    found.starts.push(word.startMs - /** @type {Span} */ (spans[from]).startMs);
    found.ends.push(word.endMs - /** @type {Span} */ (spans[to]).endMs);
  }
}

/** @param {readonly number[]} values @param {number} share */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
const absolute = (/** @type {readonly number[]} */ values) => values.map(Math.abs);
const whole = (/** @type {number} */ ms) => `${Math.round(ms)}`;

/** @type {string[][]} */
const rows = [];
let holds = true;
for (const rateHz of /** @type {const} */ ([8_000, 16_000])) {
  const asr = path.join(shipped, models[rateHz]);
  const hear = await openSessions({ asr, lm, vad: path.join(shipped, 'vad') }, rateHz);
  const { units } = /** @type {import('../../../../dist/models/manifest.js').CtcManifest} */ (modelIn(asr).manifest);
  for (const [mode, title] of Object.entries(modes)) {
    /** @type {Found} */
    const found = { starts: [], ends: [], outside: 0, gaps: 0, words: 0, heard: 0 };
    for (const [number, { samples, characters }] of sentences.entries()) {
      const spans = alignment[number];
      if (spans === undefined) continue;
      const heard = await hear(atRate({ samples, rateHz: 16_000 }, rateHz), /** @type {keyof modes} */ (mode));
      // A pause may have cut a recording in two: each part is compared with what its characters match.
      for (const sentence of heard) compare(found, characters, spans, sentence);
    }
    const both = absolute([...found.starts, ...found.ends]);
    holds &&= quantile(both, 0.5) <= promisedMs && found.outside === 0;
    rows.push([
      models[rateHz],
      title,
      `${found.words} of ${found.heard}`,
      ...[found.starts, found.ends].map(
        (all) => `${whole(quantile(absolute(all), 0.5))}, ${whole(quantile(absolute(all), 0.9))}`,
      ),
      `${whole(quantile(both, 0.5))}, ${whole(quantile(both, 0.9))}`,
      `${whole(quantile(found.starts, 0.5))}, ${whole(quantile(found.ends, 0.5))}`,
      `${found.outside}`,
      `${found.heard - found.gaps}`,
    ]);
    if (!options.spikes) continue;
    const { beforeMs, afterMs } = units.sounds;
    const [onset, end] = [quantile(found.starts, 0.5) + beforeMs, quantile(found.ends, 0.5)];
    process.stderr.write(
      `${asr} ${mode}: an output ${whole(onset)} ms after its onset; ends ${whole(end)} ms from ${afterMs}\n`,
    );
  }
}
const command = `npm run eval:word-times -- ../shared/data${options.speaker === 'S0252' ? '' : ` --speaker ${options.speaker}`}`;
const table = [
  `\`${command}\`: ${sentences.length} sentences of ${options.speaker}, as recorded. ${machineLine()}.`,
  markdownTable(
    [
      'model',
      'heard as',
      'words compared',
      'start, ms: median and 90 % of the deviation',
      'end',
      'both: median ≤ 50',
      'median of start and end with sign',
      'outside their sentence: 0',
      'touch the next',
    ],
    rows,
  ),
].join('\n\n');
process.stdout.write(`${table}\n`);
if (options.write) writeBlock('eval:word-times', table);
process.exit(holds ? 0 : 1);
