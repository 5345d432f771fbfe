// The sound of the clips of evidence.mjs: 8 kHz floats, before line noise and codec.

import { makeRandom } from '../../lib/random.mjs';
import { quantise } from './channel.mjs';
import { playMidi, soundFont } from './midi.mjs';
import { playScore } from './music.mjs';
import { telephoneBand, unitRms } from './noise.mjs';
import { addLineNoise } from './render.mjs';
import { addTone, amplitudeOf, burstsOf, levelOf, sampleRateHz, setLevel } from './signals.mjs';
import { decodeFile, openSpeech } from './speech.mjs';

/** @typedef {import('../../lib/random.mjs').Random} Random */
/** @typedef {import('./evidence.mjs').EvidenceClip} EvidenceClip */
/** @typedef {{ samples: Float32Array, onsetS: number, levelDbm0?: number }} Sound */

/** @param {number} seconds */
const at = (seconds) => Math.round(seconds * sampleRateHz);

/** One burst of a sine. Returns its end in seconds.
 * @param {Float32Array} out @param {number} hz @param {number} fromS @param {number} lengthS @param {number} levelDbm0
 * @param {Random} random */
function addBurst(out, hz, fromS, lengthS, levelDbm0, random) {
  const to = Math.min(out.length, at(fromS + lengthS));
  addTone(out, { frequenciesHz: [hz], cadenceMs: null }, [[at(fromS), to]], { levelDbm0 }, random);
  return fromS + lengthS;
}

/** V.25 and V.8 answer tone: 2100 Hz, turned over every 450 ms, or modulated by 15 Hz. Returns its end in seconds.
 * @param {Float32Array} out @param {{ hz: number, fromS: number, lengthS: number, levelDbm0: number, reversals:
 * boolean,
 *   modulated: boolean }} tone @param {Random} random */
function addAnswerTone(out, { hz, fromS, lengthS, levelDbm0, reversals, modulated }, random) {
  const depth = modulated ? random.range(0.19, 0.21) : 0;
  const turnS = random.range(0.425, 0.475);
  const amplitude = amplitudeOf(levelDbm0);
  const phase = random.range(0, 2 * Math.PI);
  const [from, to] = [at(fromS), Math.min(out.length, at(fromS + lengthS))];
  for (let i = from; i < to; i++) {
    const t = (i - from) / sampleRateHz;
    const edge = Math.min(i - from + 1, to - i, 24) / 24;
    const sign = reversals && Math.floor(t / turnS) % 2 === 1 ? -1 : 1;
    const swell = 1 + depth * Math.sin(2 * Math.PI * 15 * t);
    const sine = Math.sin((2 * Math.PI * hz * i) / sampleRateHz + phase);
    out[i] = /** @type {number} */ (out[i]) + amplitude * edge * sign * swell * sine;
  }
  return fromS + lengthS;
}

/** Continuous-phase FSK. Returns its end in seconds.
 * @param {Float32Array} out @param {number[]} bits @param {{ fromS: number, bitsPerS: number, zeroHz: number, oneHz:
 * number,
 *   levelDbm0: number }} how */
function addFsk(out, bits, { fromS, bitsPerS, zeroHz, oneHz, levelDbm0 }) {
  const amplitude = amplitudeOf(levelDbm0);
  let phase = 0;
  const from = at(fromS);
  const count = Math.round((bits.length / bitsPerS) * sampleRateHz);
  for (let i = 0; i < count && from + i < out.length; i++) {
    const bit = bits[Math.floor((i * bitsPerS) / sampleRateHz)];
    phase += (2 * Math.PI * (bit ? oneHz : zeroHz)) / sampleRateHz;
    out[from + i] = /** @type {number} */ (out[from + i]) + amplitude * Math.sin(phase);
  }
  return fromS + bits.length / bitsPerS;
}

const flag = [0, 1, 1, 1, 1, 1, 1, 0];

