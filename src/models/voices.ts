// The parts of a voice manifest: the network that several voices share, and the data of each voice.
import { z } from 'zod';
import { limits } from '../protocol/limits.js';

const FileName = z.string();

/** The form of a voice property. No property of recognition has this form, and no voice has theirs. */
export const voiceForm = /^[a-z]{2,8}_(?!(?:8k|16k)_)[a-z0-9]{1,32}_[a-z0-9-]{1,32}$/;

/** Specification 2, section 2.1. */
const Property = z
  .string()
  .regex(voiceForm, 'must be {lang}_{voicename}_{domain} in lower case, such as cn_zhixingjing_common');

const Network = z
  .strictObject({
    encoder: FileName.describe('Graph that turns the units of a sentence into hidden states, durations and loudness.'),
    frames: FileName.describe(
      'Graph that turns the hidden states of frames into pitch, envelope and aperiodicity, in chunks.',
    ),
    speakers: FileName.describe('JSON file with the two embeddings and the pitch of each speaker.'),
    units: FileName.describe('File with one unit per line, the first line empty; the line number from 0 is the id.'),
  })
  .describe('The files that scripts/train/tts/tts_export.py writes. They are required by voices that have a timbre.');

/** Settings that vary a voice. Values beyond these ranges would not sound like the same voice and are mistakes. */
const about = {
  property: Property.describe('The property by which a request names the voice.'),
  pitchCents: z.number().min(-2_400).max(2_400).default(0).describe('Shift above the pitch of the speakers, in cents.'),
  formantFactor: z
    .number()
    .min(0.7)
    .max(1.4)
    .default(1)
    .describe('Factor of the formant frequencies; above 1: a smaller head.'),
  tempo: z.number().min(0.5).max(2).default(1).describe('Factor of the speaking rate.'),
  swing: z.number().min(0).max(3).default(1).describe('Factor of the pitch movements around their mean.'),
  sharpness: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe('The amount by which the valleys of the spectrum are deepened.'),
  gainDb: z.number().min(-24).max(24).default(0).describe('The gain that makes all voices equally loud.'),
  english: z
    .boolean()
    .default(false)
    .describe('The voice has English sounds; otherwise it speaks English with the nearest Mandarin syllables.'),
};

const Blend = z
  .record(z.string().min(1).max(64), z.number().gt(0).lte(1))
  .refine((shares) => Object.keys(shares).length > 0, 'must name a speaker');

const Voice = z.discriminatedUnion('kind', [
  z.strictObject({
    ...about,
    kind: z.literal('neural'),
    timbre: Blend.describe('The speakers and their shares, such as {"S0150": 0.7, "yuetan": 0.3}.'),
    manner: Blend.optional().describe(
      'The blend that gives durations, loudness and pitch movements; that of timbre unless given.',
    ),
  }),
  z.strictObject({
    ...about,
    kind: z
      .literal('parametric')
      .describe('A voice that needs little computing time. It has either frames and timbre, or table.'),
    frames: FileName.optional().describe('A small graph in place of network.frames.'),
    timbre: Blend.optional().describe('The same as for a neural voice.'),
    manner: Blend.optional().describe('The same as for a neural voice.'),
    table: FileName.optional().describe('A table of mean sounds, see model-formats.md.'),
  }),
]);
export type VoiceEntry = z.output<typeof Voice>;
export type NeuralVoiceEntry = Extract<VoiceEntry, { kind: 'neural' }>;
/** A voice of the network, whatever makes its frames. */
export type NetworkVoiceEntry = VoiceEntry & { readonly timbre: NeuralVoiceEntry['timbre'] };

export const isOfNetwork = (voice: VoiceEntry): voice is NetworkVoiceEntry => voice.timbre !== undefined;
export const framesOf = (voice: VoiceEntry): string | undefined =>
  voice.kind === 'parametric' ? voice.frames : undefined;

export const voices = {
  task: z.literal('tts'),
  family: z.literal('voices'),
  network: Network.optional(),
  voices: z.array(Voice).min(1).max(limits.model.voices),
};

interface VoicesPart {
  readonly sampleRateHz: number;
  readonly serves: readonly string[];
  readonly network?: z.output<typeof Network> | undefined;
  readonly voices: readonly VoiceEntry[];
}

export function* voicesComplaints({ sampleRateHz, serves, network, voices }: VoicesPart): Generator<string> {
  if (sampleRateHz !== 16_000) yield 'sampleRateHz: must be 16000 for voices';
  const names = voices.map(({ property }) => property);
  for (const [at, name] of names.entries()) {
    if (names.indexOf(name) !== at) yield `voices[${at}].property: ${name} is listed twice`;
    if (!serves.includes(name)) yield `serves: lacks ${name}, which voices lists`;
  }
  for (const name of serves) if (!names.includes(name)) yield `serves: ${name} is not listed in voices`;
  for (const [at, voice] of voices.entries()) {
    if (voice.kind === 'parametric') {
      const isWhole =
        voice.table === undefined ? voice.frames !== undefined && isOfNetwork(voice) : hasOnlyTable(voice);
      if (!isWhole) yield `voices[${at}]: a parametric voice must have either frames and timbre, or table`;
    }
    if (isOfNetwork(voice) && network === undefined) yield `voices[${at}]: a voice with a timbre needs network`;
  }
}

const hasOnlyTable = ({ frames, timbre, manner }: Extract<VoiceEntry, { kind: 'parametric' }>): boolean =>
  frames === undefined && timbre === undefined && manner === undefined;

/** Key and name of every file that the voices want. */
export function* voiceFiles({ network, voices }: VoicesPart): Generator<[string, string]> {
  for (const [key, name] of Object.entries(network ?? {})) yield [`network.${key}`, name];
  for (const [at, voice] of voices.entries()) {
    if (voice.kind !== 'parametric') continue;
    if (voice.frames !== undefined) yield [`voices[${at}].frames`, voice.frames];
    if (voice.table !== undefined) yield [`voices[${at}].table`, voice.table];
  }
}
