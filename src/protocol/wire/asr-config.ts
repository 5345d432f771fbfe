// The configuration table of recognition (specification 2, 2.3) as one schema per field, and the two ways in which it
// arrives: JSON, and the key=value pairs of X-Svc-Config.
import { z } from 'zod';
import type { WordType } from '../engine/recognition.js';
import { limits } from '../limits.js';
import { audioChannel } from './speech-messages.js';

interface Range {
  readonly min: number;
  readonly max: number;
}

const { asr } = limits;
const rangeText = ({ min, max }: Range, unit: string) => `[${min}-${max}]${unit === '' ? '' : ` (${unit})`}`;

const within = (range: Range, unit: string, meaning: string) => {
  const message = `must be in ${rangeText(range, unit)}`;
  return z.number().min(range.min, message).max(range.max, message).describe(meaning);
};

/** Zero switches it off. */
const zeroOr = (range: Range, unit: string, meaning: string) =>
  z
    .number()
    .refine((value) => value === 0 || (value >= range.min && value <= range.max), {
      message: `must be 0 or in ${rangeText(range, unit)}`,
    })
    .describe(`${meaning}; 0 or ${rangeText(range, unit)}`);

const flag = (meaning: string) => z.boolean().describe(meaning);
const text = (meaning: string) => z.string().describe(meaning);
const wordTypes = ['DISABLED', 'WORD', 'CHAR'] as const satisfies readonly WordType[];

const saFields = {
  checkEmotion: flag('emotions'),
  checkGender: flag('gender'),
  outputSpeed: flag('words a minute: syllables a second × 60'),
  outputVolume: flag('mean and peak level, dB mapped to 0-100'),
};

/** Fields that apply to every mode. */
const everyMode = {
  profile: text('profile name'),
  nbest: z
    .int()
    .min(asr.nBest.min, `must be in ${rangeText(asr.nBest, '')}`)
    .max(asr.nBest.max, `must be in ${rangeText(asr.nBest, '')}`)
    .describe('number of candidates'),
  outputPinyin: flag('pinyin of the text'),
  addPunc: flag('punctuation'),
  digitNorm: flag('number normalisation'),
  textSmooth: flag('disfluency smoothing'),
  wordFilter: flag('sensitive-word filtering'),
  wordType: z.enum(wordTypes).describe('words of the final result'),
  wordTpp: flag('words of the post-processed text instead of the raw one'),
  vocabId: text('hotword lists, separated by ;'),
  vocab: text('hotword list'),
  senswordId: text('sensitive-word list; only with wordFilter'),
  sensword: text('sensitive-word list; only with wordFilter'),
  olmId: text('small-corpus model'),
  sa: z.strictObject(saFields).partial().nullable().describe('quality inspection'),
};

const streamOnly = {
  encParams: text('ar and ac of svc_speex and svc_opus, such as ar:16000;ac:1'),
  vadHead: within(asr.vadHeadMs, 'ms', 'leading silence that ends the session; 0: none does'),
  vadTail: within(asr.vadTailMs, 'ms', 'trailing silence that ends a sentence'),
  vadEnd: zeroOr(asr.vadEndMs, 'ms', 'silence inside a session that ends it'),
  vadMaxSegment: within(asr.vadMaxSegmentS, 'seconds', 'a sentence ends after'),
  vadThreshold: within(asr.vadThreshold, '', 'endpoint sensitivity'),
  interimResults: flag('results with isFinal false'),
  makeParagraph: flag('paragraphs'),
  tppContextRange: zeroOr(asr.tppContextRangeMs, 'ms', 'following sentences that post-processing may wait for'),
  startOffset: within(asr.startOffsetMs, 'ms', 'added to all timestamps'),
};

export const AsrClipConfig = z
  .strictObject({ ...everyMode, audioFormat: text('one-shot list of 2.2; AUTO unless given'), audioChannel })
  .partial();

export const AsrStreamConfig = z
  .strictObject({ ...everyMode, ...streamOnly, audioFormat: text('streaming list of 2.2; required') })
  .partial();

const allFields = z.strictObject({ ...everyMode, ...streamOnly, audioFormat: z.string() });

/** Every field with its value. */
export type AsrConfig = Readonly<z.output<typeof allFields>>;
/** The configuration as a request, or a profile, gives it. */
export type GivenConfig = Readonly<z.output<typeof AsrStreamConfig>>;

/** Fields that a profile may set: everything but its own name and the lists that a user brings. */
export const ProfileValues = allFields
  .omit({ profile: true, vocabId: true, vocab: true, senswordId: true, sensword: true, olmId: true })
  .partial();

/** Specification 2, 2.3. `audioFormat` has a default in one-shot recognition only. */
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

/** Keys of X-Svc-Config that are part of the configuration: no list content, `sa` flattened. */
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

/** The same configuration as JSON would have said it. */
export function fromHeader(pairs: z.output<typeof AsrHeaderConfig>): GivenConfig {
  const sa: Record<string, boolean> = {};
  const config: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(pairs)) {
    if (key.startsWith('sa.')) sa[key.slice(3)] = value as boolean;
    else config[key] = value;
  }
  return Object.keys(sa).length === 0 ? config : { ...config, sa };
}
