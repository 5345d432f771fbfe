// The configuration table of recognition (specification 2, 2.3) with one schema per field, in the two forms in which it
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

/** A number in a range, or 0 to switch the function off. */
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
  checkEmotion: flag('Tell emotions.'),
  checkGender: flag('Tell the gender of the voice.'),
  outputSpeed: flag('Tell the words a minute: syllables a second × 60.'),
  outputVolume: flag('Tell the mean and the peak level, dB mapped to 0-100.'),
};

const Analyses = z
  .strictObject(saFields)
  .partial()
  .meta({ id: 'AsrAnalyses', description: 'Analyses for quality inspection.' });

/** Fields for every mode. */
const everyMode = {
  profile: text('The name of the profile whose values hold where the request gives none.'),
  nbest: z
    .int()
    .min(asr.nBest.min, `must be in ${rangeText(asr.nBest, '')}`)
    .max(asr.nBest.max, `must be in ${rangeText(asr.nBest, '')}`)
    .describe('The number of results wanted: the best one, and its alternatives.'),
  outputPinyin: flag('Add the pinyin of the text.'),
  addPunc: flag('Add punctuation.'),
  digitNorm: flag('Write numbers as figures.'),
  textSmooth: flag('Leave out hesitations and repetitions.'),
  wordFilter: flag('Mask sensitive words.'),
  wordType: z.enum(wordTypes).describe('Which words a final result lists: none, words, or single characters.'),
  wordTpp: flag('List the words of the finished text instead of those that were recognised.'),
  vocabId: text('The ids of stored hotword lists, with semicolons between.'),
  vocab: text('The text of a hotword list: a word and its weight a line.'),
  senswordId: text('The id of a stored list of sensitive words; only with wordFilter.'),
  sensword: text('The text of a list of sensitive words, one a line; only with wordFilter.'),
  olmId: text('The id of a stored text from which a small-corpus model was made.'),
  sa: Analyses.nullable().describe('The analyses that are wanted for quality inspection; null for none.'),
};

const streamOnly = {
  encParams,
  vadHead: within(asr.vadHeadMs, 'ms', 'The leading silence that ends the session; 0: none does.'),
  vadTail: within(asr.vadTailMs, 'ms', 'The trailing silence that ends a sentence.'),
  vadEnd: zeroOr(asr.vadEndMs, 'ms', 'The silence inside a session that ends it.'),
  vadMaxSegment: within(asr.vadMaxSegmentS, 'seconds', 'The length at which a sentence ends.'),
  vadThreshold: within(
    asr.vadThreshold,
    '',
    'How likely speech must be before a sentence begins: the higher, the likelier.',
  ),
  interimResults: flag('Send interim results, with isFinal false.'),
  makeParagraph: flag('Part the text into paragraphs.'),
  tppContextRange: zeroOr(
    asr.tppContextRangeMs,
    'ms',
    'How long a sentence may wait for the next ones, so that its text is finished with them in view.',
  ),
  startOffset: within(asr.startOffsetMs, 'ms', 'What is added to all timestamps.'),
};

export const AsrClipConfig = z
  .strictObject({ ...everyMode, audioFormat: oneShotFormat, audioChannel })
  .partial()
  .meta({ id: 'AsrClipConfig', description: 'How a whole recording is recognised. audioFormat is auto unless given.' });

export const AsrStreamConfig = z
  .strictObject({ ...everyMode, ...streamOnly, audioFormat: streamFormat })
  .partial()
  .meta({
    id: 'AsrStreamConfig',
    description: 'How a stream is recognised. audioFormat must be given, here or in the profile.',
  });

const allFields = z.strictObject({ ...everyMode, ...streamOnly, audioFormat: streamFormat });

/** The whole configuration, with a value for every field. */
export type AsrConfig = Readonly<z.output<typeof allFields>>;
/** The configuration as given by a request or a profile. */
export type GivenConfig = Readonly<z.output<typeof AsrStreamConfig>>;

/**
 * The format of a profile is checked when the profile is stored; a request's own format has its own error
 * (parseStreamFormat).
 */
const storedStreamFormat = streamFormat
  .refine(
    (text) => (streamFormats as readonly string[]).includes(text.toLowerCase()),
    `must be one of ${streamFormats.join(', ')}`,
  )
  .meta(streamFormat.meta() ?? {});

/** Fields that a profile may set: everything but the profile's name and the lists that a user supplies. */
export const ProfileValues = allFields
  .omit({ profile: true, vocabId: true, vocab: true, senswordId: true, sensword: true, olmId: true })
  .extend({ audioFormat: storedStreamFormat })
  .partial()
  .meta({ id: 'ProfileValues', description: 'Values of recognition for what a request does not give.' });

/** Defaults of specification 2, 2.3. Only one-shot recognition has a default for `audioFormat`. */
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

/** Configuration keys of X-Svc-Config: `sa` is flattened, and the contents of lists are not among them. */
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

/** Converts the pairs of the header to the form that JSON has. */
export function fromHeader(pairs: z.output<typeof AsrHeaderConfig>): GivenConfig {
  const sa: Record<string, boolean> = {};
  const config: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(pairs)) {
    if (key.startsWith('sa.')) sa[key.slice(3)] = value as boolean;
    else config[key] = value;
  }
  return Object.keys(sa).length === 0 ? config : { ...config, sa };
}
