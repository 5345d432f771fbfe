// npm run eval:emotion -- SET: how often ordinary speech, and voices that a program has raised, are judged ANGRY.
//   SET    directory that `python scripts/measure/eval/classifiers/emotion_set.py DATA SET` has made
// Sessions of ten sentences, 8 kHz. The meter and the rule are the gateway's; where sentences begin and end is given.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RaisedVoice } from '../../../../dist/engine/pipeline/analysis/raised-voice.js';
import { EffortMeter } from '../../../../dist/engine/pipeline/analysis/vocal-effort.js';

const [set] = process.argv.slice(2);
if (set === undefined) {
  process.stderr.write(
    'eval:emotion needs the directory of a set; python scripts/measure/eval/classifiers/emotion_set.py makes one\n',
  );
  process.exit(2);
}

/** @typedef {{ speaker: string, strength: number, of: number, at: number, samples: number }} Row */
/** @typedef {{ name: string, noiseDb?: number, aLaw?: boolean, gainDb?: number }} Line */

/** @param {string} name */
const samplesOf = (name) => {
  const bytes = Uint8Array.from(readFileSync(path.join(set, name)));
  return new Int16Array(bytes.buffer);
};
const [speech, noise] = [samplesOf('speech.s16'), samplesOf('noise.s16')];
/** @type {Row[]} */
const rows = JSON.parse(readFileSync(path.join(set, 'sentences.json'), 'utf8'));
const noiseLevel = 1_000; // of noise.s16
const perSession = 10;
const raisedAt = [6, 8];

/** @type {Line[]} */
const lines = [
  { name: 'as recorded' },
  { name: 'A-law', aLaw: true },
  { name: 'noise 15 dB', noiseDb: 15, aLaw: true },
  { name: 'gain ±8 dB', gainDb: 8 },
  { name: 'all three', noiseDb: 15, aLaw: true, gainDb: 8 },
];
const strengths = [
  'put together again',
  '×1.15, +3 dB, 1 dB/oct',
  '×1.3, +6 dB, 3 dB/oct',
  '×1.45, +9 dB, 3 dB/oct',
  '×1.6, +12 dB, 3 dB/oct',
  '×1.3, level evened out, 3 dB/oct',
  '×1.0, +12 dB, 3 dB/oct',
  '×1.3, +12 dB, 0 dB/oct',
];

let seed = 20_261_121;
const random = () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};
const numberOf = new Map(rows.map((row, at) => [row, at]));
/** -1 to 1 */
const gains = rows.map(() => 2 * random() - 1);

/** @param {number} sample */
function throughALaw(sample) {
  const sign = sample < 0 ? -1 : 1;
  const size = Math.min(32_767, Math.abs(sample));
  const step = size < 512 ? 16 : 2 ** (Math.floor(Math.log2(size)) - 4);
  return sign * (Math.floor(size / step) * step + step / 2);
}

/** @param {Row} row */
const recorded = ({ at, samples }) => speech.subarray(at, at + samples);

/** @param {number} number of the sentence, which has one gain and one noise @param {Line} line */
function heard(number, line) {
  const row = /** @type {Row} */ (rows[number]);
  const dry = recorded(row);
  const gain = 10 ** (((gains[number] ?? 0) * (line.gainDb ?? 0)) / 20);
  let noiseGain = 0;
  if (line.noiseDb !== undefined) {
    const own = recorded(/** @type {Row} */ (rows[row.of]));
    const power = own.reduce((sum, each) => sum + each * each, 0) / own.length;
    noiseGain = (Math.sqrt(power) / noiseLevel) * 10 ** (-line.noiseDb / 20);
  }
  const from = (row.of * 7_919) % (noise.length - row.samples);
  const samples = new Int16Array(dry.length);
  for (let at = 0; at < dry.length; at++) {
    const mixed = gain * ((dry[at] ?? 0) + noiseGain * (noise[from + at] ?? 0));
    const clipped = Math.max(-32_768, Math.min(32_767, Math.round(mixed)));
    samples[at] = line.aLaw ? throughALaw(clipped) : clipped;
  }
  return samples;
}

