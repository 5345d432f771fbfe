// The configuration of synthesis (specification 2, 2.6) as one schema.
import { z } from 'zod';
import { spokenFormats, spokenRatesHz } from '../engine/synthesis.js';
import { limits } from '../limits.js';

const { synthesis } = limits;

interface Range {
  readonly min: number;
  readonly max: number;
}

/** A whole number within a range; `unit` appears in the error message. */
export const integerWithin = ({ min, max }: Range, meaning: string, unit = '') => {
  const message = `must be in [${min},${max}]${unit === '' ? '' : ` (${unit})`}`;
  return z.int().min(min, message).max(max, message).describe(meaning);
};

const flag = (meaning: string) => z.boolean().default(false).describe(meaning);

const setting = (range: Range & { readonly default: number }, meaning: string) =>
  integerWithin(range, meaning).default(range.default);

const format = z
  .string()
  .toLowerCase()
  .pipe(z.enum(spokenFormats))
  .default('pcm')
  .meta({
    enum: [...spokenFormats],
    description: 'The format of the audio, in upper or lower case.',
  });

export const SynthesisConfig = z
  .strictObject({
    pitch: setting(synthesis.pitch, 'The change in pitch; 100 is one semitone.'),
    volume: setting(synthesis.volume, 'The volume.'),
    speed: setting(synthesis.speed, 'The speaking rate.'),
    digitMode: z
      .literal([0, 1, 2, 3])
      .default(0)
      .describe(
        'The way to read figures. 0: by context, preferably as a number; 1: by context, preferably digit by digit; 2: always digit by digit; 3: always as a number.',
      ),
    soundEffect: setting(
      synthesis.soundEffect,
      'The sound effect. 0: none; 1: reverb; 2: echo; 3: chorus; 4: far and near; 5: robot.',
    ),
    puncMode: flag('Speak punctuation marks.'),
    format,
    sampleRate: z
      .literal(spokenRatesHz)
      .default(16_000)
      .describe('The sample rate in Hz; svc_speex and svc_opus use the next higher rate of their codec.'),
    useS3ML: flag('Treat the text as markup.'),
  })
  .meta({ id: 'SynthesisConfig', description: 'The parameters for speaking a text.' });

export type SynthesisConfig = Readonly<z.output<typeof SynthesisConfig>>;
