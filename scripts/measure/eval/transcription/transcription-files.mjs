// The recordings that eval:transcription makes: kinds of files as recorders write them, with the speakers and sentences
// of each.
import path from 'node:path';
import { makeRandom } from '../../lib/random.mjs';
import { readFolder, studentTestSpeakers } from '../lib/corpus.mjs';

/** @typedef {import('../lib/corpus.mjs').Utterance} Utterance */
/** @typedef {{ name: string, title: string, form: import('../lib/recordings.mjs').Form, isWav: boolean, isUploaded: boolean,
 *   property: string, request: object, roles?: readonly [string, string] }} Kind
 *   roles: of the first speaker of a file and of the other */
/** @typedef {{ name: string, kind: Kind, speakers: string[], row: import('../lib/recordings.mjs').Said[] }} Planned */

const [reader, other] = ['S0252', 'S0150'];
const sentencesPerFile = 25;
const wordsPerFile = 30;
const filesOf = { [reader]: 12, [other]: 4 };
const filesOfTwo = 8;
/** Number of sentences that a speaker says before the other one speaks. */
const turn = { from: 1, to: 3 };

const line = /** @type {const} */ ({ coding: 'alaw', rateHz: 8_000, channels: 1 });
const raw = { audioFormat: 'alaw_8k', channelCount: 1 };
const narrow = 'cn_8k_common';

/** @type {Record<'alaw' | 'wav' | 'stereo' | 'turns' | 'words', Kind>} */
const kinds = {
  alaw: {
    ...{ name: 'alaw', title: '8 kHz A-law, raw, uploaded', form: line, isWav: false, isUploaded: true },
    ...{ property: narrow, request: raw },
  },
  wav: {
    ...{ name: 'wav', title: '16 kHz WAV', form: { coding: 'pcm_s16le', rateHz: 16_000, channels: 1 } },
    ...{ isWav: true, isUploaded: false, property: 'cn_16k_common', request: { audioFormat: 'auto' } },
  },
  stereo: {
    ...{ name: 'stereo', title: '8 kHz A-law WAV, a speaker on each channel, LEFT_AGENT' },
    ...{ form: { ...line, channels: 2 }, isWav: true, isUploaded: false, property: narrow },
    request: { audioFormat: 'auto', sa: { checkRole: true, channelRole: 'LEFT_AGENT' } },
    roles: ['agent', 'user'],
  },
  turns: {
    ...{ name: 'turns', title: '8 kHz A-law, mono, two in turn, diarization', form: line, isWav: false },
    ...{ isUploaded: false, property: narrow, request: { ...raw, sa: { diarization: true } } },
    roles: ['role_0', 'role_1'],
  },
  words: {
    ...{ name: 'words', title: '8 kHz A-law, raw, words of a student', form: line, isWav: false, isUploaded: false },
    ...{ property: narrow, request: raw },
  },
};

/** @param {string} data @param {number} limit of each kind @returns {Planned[]} */
export function plannedFiles(data, limit) {
  const all = ['aishell-sample', 'dspspeech20-zh'].flatMap((name) => readFolder(path.join(data, name)));
  const by = (/** @type {string} */ speaker) => all.filter((each) => each.speaker === speaker);
  const readers = { [reader]: shuffled(by(reader)), [other]: shuffled(by(other)) };
  const mono = (/** @type {Kind} */ kind) =>
    Object.entries(filesOf).flatMap(([speaker, count]) =>
      numbers(count).map((at) => {
        const own = (readers[speaker] ?? []).slice(at * sentencesPerFile, (at + 1) * sentencesPerFile);
        return alone(kind, `${kind.name}-${speaker}-${at + 1}`, own);
      }),
    );
  /** Sentences that are left out of the files of one speaker. */
  const left = (/** @type {string} */ speaker) =>
    (readers[speaker] ?? []).slice((filesOf[speaker] ?? 0) * sentencesPerFile);
  const pairs = (/** @type {Kind} */ kind, /** @type {number} */ from) =>
    numbers(filesOfTwo).map((at) => {
      const each = Math.floor(sentencesPerFile / 2);
      const start = (from + at) * each;
      // in every other file the other one speaks first, and is on the left
      const both = at % 2 === 0 ? [reader, other] : [other, reader];
      return inTurn(
        kind,
        `${kind.name}-${at + 1}`,
        both.map((speaker) => left(speaker).slice(start, start + each)),
      );
    });
  const words = studentTestSpeakers.map((speaker) =>
    alone(kinds.words, `words-${speaker}`, shuffled(by(speaker)).slice(0, wordsPerFile)),
  );
  const groups = [mono(kinds.alaw), mono(kinds.wav), pairs(kinds.stereo, 0), pairs(kinds.turns, filesOfTwo), words];
  return groups.flatMap((files) => spread(files, limit));
}

const numbers = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => at);

/** @param {Utterance[]} utterances */
function shuffled(utterances) {
  const keys = new Map(utterances.map((each) => [each, makeRandom(each.id).next()]));
  return [...utterances].sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
}

/** The first and the last among them. @template T @param {T[]} items @param {number} limit */
function spread(items, limit) {
  if (items.length <= limit) return items;
  return numbers(limit).map(
    (at) => /** @type {T} */ (items[limit === 1 ? 0 : Math.round((at * (items.length - 1)) / (limit - 1))]),
  );
}

/** @param {Kind} kind @param {string} name @param {readonly Utterance[]} own @returns {Planned} */
function alone(kind, name, own) {
  const speakers = [...new Set(own.map(({ speaker }) => speaker))];
  return { kind, name, speakers, row: own.map((utterance) => ({ utterance, channel: 0 })) };
}

/** @param {Kind} kind @param {string} name @param {readonly Utterance[][]} both @returns {Planned} */
function inTurn(kind, name, both) {
  const random = makeRandom(name);
  const queues = both.map((own) => [...own]);
  /** @type {import('../lib/recordings.mjs').Said[]} */
  const row = [];
  for (let side = 0; queues.some(({ length }) => length > 0); side = 1 - side) {
    const count = turn.from + random.int(turn.to - turn.from + 1);
    const channel = /** @type {0 | 1} */ (kind.form.channels === 2 ? side : 0);
    for (const utterance of queues[side]?.splice(0, count) ?? []) row.push({ utterance, channel });
  }
  return { kind, name, speakers: both.map(([first]) => first?.speaker ?? ''), row };
}