/** @type {Map<string, import('../../../../dist/engine/pipeline/analysis/vocal-effort.js').VoiceEffort | undefined>} */
const efforts = new Map();

/** @param {Row} row @param {Line} line */
function effortOf(row, line) {
  const number = numberOf.get(row) ?? 0;
  const key = `${number}:${line.name}`;
  if (!efforts.has(key)) {
    const meter = new EffortMeter(8_000);
    meter.push(heard(number, line));
    efforts.set(key, meter.take());
  }
  return efforts.get(key);
}

/** Verdict on each of a session's sentences: true if it is called angry. @param {Row[]} session @param {Line} line */
function verdicts(session, line) {
  const rule = new RaisedVoice();
  return session.map((row) => {
    const effort = effortOf(row, line);
    return effort !== undefined && rule.judge(effort) !== undefined;
  });
}

/** @param {Row[]} said */
const inTens = (said) =>
  Array.from({ length: Math.floor(said.length / perSession) }, (_, at) =>
    said.slice(at * perSession, (at + 1) * perSession),
  );

/** @type {Map<string, Row[]>} */
const ordinary = new Map();
for (const row of rows) {
  if (row.strength < 0) ordinary.set(row.speaker, [...(ordinary.get(row.speaker) ?? []), row]);
}
const [women, men] = [ordinary.get('S0150') ?? [], ordinary.get('S0252') ?? []];
const students = [...ordinary].filter(([name]) => name.startsWith('FDA')).flatMap(([, said]) => inTens(said));
const inTurns = inTens(women.flatMap((row, at) => [row, men[at]].filter((each) => each !== undefined)));
const anyTurns = inTens(
  women.flatMap((row, at) => {
    const other = men[at];
    if (other === undefined) return [row];
    return random() < 0.5 ? [row, other] : [other, row];
  }),
);
const handedOver = inTens(men).map((session, at) => [...session.slice(0, 5), ...women.slice(at * 5, at * 5 + 5)]);
const groups = { S0150: inTens(women), S0252: inTens(men), students, 'in turns': [...inTurns, ...anyTurns] };

const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${((100 * part) / whole).toFixed(2)} %`;
const print = (/** @type {(string | number)[]} */ cells) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

process.stdout.write('ANGRY said of ordinary sentences\n');
print(['sessions', 'sentences', ...lines.map(({ name }) => name)]);
for (const [name, sessions] of Object.entries({ ...groups, 'handed over after five': handedOver })) {
  const size = sessions.flat().length;
  print([
    name,
    size,
    ...lines.map((line) =>
      percent(sessions.flatMap((session) => verdicts(session, line)).filter(Boolean).length, size),
    ),
  ]);
}

process.stdout.write('\nANGRY said of sentences raised by a program, the seventh and ninth of ten\n');
const raised = new Map(rows.filter(({ strength }) => strength >= 0).map((row) => [`${row.of}:${row.strength}`, row]));
const sessions = [...groups.S0150, ...groups.S0252, ...students];
print(['raised by', 'sentences', ...lines.map(({ name }) => name)]);
for (const [strength, name] of strengths.entries()) {
  /** @param {Row} row */
  const variant = (row) => raised.get(`${numberOf.get(row)}:${strength}`);
  const changed = sessions.flatMap((session) => {
    const row = session.map((each, at) => (raisedAt.includes(at) ? variant(each) : each));
    return row.every((each) => each !== undefined) ? [row] : [];
  });
  const found = lines.map(
    (line) =>
      changed.flatMap((session) => verdicts(session, line).filter((isAngry, at) => isAngry && raisedAt.includes(at)))
        .length,
  );
  const size = changed.length * raisedAt.length;
  print([name, size, ...found.map((count) => percent(count, size))]);
}
