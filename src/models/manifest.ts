// models/<id>/manifest.json: the kind of a model, its requirements and its measured quality. One schema for models that
// ship and models that a site installs. docs/model-manifest.md is generated from it.
import { z } from 'zod';
import { limits } from '../protocol/limits.js';
import { describeIssues } from '../protocol/wire/issues.js';
import { parseJsonBytes } from '../protocol/wire/json.js';
import { FrontEnd, rowMs } from './front-end.js';
import { Graph, graphComplaints } from './graph.js';
import { ModelError } from './model-error.js';
import { Search, searchComplaints } from './search.js';
import { Streaming, transducerComplaints, wholeComplaints } from './streaming.js';
import { Transducer, transducerFiles } from './transducer.js';
import { Voiceprint, voiceprintComplaints } from './voiceprint.js';
import { voiceFiles, voiceForm, voices, voicesComplaints } from './voices.js';

export const idForm = /^[a-z0-9][a-z0-9-]{0,62}$/;
export const versionForm = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

/** A file name without folders, because a model is a flat set of files. */
const FileName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'must be a plain file name of letters, digits, dots, _ and -');

const ModelFile = z.strictObject({
  name: FileName,
  bytes: z.int().min(1).max(limits.model.fileBytes),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits'),
});

const Metric = z.strictObject({
  measure: z.string().min(1).max(100).describe('The quantity that was measured, such as "character error".'),
  value: z.number(),
  unit: z.string().max(32).default('').describe('The unit, such as "%"; empty for a plain number.'),
  set: z
    .string()
    .min(1)
    .max(200)
    .describe('The recordings or texts on which it was measured; mark synthetic ones as "synthetic".'),
  condition: z.string().max(200).default('').describe('The condition, such as "A-law" or "20 dB noise".'),
  date: z.iso.date(),
});

const speechTasks = ['asr', 'vad', 'punctuation', 'lm', 'music', 'gender', 'emotion', 'speaker'] as const;
export const tasks = [...speechTasks, 'tts', 'sentence', 'paraphrase'] as const;
export type Task = (typeof tasks)[number];

const Units = z.strictObject({
  kind: z.enum(['phones', 'characters', 'bpe']),
  file: FileName,
  form: z
    .enum(['lines', 'symbol-id'])
    .default('lines')
    .describe('lines: the line number from 0 is the id. symbol-id: each line holds the unit and its id.'),
  count: z.int().min(2).max(limits.model.units).describe('Number of units, which is the width of the scores.'),
  blank: z.int().min(0).describe('Id of the CTC blank.'),
  sounds: z
    .strictObject({
      beforeMs: z.int().min(0).max(1_000).default(0),
      afterMs: z.int().min(0).max(1_000).default(0),
    })
    .prefault({})
    .describe(
      'Offsets of the sound of a unit, which has one or two outputs. It begins beforeMs before the first of them and, before a pause, ends afterMs after the last.',
    ),
});

const Vad = z.strictObject({
  speech: z
    .union([
      z.strictObject({ column: z.int().min(0) }).describe('This column of the scores stands for speech.'),
      z
        .strictObject({ silence: z.array(z.int().min(0)).min(1).max(64) })
        .describe('These columns of the scores stand for everything but speech.'),
    ])
    .describe('The columns of the scores that stand for speech.'),
  threshold: z.number().gt(0).lt(1).describe('Probability at which speech begins.'),
  endThreshold: z
    .number()
    .gt(0)
    .lt(1)
    .optional()
    .describe('Probability below which speech ends; 0.15 below threshold unless given.'),
  minSpeechMs: z.int().min(0).max(5_000).default(120).describe('Duration below which speech is not reported.'),
  minSilenceMs: z.int().min(0).max(10_000).default(300).describe('Duration below which a pause belongs to the speech.'),
});

