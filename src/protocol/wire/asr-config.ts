// The configuration of recognition (specification 2, 2.3) with one schema per field, and the two forms in which it
// arrives: JSON, and the key=value pairs of X-Svc-Config.
import { z } from 'zod';
import { streamFormats } from '../engine/audio.js';
import type { WordType } from '../engine/recognition.js';
import { limits } from '../limits.js';
import { audioChannel, encParams, oneShotFormat, streamFormat } from './speech-messages.js';

interface Range {
  readonly min: number;
  readonly max: number;
}

const { asr } = limits;
const rangeText = ({ min, max }: Range, unit: string) => `[${min}-${max}]${unit === '' ? '' : ` (${unit})`}`;

const unitText = (unit: string) => (unit === '' ? '' : `In ${unit}.`);

const within = (range: Range, unit: string, meaning: string) => {
  const message = `must be in ${rangeText(range, unit)}`;
  return z
    .number()
    .min(range.min, message)
    .max(range.max, message)
    .describe(`${meaning} ${unitText(unit)}`.trimEnd());
};

/** A number in the range, or 0, which switches the setting off. */
const zeroOr = (range: Range, unit: string, meaning: string) =>
  z
    .number()
    .refine((value) => value === 0 || (value >= range.min && value <= range.max), {
      message: `must be 0 or in ${rangeText(range, unit)}`,
    })
    .describe(`${meaning} 0 switches it off; otherwise ${rangeText(range, unit)}.`);

const flag = (meaning: string) => z.boolean().describe(meaning);
const text = (meaning: string) => z.string().describe(meaning);
const wordTypes = ['DISABLED', 'WORD', 'CHAR'] as const satisfies readonly WordType[];

const saFields = {
  checkEmotion: flag('Detect emotions.'),
  checkGender: flag('Detect the gender of the speaker.'),
  outputSpeed: flag('Measure the speaking rate in words per minute (syllables per second × 60).'),
  outputVolume: flag('Measure the mean and the peak level, in dB mapped to 0-100.'),
};

const Analyses = z
  .strictObject(saFields)
  .partial()
  .meta({ id: 'AsrAnalyses', description: 'Analyses for quality inspection.' });

/** Fields of all modes. */
const everyMode = {
  profile: text('The name of the profile. Its values apply where the request gives none.'),
  nbest: z
    .int()
    .min(asr.nBest.min, `must be in ${rangeText(asr.nBest, '')}`)
    .max(asr.nBest.max, `must be in ${rangeText(asr.nBest, '')}`)
    .describe('The number of results to return: the best one and its alternatives.'),
  outputPinyin: flag('Add pinyin to the text.'),
  addPunc: flag('Add punctuation.'),
  digitNorm: flag('Write numbers as figures.'),
  textSmooth: flag('Remove hesitations and repetitions.'),
  wordFilter: flag('Mask sensitive words.'),
  wordType: z.enum(wordTypes).describe('The words that a final result lists: none, words, or single characters.'),
  wordTpp: flag('List the words of the post-processed text instead of the recognised ones.'),
  vocabId: text('The ids of stored hotword lists, separated by semicolons.'),
  vocab: text('The text of a hotword list, with one word and its weight per line.'),
  senswordId: text('The id of a stored list of sensitive words; only with wordFilter.'),
  sensword: text('The text of a list of sensitive words, one per line; only with wordFilter.'),
  olmId: text('The id of a stored text from which a small-corpus model was compiled.'),
  sa: Analyses.nullable().describe('The requested analyses for quality inspection; null: none.'),
};

const streamOnly = {
  encParams,
  vadHead: within(asr.vadHeadMs, 'ms', 'The length of leading silence that ends the session; 0: no limit.'),
  vadTail: within(asr.vadTailMs, 'ms', 'The length of trailing silence that ends a sentence.'),
  vadEnd: zeroOr(asr.vadEndMs, 'ms', 'The length of silence inside the session that ends it.'),
  vadMaxSegment: within(asr.vadMaxSegmentS, 'seconds', 'The maximum length of a sentence.'),
  vadThreshold: within(
    asr.vadThreshold,
    '',
    'The threshold of speech detection: the higher it is, the more certain speech must be to begin a sentence.',
  ),
  interimResults: flag('Send interim results, whose isFinal is false.'),
  makeParagraph: flag('Divide the text into paragraphs.'),
  tppContextRange: zeroOr(
    asr.tppContextRangeMs,
    'ms',
    'The time that a sentence may wait for the next ones, which then serve as context for its post-processing.',
  ),
  startOffset: within(asr.startOffsetMs, 'ms', 'The offset that is added to all timestamps.'),
};

