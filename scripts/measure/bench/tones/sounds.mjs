// The sound of the reject clips: speech, music, key tones, noises, rhythmic notes. 8 kHz floats at a drawn level.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeRandom } from '../../lib/random.mjs';
import { playMidi, soundFont } from './midi.mjs';
import { playScore } from './music.mjs';
import { clicks, hum, pink, telephoneBand, unitRms, white } from './noise.mjs';
import { composeRhythmicNotes, composeScore } from './score.mjs';
import { addTone, sampleRateHz, setLevel } from './signals.mjs';
import { decodeFile, openSpeech, sharedData } from './speech.mjs';

/** @typedef {import('../../lib/random.mjs').Random} Random */
/** @typedef {import('./matrix.mjs').Clip} Clip */

const keyRowsHz = [697, 770, 852, 941];
const keyColumnsHz = [1209, 1336, 1477, 1633];

/** @param {Random} random @param {number} seconds */
function keyTones(random, seconds) {
  const out = new Float32Array(Math.round(seconds * sampleRateHz));
  const regular = random.chance(0.5);
  const onMs = random.range(50, 400);
  const offMs = random.range(50, 1000);
  let at = random.range(0, 1) * sampleRateHz;
  while (at < out.length) {
    const on = (regular ? onMs : random.range(50, 250)) * (sampleRateHz / 1000);
    const off = (regular ? offMs : random.range(50, 800)) * (sampleRateHz / 1000);
    const tone = { frequenciesHz: [random.pick(keyRowsHz), random.pick(keyColumnsHz)], cadenceMs: null };
    const to = Math.min(out.length, Math.round(at + on));
    addTone(out, tone, [[Math.round(at), to]], { levelDbm0: -10, twistDb: random.range(-4, 4) }, random);
    at += on + off;
  }
  return out;
}

/** @param {Float32Array} into @param {Float32Array} more @param {number} gain */
function mix(into, more, gain) {
  for (let i = 0; i < into.length; i++) into[i] = (into[i] ?? 0) + gain * (more[i] ?? 0);
}

const composers = { music: composeScore, 'rhythmic notes': composeRhythmicNotes };

/** @param {Clip} clip */
function scoreOf(clip) {
  const compose = composers[/** @type {keyof typeof composers} */ (clip.group)];
  return compose(makeRandom(`${clip.seed}/score`), clip.seconds);
}

/** @param {Clip} clip */
function indexOf(clip) {
  return Number(clip.id.split('/').pop());
}

/** @param {string} set */
export function openSounds(set) {
  const speech = openSpeech(set);
  const font = soundFont();
  const noiseFolder = join(sharedData, 'augment');
  /** @type {string[]} */
  const noiseFiles = [];
  if (existsSync(noiseFolder)) {
    for (const folder of [noiseFolder, join(noiseFolder, 'berlin-noise')]) {
      for (const name of readdirSync(folder).sort()) {
        if (/^noise.*\.flac$|\.opus$/.test(name)) noiseFiles.push(join(folder, name));
      }
    }
  }
  // Recordings of noise are few: tune takes every other one, all other sets the rest.
  const ours = noiseFiles.filter((_, i) => i % 2 === (set === 'tune' ? 0 : 1));
  /** @type {Map<string, Float32Array>} */
  const decoded = new Map();

  /** Utterances with pauses; every sixth clip repeats short ones at an even pace, as a cadence would.
   * @param {Random} random @param {number} seconds */
  function talk(random, seconds) {
    const out = new Float32Array(Math.round(seconds * sampleRateHz));
    const periodS = random.chance(1 / 6) ? random.pick([0.7, 1.4, 2, 5]) : 0;
    let at = Math.round(random.range(0, 1) * sampleRateHz);
    while (at < out.length) {
      const utterance = speech.draw(random);
      const part = periodS ? utterance.subarray(0, Math.round(periodS * 0.5 * sampleRateHz)) : utterance;
      const piece = unitRms(Float32Array.from(part.subarray(0, out.length - at)));
      out.set(piece, at);
      at += Math.round(periodS ? periodS * sampleRateHz : piece.length + random.range(0.05, 1.2) * sampleRateHz);
    }
    return telephoneBand(out);
  }

  /** Every other score goes through the sound font. @param {Clip} clip */
  const viaFont = (clip) => font !== undefined && clip.group in composers && indexOf(clip) % 2 === 1;

  /** @type {Map<string, Float32Array>} */
  const played = new Map();

  /** @param {Clip} clip @param {Random} random */
  function play(clip, random) {
    const known = played.get(clip.id);
    played.delete(clip.id);
    return telephoneBand(known ?? playScore(scoreOf(clip), clip.seconds, random));
  }

  /** @param {Random} random @param {number} seconds @param {number} index */
  function noise(random, seconds, index) {
    const count = Math.round(seconds * sampleRateHz);
    switch (index % 6) {
      case 0:
        return white(random, count);
      case 1:
        return pink(random, count);
      case 2:
        return hum(random, count);
      case 3:
        return clicks(random, count);
      case 4: {
        const babble = new Float32Array(count);
        for (let voice = 0; voice < 6; voice++) mix(babble, talk(random, seconds), 1);
        return babble;
      }
      default: {
        const path = ours.length ? random.pick(ours) : undefined;
        if (!path) return pink(random, count);
        const recording = decoded.get(path) ?? decodeFile(path);
        decoded.set(path, recording);
        const from = random.int(recording.length);
        return telephoneBand(
          Float32Array.from({ length: count }, (_, i) => recording[(from + i) % recording.length] ?? 0),
        );
      }
    }
  }

  return {
    description: {
      speech: speech.description,
      music: `own synthesis${font ? `, every other clip fluidsynth with ${font.split('/').pop()}` : ' only (fluidsynth or a sound font is missing)'}`,
      noise: `white, pink, hum, clicks, babble${ours.length ? `, ${ours.length} recordings` : ''}`,
    },
    /** Plays the scores of the next clips that use the sound font. @param {Clip[]} clips */
    prepare(clips) {
      const wanted = clips.filter(viaFont);
      if (!font || wanted.length === 0) return;
      const seconds = Math.max(...wanted.map((clip) => clip.seconds));
      const sounds = playMidi(wanted.map(scoreOf), seconds, font);
      for (const [i, clip] of wanted.entries()) played.set(clip.id, /** @type {Float32Array} */ (sounds[i]));
    },
    /** @param {Clip} clip @param {Random} random */
    render(clip, random) {
      const index = indexOf(clip);
      const { seconds } = clip;
      /** @type {Float32Array} */
      let out;
      switch (clip.group) {
        case 'speech':
          out = talk(random, seconds);
          break;
        case 'music': {
          out = unitRms(play(clip, random));
          if (index % 10 >= 8) mix(out, unitRms(talk(random, seconds)), 2); // speech over music
          break;
        }
        case 'dtmf':
          out = keyTones(random, seconds);
          break;
        case 'noise':
          out = noise(random, seconds, index);
          break;
        case 'rhythmic notes':
          out = play(clip, random);
          break;
        default:
          throw new Error(`there is no sound for the group ${clip.group}`);
      }
      return setLevel(out, random.range(-30, -12));
    },
  };
}