/** T.30: a second of flags, then a frame, of which only its bit stuffing matters here. @param {Random} random */
function faxFrame(random) {
  const bits = Array.from({ length: Math.round(random.range(0.85, 1.15) * 37.5) }, () => flag).flat();
  for (let i = 0, ones = 0; i < 120; i++) {
    const bit = random.chance(0.5) ? 1 : 0;
    ones = bit ? ones + 1 : 0;
    bits.push(bit);
    if (ones === 5) {
      bits.push(0);
      ones = 0;
    }
  }
  return [...bits, ...flag];
}

/** @param {EvidenceClip} clip @param {Random} random @returns {Sound} */
function faxAnswer(clip, random) {
  const out = new Float32Array(at(clip.seconds));
  const levelDbm0 = random.range(-30, -8);
  const onsetS = random.chance(0.3) ? random.range(0.05, 0.3) : random.range(0.3, 2);
  const { step } = clip;
  let end = onsetS;
  if (step !== 'V.21 flags only') {
    const tone = { fromS: onsetS, lengthS: random.range(0.5, 3.5), levelDbm0, hz: 2100 + random.range(-15, 15) };
    const modulated = step === 'ANSam';
    const reversals = step === 'reversals' || (modulated && random.chance(0.7));
    end = addAnswerTone(out, { ...tone, reversals, modulated }, random) + random.range(0.055, 0.095);
  }
  if (step === 'CED and flags' || step === 'reversals' || step === 'V.21 flags only') {
    const how = { bitsPerS: 300, zeroHz: 1850 + random.range(-6, 6), oneHz: 1650 + random.range(-6, 6), levelDbm0 };
    addFsk(out, faxFrame(random), { ...how, fromS: end });
  }
  return { samples: out, onsetS, levelDbm0 };
}

/**
 * @param {EvidenceClip} clip @param {Random} random @param {Float32Array} talk what follows the tones @returns {Sound}
 */
function specialInformation(clip, random, talk) {
  const out = new Float32Array(at(clip.seconds));
  const levelDbm0 = random.range(-28, -8);
  const onsetS = random.range(0.05, 1.5);
  const american = clip.step === 'North America';
  let from = onsetS;
  for (const hz of american
    ? [random.pick([913.8, 985.2]), random.pick([1370.6, 1428.5]), 1776.7]
    : [950, 1400, 1800].map((nominal) => nominal + random.range(-48, 48))) {
    const lengthS = american ? random.pick([0.274, 0.38]) : random.range(0.265, 0.395);
    const offHz = american ? hz * random.range(-0.01, 0.01) : 0;
    from = addBurst(out, hz + offHz, from, lengthS, levelDbm0 + random.range(-1.5, 1.5), random);
    from += american ? random.range(0, 0.004) : random.range(0, 0.03);
  }
  const announcedS = from + random.range(0.15, 0.3);
  out.set(talk.subarray(0, out.length - at(announcedS)), at(announcedS));
  return { samples: out, onsetS, levelDbm0 };
}

/** A greeting, a pause, the beep, and quiet or speech.
 * @param {EvidenceClip} clip @param {Random} random @param {(seconds: number) => Float32Array} talk @returns {Sound} */
function answeringMachine(clip, random, talk) {
  const out = new Float32Array(at(clip.seconds));
  const levelDbm0 = random.range(-25, -8);
  const greeting = setLevel(talk(random.range(3, 7)), levelDbm0 + random.range(-6, 2));
  const fromS = random.range(0, 1);
  out.set(greeting, at(fromS));
  const onsetS = fromS + greeting.length / sampleRateHz + random.range(0.15, 1.5);
  const end = addBurst(out, random.range(800, 2000), onsetS, random.range(0.15, 1.5), levelDbm0, random);
  if (clip.step === 'speech behind') {
    const room = clip.seconds - end - 1;
    out.set(
      setLevel(talk(Math.max(1, room - 0.5)), levelDbm0 - 2).subarray(0, at(room)),
      at(end + random.range(0.1, 0.8)),
    );
  }
  return { samples: out, onsetS, levelDbm0 };
}

// General MIDI programs with lone, sine-like notes: celesta to music box, organ, flutes, whistle, ocarina, square lead.
const loneNotePrograms = [8, 9, 10, 11, 12, 14, 16, 72, 73, 74, 75, 78, 79, 80, 82, 88, 98];

