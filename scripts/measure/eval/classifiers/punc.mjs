// npm run eval:punc -- FILE [MODEL_DIR...] [--threshold N]: punctuation models through the product's own loader. FILE
// is punc-held-out.tsv of scripts/train/punc/punc_text.py; without model directories, the one that ships. --show prints
// the stock sentences with a wrong mark from the set on which models are chosen.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const built = (file) => import(pathToFileURL(path.join(root, 'dist', file)).href);
const { parseManifest } = await built('models/manifest.js');
const { loadPunctuation } = await built('engine/runtime/load.js');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { threshold: { type: 'string' }, show: { type: 'boolean' } },
});
const [file, ...folders] = positionals;
if (file === undefined) throw new Error('name a file: punc-held-out.tsv of scripts/train/punc/punc_text.py');
if (folders.length === 0) folders.push(path.join(root, 'models/punc-zh'));

const kinds = {
  '，': 0,
  ',': 0,
  '、': 0,
  '；': 0,
  ';': 0,
  '：': 0,
  ':': 0,
  '。': 1,
  '.': 1,
  '！': 1,
  '!': 1,
  '？': 2,
  '?': 2,
};

/**
 * The characters, and for each the kind of mark after it (undefined: none; without holes, which every() would pass
 * over).
 */
function parted(text) {
  const characters = [];
  const marks = [];
  for (const each of text) {
    if (each in kinds) marks[characters.length - 1] = kinds[each];
    else characters.push(each);
  }
  return { characters, marks: characters.map((_, at) => marks[at]) };
}

const dialogs = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));
const utterances = dialogs.filter(([set]) => set === 'crosswoz' || set === 'kdconv');
const joined = [];
for (let at = 0; at < utterances.length; at += 3) {
  const rows = utterances.slice(at, at + 3).filter(([, dialog]) => dialog === utterances[at][1]);
  joined.push(['', '', rows.map((row) => row[2]).join(''), rows.map((row) => row[3]).join('')]);
}
const own = readFileSync(path.join(root, 'scripts/measure/eval/classifiers/punc_phrases.txt'), 'utf8')
  .trimEnd()
  .split('\n');
const sets = {
  'held-out dialogs, utterances': utterances,
  'held-out dialogs, up to three utterances joined': joined,
  'the same with 10 % homophones': joined.map((row) => [...row, true]),
  'customer service, written for this test': own.map((line) => ['', '', line]),
  'encyclopaedia sentences': dialogs.filter(([set]) => set === 'cpp'),
};

/**
 * Sentences of a file of stock sentences: [，。] stands for marks that are as good, the reference first; - is no mark.
 */
const stockLines = (name) =>
  readFileSync(path.join(root, 'scripts/measure/eval/classifiers', name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const characters = [];
      const accepted = [];
      for (const [, bracketed, each] of line.matchAll(/\[([^\]]+)\]|(.)/gu)) {
        if (bracketed !== undefined) accepted[characters.length - 1] = [...bracketed].map((mark) => kinds[mark]);
        else if (each in kinds) accepted[characters.length - 1] = [kinds[each]];
        else characters.push(each);
      }
      return { line, characters, accepted: characters.map((_, at) => accepted[at] ?? [undefined]) };
    });
const stock = {
  'stock sentences, 200 to report on': stockLines('punc_stock.txt'),
  'stock sentences, 70 to choose on': stockLines('punc_stock_tuning.txt'),
};

const percent = (value) => (100 * value).toFixed(1).padStart(6);

for (const folder of folders) {
  const manifestFile = path.join(folder, 'manifest.json');
  const manifest = parseManifest(readFileSync(manifestFile), manifestFile);
  if (values.threshold !== undefined) manifest.punctuation.threshold = Number(values.threshold);
  const model = await loadPunctuation({ manifest, source: 'shipped', path: (name) => path.join(folder, name) });
  console.log(`\n${manifest.id}@${manifest.version}, threshold ${manifest.punctuation.threshold}; F1 in %`);
  console.log(`${'set'.padEnd(50)} texts  comma   stop  quest.  micro  macro`);
  for (const [name, rows] of Object.entries(sets)) {
    const [hit, said, truth] = [0, 0, 0].map(() => [0, 0, 0]);
    for (const [, , text, heard, isMisheard] of rows) {
      const { characters, marks } = parted(text);
      const given = isMisheard ? heard : characters.join('');
      const found = parted(await model.punctuate(given, { isFinished: true }));
      if (found.characters.join('') !== given) throw new Error(`the characters changed: ${given}`);
      for (const at of characters.keys()) {
        if (marks[at] !== undefined) truth[marks[at]] += 1;
        if (found.marks[at] !== undefined) said[found.marks[at]] += 1;
        if (marks[at] !== undefined && marks[at] === found.marks[at]) hit[marks[at]] += 1;
      }
    }
    const sum = (counts) => counts.reduce((total, count) => total + count, 0);
    const each = hit.map((count, kind) => (2 * count) / Math.max(1, said[kind] + truth[kind]));
    const figures = [...each, (2 * sum(hit)) / (sum(said) + sum(truth)), sum(each) / 3].map(percent).join(' ');
    console.log(`${name.padEnd(50)} ${String(rows.length).padStart(5)} ${figures}`);
  }
  for (const [name, lines] of Object.entries(stock)) {
    const right = { accepted: 0, reference: 0 };
    for (const { line, characters, accepted } of lines) {
      const said = await model.punctuate(characters.join(''), { isFinished: true });
      const { marks } = parted(said);
      const isRight = marks.every((mark, at) => accepted[at].includes(mark));
      if (isRight) right.accepted += 1;
      else if (values.show && name.endsWith('choose on')) console.log(`  ${said}   (${line})`);
      if (marks.every((mark, at) => accepted[at][0] === mark)) right.reference += 1;
    }
    const share = (count) => `${percent(count / lines.length)} % (${count})`;
    console.log(
      `${name.padEnd(50)} all marks right ${share(right.accepted)}, as the reference ${share(right.reference)}`,
    );
  }
  const thirty = '您好您拨打的用户正在通话中请您稍后再拨或者留言我们会转告他的';
  const times = [];
  for (let run = 0; run < 300; run++) {
    const start = performance.now();
    await model.punctuate(thirty);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  console.log(`${[...thirty].length} characters: median ${times[150].toFixed(2)} ms, 95 % ${times[285].toFixed(2)} ms`);
  await model.release();
}
