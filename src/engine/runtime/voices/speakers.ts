// The speakers of a network: two embeddings and the pitch of each (speakers.json of scripts/train/tts/tts_export.py).
import { z } from 'zod';
import { ModelError } from '../../../models/model-error.js';
import { limits } from '../../../protocol/limits.js';
import { describeIssues } from '../../../protocol/wire/issues.js';
import type { Speaker } from './neural-voice.js';

const Speakers = z.record(
  z.string(),
  z.object({
    meanLnHz: z.number().min(Math.log(40)).max(Math.log(1_000)),
    deviationLnHz: z.number().min(0).max(2),
    manner: z.array(z.number()),
    timbre: z.array(z.number()),
  }),
);

/** Parses the file. Throws a ModelError that begins with `shown`. */
export function parseSpeakers(
  text: string,
  { mannerWidth, timbreWidth }: { readonly mannerWidth: number; readonly timbreWidth: number },
  shown: string,
): Map<string, Speaker> {
  const wrong = (message: string, cause?: unknown) => new ModelError('bad', `${shown}: ${message}`, { cause });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (fault) {
    throw wrong((fault as Error).message, fault);
  }
  const outcome = Speakers.safeParse(value);
  if (!outcome.success) {
    throw wrong(describeIssues(outcome.error), outcome.error);
  }
  const entries = Object.entries(outcome.data);
  if (entries.length > limits.model.speakers) throw wrong(`more than ${limits.model.speakers} speakers`);
  return new Map(
    entries.map(([name, { manner, timbre, ...pitch }]) => {
      for (const [key, vector, width] of [
        ['manner', manner, mannerWidth],
        ['timbre', timbre, timbreWidth],
      ] as const) {
        if (vector.length !== width)
          throw wrong(`${name}.${key} has ${vector.length} numbers, but the graphs take ${width}`);
      }
      return [name, { ...pitch, manner: Float32Array.from(manner), timbre: Float32Array.from(timbre) }];
    }),
  );
}
