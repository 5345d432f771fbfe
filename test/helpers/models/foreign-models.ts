// Manifests for models of others (../shared/data/third-party-models, see its README), as a site would write them. The
// models themselves are test data: never shipped, never committed.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Draft, Files } from './model-folder.js';

const data = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const models = `${data}/third-party-models`;

export const hasForeignModels = existsSync(models);
/** The reason in the name of a skipped suite. */
export const whyNoForeignModels = 'needs the reference data beside the checkout (../shared/data)';
export const foreignData = (name: string): string => `${data}/${name}`;

export interface ForeignModel {
  readonly draft: Draft;
  readonly files: Files;
}

const funasrFbank = { kind: 'fbank', bins: 80, window: 'hamming', scale: 'int16' };
const cache = (name: string, next: string) => ({
  input: { name, role: 'cache', type: 'float32', shape: [1, 128, 19, 1], next },
  output: { name: next, role: 'cache', type: 'float32', shape: [1, 128, 19, 1] },
});
const fsmnCaches = [0, 1, 2, 3].map((index) => cache(`in_cache${index}`, `out_cache${index}`));

export const fsmnCtc: ForeignModel = {
  draft: {
    id: 'fsmn-ctc-zh',
    task: 'asr',
    family: 'ctc',
    sampleRateHz: 16_000,
    serves: ['cn_16k_common'],
    licence: 'MODEL_LICENSE.FunASR',
    frontEnd: {
      ...funasrFbank,
      stack: { length: 5, step: 3 },
      cmvn: { file: 'am.mvn', form: 'kaldi-nnet' },
    },
    streaming: { mode: 'recompute', chunkRows: 10, leftRows: 36, rightRows: 8 },
    units: { kind: 'characters', file: 'tokens.txt', count: 2_599, blank: 0 },
    graph: {
      file: 'fsmn_kws.onnx',
      inputs: [{ name: 'speech', role: 'rows', type: 'float32', shape: ['batch', 'rows', 400] }],
      outputs: [
        { name: 'logits', role: 'scores', type: 'float32', shape: ['batch', 'outputs', 2_599], values: 'logits' },
      ],
    },
  },
  files: {
    'fsmn_kws.onnx': `${models}/fsmn-kws-ctc-zh/fsmn_kws.onnx`,
    'am.mvn': `${models}/fsmn-kws-ctc-zh/am.mvn.dim80_l2r2`,
    'tokens.txt': `${models}/fsmn-kws-ctc-zh/tokens_2599.txt`,
  },
};

const vadDraft = { task: 'vad', family: 'vad', language: '*', serves: ['*_16k_*'] };

export const sileroVad: ForeignModel = {
  draft: {
    ...vadDraft,
    id: 'silero-vad',
    sampleRateHz: 16_000,
    frontEnd: { kind: 'samples', rowSamples: 512, contextSamples: 64 },
    streaming: { mode: 'caches', windowRows: 1 },
    vad: { speech: { column: 0 }, threshold: 0.5 },
    graph: {
      file: 'silero.onnx',
      inputs: [
        { name: 'input', role: 'rows', type: 'float32', shape: ['batch', 576] },
        { name: 'state', role: 'cache', type: 'float32', shape: [2, 'batch', 128], next: 'stateN' },
        { name: 'sr', role: 'constant', type: 'int64', shape: [], value: 16_000 },
      ],
      outputs: [
        { name: 'output', role: 'scores', type: 'float32', shape: ['batch', 1], values: 'probabilities' },
        { name: 'stateN', role: 'cache', type: 'float32', shape: [2, 'batch', 128] },
      ],
    },
  },
  files: { 'silero.onnx': `${models}/silero-vad/silero_vad_v6.2.onnx` },
};

const fsmnVadDraft = {
  ...vadDraft,
  sampleRateHz: 16_000,
  frontEnd: { ...funasrFbank, stack: { length: 5, step: 1 }, cmvn: { file: 'am.mvn', form: 'kaldi-nnet' } },
  // FunASR: speech when its probability is 0.6 above that of noise.
  vad: { speech: { silence: [0] }, threshold: 0.8, endThreshold: 0.7 },
};
const fsmnVadScores = { name: 'logits', role: 'scores', type: 'float32', shape: [1, 'outputs', 248] };

