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
    description: 'The format of the audio. Upper and lower case are the same.',
  });

export const SynthesisConfig = z
  .strictObject({
    pitch: setting(synthesis.pitch, 'The pitch: 100 is a semitone.'),
    volume: setting(synthesis.volume, 'The volume.'),
    speed: setting(synthesis.speed, 'The speaking rate.'),
    digitMode: z
      .literal([0, 1, 2, 3])
      .default(0)
      .describe(
        'How figures are read. 0: by context, rather as a number; 1: by context, rather digit by digit; 2: digit by digit; 3: as a number.',
      ),
    soundEffect: setting(
      synthesis.soundEffect,
      'The effect. 0: none; 1: reverb; 2: echo; 3: chorus; 4: far and near; 5: robot.',
    ),
    puncMode: flag('Speak punctuation.'),
    format,
    sampleRate: z
      .literal(spokenRatesHz)
      .default(16_000)
      .describe('The sample rate in Hz; svc_speex and svc_opus are coded at the next rate that their codec has.'),
    useS3ML: flag('The text is markup.'),
  })
  .meta({ id: 'SynthesisConfig', description: 'How a text is spoken.' });

export type SynthesisConfig = Readonly<z.output<typeof SynthesisConfig>>;