const Punctuation = z.strictObject({
  units: FileName.describe('File with one character per line.'),
  marks: FileName.describe('File with one mark per line; the line number from 0 is the class.'),
  firstId: z.int().min(0).default(1).describe('Id of the first line of units.'),
  startId: z.int().min(0).describe('Id put before the text.'),
  endId: z.int().min(0).describe('Id put after the text.'),
  unknownId: z.int().min(0).default(0).describe('Id of a character that units does not have.'),
  firstMark: z.int().min(0).default(2).describe('First class that stands for a mark; lower classes mean no mark.'),
  threshold: z.number().gt(0).lt(1).default(0.65).describe('Probability below which a mark is not set.'),
  maxUnits: z
    .int()
    .min(8)
    .max(65_536)
    .default(1_022)
    .describe('Number of characters above which a text is split at its last mark.'),
});

const Classifier = z.strictObject({
  classes: z
    .array(z.string().regex(/^[A-Z][A-Z0-9_]{0,31}$/, 'must be capital letters, digits and _'))
    .min(2)
    .max(limits.model.classes)
    .describe('Classes in the order of the scores. gender: FEMALE and MALE.'),
  minRows: z.int().min(1).max(limits.model.rows).describe('Number of rows below which audio is not classified.'),
  maxRows: z
    .int()
    .min(1)
    .max(limits.model.rows)
    .default(1_000)
    .describe('Maximum number of rows that are classified; of more, the middle ones are used.'),
});

/** `cn_8k_common`; a part may be `*`. */
const speechForm = /^([a-z]{2,8}|\*)_(8k|16k|\*)_([a-z0-9-]{1,32}|\*)$/;
/** `cn_common`, the property of a model that works on texts and never on audio. */
const textForm = /^([a-z]{2,8}|\*)_([a-z0-9-]{1,32}|\*)$/;
const textFormRule = 'must be {lang}_{domain}, such as cn_common; each part may be *';
const speechFormRule = 'must be {lang}_{samplerate}_{domain} with samplerate 8k or 16k; each part may be *';
const Serves = z
  .string()
  .refine((text) => [speechForm, voiceForm, textForm].some((form) => form.test(text)), speechFormRule);

const about = {
  format: z.literal(1).describe('Version of the manifest format.'),
  id: z
    .string()
    .regex(idForm, 'must be lower-case letters, digits and -')
    .describe('Id of the model: lower-case letters, digits and -.'),
  version: z.string().regex(versionForm, 'must be like 1.0.0').describe('Version of the model, such as 1.0.0.'),
  language: z
    .string()
    .regex(/^([a-z]{2,3}(-[a-z0-9]{2,8})*|\*)$/i, 'must be like zh or en-US, or *')
    .describe('Language as a BCP 47 tag, or * where it does not matter.'),
  sampleRateHz: z
    .union([z.literal(8_000), z.literal(16_000)])
    .describe('Sample rate of its audio; for models of texts, either of the two.'),
  serves: z
    .array(Serves)
    .min(1)
    .max(64)
    .describe(
      'Properties that it can serve, such as cn_8k_common; each part may be *. For voices: the names of all of them. Activation decides which model serves a property.',
    ),
  files: z.array(ModelFile).min(1).max(limits.model.files),
  precision: z.enum(['fp32', 'fp16', 'int8', 'mixed']),
  threads: z.literal(1).default(1).describe('An engine runs a graph on one thread.'),
  metrics: z.array(Metric).max(100).default([]),
  licence: z.string().min(1).max(200).describe('Licence, as an SPDX expression or the name of the licence file.'),
  credit: z.array(z.string().min(1).max(500)).max(50).default([]),
};

const searchField = Search.prefault({}).describe('Lexicon and language model, with their weights.');
const { sampleRateHz: _, ...aboutTexts } = about;