export const fsmnVad: ForeignModel = {
  draft: {
    ...fsmnVadDraft,
    id: 'fsmn-vad',
    streaming: { mode: 'caches', windowRows: 10 },
    graph: {
      file: 'vad.onnx',
      inputs: [
        { name: 'speech', role: 'rows', type: 'float32', shape: [1, 'rows', 400] },
        ...fsmnCaches.map(({ input }) => input),
      ],
      outputs: [{ ...fsmnVadScores, values: 'probabilities' }, ...fsmnCaches.map(({ output }) => output)],
    },
  },
  files: {
    'vad.onnx': `${models}/fsmn-vad/fsmnvad-online.onnx`,
    'am.mvn': `${models}/fsmn-vad/am.mvn`,
  },
};

/** The same network without caches: 4 layers that look 19 rows back each. */
export const fsmnVadRecomputed: ForeignModel = {
  draft: {
    ...fsmnVadDraft,
    id: 'fsmn-vad-recomputed',
    streaming: { mode: 'recompute', chunkRows: 10, leftRows: 76, rightRows: 0 },
    graph: {
      file: 'vad.onnx',
      inputs: [{ name: 'speech', role: 'rows', type: 'float32', shape: [1, 'rows', 400] }],
      outputs: [{ ...fsmnVadScores, values: 'probabilities' }],
    },
  },
  files: {
    'vad.onnx': `${models}/fsmn-vad/fsmnvad-offline.onnx`,
    'am.mvn': `${models}/fsmn-vad/am.mvn`,
  },
};

export const zyqVad: ForeignModel = {
  draft: {
    ...vadDraft,
    id: 'zyq-vad',
    sampleRateHz: 8_000,
    serves: ['*_8k_*'],
    frontEnd: { kind: 'samples', rowSamples: 80 },
    // Causal; an output depends on the 7 frames before it (measured: 8 of context leave no difference).
    streaming: { mode: 'recompute', chunkRows: 10, leftRows: 8, rightRows: 0 },
    vad: { speech: { column: 0 }, threshold: 0.4 },
    graph: {
      file: 'vad.onnx',
      inputs: [{ name: 'inputs', role: 'rows', type: 'float32', shape: ['batch', 'rows', 80] }],
      outputs: [
        { name: 'output_0', role: 'scores', type: 'float32', shape: ['batch', 'outputs', 1], values: 'sigmoid-logits' },
      ],
    },
  },
  files: { 'vad.onnx': `${models}/zyq-vad/vad.onnx` },
};

export const zyqPunctuation: ForeignModel = {
  draft: {
    id: 'zyq-punc-zh',
    task: 'punctuation',
    family: 'punctuation',
    sampleRateHz: 16_000,
    serves: ['cn_8k_*', 'cn_16k_*'],
    punctuation: { units: 'characters.txt', marks: 'marks.txt', startId: 1, endId: 2 },
    graph: {
      file: 'punc.onnx',
      inputs: [
        { name: 'inputs', role: 'ids', type: 'int32', shape: ['batch', 'length'] },
        { name: 'mask', role: 'padding-mask', type: 'float32', shape: ['batch', 1, 1, 'length'] },
        { name: 'encoder/strided_slice_1/input:0', role: 'positions', type: 'float32', shape: [1, 1_024, 64] },
      ],
      outputs: [
        {
          name: 'Identity:0',
          role: 'scores',
          type: 'float32',
          shape: ['batch', 'length', 32],
          values: 'probabilities',
        },
      ],
    },
  },
  files: {
    'punc.onnx': `${models}/zyq-punc-zh/punc.onnx`,
    'characters.txt': `${models}/zyq-punc-zh/lm_tokens_ch.txt`,
    'marks.txt': `${models}/zyq-punc-zh/lm_tokens_bd.txt`,
  },
};

/** A really broken graph whose line ends were converted. Its hash agrees with its manifest. */
export const corruptGraph: ForeignModel = {
  draft: { ...zyqVad.draft, id: 'corrupt-vad' },
  files: { 'vad.onnx': `${models}/negative-corrupt/pyannote-seg-int8.crlf-corrupted.onnx` },
};
/** An intact graph that differs from its manifest. */
export const otherGraph: ForeignModel = {
  draft: { ...zyqVad.draft, id: 'other-vad' },
  files: { 'vad.onnx': `${models}/pyannote-seg/segmentation-3.0.int8.onnx` },
};
