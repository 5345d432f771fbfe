// Makes the voices of a model equally loud: says a few sentences with each, measures the level of its loud half, and
// writes gainDb into the manifest.
//
//     node tts/tts_levels.mjs ../../models/tts-zh      # after `npm run build` and a new export
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Speaker } from '../../../dist/engine/pipeline/synthesis/speaker.js';
import { loadVoices } from '../../../dist/engine/runtime/models/load.js';
import { parseManifest } from '../../../dist/models/manifest.js';
import { openText } from '../../../dist/tts/front-end.js';

/** Mean power of the loud frames against full scale; 100 of volume adds 6 dB, peaks of speech 15. */
const loudDb = -22;
const loudShare = 0.4;
const frameSamples = 160;
const text = '您好，欢迎致电客户服务中心。请问有什么可以帮您？您的订单将在明天下午三点送到，感谢您的来电，再见！';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node tts/tts_levels.mjs MODEL_DIR');
const file = path.join(folder, 'manifest.json');
const written = JSON.parse(readFileSync(file, 'utf8'));
const model = await loadVoices({
  manifest: parseManifest(readFileSync(file), file),
  source: 'shipped',
  path: (/** @type {string} */ name) => path.join(folder, name),
});

/** @param {readonly number[]} samples */
function loudnessDb(samples) {
  const powers = Array.from({ length: Math.floor(samples.length / frameSamples) }, (_, at) =>
    samples.slice(at * frameSamples, (at + 1) * frameSamples).reduce((sum, value) => sum + (value / 32_768) ** 2, 0),
  ).sort((a, b) => b - a);
  const loud = powers.slice(0, Math.ceil(powers.length * loudShare));
  return 10 * Math.log10(loud.reduce((sum, power) => sum + power, 0) / loud.length / frameSamples);
}

for (const voice of written.voices) {
  const params = { sampleRateHz: 16_000, pitch: 0, volume: 25, speed: 0, soundEffect: 0 }; // half, so that nothing is bent
  const speaking = model.voice(voice.property);
  const speaker = new Speaker(/** @type {never} */ (params), /** @type {never} */ (speaking), () => undefined);
  const given = { text, language: 'cn', digitMode: 0, speakPunctuation: false, isMarkup: false };
  const samples = /** @type {number[]} */ ([]);
  for (const sentence of openText(/** @type {never} */ (given), () => false).sentences) {
    speaker.begin(sentence);
    for (let some = await speaker.step(); some !== undefined; some = await speaker.step()) samples.push(...some);
  }
  samples.push(...speaker.finish());
  const before = voice.gainDb ?? 0;
  const plainDb = loudnessDb(samples) + 20 * Math.log10(2) - before;
  voice.gainDb = Math.round(10 * (loudDb - plainDb)) / 10;
  console.log(`${voice.property.padEnd(32)} ${plainDb.toFixed(1)} dB  gainDb ${voice.gainDb}`);
}
await model.release();
writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
