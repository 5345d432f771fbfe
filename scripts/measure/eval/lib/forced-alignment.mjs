// Finds the time of each character in read sentences: a forced alignment by hidden Markov models of single phones,
// trained on the recordings and their texts alone. It uses no recogniser of this project, so that it can judge
// their times.
//
// Features: 13 cepstral coefficients of a log-mel filter bank each 10 ms and their slopes, the mean of each sentence
// taken away. Initials have two states, finals without their tones three, silence one, which may stand between
// syllables. Each state is a Gaussian with a diagonal covariance. Training begins with phones of equal shares of the
// voiced stretch and goes on by Viterbi (S. Young and others, The HTK Book, 3.2 and 3.3, with one pass for both).
import { openAudioRows } from '../../../../dist/engine/runtime/graph/feature-frames.js';
import { FrontEnd } from '../../../../dist/models/front-end.js';

/**
 * @typedef {{ samples: Int16Array, syllables: readonly string[] }} Sentence samples at 16 kHz; syllables as `zh|ong1`
 */
/** @typedef {{ startMs: number, endMs: number }} Span */
/** @typedef {{ features: Float32Array, frames: number, phones: string[], syllableOf: number[] }} Prepared */

const bins = 40;
const cepstra = 13;
const width = 2 * cepstra;
const passes = 12;
/** Smallest variance of a state, as a share of the features' variance over all frames. */
const varianceFloor = 0.05;
/** Natural logarithm of the probability of a silence between two syllables. */
const pausePenalty = -6;
const frontEnd = FrontEnd.parse({ kind: 'fbank', bins, window: 'hamming' });
/** Time between the beginning of a frame of 25 ms and its middle, less half of the step to the next. */
const frameOffsetMs = 7.5;

/** @param {readonly Sentence[]} sentences @returns {(Span[] | undefined)[]} a span for each syllable */
export function forcedAlignment(sentences) {
  const prepared = sentences.map(prepare);
  let paths = prepared.map(equalShares);
  for (let pass = 0; pass < passes; pass++) {
    const states = estimate(prepared, paths);
    paths = prepared.map((sentence, at) => viterbi(sentence, states) ?? /** @type {string[]} */ (paths[at]));
  }
  return prepared.map((sentence, at) => spansOf(sentence, /** @type {string[]} */ (paths[at])));
}

/** @param {Sentence} sentence @returns {Prepared} */
function prepare({ samples, syllables }) {
  const mel = openAudioRows(frontEnd, 16_000).push(samples).slice();
  const frames = mel.length / bins;
  const features = new Float32Array(frames * width);
  for (let frame = 0; frame < frames; frame++) {
    for (let c = 0; c < cepstra; c++) {
      let sum = 0;
      for (let bin = 0; bin < bins; bin++) {
        sum += (mel[frame * bins + bin] ?? 0) * Math.cos((Math.PI * c * (bin + 0.5)) / bins);
      }
      features[frame * width + c] = (sum * 2) / bins;
    }
  }
  for (let c = 0; c < cepstra; c++) {
    let sum = 0;
    for (let frame = 0; frame < frames; frame++) sum += features[frame * width + c] ?? 0;
    for (let frame = 0; frame < frames; frame++) features[frame * width + c] -= sum / frames;
  }
  const at = (/** @type {number} */ frame, /** @type {number} */ c) =>
    features[Math.min(frames - 1, Math.max(0, frame)) * width + c] ?? 0;
  for (let frame = 0; frame < frames; frame++) {
    for (let c = 0; c < cepstra; c++) {
      const slope = at(frame + 1, c) - at(frame - 1, c) + 2 * (at(frame + 2, c) - at(frame - 2, c));
      features[frame * width + cepstra + c] = slope / 10;
    }
  }
  /** @type {string[]} */
  const phones = [];
  /** @type {number[]} */
  const syllableOf = [];
  for (const [number, syllable] of syllables.entries()) {
    const [initial = '', final = ''] = syllable.replace(/[1-5]$/, '').split('|');
    for (const phone of [initial && `${initial}-`, final].filter((each) => each !== '')) {
      phones.push(phone);
      syllableOf.push(number);
    }
  }
  return { features, frames, phones, syllableOf };
}

const silence = 'sil';
/** Names of a phone's states, in order. @param {string} phone */
const statesOf = (phone) => (phone.endsWith('-') ? [0, 1] : [0, 1, 2]).map((at) => `${phone}${at}`);

/** The states of the sentence in a row, `phone number:state`; silence is `:sil`. @param {Prepared} sentence */
function chainOf({ phones, syllableOf }) {
  const chain = [`:${silence}`];
  for (const [number, phone] of phones.entries()) {
    if (number > 0 && syllableOf[number] !== syllableOf[number - 1]) chain.push(`:${silence}`);
    for (const state of statesOf(phone)) chain.push(`${number}:${state}`);
  }
  chain.push(`:${silence}`);
  return chain;
}

/** Returns a link of the chain for each frame. @param {Prepared} sentence @returns {string[]} */
function equalShares(sentence) {
  const { features, frames } = sentence;
  const levels = Array.from({ length: frames }, (_, frame) => features[frame * width] ?? 0);
  const sorted = [...levels].sort((a, b) => a - b);
  const quiet = sorted[Math.floor(frames * 0.05)] ?? 0;
  const least = quiet + 0.35 * ((sorted[Math.floor(frames * 0.95)] ?? 0) - quiet);
  const from = Math.max(
    0,
    levels.findIndex((level) => level >= least),
  );
  const to = levels.findLastIndex((level) => level >= least) + 1;
  const states = chainOf(sentence).filter((link) => link !== `:${silence}`);
  return levels.map((_, frame) => {
    if (frame < from || frame >= to) return `:${silence}`;
    return states[Math.floor(((frame - from) * states.length) / (to - from))] ?? `:${silence}`;
  });
}

