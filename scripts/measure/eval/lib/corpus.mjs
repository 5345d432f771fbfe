// Directories of recordings with texts: the reference data's forms, and any folder with a table of `id` or `path` and
// `text`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeFile } from './audio.mjs';

/**
 * @typedef {{ set: string, speaker: string, id: string, text: string, read(): import('./audio.mjs').Recording }}
 * Utterance
 */

const readRateHz = 16_000;
const soundEndings = ['.flac', '.wav', '.ogg', '.opus', '.mp3'];
/** Speakers of dspspeech20-zh that are for tests only (its README); the others are training data. */
export const studentTestSpeakers = ['FDA08', 'FDA11', 'FDA15', 'FDA20', 'FDA26', 'FDA28', 'FDA32', 'FDA34'];

/**
 * Rows of a tab-separated table by the names in its first line. @param {string} text @returns {Record<string,
 * string>[]}
 */
export function parseTable(text) {
  const [head = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  const names = head.replace(/\r$/, '').split('\t');
  return lines.map((line) => {
    const cells = line.replace(/\r$/, '').split('\t');
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}

/** Every `step`th so that at most `limit` stay. @template T @param {T[]} items @param {number} limit */
export function thinned(items, limit) {
  const step = Math.max(1, Math.ceil(items.length / limit));
  return items.filter((_, at) => at % step === 0);
}

/** @param {string} folder @param {string} name */
function soundFile(folder, name) {
  const places = [folder, ...['flac', 'wav', 'audio'].map((each) => path.join(folder, each))];
  for (const place of places) {
    for (const ending of ['', ...soundEndings]) {
      const file = path.join(place, `${name}${ending}`);
      if (path.extname(file) !== '' && existsSync(file)) return file;
    }
  }
  throw new Error(`${folder}: no recording ${name}`);
}

/** A file for each row. @param {string} folder @param {string} table @returns {Utterance[]} */
function sentences(folder, table) {
  return parseTable(readFileSync(path.join(folder, table), 'utf8')).map((row) => {
    const id = row.id ?? row.path ?? '';
    const speaker = row.spk ?? row.speaker ?? '';
    const read = () => decodeFile(soundFile(folder, row.path ?? id), readRateHz);
    return { set: path.basename(folder), speaker, id, text: row.text ?? '', read };
  });
}

/** Pieces of long files. @param {string} folder @returns {Utterance[]} */
function shards(folder) {
  /** @type {{ name: string, recording?: import('./audio.mjs').Recording }} */
  const open = { name: '' };
  return parseTable(readFileSync(path.join(folder, 'index.tsv'), 'utf8')).map((row) => {
    const shard = row.shard ?? '';
    const read = () => {
      if (open.name !== shard)
        Object.assign(open, { name: shard, recording: decodeFile(path.join(folder, shard), readRateHz) });
      const { samples } = /** @type {import('./audio.mjs').Recording} */ (open.recording);
      const piece = samples.subarray(Number(row.start_s) * readRateHz, Number(row.end_s) * readRateHz);
      const quiet = readRateHz / 5; // trimmed recordings: a recogniser needs some room around a word
      const padded = new Int16Array(piece.length + 2 * quiet);
      padded.set(piece, quiet);
      return { samples: padded, rateHz: readRateHz };
    };
    return { set: path.basename(folder), speaker: row.speaker ?? '', id: row.id ?? '', text: row.text ?? '', read };
  });
}

/** @param {string} folder @returns {Utterance[]} */
export function readFolder(folder) {
  if (existsSync(path.join(folder, 'index.tsv'))) return shards(folder);
  const table = readdirSync(folder).find((name) => name.endsWith('.tsv'));
  if (table === undefined) throw new Error(`${folder}: no .tsv with id or path, and text`);
  return sentences(folder, table);
}

/** The test sets below a directory in the form of the reference data, or the directory itself.
 * @param {string} directory @param {string | undefined} speaker @param {number} limit */
export function readCorpus(directory, speaker, limit) {
  const sets = ['aishell-sample', 'dspspeech20-zh'].map((name) => path.join(directory, name)).filter(existsSync);
  const folders = sets.length > 0 ? sets : [directory];
  const wanted = (/** @type {Utterance} */ utterance) => {
    if (speaker !== undefined) return utterance.speaker === speaker || utterance.set === speaker;
    return utterance.set !== 'dspspeech20-zh' || studentTestSpeakers.includes(utterance.speaker);
  };
  return folders.flatMap((folder) => {
    const all = readFolder(folder).filter(wanted);
    const byStudents = path.basename(folder) === 'dspspeech20-zh';
    return thinned(all, Math.min(limit, byStudents ? 275 : Number.POSITIVE_INFINITY));
  });
}
