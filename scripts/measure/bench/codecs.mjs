// `npm run bench:codecs`: what decoding and resampling cost and how clean they are, against libspeexdsp (when its
// headers are installed), @discordjs/opus and speex-resampler. docs/why/codecs.md has the figures and the choice.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../../setup/stamp.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const native = path.join(root, 'native');
const made = path.join(native, 'build/bench');
const program = path.join(made, 'codecs');
const addonFile = path.join(native, 'build/Release/tonegate.node');
const require = createRequire(import.meta.url);
if (!existsSync(addonFile)) {
  console.log('the addon is not built yet: run npm run build');
  process.exit(2);
}

function nativeFigures() {
  const compiler = process.env.CXX ?? 'g++';
  const flags = ['-std=c++20', '-O3', '-fno-exceptions', '-ffp-contract=off', `-I${native}`];
  const found = spawnSync(compiler, ['-x', 'c++', '-', '-o', '/dev/null', '-lspeexdsp'], {
    input: '#include <speex/speex_resampler.h>\nint main() { return 0; }\n',
  });
  const peer = found.status === 0;
  if (!peer) console.log('libspeexdsp-dev is not installed: its resampler is not measured');
  const folders = ['core/codec', 'core/resample'];
  const sources = folders
    .flatMap((folder) => filesBelow(path.join(native, folder)))
    .filter((file) => file.endsWith('.cc'));
  mkdirSync(made, { recursive: true });
  const options = [...flags, ...(peer ? ['-DWITH_SPEEXDSP'] : [])];
  const libraries = ['-lspeex', '-lopus', ...(peer ? ['-lspeexdsp'] : [])];
  const parts = [path.join(native, 'bench/codecs.cc'), ...sources, ...libraries, '-o', program];
  const built = spawnSync(compiler, [...options, ...parts], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(1);
  const { stdout } = spawnSync(program, { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
}

/** Fastest of five, in ns per 20 ms of audio. */
function nsPerFrame(frames, work) {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 6; run++) {
    const began = process.hrtime.bigint();
    work();
    if (run > 0) best = Math.min(best, Number(process.hrtime.bigint() - began) / frames); // the first run warms up
  }
  return best;
}

const each = (items, work) => () => {
  for (const item of items) work(item);
};

async function crossingFigures() {
  const addon = require(addonFile);
  const { OpusEncoder } = require('@discordjs/opus');
  const { default: SpeexResampler } = require('speex-resampler');
  await SpeexResampler.initPromise;
  const rateHz = 16_000;
  const seconds = 10;
  const call = Int16Array.from({ length: rateHz * seconds }, (_, at) =>
    at % 11_200 < 5_600 ? 8_000 * Math.sin((2 * Math.PI * 450 * at) / rateHz) : 0,
  );
  const opus = 5;
  const packer = new addon.Packer(opus, rateHz, 24_000);
  const slices = [];
  for (let at = 0; at < call.length; at += rateHz / 10) slices.push(packer.pack(call.subarray(at, at + rateHz / 10)));
  const frames = slices.flatMap((slice) => {
    const found = [];
    for (let at = 4; at < slice.length; at += 2 + slice.readUInt16BE(at)) {
      found.push(slice.subarray(at + 2, at + 2 + slice.readUInt16BE(at)));
    }
    return found;
  });
  const frontend = new addon.Frontend(opus, rateHz, 40, 1_000);
  const peer = new OpusEncoder(rateHz, 1);
  const pcm = Buffer.from(call.buffer);
  const linear = new addon.Frontend(0, rateHz, 40, 1_000);
  const own = new addon.Resampler(rateHz, 8_000);
  const peerAt = [5, 8].map((quality) => ({ quality, peer: new SpeexResampler(1, rateHz, 8_000, quality) }));
  const eachSlice = (work) => () => {
    for (let at = 0; at < call.length; at += rateHz / 10) work(call.subarray(at, at + rateHz / 10));
  };
  const rows = [
    ['Opus slice to events, one call a slice', each(slices, (slice) => frontend.push(slice))],
    ['@discordjs/opus decoding alone, one call a frame', each(frames, (frame) => peer.decode(frame))],
    [
      '16 kHz PCM slice to events',
      () => {
        for (let at = 0; at < pcm.length; at += 3_200) linear.push(pcm.subarray(at, at + 3_200));
      },
    ],
    ['16 to 8 kHz, our addon, one call a slice', eachSlice((slice) => own.push(slice))],
    ...peerAt.map(({ quality, peer }) => [
      `16 to 8 kHz, speex-resampler quality ${quality}, one call a slice`,
      eachSlice((slice) => peer.processChunk(Buffer.from(slice.buffer, slice.byteOffset, slice.byteLength))),
    ]),
  ];
  return rows.map(([name, work]) => ['crossing', name, nsPerFrame(frames.length, work).toFixed(1), 'ns per 20 ms']);
}

const rows = [...nativeFigures(), ...(await crossingFigures())];
console.log(
  `\n${os.cpus()[0]?.model}, ${os.cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}\n`,
);
const groups = { codec: 'Decoding', resample: 'Resampling', crossing: 'From JavaScript' };
for (const [group, title] of Object.entries(groups)) {
  const own = rows.filter((row) => row[0] === group);
  const units = [...new Set(own.map((row) => row[3]))];
  console.log(`| ${title} | ${units.join(' | ')} |\n|---|${'---:|'.repeat(units.length)}`);
  for (const name of new Set(own.map((row) => row[1]))) {
    const cells = units.map((unit) => own.find((row) => row[1] === name && row[3] === unit)?.[2] ?? '');
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  console.log('');
}