export const AsrClipConfig = z
  .strictObject({ ...everyMode, audioFormat: oneShotFormat, audioChannel })
  .partial()
  .meta({
    id: 'AsrClipConfig',
    description: 'The parameters for recognising a whole recording. audioFormat defaults to auto.',
  });

export const AsrStreamConfig = z
  .strictObject({ ...everyMode, ...streamOnly, audioFormat: streamFormat })
  .partial()
  .meta({
    id: 'AsrStreamConfig',
    description: 'The parameters for recognising a stream. audioFormat is required, here or in the profile.',
  });

const allFields = z.strictObject({ ...everyMode, ...streamOnly, audioFormat: streamFormat });

/** The configuration with a value for every field. */
export type AsrConfig = Readonly<z.output<typeof allFields>>;
/** The configuration as a request or a profile gives it. */
export type GivenConfig = Readonly<z.output<typeof AsrStreamConfig>>;

/**
 * The format in a profile, which is checked when the profile is stored. A request's own format has an error of its own
 * (parseStreamFormat).
 */
const storedStreamFormat = streamFormat
  .refine(
    (text) => (streamFormats as readonly string[]).includes(text.toLowerCase()),
    `must be one of ${streamFormats.join(', ')}`,
  )
  .meta(streamFormat.meta() ?? {});

/** Fields that a profile may set: all except its own name and the lists that a user supplies. */
export const ProfileValues = allFields
  .omit({ profile: true, vocabId: true, vocab: true, senswordId: true, sensword: true, olmId: true })
  .extend({ audioFormat: storedStreamFormat })
  .partial()
  .meta({ id: 'ProfileValues', description: 'Recognition parameters that apply where a request gives none.' });

/** The defaults of specification 2, 2.3. `audioFormat` has a default only in one-shot recognition. */
export const asrDefaults: Omit<AsrConfig, 'audioFormat'> = {
  profile: 'DEFAULT',
  encParams: '',
  vadHead: asr.vadHeadMs.default,
  vadTail: asr.vadTailMs.default,
  vadEnd: asr.vadEndMs.default,
  vadMaxSegment: asr.vadMaxSegmentS.default,
  vadThreshold: asr.vadThreshold.default,
  interimResults: false,
  nbest: asr.nBest.default,
  outputPinyin: false,
  addPunc: false,
  digitNorm: false,
  textSmooth: false,
  wordFilter: false,
  makeParagraph: false,
  tppContextRange: asr.tppContextRangeMs.default,
  wordType: 'DISABLED',
  wordTpp: false,
  vocabId: '',
  vocab: '',
  senswordId: '',
  sensword: '',
  olmId: '',
  sa: null,
  startOffset: asr.startOffsetMs.default,
};

const trueOrFalse = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false']))
  .transform((value) => value === 'true');

/** Keys of X-Svc-Config that belong to the configuration: without contents of lists, and with `sa` flattened. */
export const AsrHeaderConfig = z
  .strictObject({
    profile: z.string(),
    audioFormat: z.string(),
    audioChannel,
    nbest: z.string().transform(Number).pipe(everyMode.nbest),
    outputPinyin: trueOrFalse,
    addPunc: trueOrFalse,
    digitNorm: trueOrFalse,
    textSmooth: trueOrFalse,
    wordFilter: trueOrFalse,
    wordType: everyMode.wordType,
    wordTpp: trueOrFalse,
    vocabId: z.string(),
    senswordId: z.string(),
    olmId: z.string(),
    'sa.checkEmotion': trueOrFalse,
    'sa.checkGender': trueOrFalse,
    'sa.outputSpeed': trueOrFalse,
    'sa.outputVolume': trueOrFalse,
  })
  .partial();

/** Converts header pairs to the form of the JSON configuration. */
export function fromHeader(pairs: z.output<typeof AsrHeaderConfig>): GivenConfig {
  const sa: Record<string, boolean> = {};
  const config: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(pairs)) {
    if (key.startsWith('sa.')) sa[key.slice(3)] = value as boolean;
    else config[key] = value;
  }
  return Object.keys(sa).length === 0 ? config : { ...config, sa };
}
