// Streams through the product's own path: slices of audio in, all scores out.

import type { SpeechEvent } from '../../../src/engine/runtime/classifiers/speech-segments.js';
import type { VadModel } from '../../../src/engine/runtime/classifiers/vad.js';
import type { CtcModel } from '../../../src/engine/runtime/recogniser/ctc.js';
import { textOf } from '../../../src/engine/runtime/recogniser/units.js';

export function* slices(samples: Int16Array, length: number): Generator<Int16Array> {
  for (let at = 0; at < samples.length; at += length) yield samples.subarray(at, at + length);
}

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** All log probabilities of a recording in slices; the model may run between two of them. */
export async function logProbabilities(
  model: CtcModel,
  samples: Int16Array,
  sliceLength: number,
): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  await new Promise<void>((resolve, reject) => {
    const stream = model.open({
      logProbabilities: (rows) => parts.push(rows.slice()),
      finished: resolve,
      failed: reject,
    });
    void (async () => {
      for (const slice of slices(samples, sliceLength)) {
        stream.push(slice);
        await nextTurn();
      }
      stream.end();
    })().catch(reject);
  });
  const all = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function bestUnits(rows: Float32Array, width: number): number[] {
  return Array.from({ length: rows.length / width }, (_, index) => {
    const row = rows.subarray(index * width, (index + 1) * width);
    return row.indexOf(row.reduce((best, value) => Math.max(best, value), Number.NEGATIVE_INFINITY));
  });
}

/** The text of the best unit of each output, with repeats joined and blanks left out. */
export function greedyText(rows: Float32Array, { units }: CtcModel): string {
  const best = bestUnits(rows, units.names.length);
  const ids = best.filter((id, index) => id !== units.blank && id !== best[index - 1]);
  return textOf(ids, units);
}

export interface Heard {
  readonly probabilities: readonly number[];
  readonly events: readonly SpeechEvent[];
}

export async function hearSpeech(model: VadModel, samples: Int16Array, sliceLength: number): Promise<Heard> {
  const probabilities: number[] = [];
  const events: SpeechEvent[] = [];
  await new Promise<void>((resolve, reject) => {
    const stream = model.open({
      probability: (value) => probabilities.push(value),
      speech: (event) => events.push(event),
      finished: resolve,
      failed: reject,
    });
    void (async () => {
      for (const slice of slices(samples, sliceLength)) {
        stream.push(slice);
        await nextTurn();
      }
      stream.end();
    })().catch(reject);
  });
  return { probabilities, events };
}
