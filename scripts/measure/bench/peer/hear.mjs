// One turn of the comparison in a process of its own: it measures the CPU time and memory of streams side by side.
// The order is a JSON text, the answer a line of JSON. See peer.mjs.
import { createRequire } from 'node:module';
import path from 'node:path';
import { loadCtc } from '../../../../dist/engine/runtime/models/load.js';
import { modelIn } from '../../eval/lib/models.mjs';
import { inRealTime } from '../asr/live.mjs';
import { rateHz, readSound, slicesOf } from './sound.mjs';

/**
 * @typedef {object} Order
 * @property {'sherpa-batch' | 'sherpa-each' | 'ours'} who
 * @property {number} count streams
 * @property {number} seconds
 * @property {number} sliceMs
 * @property {string} sound file of samples
 * @property {string} sherpa folder in which sherpa-onnx-node is installed
 * @property {string} wrapped folder of the graph in its form
 * @property {string} model folder of the graph in ours
 */
/** @typedef {{ perAudioS: number, rssMiB: number, units: string[] }} Answer `units`: what the first stream heard */

/** @param {Order} order @returns {Promise<{ calls: { send(): void, offsetMs: number }[], units(): string[] }>} */
function sherpaStreams({ who, count, sliceMs, sound, sherpa, wrapped }) {
  const { OnlineRecognizer } = createRequire(path.join(path.resolve(sherpa), 'package.json'))('sherpa-onnx-node');
  const recogniser = new OnlineRecognizer({
    featConfig: { sampleRate: rateHz, featureDim: 80 },
    modelConfig: {
      nemoCtc: { model: path.join(wrapped, 'model.onnx') },
      tokens: path.join(wrapped, 'tokens.txt'),
      numThreads: 1,
      provider: 'cpu',
    },
    decodingMethod: 'greedy_search',
    enableEndpoint: false,
  });
  // The features of the model are those of samples from -32768 to 32767.
  const samples = Float32Array.from(readSound(sound));
  const streams = Array.from({ length: count }, () => recogniser.createStream());
  const decode = () => {
    for (;;) {
      const ready = streams.filter((stream) => recogniser.isReady(stream));
      if (ready.length === 0) return;
      if (who === 'sherpa-batch') recogniser.decodeStreams(ready);
      else for (const stream of ready) recogniser.decode(stream);
    }
  };
  const calls = streams.map((stream, number) => {
    const next = slicesOf(samples, sliceMs, number);
    const send = () => {
      stream.acceptWaveform({ samples: next(), sampleRate: rateHz });
      if (number === count - 1) decode();
    };
    return { send, offsetMs: 0 };
  });
  return Promise.resolve({ calls, units: () => recogniser.getResult(streams[0]).tokens });
}

/** Our front end, encoder and batches without the search; the best unit of each output is taken, as the peer does.
 * @param {Order} order */
async function ourStreams({ count, sliceMs, sound, model }) {
  const recogniser = await loadCtc(/** @type {any} */ (modelIn(model)));
  const { names, blank } = recogniser.units;
  const samples = readSound(sound);
  /** @type {number[][]} */
  const heard = [];
  const calls = Array.from({ length: count }, (_, number) => {
    const next = slicesOf(samples, sliceMs, number);
    const units = /** @type {number[]} */ ([]);
    heard[number] = units;
    let before = blank;
    const stream = recogniser.open({
      logProbabilities: (rows, rowCount) => {
        for (let row = 0; row < rowCount; row++) {
          const best = bestOf(rows, row * names.length, names.length);
          if (best !== before && best !== blank) units.push(best);
          before = best;
        }
      },
      finished: () => {},
      failed: (fault) => {
        throw fault;
      },
    });
    return { send: () => stream.push(next()), offsetMs: 0 };
  });
  return { calls, units: () => (heard[0] ?? []).map((unit) => names[unit] ?? '') };
}

/** @param {Float32Array} values @param {number} from @param {number} length */
function bestOf(values, from, length) {
  let best = 0;
  for (let at = 1; at < length; at++) if ((values[from + at] ?? 0) > (values[from + best] ?? 0)) best = at;
  return best;
}

const order = /** @type {Order} */ (JSON.parse(process.argv[2] ?? '{}'));
const { calls, units } = await (order.who === 'ours' ? ourStreams(order) : sherpaStreams(order));
const { perAudioS, rssMiB } = await inRealTime(process.pid, calls, order, () => {});
process.stdout.write(`${JSON.stringify({ perAudioS: perAudioS / order.count, rssMiB, units: units() })}\n`);
process.exit();
