// The results of a recogniser for the audio of a test.
import type { HeardHypothesis } from '../../../src/engine/runtime/recogniser/hypotheses.js';
import type { Recogniser, RecognitionOptions } from '../../../src/engine/runtime/recogniser/recogniser.js';
import type { RecogniserStream } from '../../../src/engine/runtime/recogniser/recogniser-stream.js';
import { nextTurn, slices } from './hearing-models.js';

export interface Final {
  readonly heard: readonly HeardHypothesis[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** A stream of the recogniser, with what it reports. */
export function listen(of: Recogniser, options: RecognitionOptions = { nBest: 1 }) {
  const partials: string[] = [];
  const finals: Final[] = [];
  let stream: RecogniserStream | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    stream = of.open(options, {
      partial: ({ text }) => partials.push(text),
      final: (heard, fromMs, toMs) => finals.push({ heard, fromMs, toMs }),
      ended: resolve,
      failed: reject,
    });
  });
  const texts = () => finals.map(({ heard }) => heard[0]?.text);
  return { stream: stream as RecogniserStream, partials, finals, ended, texts };
}

/** Lets a recogniser hear all samples, in slices, to the end. */
export async function hearAll(
  of: Recogniser,
  samples: Int16Array,
  options?: RecognitionOptions,
  sliceLength = 800,
): Promise<ReturnType<typeof listen>> {
  const listener = listen(of, options);
  for (const slice of slices(samples, sliceLength)) {
    listener.stream.push(slice);
    await nextTurn();
  }
  listener.stream.end();
  await listener.ended;
  return listener;
}