export const ManifestSchema = z
  .discriminatedUnion('family', [
    z.strictObject({
      ...about,
      task: z.literal('asr'),
      family: z.literal('ctc'),
      graph: Graph,
      frontEnd: FrontEnd,
      streaming: Streaming,
      units: Units,
      search: searchField,
    }),
    z.strictObject({
      ...about,
      task: z.literal('asr'),
      family: z.literal('transducer'),
      graph: Graph,
      frontEnd: FrontEnd,
      streaming: Streaming,
      units: Units,
      search: searchField,
      transducer: Transducer,
    }),
    z.strictObject({
      ...about,
      task: z.literal('vad'),
      family: z.literal('vad'),
      graph: Graph,
      frontEnd: FrontEnd,
      streaming: Streaming,
      vad: Vad,
    }),
    z.strictObject({
      ...about,
      task: z.literal('punctuation'),
      family: z.literal('punctuation'),
      graph: Graph,
      punctuation: Punctuation,
    }),
    z.strictObject({
      ...about,
      task: z.enum(['gender', 'emotion', 'music']),
      family: z.literal('classifier'),
      graph: Graph,
      frontEnd: FrontEnd,
      classifier: Classifier,
    }),
    z.strictObject({
      ...about,
      task: z.literal('speaker'),
      family: z.literal('voiceprint'),
      graph: Graph,
      frontEnd: FrontEnd,
      voiceprint: Voiceprint,
    }),
    z.strictObject({ ...about, ...voices }),
    z.strictObject({
      ...aboutTexts,
      task: z.literal('sentence'),
      family: z.literal('word-vectors'),
      vectors: FileName.describe('File with words, their vectors and weights; see model-formats.md.'),
    }),
    z.strictObject({
      ...aboutTexts,
      task: z.literal('paraphrase'),
      family: z.literal('phrases'),
      words: FileName.describe('File with words, their frequencies and their synonyms; see model-formats.md.'),
      phrases: FileName.describe('File with phrases and their replacements.'),
    }),
    z.strictObject({
      ...about,
      task: z.enum(tasks),
      family: z.literal('native'),
      kind: z.string().regex(idForm).describe('Format of the weights, such as vad-1. The program must support it.'),
    }),
  ])
  .superRefine((manifest, context) => {
    for (const message of complaints(manifest)) context.addIssue({ code: 'custom', message });
  });

export type Manifest = z.output<typeof ManifestSchema>;
export type Family = Manifest['family'];
/** The manifest of a recogniser: its rows are those of a CTC model, whatever makes them. */
export type CtcManifest = Extract<Manifest, { family: 'ctc' | 'transducer' }>;
export type TransducerManifest = Extract<Manifest, { family: 'transducer' }>;
export type VadManifest = Extract<Manifest, { family: 'vad' }>;
export type PunctuationManifest = Extract<Manifest, { family: 'punctuation' }>;
export type ClassifierManifest = Extract<Manifest, { family: 'classifier' }>;
export type VoiceprintManifest = Extract<Manifest, { family: 'voiceprint' }>;
export type VoicesManifest = Extract<Manifest, { family: 'voices' }>;
export type WordVectorsManifest = Extract<Manifest, { family: 'word-vectors' }>;
export type PhrasesManifest = Extract<Manifest, { family: 'phrases' }>;
/** Manifest of a model with one graph, whose tensors it describes. */
export type GraphManifest = Exclude<Manifest, { family: 'native' | 'voices' | 'word-vectors' | 'phrases' }>;
export type ModelFileEntry = Manifest['files'][number];

/** True if the model turns audio into units. */
export const isRecogniser = (manifest: Manifest): manifest is CtcManifest =>
  manifest.family === 'ctc' || manifest.family === 'transducer';

/** True if the model works on texts and never on audio. */
const isOfTexts = (manifest: Manifest): manifest is WordVectorsManifest | PhrasesManifest =>
  manifest.family === 'word-vectors' || manifest.family === 'phrases';

