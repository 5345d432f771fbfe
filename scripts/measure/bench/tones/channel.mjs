// The way through the network: 16-bit or G.711 quantisation, lost packets. The generator has its own G.711, written from
// the recommendation's tables, so that the product's codec is not tested with itself.
import { sampleRateHz } from './signals.mjs';

/** @typedef {import('../../lib/random.mjs').Random} Random */
/** @typedef {'linear' | 'alaw' | 'ulaw'} Law */
/** @typedef {{ rate: number, fill: 'zero' | 'repeat' | 'drop' }} Loss */

const packetSamples = sampleRateHz / 50;

/** ITU-T G.711 table 1a: 13-bit magnitude to 7 bits, even bits inverted. @param {number} sample */
export function alawByte(sample) {
  const sign = sample >= 0 ? 0x80 : 0;
  let magnitude = Math.min(4095, sample >= 0 ? sample >> 3 : ~sample >> 3);
  let exponent = 0;
  if (magnitude >= 32) {
    exponent = 27 - Math.clz32(magnitude); // 32..63 is segment 1
    magnitude >>= exponent;
    magnitude &= 15;
  } else {
    magnitude >>= 1;
    return (sign | magnitude) ^ 0x55;
  }
  return (sign | (exponent << 4) | magnitude) ^ 0x55;
}

/** @param {number} byte */
export function alawSample(byte) {
  const code = byte ^ 0x55;
  const exponent = (code >> 4) & 7;
  const step = ((code & 15) << 4) + 8;
  const magnitude = exponent === 0 ? step : (step + 256) << (exponent - 1);
  return code & 0x80 ? magnitude : -magnitude;
}

/** ITU-T G.711 table 2a: bias 33 on the 14-bit magnitude, all bits inverted. @param {number} sample */
export function ulawByte(sample) {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(8158, sample >= 0 ? sample >> 2 : ~sample >> 2) + 33;
  const exponent = 26 - Math.clz32(magnitude);
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 1)) & 15)) & 0xff;
}

/** @param {number} byte */
export function ulawSample(byte) {
  const code = ~byte & 0xff;
  const exponent = (code >> 4) & 7;
  const magnitude = ((((code & 15) << 1) + 33) << exponent) - 33;
  return (code & 0x80 ? -magnitude : magnitude) * 4;
}

/** @param {number} sample */
const same = (sample) => sample;
const laws = {
  linear: same,
  alaw: (/** @type {number} */ s) => alawSample(alawByte(s)),
  ulaw: (/** @type {number} */ s) => ulawSample(ulawByte(s)),
};

/** Floats to 16 bits through the codec; a hard limiter stands for the converter's end.
 * @param {Float32Array} samples @param {Law} law */
export function quantise(samples, law) {
  const through = laws[law];
  const out = new Int16Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    const s = Math.round(/** @type {number} */ (samples[i]) * 32768);
    out[i] = through(Math.max(-32768, Math.min(32767, s)));
  }
  return out;
}

/** Loses 20 ms packets independently of each other.
 * @param {Int16Array} samples @param {Loss} loss @param {Random} random */
export function losePackets(samples, loss, random) {
  const out = new Int16Array(samples.length);
  let length = 0;
  for (let at = 0; at < samples.length; at += packetSamples) {
    const packet = samples.subarray(at, at + packetSamples);
    if (!random.chance(loss.rate)) {
      out.set(packet, length);
      length += packet.length;
      continue;
    }
    if (loss.fill === 'drop') continue;
    if (loss.fill === 'repeat' && length >= packetSamples) {
      out.copyWithin(length, length - packetSamples, length - packetSamples + packet.length);
    }
    length += packet.length;
  }
  return out.subarray(0, length);
}

/** 8 kHz by halving 16 kHz, with a 0-3400 Hz low-pass before it.
 * @param {Float32Array} wide */
export function halveRate(wide) {
  const half = 24;
  const fir = lowPass(half);
  const out = new Float32Array(wide.length >> 1);
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (let k = -half; k <= half; k++) sum += /** @type {number} */ (fir[k + half]) * (wide[2 * i + k] ?? 0);
    out[i] = sum;
  }
  return out;
}

/** 16 kHz from 8 kHz without delay: zeros between the samples, then the same low-pass.
 * @param {Float32Array} narrow */
export function doubleRate(narrow) {
  const half = 24;
  const fir = lowPass(half);
  const out = new Float32Array(narrow.length * 2);
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (let k = -half; k <= half; k++) {
      if (((i + k) & 1) === 0) sum += 2 * /** @type {number} */ (fir[k + half]) * (narrow[(i + k) >> 1] ?? 0);
    }
    out[i] = sum;
  }
  return out;
}

/** Up to 3600 Hz at 16 kHz. @param {number} half taps on each side */
function lowPass(half) {
  return Float64Array.from({ length: 2 * half + 1 }, (_, k) => {
    const n = k - half;
    const cut = 3600 / 16000;
    const ideal = n === 0 ? 2 * cut : Math.sin(2 * Math.PI * cut * n) / (Math.PI * n);
    return ideal * (0.54 + 0.46 * Math.cos((Math.PI * n) / half));
  });
}
