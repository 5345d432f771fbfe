// Writes the sound examples under docs/examples: A-law WAV files of China's busy tone and ringback with a little noise.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alawByte, quantise } from '../measure/bench/tones/channel.mjs';
import { unitRms, white, whiteInBand } from '../measure/bench/tones/noise.mjs';
import { addTone, amplitudeOf, burstsOf, chinaTones, sampleRateHz } from '../measure/bench/tones/signals.mjs';
import { makeRandom } from '../measure/lib/random.mjs';

const examples = fileURLToPath(new URL('../../docs/examples', import.meta.url));
const levelDbm0 = -12;
const snrDb = 35;

/** @param {Uint8Array} alaw */
function wavFile(alaw) {
  const header = Buffer.alloc(46);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(38 + alaw.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(6, 20); // WAVE_FORMAT_ALAW
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRateHz, 24);
  header.writeUInt32LE(sampleRateHz, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 38, 'latin1');
  header.writeUInt32LE(alaw.length, 42);
  return Buffer.concat([header, alaw]);
}

mkdirSync(examples, { recursive: true });
for (const [name, tone, seconds] of /** @type {const} */ ([
  ['busy', chinaTones.busy, 4],
  ['ringback', chinaTones.ringback, 4.5],
])) {
  const random = makeRandom(`example/${name}`);
  const samples = unitRms(white(random, Math.round(seconds * sampleRateHz)));
  const noise = (amplitudeOf(levelDbm0 - snrDb) * Math.SQRT1_2) / Math.sqrt(whiteInBand);
  for (let i = 0; i < samples.length; i++) samples[i] = /** @type {number} */ (samples[i]) * noise;
  addTone(samples, tone, burstsOf(tone, seconds, { leadInMs: 300 }, random), { levelDbm0 }, random);
  const alaw = Uint8Array.from(quantise(samples, 'linear'), alawByte);
  const file = join(examples, `${name}.wav`);
  writeFileSync(file, wavFile(alaw));
  process.stdout.write(`${file}: ${alaw.length / sampleRateHz} s, ${alaw.length + 46} bytes\n`);
}
