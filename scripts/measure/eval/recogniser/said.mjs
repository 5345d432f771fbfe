// node scripts/measure/eval/recogniser/said.mjs OUT...: character error of what scripts/train/asr/checks/said.py wrote, through the
// product's search with lexicon and language model.
//   --lm DIR          lexicon and language model; default models/lm-zh
//   --options JSON    options of the search (src/native/search.ts), a list to compare several: [{"languageWeight":0.5}]
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { shipped } from '../lib/models.mjs';
import { distance } from '../lib/score.mjs';
import { makeSearch, openLanguage } from '../lib/search.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lm: { type: 'string', default: path.join(shipped, 'lm-zh') },
    options: { type: 'string', default: '[{}]' },
  },
});
if (positionals.length === 0) {
  process.stderr.write('said.mjs needs at least one OUT of scripts/train/asr/checks/said.py\n');
  process.exit(2);
}
const knowledge = openLanguage(values.lm);
const tried = [JSON.parse(values.options)].flat();

for (const out of positionals) {
  /** @type {{ units: string[], rows: [number, string, string, number, number][] }} */
  const { units, rows } = JSON.parse(readFileSync(`${out}.json`, 'utf8'));
  const bytes = readFileSync(`${out}.f32`);
  const frames = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  for (const options of tried) {
    const search = makeSearch({ names: units, blank: 0 }, knowledge, options);
    /** @type {Map<string, { wrong: number, total: number, whole: number, count: number }>} */
    const sums = new Map();
    for (const [rate, condition, text, first, count] of rows) {
      const key = `${rate / 1000}k ${condition}`;
      const sum = sums.get(key) ?? { wrong: 0, total: 0, whole: 0, count: 0 };
      const heard = search(frames.subarray(first * units.length, (first + count) * units.length)).text;
      sum.wrong += distance(Array.from(text), Array.from(heard));
      sum.total += Array.from(text).length;
      sum.whole += heard === text ? 1 : 0;
      sum.count += 1;
      sums.set(key, sum);
    }
    const parts = [...sums].map(
      ([key, { wrong, total, whole, count }]) =>
        `${key} ${((100 * wrong) / total).toFixed(1)} % (${whole} of ${count} whole)`,
    );
    process.stdout.write(`${path.basename(out)} ${JSON.stringify(options)}: ${parts.join(', ')}\n`);
  }
}
