// Speech by level, where no model serves: how far 10 ms stand above the noise of the line. Tones and music count as
// speech.

const frameSamples = 80;
/** dB over the noise at which speech is as likely as not, and for which the odds grow by e. */
const evenDb = 10;
const perNatDb = 2;
/** Quieter is silence, whatever the noise. dB relative to a full-scale square. */
const silenceDb = -55;
/** The noise rises so slowly that a sentence does not become it. */
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