/** A slow tune of lone notes between 740 and 2200 Hz, C7 (2093 Hz) among them. One in eight is held for 3 s: for
 * longer than the answer tone of V.25, which only the tune around it tells apart.
 * @param {Random} random @param {number} seconds @returns {import('./score.mjs').Score} */
function highNotes(random, seconds) {
  /** @type {import('./score.mjs').Note[]} */
  const notes = [];
  for (let atS = random.range(0, 1); atS < seconds; ) {
    const lengthS = random.pick([0.15, 0.25, 0.33, 0.5, 0.75, 1, 1.5, 3]);
    const key = random.chance(0.3) ? 96 : 78 + random.int(20);
    notes.push({ atS, lengthS, key, velocity: 70 + random.int(50), part: 0 });
    atS += lengthS + random.pick([0, 0.02, 0.1, 0.5, 2]);
  }
  return { notes, programs: [random.pick(loneNotePrograms), 0, 32], bpm: 100 };
}

/**
 * @param {EvidenceClip} clip @param {Random} random @param {(seconds: number) => Float32Array} talk @returns {Sound}
 */
function nearMiss(clip, random, talk) {
  const out = new Float32Array(at(clip.seconds));
  const levelDbm0 = random.range(-25, -10);
  const bits = () => Array.from({ length: 1500 }, () => (random.chance(0.5) ? 1 : 0));
  switch (clip.step) {
    case 'tone near 2100 Hz':
      addBurst(out, 2100 + random.pick([-1, 1]) * random.range(30, 200), 0.5, random.range(0.5, 4), levelDbm0, random);
      break;
    case 'short 2100 Hz':
      for (let s = 0.5; s < 9; s += random.range(0.4, 1.5))
        addBurst(out, 2100, s, random.range(0.05, 0.3), levelDbm0, random);
      break;
    case 'FSK of others': {
      const [zeroHz, oneHz, bitsPerS] = random.pick([
        [1180, 980, 300], // V.21, the calling side
        [2200, 1200, 1200], // Bell 202
        [2100, 1300, 1200], // V.23
        [2025, 2225, 300], // Bell 103
        [1850, 1650, 300], // V.21, the called side of a modem that is no fax
      ]);
      addFsk(out, bits(), { fromS: 0.5, bitsPerS: bitsPerS ?? 300, zeroHz: zeroHz ?? 0, oneHz: oneHz ?? 0, levelDbm0 });
      break;
    }
    case 'beep of 1100 Hz': {
      const greeting = setLevel(talk(random.range(2, 4)), levelDbm0);
      out.set(greeting, 0);
      const from = greeting.length / sampleRateHz + random.range(0.2, 2);
      addBurst(out, 1100 + random.range(-5, 5), from, random.range(0.48, 0.52), levelDbm0, random);
      break;
    }
    case 'beep after music': {
      const tune = playScore(highNotes(random, 5), 5, random);
      out.set(setLevel(tune, levelDbm0), 0);
      addBurst(out, random.range(1160, 2000), 5 + random.range(0, 1), random.range(0.2, 1), levelDbm0, random);
      break;
    }
    default: {
      const pitches = [random.range(800, 2000), random.range(800, 2000), random.range(800, 2000)];
      const talked = setLevel(talk(2.5), levelDbm0);
      out.set(talked, 0);
      for (let s = 3; s < 9.5; ) {
        s = addBurst(out, random.pick(pitches), s, random.range(0.1, 0.5), levelDbm0, random) + random.range(0, 0.5);
      }
    }
  }
  return { samples: out, onsetS: 0, levelDbm0 };
}

