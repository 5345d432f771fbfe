// Turns audio in pieces of any length into the rows of a manifest's front end.
import type { FrontEnd, Normalisation } from '../../../models/front-end.js';
import { makeFbank } from '../../../native/index.js';

export interface AudioRows {
  /** Rows that are now complete, one after another; valid until the next call. */
  push(samples: Int16Array): Float32Array;
  /** The remaining rows at the end of the audio. */
  flush(): Float32Array;
}

const none = new Float32Array(0);

export function openAudioRows(frontEnd: FrontEnd, sampleRateHz: 8_000 | 16_000, cmvn?: Normalisation): AudioRows {
  if (frontEnd.kind === 'samples') return new SampleRows(frontEnd);
  const { bins, window, frameMs, shiftMs, preEmphasis, removeDc, scale, lowHz, highHz, floor, stack } = frontEnd;
  return makeFbank({
    sampleRateHz,
    window,
    preemphasis: preEmphasis,
    removeDc,
    int16Scale: scale === 'int16',
    melBins: bins,
    lowHz,
    highHz,
    floor,
    frameLengthMs: frameMs,
    frameShiftMs: shiftMs,
    stackLength: stack?.length ?? 1,
    stackStep: stack?.step ?? 1,
    stackPads: stack?.pads ?? true,
    shift: cmvn?.shift ?? none,
    scale: cmvn?.scale ?? none,
  });
}

/** Rows of samples, each preceded by the end of the row before. A last row that is not full is filled with silence. */
class SampleRows implements AudioRows {
  readonly #row: Float32Array;
  readonly #context: number;
  readonly #gain: number;
  #filled: number;

  constructor({ rowSamples, contextSamples, scale }: Extract<FrontEnd, { kind: 'samples' }>) {
    this.#row = new Float32Array(contextSamples + rowSamples);
    this.#context = contextSamples;
    this.#filled = contextSamples;
    this.#gain = scale === 'unit' ? 1 / 32_768 : 1;
  }

  push(samples: Int16Array): Float32Array {
    const row = this.#row;
    const fresh = row.length - this.#context;
    const rows = new Float32Array(Math.floor((this.#filled - this.#context + samples.length) / fresh) * row.length);
    let written = 0;
    for (const sample of samples) {
      row[this.#filled++] = sample * this.#gain;
      if (this.#filled < row.length) continue;
      rows.set(row, written);
      written += row.length;
      row.copyWithin(0, fresh);
      this.#filled = this.#context;
    }
    return rows;
  }

  flush(): Float32Array {
    const { length } = this.#row;
    return this.#filled === this.#context ? none : this.push(new Int16Array(length - this.#filled));
  }
}
