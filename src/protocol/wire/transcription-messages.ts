// The bodies of offline transcription (specification 2, section 4.4) and its response codes (section 7).
import { z } from 'zod';
import type { TranscriptOptions } from '../engine/transcription.js';
import type { ServiceError } from '../errors.js';
import { limits } from '../limits.js';
import { onOneLine } from './resource-messages.js';
import { traceToken } from './speech-messages.js';

const { trans } = limits;

export const transCodes = {
  success: 10200,
  badRequest: 10400,
  notFound: 10404,
  notDownloadable: 10406,
  conflict: 10409,
  internal: 10500,
  temporary: 10503,
} as const;

/**
 * Maps an error to a refusal of section 7, whose table has six statuses; a wrong method stays 405. A request that
 * arrived too late may be repeated, which 503 expresses. Section 7 has no number for 401, so it gets the platform's
 * code.
 */
export function transRefusal(error: ServiceError, traceToken: string) {
  const { code } = error.row;
  const http = error.row.http === 408 ? 503 : error.row.http;
  const status = [401, 404, 405, 409].includes(http) || http >= 500 ? http : 400;
  const own = status === 405 ? transCodes.badRequest : 10_000 + status;
  return { status, body: { traceToken, code: status === 401 ? code : own, message: error.message } };
}

const Success = z.strictObject({
  traceToken,
  code: z.literal(transCodes.success).describe('The code of a success.'),
  message: z.string().describe('The result in words.'),
});
/** The leading fields of every success. */
export const transSuccess = (traceToken: string) => ({ traceToken, code: transCodes.success, message: 'success' });
const named = (id: string, description: string) => ({ id, description });
export const Accepted = Success.meta(named('TransSuccess', 'The request succeeded, and there is nothing more to say.'));

/**
 * A field that any null leaves unset. "Boolean fields default false; an object or an array set to null equals unset."
 * The same is applied to all other types.
 */
const orUnset = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? undefined);
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const orDefault = <T>(schema: z.ZodType<T, T>, value: T) => schema.nullish().transform((given) => given ?? value);

const bytes = (most: number) =>
  z
    .string()
    .min(1)
    .refine((text) => Buffer.byteLength(text) <= most, { message: `must have at most ${most} bytes` });
const line = (most: number) => onOneLine(bytes(most));
const whole = (least: number, most: number) => {
  const message = `must be in [${least}-${most}]`;
  return z.int().min(least, message).max(most, message);
};

export const PrepareUploadBody = z
  .object({
    name: line(trans.nameBytes).describe('The file name of the recording.'),
    size: whole(1, trans.uploadBytes).describe('The size of the whole file in bytes.'),
    sliceSize: orDefault(whole(trans.sliceBytes.min, trans.sliceBytes.max), trans.sliceBytes.default).describe(
      `The size of a slice in bytes, ${trans.sliceBytes.min} to ${trans.sliceBytes.max}; ${trans.sliceBytes.default} unless given.`,
    ),
  })
  .meta(named('PrepareUploadBody', 'A recording that is about to be uploaded in slices.'));
export const PreparedUpload = Success.extend({
  fileId: z.string().describe('The id of the upload; upload://{fileId} names it in a task.'),
  sliceSize: z.int().describe('The size of every slice but the last one, in bytes.'),
  sliceCount: z.int().describe('The number of slices.'),
}).meta(named('PreparedUpload', 'An upload that was begun.'));

export const transFormats = [
  ...['pcm_s16le_16k', 'pcm_s16le_8k', 'alaw_16k', 'alaw_8k', 'ulaw_16k', 'ulaw_8k', 'vox_8k', 'vox_6k'],
  'auto',
] as const;

const url = line(trans.urlBytes);
const { puncWeight } = trans;

const Folder = z
  .object({
    paths: z.array(url).min(1).max(trans.folderPaths).describe('The addresses of the folders: file, ftp or sftp.'),
    exts: z
      .array(line(trans.nameBytes))
      .min(1)
      .max(trans.folderExts)
      .describe('The file extensions of the recordings, such as .mp3.'),
  })
  .meta(named('TransFolder', 'Folders whose recordings are transcribed.'));

const SaveTo = z
  .object({
    path: url.describe('The address of the folder.'),
    style: z
      .enum(['index', 'path', 'name'])
      .describe('The names of the result files: by index, by path, or by file name.'),
  })
  .meta(named('TransSaveTo', 'The place where the results are saved.'));

const Words = z
  .object({
    type: orDefault(z.enum(['WORD', 'CHAR']), 'WORD').describe('List words or single characters. The default is WORD.'),
    tpp: flag.describe('List the words of the post-processed text instead of the recognised ones.'),
  })
  .meta(named('TransWords', 'The listing of words in a result.'));

