// Decodes the replay set and prints one line of JSON an utterance. Runs on either architecture; scripts/measure/eval/recogniser/replay.mjs
// starts it.   node replay-decode.mjs MODEL_DIR LM_DIR SET_DIR
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { logProbabilities, openRecogniser } from '../lib/models.mjs';
import { makeSearch, openLanguage } from '../lib/search.mjs';

const [modelFolder = '', languageFolder = '', set = ''] = process.argv.slice(2);
const model = await openRecogniser(modelFolder, '');
const search = makeSearch(model.units, openLanguage(languageFolder));
const bytes = readFileSync(path.join(set, 'audio.s16'));
/** @type {{ id: string, from: number, count: number }[]} */
const index = JSON.parse(readFileSync(path.join(set, 'index.json'), 'utf8'));
for (const { id, from, count } of index) {
  const samples = new Int16Array(Uint8Array.from(bytes.subarray(2 * from, 2 * (from + count))).buffer);
  const { text, units } = search(await logProbabilities(model, samples));
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  process.stdout.write(`${JSON.stringify({ id, hash, text, units: units.join(' ') })}\n`);
}
await model.release();