/** @param {string} set */
export function openEvidenceSounds(set) {
  const speech = openSpeech(set);
  const font = soundFont();
  /** @type {Map<string, Float32Array>} */
  const decoded = new Map();
  /** @type {Map<string, Float32Array>} */
  const played = new Map();

  /** @param {Random} random */
  const talkWith = (random) => (/** @type {number} */ seconds) => {
    const out = new Float32Array(at(seconds));
    for (let from = 0; from < out.length; ) {
      const piece = unitRms(Float32Array.from(speech.draw(random).subarray(0, out.length - from)));
      out.set(piece, from);
      from += piece.length + at(random.range(0.05, 0.5));
    }
    return telephoneBand(out);
  };

  /** @param {EvidenceClip} clip */
  function recorded({ recording, seconds }) {
    const { path, fromS } = /** @type {{ path: string, fromS: number }} */ (recording);
    let whole = decoded.get(path);
    if (!whole) {
      decoded.clear(); // clips come file by file
      whole = decodeFile(path);
      decoded.set(path, whole);
    }
    return Float32Array.from(whole.subarray(at(fromS), at(fromS + seconds)));
  }

  /** @param {EvidenceClip} clip @param {Random} random @returns {Sound} */
  function soundOf(clip, random) {
    const talk = talkWith(random);
    if (clip.recording) return { samples: recorded(clip), onsetS: 0 };
    switch (clip.group) {
      case 'fax answers':
        return faxAnswer(clip, random);
      case 'CNG once': {
        const out = new Float32Array(at(clip.seconds));
        const onsetS = random.range(0.2, 1);
        const levelDbm0 = random.range(-30, -10);
        addBurst(out, 1100 + random.range(-4, 4), onsetS, 0.5 + random.range(-0.005, 0.005), levelDbm0, random);
        return { samples: out, onsetS, levelDbm0 };
      }
      case 'howler 0.4/10 s': {
        const out = new Float32Array(at(clip.seconds));
        const levelDbm0 = random.range(-25, -5);
        const onsetS = random.range(0.1, 2);
        const hz = 950 + random.range(-25, 25);
        for (let s = onsetS; s < clip.seconds; s += 10 + random.range(-0.1, 0.1)) {
          s = addBurst(out, hz, s, 0.4 + random.range(-0.02, 0.02), levelDbm0, random);
        }
        return { samples: out, onsetS, levelDbm0 };
      }
      case 'SIT':
        return specialInformation(clip, random, setLevel(talk(4), -18));
      case 'beep':
        return answeringMachine(clip, random, talk);
      case 'countries': {
        const out = new Float32Array(at(clip.seconds));
        const tone = /** @type {import('./matrix.mjs').ToneDraw} */ (clip.tone);
        const bursts = burstsOf(tone.tone, clip.seconds, tone, random);
        addTone(out, tone.tone, bursts, tone, random);
        return { samples: out, onsetS: tone.leadInMs / 1000, levelDbm0: tone.levelDbm0 };
      }
      case 'near misses':
        return nearMiss(clip, random, talk);
      default: {
        const score = () => highNotes(makeRandom(`${clip.seed}/score`), clip.seconds);
        const sound = played.get(clip.id) ?? playScore(score(), clip.seconds, random);
        played.delete(clip.id);
        return { samples: setLevel(telephoneBand(sound), random.range(-28, -12)), onsetS: 0 };
      }
    }
  }

  return {
    description: {
      speech: speech.description,
      music: font ? `fluidsynth with ${font.split('/').pop()}` : 'own synthesis only',
      noise: 'white, speech-like',
    },
    /** Plays the scores of the next clips that use the sound font. @param {EvidenceClip[]} clips */
    prepare(clips) {
      const wanted = clips.filter(({ group }) => group === 'high notes');
      if (!font || wanted.length === 0) return;
      const seconds = Math.max(...wanted.map((clip) => clip.seconds));
      const scores = wanted.map((clip) => highNotes(makeRandom(`${clip.seed}/score`), clip.seconds));
      for (const [i, sound] of playMidi(scores, seconds, font).entries()) {
        const clip = wanted[i];
        if (clip) played.set(clip.id, sound);
      }
    },
    /** @param {EvidenceClip} clip @returns {{ samples: Int16Array, onsetMs: number }} */
    render(clip) {
      const random = makeRandom(clip.seed);
      const { samples, onsetS, levelDbm0 } = soundOf(clip, random);
      if (!clip.recording) addLineNoise(samples, levelDbm0 ?? levelOf(samples), clip.line, random);
      return { samples: quantise(samples, clip.line.law), onsetMs: onsetS * 1000 };
    },
  };
}
