// Random scores: chords, bass, melody and drums with a tempo and a form, for the coloured ring-back and music clips.
// A score is a list of notes; music.mjs plays it with its own timbres, midi.mjs through a General MIDI sound font.

/** @typedef {import('../../lib/random.mjs').Random} Random */
/** @typedef {{ atS: number, lengthS: number, key: number, velocity: number, part: number }} Note
 *   part 9 is drums: key is then 36 kick, 38 snare, 42 closed hat, 46 open hat */
/** @typedef {{ notes: Note[], programs: number[], bpm: number }} Score
 *   programs[part] is a General MIDI program number, 0-127 */

const scales = [
  [0, 2, 4, 5, 7, 9, 11],
  [0, 2, 3, 5, 7, 8, 10],
  [0, 2, 4, 7, 9], // pentatonic: the usual one of Chinese tunes
  [0, 3, 5, 7, 10],
  [0, 2, 3, 5, 7, 9, 10],
];
const progressions = [
  [0, 4, 5, 3],
  [0, 5, 3, 4],
  [0, 3, 4, 4],
  [5, 3, 0, 4],
  [0, 0, 3, 4],
  [0, 2, 3, 4],
  [0, 6, 5, 4],
  [0, 0, 0, 0],
];
const drumPatterns = [
  { 36: [0, 8], 38: [4, 12], 42: [0, 2, 4, 6, 8, 10, 12, 14] },
  { 36: [0, 4, 8, 12], 38: [4, 12], 42: [2, 6, 10, 14] },
  { 36: [0, 6, 10], 38: [4, 12], 46: [14], 42: [0, 4, 8, 12] },
  { 36: [0], 38: [8], 42: [0, 4, 8, 12] },
  { 42: [0, 2, 4, 6, 8, 10, 12, 14] },
];

/** @param {number[]} scale @param {number} degree */
function keyOf(scale, degree) {
  const octave = Math.floor(degree / scale.length);
  return 12 * octave + /** @type {number} */ (scale[degree - octave * scale.length]);
}

/** @param {Random} random @param {number} seconds @returns {Score} */
export function composeScore(random, seconds) {
  const bpm = random.range(56, 184);
  const beatS = 60 / bpm;
  const barS = 4 * beatS;
  const tonic = 45 + random.int(12);
  const scale = random.pick(scales);
  const progression = random.pick(progressions);
  const hasChords = random.chance(0.8);
  const hasBass = random.chance(0.7);
  const drums = random.chance(0.6) ? random.pick(drumPatterns) : undefined;
  const swing = random.chance(0.2) ? 0.12 : 0;
  const human = random.range(0, 0.012);
  const octave = random.pick([0, 12, 12, 24]);
  // Some melodies stay on one note for long, as music boxes and hold music do.
  const stickiness = random.pick([0, 0.2, 0.5, 0.85]);
  const rhythm = random.pick([
    [4],
    [4, 4, 4, 4],
    [2, 2, 4, 8],
    [6, 2, 4, 4],
    [8, 8],
    [2],
    [16],
    [3, 3, 2],
    [4, 4, 8],
    [1, 1, 2, 4, 8],
  ]);
  const staccato = random.pick([0.95, 0.95, 0.7, 0.5, 0.3]);
  /** @type {Note[]} */
  const notes = [];
  /** @param {number} part @param {number} at @param {number} length @param {number} key @param {number} velocity */
  const add = (part, at, length, key, velocity) => {
    const sixteenth = Math.round((at / beatS) * 4);
    const atS = Math.max(0, at + (sixteenth % 2 ? swing * beatS : 0) + human * random.gauss());
    if (atS < seconds) notes.push({ atS, lengthS: Math.max(0.04, length), key, velocity, part });
  };
  let degree = random.int(scale.length);
  for (let bar = 0; bar * barS < seconds; bar++) {
    const root = /** @type {number} */ (progression[bar % progression.length]);
    const barAt = bar * barS;
    if (hasChords) {
      const spread = random.chance(0.4);
      for (let voice = 0; voice < 3; voice++) {
        const key = tonic + 12 + keyOf(scale, root + 2 * voice);
        if (spread)
          for (let step = voice; step < 8; step += 3) add(1, barAt + (step * beatS) / 2, beatS * 0.6, key, 60);
        else add(1, barAt, barS * 0.95, key, 55);
      }
    }
    if (hasBass) {
      for (let beat = 0; beat < 4; beat += random.pick([1, 2, 2, 4])) {
        add(2, barAt + beat * beatS, beatS * 0.9, tonic - 12 + keyOf(scale, root), 85);
      }
    }
    for (let sixteenth = 0, i = bar; sixteenth < 16; i++) {
      const length = Math.min(16 - sixteenth, /** @type {number} */ (rhythm[i % rhythm.length]));
      if (!random.chance(0.1)) {
        if (!random.chance(stickiness)) degree = Math.max(-2, Math.min(10, degree + random.int(7) - 3));
        const at = barAt + (sixteenth * beatS) / 4;
        add(0, at, (length * beatS * staccato) / 4, tonic + octave + keyOf(scale, degree), 70 + random.int(50));
      }
      sixteenth += length;
    }
    for (const [key, steps] of Object.entries(drums ?? {})) {
      for (const step of steps)
        if (!random.chance(0.05)) add(9, barAt + (step * beatS) / 4, 0.1, Number(key), 60 + random.int(60));
    }
  }
  notes.sort((a, b) => a.atS - b.atS);
  return { notes, programs: [random.int(112), random.int(104), 32 + random.int(8)], bpm };
}

/** The reject group nearest to busy and ringback: one instrument repeats A4 (440 Hz) or A#4 (466 Hz) in a rhythm; three in
 * ten keep close to the cadence of busy or ringback.
 * @param {Random} random @param {number} seconds @returns {Score} */
export function composeRhythmicNotes(random, seconds) {
  const imitates = random.chance(0.3);
  const bpm = imitates ? (60 / random.pick([0.7, 0.7, 5])) * random.range(0.88, 1.12) : random.range(60, 180);
  const beatS = 60 / bpm;
  const key = random.pick([69, 70]);
  const rhythms = [[1], [1], [1, 1, 2], [0.5, 0.5, 1], [2], [4], [1.5, 0.5, 1, 1], [0.5], [1, 1, 1, 3]];
  const pattern = imitates ? [1] : random.pick(rhythms);
  const gate = imitates ? (beatS > 2 ? 0.2 : 0.5) * random.range(0.9, 1.1) : random.range(0.3, 0.9);
  const human = random.range(0, 0.01);
  /** @type {Note[]} */
  const notes = [];
  for (let atS = random.range(0, 1), i = 0; atS < seconds; i++) {
    const length = beatS * /** @type {number} */ (pattern[i % pattern.length]);
    const jitter = human * random.gauss();
    notes.push({ atS: Math.max(0, atS + jitter), lengthS: length * gate, key, velocity: 90 + random.int(20), part: 0 });
    atS += length;
  }
  return { notes, programs: [random.pick([0, 4, 11, 12, 13, 19, 24, 40, 56, 66, 71, 73, 75, 78, 80, 82])], bpm };
}
