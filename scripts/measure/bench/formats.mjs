// npm run bench:formats: the same calls through the WebSocket in every slice length and audio format, with leading digital
// silence, and up to the 90 s limit. A variant is right when it decides the same kinds as 100 ms slices of 16-bit linear
// audio at 8 kHz, each within 20 ms.
//   --clips N   calls of each tone (3)   --json FILE   --write   put the table into docs/measurements.md
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openSocket, screenOnce, startGateway } from '../lib/gateway.mjs';
import { writeBlock } from '../lib/page.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { alawByte, doubleRate, quantise, ulawByte } from './tones/channel.mjs';
import { renderBare } from './tones/render.mjs';
import { chinaTones, sampleRateHz } from './tones/signals.mjs';

/** @typedef {import('../lib/gateway.mjs').RingConfig} RingConfig */
/** @typedef {{ name: string, config: RingConfig, rateHz: number, sliceMs: number, leadMs: number,
 *   code: () => (samples: Int16Array) => Uint8Array }} Variant
 *   code makes a coder for one session: packed formats remember */

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    clips: { type: 'string', default: '3' },
  },
});
const toleranceMs = 20;
const perTone = Number(options.clips);
const addonPath = fileURLToPath(new URL('../../../native/build/Release/tonegate.node', import.meta.url));
const { Packer } = createRequire(import.meta.url)(addonPath);
const packedBy = { svc_speex: 4, svc_opus: 5 }; // src/native/index.ts: encodings

const linear = () => (/** @type {Int16Array} */ samples) => new Uint8Array(Int16Array.from(samples).buffer);
const alaw = () => (/** @type {Int16Array} */ samples) => Uint8Array.from(samples, alawByte);
const ulaw = () => (/** @type {Int16Array} */ samples) => Uint8Array.from(samples, ulawByte);

/** @param {'svc_speex' | 'svc_opus'} format @param {number} rateHz @param {number} quality */
const packed = (format, rateHz, quality) => () => {
  const packer = new Packer(packedBy[format], rateHz, quality);
  return (/** @type {Int16Array} */ samples) => packer.pack(Int16Array.from(samples));
};

/** @param {string} audioFormat @param {number} rateHz @param {Variant['code']} code @param {Partial<Variant>} [more]
 * @returns {Variant} */
function variant(audioFormat, rateHz, code, more = {}) {
  const config = { audioFormat, ...(audioFormat.startsWith('svc') ? { encParams: `ar:${rateHz};ac:1` } : {}) };
  return { name: audioFormat, config, rateHz, sliceMs: 100, leadMs: 0, code, ...more };
}

const reference = variant('pcm_s16le_8k', 8000, linear, { name: 'reference: pcm_s16le_8k, 100 ms' });
/** @type {Variant[]} */
const variants = [
  ...[40, 60, 80, 200, 500, 1000].map((sliceMs) =>
    variant('pcm_s16le_8k', 8000, linear, { name: `pcm_s16le_8k, ${sliceMs} ms`, sliceMs }),
  ),
  ...[40, 1000].map((sliceMs) => variant('alaw_8k', 8000, alaw, { name: `alaw_8k, ${sliceMs} ms`, sliceMs })),
  variant('pcm_s16le_16k', 16000, linear),
  variant('alaw_8k', 8000, alaw),
  variant('alaw_16k', 16000, alaw),
  variant('ulaw_8k', 8000, ulaw),
  variant('ulaw_16k', 16000, ulaw),
  ...[4, 8].map((quality) =>
    variant('svc_speex', 8000, packed('svc_speex', 8000, quality), { name: `svc_speex 8 kHz, quality ${quality}` }),
  ),
  variant('svc_speex', 16000, packed('svc_speex', 16000, 8), { name: 'svc_speex 16 kHz, quality 8' }),
  ...[40, 1000].map((sliceMs) =>
    variant('svc_speex', 8000, packed('svc_speex', 8000, 8), { name: `svc_speex 8 kHz, ${sliceMs} ms`, sliceMs }),
  ),
  ...[12000, 24000].map((bps) =>
    variant('svc_opus', 8000, packed('svc_opus', 8000, bps), { name: `svc_opus 8 kHz, ${bps / 1000} kbit/s` }),
  ),
  variant('svc_opus', 16000, packed('svc_opus', 16000, 25600), { name: 'svc_opus 16 kHz, 25.6 kbit/s' }),
  ...[40, 1000].map((sliceMs) =>
    variant('svc_opus', 16000, packed('svc_opus', 16000, 25600), { name: `svc_opus 16 kHz, ${sliceMs} ms`, sliceMs }),
  ),
  ...[503, 3337, 20000].map((leadMs) =>
    variant('alaw_8k', 8000, alaw, { name: `alaw_8k after ${leadMs / 1000} s of digital silence`, leadMs }),
  ),
];

const calls = Object.entries(chinaTones).flatMap(([kind, tone]) =>
  Array.from({ length: perTone }, (_, i) => ({
    kind,
    samples: renderBare(`formats/${kind}/${i}`, tone, {
      seconds: tone.once ? 5 : 12,
      leadInMs: 153.4 + 231.7 * i,
      levelDbm0: -12 - 5 * i,
      snrDb: 40 - 7 * i,
    }),
  })),
);

