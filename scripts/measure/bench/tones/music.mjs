// Plays a score with its own timbres: wavetables of harmonics with an envelope, and three drums. Floats at 8 kHz.
import { sampleRateHz } from './signals.mjs';

/** @typedef {import('../../lib/random.mjs').Random} Random */
/** @typedef {{ harmonics: number[], attackS: number, decayS: number, sustain: number, vibratoHz: number,
 *   vibratoCents: number, stretch: number }} Timbre */

const tableSize = 512;
// The telephone band ends here; a wavetable holds no harmonic above it, so nothing folds back.
const topHz = 3600;

/** Harmonic levels of families of instruments; `stretch` makes them inharmonic (bars and bells).
 * @param {Random} random @returns {Timbre} */
export function makeTimbre(random) {
  const family = random.pick([
    'plucked',
    'bowed',
    'reed',
    'flute',
    'organ',
    'bar',
    'piano',
    'square',
    'brass',
    'voice',
  ]);
  const fade = random.range(0.7, 1.6);
  const saw = Array.from({ length: 14 }, (_, i) => random.range(0.6, 1) / (i + 1) ** fade);
  const odd = saw.map((a, i) => (i % 2 ? a * random.range(0, 0.15) : a));
  const steady = { decayS: 30, sustain: 1, stretch: 1 };
  switch (family) {
    case 'plucked':
      return {
        harmonics: saw,
        attackS: 0.003,
        decayS: random.range(0.15, 0.8),
        sustain: 0,
        vibratoHz: 0,
        vibratoCents: 0,
        stretch: 1,
      };
    case 'piano':
      return {
        harmonics: saw,
        attackS: 0.005,
        decayS: random.range(0.5, 2),
        sustain: 0,
        vibratoHz: 0,
        vibratoCents: 0,
        stretch: 1,
      };
    case 'bar':
      return {
        harmonics: [1, 0, 0, random.range(0.05, 0.4), 0, 0, 0.1],
        attackS: 0.002,
        decayS: random.range(0.1, 0.9),
        sustain: 0,
        vibratoHz: random.pick([0, 5]),
        vibratoCents: 8,
        stretch: 1,
      };
    case 'flute':
      return {
        ...steady,
        harmonics: [1, random.range(0.08, 0.4), random.range(0.03, 0.2), 0.03],
        attackS: random.range(0.03, 0.09),
        vibratoHz: random.range(4, 6.5),
        vibratoCents: random.range(0, 25),
      };
    case 'reed':
    case 'square':
      return { ...steady, harmonics: odd, attackS: 0.02, vibratoHz: 5, vibratoCents: random.range(0, 15) };
    case 'organ':
      return {
        ...steady,
        harmonics: [1, 0.8, random.range(0, 0.7), 0.5, 0, random.range(0, 0.4), 0, 0.3],
        attackS: 0.01,
        vibratoHz: 6,
        vibratoCents: random.range(0, 8),
      };
    default:
      return {
        ...steady,
        harmonics: saw,
        attackS: random.range(0.02, 0.12),
        vibratoHz: random.range(4.5, 6.5),
        vibratoCents: random.range(5, 40),
      };
  }
}

/** @param {Timbre} timbre @param {number} hz */
function wavetable(timbre, hz) {
  const table = new Float32Array(tableSize + 1);
  timbre.harmonics.forEach((amplitude, index) => {
    if (amplitude === 0 || hz * (index + 1) > topHz) return;
    for (let i = 0; i <= tableSize; i++) {
      const wave = amplitude * Math.sin((2 * Math.PI * (index + 1) * i) / tableSize + index * index);
      table[i] = /** @type {number} */ (table[i]) + wave;
    }
  });
  return table;
}

/** @param {Float32Array} out @param {import('./score.mjs').Note} note @param {Timbre} timbre @param {Float32Array} table */
function playNote(out, note, timbre, table) {
  const hz = 440 * 2 ** ((note.key - 69) / 12);
  const releaseS = 0.06;
  const from = Math.round(note.atS * sampleRateHz);
  const held = Math.round(note.lengthS * sampleRateHz);
  const total = Math.min(out.length - from, held + Math.round(releaseS * sampleRateHz));
  const attack = Math.max(1, timbre.attackS * sampleRateHz);
  const decay = Math.exp(-1 / (timbre.decayS * sampleRateHz));
  const release = Math.exp(-4 / (releaseS * sampleRateHz));
  const depth = 2 ** (timbre.vibratoCents / 1200) - 1;
  let level = note.velocity / 127;
  let phase = 0;
  for (let i = 0; i < total; i++) {
    if (i >= attack) level *= decay;
    if (i > held) level *= release;
    const whole = Math.floor(phase);
    const a = /** @type {number} */ (table[whole]);
    const b = /** @type {number} */ (table[whole + 1]);
    const value = a + (b - a) * (phase - whole);
    out[from + i] = /** @type {number} */ (out[from + i]) + value * level * Math.min(1, (i + 1) / attack);
    const bend = 1 + depth * Math.sin((2 * Math.PI * timbre.vibratoHz * i) / sampleRateHz);
    phase += (hz * bend * tableSize) / sampleRateHz;
    if (phase >= tableSize) phase -= tableSize;
  }
}

/** @param {Float32Array} out @param {import('./score.mjs').Note} note @param {Random} random */
function playDrum(out, note, random) {
  const from = Math.round(note.atS * sampleRateHz);
  const [decayS, toneHz, noise] =
    note.key === 36 ? [0.09, 70, 0.05] : note.key === 38 ? [0.07, 190, 0.8] : [0.03, 0, 0.5];
  const length = Math.min(out.length - from, Math.round(decayS * 5 * sampleRateHz));
  let phase = 0;
  for (let i = 0; i < length; i++) {
    const level = (note.velocity / 127) * Math.exp(-i / (decayS * sampleRateHz));
    phase += (2 * Math.PI * toneHz * (1 + 2 * Math.exp(-i / 120))) / sampleRateHz;
    out[from + i] =
      /** @type {number} */ (out[from + i]) + level * ((toneHz ? Math.sin(phase) : 0) + noise * random.gauss());
  }
}

/** @param {import('./score.mjs').Score} score @param {number} seconds @param {Random} random */
export function playScore(score, seconds, random) {
  const out = new Float32Array(Math.round(seconds * sampleRateHz));
  const timbres = [makeTimbre(random), makeTimbre(random), makeTimbre(random)];
  const gains = [1, random.range(0.2, 0.6), random.range(0.4, 0.9)];
  /** @type {Map<string, Float32Array>} */
  const tables = new Map();
  for (const note of score.notes) {
    if (note.part === 9) {
      playDrum(out, note, random);
      continue;
    }
    const timbre = /** @type {Timbre} */ (timbres[note.part]);
    const name = `${note.part}/${note.key}`;
    const table = tables.get(name) ?? wavetable(timbre, 440 * 2 ** ((note.key - 69) / 12));
    tables.set(name, table);
    playNote(out, { ...note, velocity: note.velocity * (gains[note.part] ?? 1) }, timbre, table);
  }
  return out;
}