const Analyses = z
  .object({
    diarization: flag.describe('Separate the speakers of a mono recording.'),
    checkRole: flag.describe('Identify which speaker is the agent and which is the customer.'),
    channelRole: orDefault(z.enum(['LEFT_AGENT', 'RIGHT_AGENT']), 'LEFT_AGENT').describe(
      'The channel of the agent in a stereo recording. The default is LEFT_AGENT.',
    ),
    checkEmotion: flag.describe('Detect emotions.'),
    outputSpeed: flag.describe('Measure the speaking rate in words per minute (syllables per second × 60).'),
    outputVolume: flag.describe('Measure the mean and the peak level, in dB mapped to 0-100.'),
    outputSilence: flag.describe('List the stretches of silence.'),
  })
  .meta(named('TransAnalyses', 'The requested analyses for quality inspection.'));

const Finish = z
  .object({
    addPunc: flag.describe('Add punctuation.'),
    textSmooth: flag.describe('Remove hesitations and repetitions.'),
    digitNorm: flag.describe('Write numbers as figures.'),
    wordFilter: flag.describe('Mask sensitive words.'),
    makeParagraph: flag.describe('Divide the text into paragraphs.'),
    puncWeight: orDefault(
      z
        .number()
        .min(puncWeight.min, `must be in [${puncWeight.min},${puncWeight.max}]`)
        .max(puncWeight.max, `must be in [${puncWeight.min},${puncWeight.max}]`),
      puncWeight.default,
    ).describe(
      `The tendency to set marks: the higher it is, the more marks are set. The default is ${puncWeight.default}.`,
    ),
  })
  .meta(named('TransFinish', 'The post-processing of the text.'));

export const SubmitBody = z
  .object({
    files: orUnset(z.array(url).min(1).max(trans.filesPerTask)).describe(
      'The addresses of the recordings; exactly one of files and folder is required.',
    ),
    folder: orUnset(Folder).describe('Folders of recordings; exactly one of files and folder is required.'),
    audioFormat: z
      .string()
      .transform((text) => text.toLowerCase())
      .refine((text) => (transFormats as readonly string[]).includes(text), `must be one of ${transFormats.join(', ')}`)
      .meta({
        enum: [...transFormats],
        description:
          'The format of the recordings, in upper or lower case: raw samples named by coding and rate, or auto, which detects the format of each file.',
      }),
    vocab: orUnset(z.string()).describe('The text of a hotword list, with one word and its weight per line.'),
    priority: orDefault(z.number(), 0).describe(
      'The priority of the task; smaller values run first. The default is 0.',
    ),
    channelCount: orUnset(z.literal([1, 2])).describe(
      'The number of channels of a raw recording. With auto, only 1 is allowed, which mixes the channels.',
    ),
    notifyUrl: orUnset(z.string().max(trans.urlBytes)).describe(
      'The address that is called when the task is finished. The default is the configured address.',
    ),
    saveTo: orUnset(SaveTo).describe('An additional place where the results are saved; by default there is none.'),
    resultType: orDefault(z.enum(['JSON', 'SRT', 'TXT']), 'JSON').describe(
      'The format of the results. The default is JSON.',
    ),
    outputPinyin: flag.describe('Add pinyin to the text.'),
    words: orUnset(Words).describe('The words that a result lists; by default none.'),
    sa: orUnset(Analyses).describe('The requested analyses; by default none.'),
    tpp: orUnset(Finish).describe('The post-processing of the text; by default the text stays as recognised.'),
  })
  .meta({
    ...named('SubmitBody', 'Recordings to be transcribed, and how.'),
    oneOf: [
      { required: ['files'], properties: { files: { type: 'array' }, folder: { type: 'null' } } },
      { required: ['folder'], properties: { folder: { type: 'object' }, files: { type: 'null' } } },
    ],
  });
export type SubmitBody = z.output<typeof SubmitBody>;

const noText = {
  ...{ addPunc: false, textSmooth: false, digitNorm: false, wordFilter: false, makeParagraph: false },
  puncWeight: puncWeight.default,
};

/** The transcription options of a submitted task. */
export const optionsOf = ({ resultType, outputPinyin, words, sa, tpp }: SubmitBody): TranscriptOptions => ({
  resultType,
  outputPinyin,
  words,
  analysis: sa,
  text: tpp ?? noText,
});

