// npm run bench:speech-core [-- TEXT]: the cost of the recogniser's front end, the search, the sound models and the
// vocoder, and the results of the search on generated frames for the sentences of TEXT, one a line (without it, a few
// of its own). No recogniser runs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../../setup/stamp.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const native = path.join(root, 'native');
const made = path.join(native, 'build/bench');
const sentences = [
  '对方此刻没有人接听麻烦您过一会儿再拨',
  '您刚才拨的号码是空号请查一查再拨',
  '这部电影是什么时候上映的',
  '你好帮我找一家人均消费一百元以上的餐馆',
  '这附近有没有适合散步的小公园',
  '你知道这首歌是谁唱的吗',
  '请问从这里到机场坐地铁要多长时间',
];

function run(name, folders, args) {
  const files = folders.flatMap((folder) => filesBelow(path.join(native, folder)));
  const sources = files.filter((file) => file.endsWith('.cc'));
  const program = path.join(made, name);
  const flags = ['-std=c++20', '-O3', '-fno-exceptions', '-ffp-contract=off', '-fno-math-errno', `-I${native}`];
  const parts = [path.join(native, `bench/${name}.cc`), ...sources, '-o', program];
  const built = spawnSync(process.env.CXX ?? 'g++', [...flags, ...parts], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(1);
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  for (const line of stdout.trim().split('\n')) {
    const [group, what, value, unit] = line.split('\t');
    console.log(`${group.padEnd(8)} ${what.padEnd(52)} ${(value ?? '').padStart(10)} ${unit ?? ''}`);
  }
  if (status !== 0) process.exit(1);
}

mkdirSync(made, { recursive: true });
const text = process.argv[2] ?? path.join(made, 'sentences.txt');
if (process.argv[2] === undefined) writeFileSync(text, `${sentences.join('\n')}\n`);
console.log(`${os.cpus()[0]?.model ?? 'unknown processor'}, one thread\n`);
run('feature', ['core/feature'], []);
run(
  'search',
  ['core/search'],
  [path.join(root, 'models/lm-zh/lexicon.bin'), path.join(root, 'models/lm-zh/lm.bin'), text],
);
run(
  'sound',
  ['core/vad', 'core/tone'],
  [path.join(root, 'models/vad/vad.bin'), path.join(root, 'models/music/music.bin')],
);
run('vocoder', ['core/vocoder'], []);