/** @typedef {{ count: number, mean: Float64Array, variance: Float64Array, constant: number }} State */

const stateOf = (/** @type {string} */ link) => link.slice(link.indexOf(':') + 1);

/** @param {readonly Prepared[]} sentences @param {readonly string[][]} paths @returns {Map<string, State>} */
function estimate(sentences, paths) {
  /** @type {Map<string, State>} */
  const states = new Map();
  const fresh = () => ({ count: 0, mean: new Float64Array(width), variance: new Float64Array(width), constant: 0 });
  const all = fresh();
  for (const [number, { features }] of sentences.entries()) {
    for (const [frame, link] of (paths[number] ?? []).entries()) {
      const name = stateOf(link);
      const state = states.get(name) ?? fresh();
      states.set(name, state);
      for (const each of [state, all]) {
        each.count++;
        for (let c = 0; c < width; c++) {
          const value = features[frame * width + c] ?? 0;
          each.mean[c] += value;
          each.variance[c] += value * value;
        }
      }
    }
  }
  for (const state of [all, ...states.values()]) {
    state.constant = -0.5 * width * Math.log(2 * Math.PI);
    for (let c = 0; c < width; c++) {
      const mean = (state.mean[c] ?? 0) / state.count;
      const least = state === all ? 1e-4 : varianceFloor * (all.variance[c] ?? 0);
      const variance = Math.max(least, (state.variance[c] ?? 0) / state.count - mean * mean);
      state.mean[c] = mean;
      state.variance[c] = variance;
      state.constant -= 0.5 * Math.log(variance);
    }
  }
  return states;
}

/** The likeliest path; undefined where the sentence is too short for its phones.
 * @param {Prepared} sentence @param {Map<string, State>} states @returns {string[] | undefined} */
function viterbi(sentence, states) {
  const { features, frames } = sentence;
  const chain = chainOf(sentence);
  const links = chain.length;
  const isSilence = chain.map((link) => link === `:${silence}`);
  /** @type {Map<string, Float64Array>} */
  const scored = new Map();
  const emissions = chain.map((link) => {
    const name = stateOf(link);
    const known = scored.get(name) ?? emission(features, frames, states.get(name));
    scored.set(name, known);
    return known;
  });
  let score = new Float64Array(links).fill(Number.NEGATIVE_INFINITY);
  let next = new Float64Array(links);
  const back = new Uint8Array(frames * links);
  for (const at of [0, 1]) score[at] = emissions[at]?.[0] ?? 0;
  for (let frame = 1; frame < frames; frame++) {
    for (let at = 0; at < links; at++) {
      let best = score[at] ?? 0;
      let step = 0;
      const one = at > 0 ? (score[at - 1] ?? 0) + (isSilence[at] && at < links - 1 ? pausePenalty : 0) : -Infinity;
      if (one > best) [best, step] = [one, 1];
      const two = at > 1 && isSilence[at - 1] ? (score[at - 2] ?? 0) : -Infinity;
      if (two > best) [best, step] = [two, 2];
      next[at] = best + (emissions[at]?.[frame] ?? 0);
      back[frame * links + at] = step;
    }
    [score, next] = [next, score];
  }
  let at = (score[links - 1] ?? 0) > (score[links - 2] ?? 0) ? links - 1 : links - 2;
  if (score[at] === Number.NEGATIVE_INFINITY) return undefined;
  const path = new Array(frames);
  for (let frame = frames - 1; frame >= 0; frame--) {
    path[frame] = chain[at];
    at -= back[frame * links + at] ?? 0;
  }
  return path;
}

/** @param {Float32Array} features @param {number} frames @param {State | undefined} state */
function emission(features, frames, state) {
  const scores = new Float64Array(frames).fill(-1e4);
  if (state === undefined) return scores;
  const { mean, variance, constant } = state;
  const halves = variance.map((each) => 0.5 / each);
  for (let frame = 0; frame < frames; frame++) {
    let sum = constant;
    for (let c = 0; c < width; c++) {
      const off = /** @type {number} */ (features[frame * width + c]) - /** @type {number} */ (mean[c]);
      sum -= off * off * /** @type {number} */ (halves[c]);
    }
    scores[frame] = sum;
  }
  return scores;
}

/** @param {Prepared} sentence @param {readonly string[]} path @returns {Span[] | undefined} */
function spansOf({ syllableOf }, path) {
  /** @type {Span[]} */
  const spans = [];
  for (const [frame, link] of path.entries()) {
    if (link === `:${silence}`) continue;
    const syllable = /** @type {number} */ (syllableOf[Number(link.slice(0, link.indexOf(':')))]);
    const endMs = (frame + 1) * 10 + frameOffsetMs;
    const before = spans[syllable];
    spans[syllable] = { startMs: before?.startMs ?? frame * 10 + frameOffsetMs, endMs };
  }
  return spans.length === (syllableOf.at(-1) ?? -1) + 1 ? spans : undefined;
}
