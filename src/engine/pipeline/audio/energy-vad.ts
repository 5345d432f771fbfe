// Voice activity by level, for properties without a model: the level of each 10 ms above the noise of the line. Tones
// and music count as speech.

const frameSamples = 80;
/** dB over the noise at which speech and silence are equally likely, and dB for a factor of e in the odds. */
const evenDb = 10;
const perNatDb = 2;
/** Level below which audio is silence, whatever the noise; dB relative to a full-scale square wave. */
const silenceDb = -55;
/** Rise of the noise estimate, slow enough that a sentence is not taken for noise. */
const riseDbPerFrame = 0.03;

export class EnergyVad {
  #sum = 0;
  #filled = 0;
  #noiseDb = silenceDb;
  #isFirst = true;

  push(samples: Int16Array): Float32Array {
    const values = new Float32Array(Math.floor((this.#filled + samples.length) / frameSamples));
    let count = 0;
    for (const sample of samples) {
      this.#sum += sample * sample;
      if (++this.#filled < frameSamples) continue;
      values[count++] = this.#judge(10 * Math.log10(Math.max(this.#sum / frameSamples, 1e-3) / 32_768 ** 2));
      this.#sum = 0;
      this.#filled = 0;
    }
    return values;
  }

  #judge(levelDb: number): number {
    const level = Math.max(levelDb, silenceDb);
    this.#noiseDb = Math.min(level, this.#isFirst ? silenceDb + evenDb : this.#noiseDb + riseDbPerFrame);
    this.#isFirst = false;
    return 1 / (1 + Math.exp((evenDb - (level - this.#noiseDb)) / perNatDb));
  }
}
