// Plays a score through fluidsynth and a General MIDI sound font, when both are installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { halveRate } from './channel.mjs';

/** @typedef {import('./score.mjs').Score} Score */

const fonts = [
  '/usr/share/sounds/sf2/FluidR3_GM.sf2',
  '/usr/share/sounds/sf2/default-GM.sf2',
  '/usr/share/sounds/sf2/TimGM6mb.sf2',
];
const ticksPerBeat = 480;

/** The sound font in use, or undefined when music must come from the generator's own timbres. */
export function soundFont() {
  if (spawnSync('fluidsynth', ['--version']).status !== 0) return undefined;
  return fonts.find((path) => existsSync(path));
}

/** @param {number} value */
function variableLength(value) {
  const bytes = [value & 127];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 127) | 128);
  return bytes;
}

/** A Standard MIDI File, format 0, at 120 beats a minute, with one score after another, `slotS` apart.
 * @param {Score[]} scores @param {number} slotS */
export function midiFile(scores, slotS) {
  const ticks = (/** @type {number} */ seconds) => Math.round(seconds * 2 * ticksPerBeat);
  /** @type {{ tick: number, bytes: number[] }[]} */
  const events = [];
  scores.forEach((score, slot) => {
    const startS = slot * slotS;
    for (const [part, program] of score.programs.entries()) {
      events.push({ tick: ticks(startS), bytes: [0xc0 | part, program] });
    }
    for (const note of score.notes) {
      const key = Math.max(0, Math.min(127, note.key));
      const endS = Math.min(slotS - 1, note.atS + note.lengthS);
      events.push({ tick: ticks(startS + note.atS), bytes: [0x90 | note.part, key, note.velocity] });
      events.push({ tick: ticks(startS + endS), bytes: [0x80 | note.part, key, 0] });
    }
  });
  events.sort((a, b) => a.tick - b.tick);
  /** @type {number[]} */
  const track = [];
  let last = 0;
  for (const { tick, bytes } of events) {
    for (const byte of variableLength(tick - last)) track.push(byte);
    for (const byte of bytes) track.push(byte);
    last = tick;
  }
  track.push(0, 0xff, 0x2f, 0);
  const header = Buffer.alloc(22);
  header.write('MThd', 0, 'latin1');
  header.writeUInt32BE(6, 4);
  header.writeUInt16BE(1, 10);
  header.writeUInt16BE(ticksPerBeat, 12);
  header.write('MTrk', 14, 'latin1');
  header.writeUInt32BE(track.length, 18);
  return Buffer.concat([header, Buffer.from(track)]);
}

/** Loading a sound font takes seconds, so many scores share one run.
 * @param {Score[]} scores @param {number} seconds of each @param {string} font
 * @returns {Float32Array[]} 8 kHz */
export function playMidi(scores, seconds, font) {
  const slotS = seconds + 3; // room for the release of the last notes
  const folder = mkdtempSync(join(tmpdir(), 'bench-midi-'));
  const [midi, raw] = [join(folder, 'scores.mid'), join(folder, 'out.raw')];
  try {
    writeFileSync(midi, midiFile(scores, slotS));
    const done = spawnSync('fluidsynth', [
      '-niq',
      '-g',
      '0.5',
      '-r',
      '16000',
      '-O',
      's16',
      '-T',
      'raw',
      '-F',
      raw,
      font,
      midi,
    ]);
    if (done.status !== 0) throw new Error(`fluidsynth: ${done.stderr.toString().trim()}`);
    const bytes = readFileSync(raw);
    return scores.map((_, slot) => {
      const wide = new Float32Array(Math.round(seconds * 16000));
      const from = 4 * Math.round(slot * slotS * 16000);
      for (let i = 0; i < wide.length && from + 4 * i + 3 < bytes.length; i++) {
        wide[i] = (bytes.readInt16LE(from + 4 * i) + bytes.readInt16LE(from + 4 * i + 2)) / 65536;
      }
      return halveRate(wide);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