/** Complaints that involve more than one key. */
function* complaints(manifest: Manifest): Generator<string> {
  const names = manifest.files.map((file) => file.name);
  if (new Set(names).size !== names.length) yield 'files: must not list a name twice';
  if (names.includes('manifest.json')) yield 'files: must not list manifest.json';
  if (manifest.family !== 'voices') {
    const [form, rule] = isOfTexts(manifest) ? [textForm, textFormRule] : [speechForm, speechFormRule];
    const at = manifest.serves.findIndex((each) => !form.test(each));
    if (at >= 0) yield `serves[${at}]: ${rule}`;
  }
  if (manifest.family === 'native') return;
  for (const [key, name] of namedFiles(manifest)) {
    if (!names.includes(name)) yield `${key}: ${name} is not listed in files`;
  }
  if (manifest.family === 'voices') {
    yield* voicesComplaints(manifest);
    return;
  }
  if (isOfTexts(manifest)) return;
  yield* graphComplaints(manifest.graph, manifest.family);
  if (manifest.family === 'punctuation') return;
  if (manifest.frontEnd.kind === 'fbank' && manifest.frontEnd.highHz > manifest.sampleRateHz / 2) {
    yield `frontEnd.highHz: must be at most ${manifest.sampleRateHz / 2}`;
  }
  if (isRecogniser(manifest)) {
    if (manifest.units.blank >= manifest.units.count) yield 'units.blank: must be less than units.count';
    yield* searchComplaints(manifest.units.kind, manifest.search);
    yield* wholeComplaints(manifest.streaming, rowMs(manifest.frontEnd, manifest.sampleRateHz));
    if (manifest.family === 'transducer') yield* transducerComplaints(manifest.streaming);
  }
  if (manifest.family === 'classifier') yield* classifierComplaints(manifest.task, manifest.classifier);
  if (manifest.family === 'voiceprint') yield* voiceprintComplaints(manifest.voiceprint);
}

function* classifierComplaints(task: Task, { classes, minRows, maxRows }: z.output<typeof Classifier>) {
  if (minRows > maxRows) yield 'classifier.minRows: must be at most classifier.maxRows';
  if (new Set(classes).size !== classes.length) yield 'classifier.classes: must not list a class twice';
  if (task === 'gender' && [...classes].sort().join() !== 'FEMALE,MALE') {
    yield 'classifier.classes: must be FEMALE and MALE for the task gender';
  }
}

function* namedFiles(
  manifest: GraphManifest | VoicesManifest | WordVectorsManifest | PhrasesManifest,
): Generator<[string, string]> {
  if (manifest.family === 'voices') {
    yield* voiceFiles(manifest);
    return;
  }
  if (manifest.family === 'word-vectors') {
    yield ['vectors', manifest.vectors];
    return;
  }
  if (manifest.family === 'phrases') {
    yield ['words', manifest.words];
    yield ['phrases', manifest.phrases];
    return;
  }
  yield ['graph.file', manifest.graph.file];
  if (manifest.family === 'punctuation') {
    yield ['punctuation.units', manifest.punctuation.units];
    yield ['punctuation.marks', manifest.punctuation.marks];
    return;
  }
  if (manifest.frontEnd.kind === 'fbank' && manifest.frontEnd.cmvn !== undefined) {
    yield ['frontEnd.cmvn.file', manifest.frontEnd.cmvn.file];
  }
  if (isRecogniser(manifest)) yield ['units.file', manifest.units.file];
  if (manifest.family === 'transducer') yield* transducerFiles(manifest.transducer);
}

/** `where` begins the message of what is wrong. */
export function parseManifest(bytes: Uint8Array, where: string): Manifest {
  let value: unknown;
  try {
    value = parseJsonBytes(bytes);
  } catch (fault) {
    throw new ModelError('bad', `${where}: ${(fault as Error).message}`, { cause: fault });
  }
  const outcome = ManifestSchema.safeParse(value);
  if (outcome.success) return outcome.data;
  throw new ModelError('bad', `${where}: ${describeIssues(outcome.error)}`, { cause: outcome.error });
}