const FileHead = {
  index: z.int().min(0).describe('The index of the file in its task, from 0.'),
  path: z.string().describe('The address of the file, without credentials.'),
  code: z.int().describe('The state code of the file; docs/transcription.md lists the codes.'),
  info: z.string().describe('A description of the state.'),
};
const FileTimes = {
  startTime: z.iso.datetime().optional().describe('The time at which work on the file began (RFC 3339).'),
  finishTime: z.iso.datetime().optional().describe('The time at which work on the file ended (RFC 3339).'),
  progress: z.int().min(0).max(100).optional().describe('The recognised share of the file, in percent.'),
};
const taskId = z.string().describe('The id of the task.');
const priority = z.number().describe('The priority of the task; smaller values run first.');
const finished = z.boolean().describe('true: no file of the task is waiting or being processed.');
const SubmittedFile = z.strictObject(FileHead).meta(named('TransSubmittedFile', 'A file of a new task.'));
export const Submitted = Success.extend({
  taskId,
  priority,
  files: z.array(SubmittedFile).describe('The files of the task; empty if the task as a whole failed.'),
}).meta(named('Submitted', 'A task that was made.'));

export const TaskFile = z
  .strictObject({
    ...FileHead,
    duration: z.int().describe('The length of the recording in ms; -1 until it is known.'),
    channels: z.int().describe('The number of channels of the recording; -1 until it is known.'),
    ...FileTimes,
  })
  .meta(named('TransFile', 'A file of a task.'));
export type TaskFile = z.output<typeof TaskFile>;

/** The reply to query, and the contents of manifest.json. */
export const TaskView = z.strictObject({
  taskId,
  priority,
  finished,
  createTime: z.iso.datetime().describe('The time at which the task was submitted (RFC 3339).'),
  failure: z.string().optional().describe('The reason why the task as a whole failed.'),
  files: z.array(TaskFile).optional().describe('The files of the task; absent if the task as a whole failed.'),
});
export type TaskView = z.output<typeof TaskView>;
export const Queried = Success.extend(TaskView.shape).meta(named('Queried', 'A task with the progress of its files.'));

export const Listed = Success.extend({
  properties: z.array(z.string()).describe('The properties with which recordings can be transcribed.'),
}).meta(named('TransProperties', 'The available properties of transcription.'));

const QueuedTask = z
  .strictObject({
    taskId,
    priority,
    finished,
    invalidVocab: z.boolean().describe('true: the hotword list of the task cannot be used and was ignored.'),
  })
  .meta(named('QueuedTask', 'A task of the queue.'));

export const QueueStatus = Success.extend({
  tasks: z.array(QueuedTask).describe('The tasks of the property.'),
}).meta(named('QueueStatus', 'The tasks of a property.'));

export const Restarted = Success.extend({
  tasks: z.array(z.string()).describe('The ids of the restarted tasks.'),
}).meta(named('Restarted', 'The tasks whose failed files are retried.'));

/** The 406 of download: the reason why there is no result. */
export const NotDownloadable = z
  .strictObject({
    traceToken,
    code: z.literal(transCodes.notDownloadable).describe('The code of a missing result.'),
    message: z.string().describe('The result in words.'),
    file: z.strictObject({ ...FileHead, ...FileTimes }).describe('The file, whose code tells the reason.'),
  })
  .meta(named('NotDownloadable', 'There is no result of the one file that was asked for.'));

const id = z.string().min(1).max(limits.resource.idBytes);
const task = id.describe('The id of the task.');
const indexes = z
  .string()
  .regex(/^[0-9]{1,5}(,[0-9]{1,5})*$/, 'must be indexes with commas between, such as 0,2')
  .transform((text) => [...new Set(text.split(',').map(Number))].sort((a, b) => a - b));

export const UploadQuery = z.object({
  fileId: id.describe('The id of the upload.'),
  // Number would also accept 0x0 and 1e1
  sliceIndex: z
    .string()
    .regex(/^[-.0-9]+$/, 'must be a number in digits')
    .transform(Number)
    .pipe(whole(0, Number.MAX_SAFE_INTEGER))
    .describe('The index of the slice, from 0.'),
});
export const TaskQuery = z.object({ task });
export const DownloadQuery = z.object({
  task,
  files: indexes.optional().describe('The indexes of the requested files, separated by commas; by default all.'),
  name_style: z
    .enum(['index', 'path'])
    .default('index')
    .describe('The names of the files in a zip: by index, or by path.'),
});
export const StatusQuery = z.object({
  type: z.enum(['all', 'finished', 'queued']).default('all').describe('The tasks to list.'),
});
export const RestartQuery = z.object({
  tasks: z
    .string()
    .regex(/^[^,]+(,[^,]+)*$/, 'must be ids with commas between')
    .transform((text) => [...new Set(text.split(','))])
    .optional()
    .describe('The ids of the tasks, separated by commas; by default all.'),
});