const gateway = await startGateway();
const socket = await openSocket(gateway);

/** @param {Variant} v @param {Float32Array} samples */
function* slicesOf(v, samples) {
  const wide = v.rateHz === 2 * sampleRateHz ? doubleRate(samples) : samples;
  const lead = (v.leadMs * v.rateHz) / 1000;
  const all = new Int16Array(lead + wide.length);
  all.set(quantise(wide, 'linear'), lead);
  const code = v.code();
  const step = (v.sliceMs * v.rateHz) / 1000;
  for (let at = 0; at + step <= all.length; at += step) yield code(all.subarray(at, at + step));
}

/** @param {Variant} v @param {Float32Array} samples */
async function decidedBy(v, samples) {
  const { sentences } = await screenOnce(socket, v.config, slicesOf(v, samples));
  const last = sentences.at(-1);
  if (!last?.evidence) throw new Error(`${v.name}: expected a final result, got ${JSON.stringify(last)}`);
  return last.evidence.decided.map(({ kind, atMs }) => ({ kind, atMs: atMs - v.leadMs }));
}

try {
  /** @type {{ kind: string, atMs: number }[][]} */
  const expected = [];
  for (const { samples } of calls) expected.push(await decidedBy(reference, samples));
  const rightFirst = calls.filter(({ kind }, i) => expected[i]?.[0]?.kind === kind).length;
  let failed = rightFirst === calls.length ? 0 : 1;
  /** @type {(string | number)[][]} */
  const rows = [[reference.name, `${rightFirst}/${calls.length} right`, '', '']];
  for (const v of variants) {
    let same = 0;
    let furthestMs = 0;
    /** @type {string[]} */
    const different = [];
    for (const [i, { kind, samples }] of calls.entries()) {
      const wanted = expected[i] ?? [];
      // One decision more or less at the very end, where the last slice is cut off, is not a different label.
      const heard = (await decidedBy(v, samples)).slice(0, Math.max(1, wanted.length));
      const kinds = (/** @type {{ kind: string }[]} */ list) => list.map((event) => event.kind).join();
      if (kinds(heard) !== kinds(wanted)) {
        different.push(`${kind}: ${kinds(heard) || 'nothing'}`);
        continue;
      }
      same++;
      const shifts = heard.map(({ atMs }, k) => Math.abs(atMs - (wanted[k]?.atMs ?? 0)));
      const shiftMs = Math.max(0, ...shifts);
      if (shiftMs > toleranceMs) different.push(`${kind}: ${shiftMs.toFixed(0)} ms away`);
      furthestMs = Math.max(furthestMs, shiftMs);
    }
    const holds = same === calls.length && furthestMs <= toleranceMs;
    if (!holds) failed++;
    rows.push([
      v.name,
      `${same}/${calls.length} same labels`,
      `${furthestMs.toFixed(1)} ms`,
      holds ? 'holds' : `FAILS ${different.join('; ')}`,
    ]);
  }
  for (const [name, config, kind, limitMs] of /** @type {const} */ ([
    ['90 s limit (default), nothing heard', {}, undefined, 90_000],
    ['90 s limit (default), ringback', {}, 'ringback', 90_000],
    ['audioMax 10, ringback', { audioMax: 10 }, 'ringback', 10_000],
  ])) {
    const samples = kind
      ? renderBare(`formats/limit/${kind}`, chinaTones[kind], { seconds: 95, leadInMs: 300, levelDbm0: -15, snrDb: 35 })
      : new Float32Array(95 * sampleRateHz);
    const sliced = variant('alaw_8k', 8000, alaw, { sliceMs: 700 }); // does not divide the limit
    const { sentences, reason } = await screenOnce(socket, { ...sliced.config, ...config }, slicesOf(sliced, samples));
    const last = sentences.at(-1);
    const holds =
      reason === 'NORMAL' &&
      last?.isFinal === true &&
      last.exceededAudio &&
      last.endTime === limitMs &&
      last.result === (kind ? '#WAIT#' : '');
    if (!holds) failed++;
    rows.push([
      name,
      `${last?.result || 'no match'}, exceededAudio ${last?.exceededAudio}, END ${reason}`,
      `ends at ${last?.endTime} ms`,
      holds ? 'holds' : 'FAILS',
    ]);
  }
  const head = `${calls.length} calls (${Object.keys(chinaTones).length} tones × ${perTone}, synthetic)`;
  const table = markdownTable(['audio', 'labels', 'furthest decision', ''], rows);
  const text = `Formats through the WebSocket: ${head}. ${machineLine()}.\n\n${table}`;
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('bench:formats', text);
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ machine: machineLine(), rows, holds: failed === 0 }, null, 1)}\n`);
  if (failed) {
    process.stderr.write(`required figure missed: ${failed} of the format lines\n`);
    process.exitCode = 1;
  }
} finally {
  socket.terminate();
  await gateway.stop();
}
