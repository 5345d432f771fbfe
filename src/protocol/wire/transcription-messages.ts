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
 * A refusal with the numbers of section 7, whose table knows six statuses; a wrong method is 405 here as everywhere. A
 * late request (408) becomes 503, since the client may send it again. For 401, which section 7 does not number, the
 * platform's code is used.
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
  code: z.literal(transCodes.success).describe('The request succeeded.'),
  message: z.string().describe('The same in words.'),
});
/** The leading fields of every success. */
export const transSuccess = (traceToken: string) => ({ traceToken, code: transCodes.success, message: 'success' });
const named = (id: string, description: string) => ({ id, description });
export const Accepted = Success.meta(named('TransSuccess', 'The request succeeded, and there is nothing more to say.'));

/**
 * "Boolean fields default false; an object or an array set to null equals unset." Here null means unset for any other
 * value too.
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
  sliceCount: z.int().describe('How many slices there are.'),
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
      .describe('The endings of their recordings, such as .mp3.'),
  })
  .meta(named('TransFolder', 'Folders whose recordings are transcribed.'));

const SaveTo = z
  .object({
    path: url.describe('The address of the folder.'),
    style: z
      .enum(['index', 'path', 'name'])
      .describe('How result files are named: by index, by path, or by file name.'),
  })
  .meta(named('TransSaveTo', 'Where the results are saved.'));

const Words = z
  .object({
    type: orDefault(z.enum(['WORD', 'CHAR']), 'WORD').describe('List words, or single characters. WORD unless given.'),
    tpp: flag.describe('List the words of the finished text instead of those that were recognised.'),
  })
  .meta(named('TransWords', 'How words are listed.'));

const Analyses = z
  .object({
    diarization: flag.describe('Tell the speakers of a mono recording apart.'),
    checkRole: flag.describe('Tell the agent from the customer.'),
    channelRole: orDefault(z.enum(['LEFT_AGENT', 'RIGHT_AGENT']), 'LEFT_AGENT').describe(
      'The channel of a stereo recording that the agent is on. LEFT_AGENT unless given.',
    ),
    checkEmotion: flag.describe('Tell emotions.'),
    outputSpeed: flag.describe('Tell the words a minute: syllables a second × 60.'),
    outputVolume: flag.describe('Tell the mean and the peak level, dB mapped to 0-100.'),
    outputSilence: flag.describe('Tell the stretches of silence.'),
  })
  .meta(named('TransAnalyses', 'The analyses that are wanted for quality inspection.'));

const Finish = z
  .object({
    addPunc: flag.describe('Add punctuation.'),
    textSmooth: flag.describe('Leave out hesitations and repetitions.'),
    digitNorm: flag.describe('Write numbers as figures.'),
    wordFilter: flag.describe('Mask sensitive words.'),
    makeParagraph: flag.describe('Part the text into paragraphs.'),
    puncWeight: orDefault(
      z
        .number()
        .min(puncWeight.min, `must be in [${puncWeight.min},${puncWeight.max}]`)
        .max(puncWeight.max, `must be in [${puncWeight.min},${puncWeight.max}]`),
      puncWeight.default,
    ).describe(`How readily a mark is set: the higher, the more marks. ${puncWeight.default} unless given.`),
  })
  .meta(named('TransFinish', 'How the text is finished.'));

export const SubmitBody = z
  .object({
    files: orUnset(z.array(url).min(1).max(trans.filesPerTask)).describe(
      'The addresses of the recordings; exactly one of files and folder is given.',
    ),
    folder: orUnset(Folder).describe('Folders of recordings; exactly one of files and folder is given.'),
    audioFormat: z
      .string()
      .transform((text) => text.toLowerCase())
      .refine((text) => (transFormats as readonly string[]).includes(text), `must be one of ${transFormats.join(', ')}`)
      .meta({
        enum: [...transFormats],
        description:
          'The format of the recordings: raw samples by coding and rate, or auto, which reads it from the file. Upper and lower case are the same.',
      }),
    vocab: orUnset(z.string()).describe('The text of a hotword list: a word and its weight a line.'),
    priority: orDefault(z.number(), 0).describe('Smaller ones go first; 0 unless given.'),
    channelCount: orUnset(z.literal([1, 2])).describe(
      'The number of channels of a raw recording. With auto only 1 may be given, which merges the channels.',
    ),
    notifyUrl: orUnset(z.string().max(trans.urlBytes)).describe(
      'The address that is called when the task is finished; the configured one unless given.',
    ),
    saveTo: orUnset(SaveTo).describe('Where the results are saved besides; nowhere unless given.'),
    resultType: orDefault(z.enum(['JSON', 'SRT', 'TXT']), 'JSON').describe(
      'The form of the results. JSON unless given.',
    ),
    outputPinyin: flag.describe('Add the pinyin of the text.'),
    words: orUnset(Words).describe('Which words a result lists; none unless given.'),
    sa: orUnset(Analyses).describe('The analyses that are wanted; none unless given.'),
    tpp: orUnset(Finish).describe('How the text is finished; as it was recognised unless given.'),
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

export const optionsOf = ({ resultType, outputPinyin, words, sa, tpp }: SubmitBody): TranscriptOptions => ({
  resultType,
  outputPinyin,
  words,
  analysis: sa,
  text: tpp ?? noText,
});

const FileHead = {
  index: z.int().min(0).describe('The place of the file in its task, from 0.'),
  path: z.string().describe('Where the file came from, without credentials.'),
  code: z.int().describe('The state of the file; docs/transcription.md lists them.'),
  info: z.string().describe('The state in words.'),
};
const FileTimes = {
  startTime: z.iso.datetime().optional().describe('When work on it began (RFC 3339).'),
  finishTime: z.iso.datetime().optional().describe('When work on it ended (RFC 3339).'),
  progress: z.int().min(0).max(100).optional().describe('How much of it was recognised, in percent.'),
};
const taskId = z.string().describe('The id of the task.');
const priority = z.number().describe('Smaller ones go first.');
const finished = z.boolean().describe('true: no file of it is under way or waits.');
const SubmittedFile = z.strictObject(FileHead).meta(named('TransSubmittedFile', 'A file of a new task.'));
export const Submitted = Success.extend({
  taskId,
  priority,
  files: z.array(SubmittedFile).describe('Its files; empty when the task as a whole failed.'),
}).meta(named('Submitted', 'A task that was made.'));

export const TaskFile = z
  .strictObject({
    ...FileHead,
    duration: z.int().describe('The length of the recording in ms; -1 until it is known.'),
    channels: z.int().describe('The number of its channels; -1 until it is known.'),
    ...FileTimes,
  })
  .meta(named('TransFile', 'A file of a task.'));
export type TaskFile = z.output<typeof TaskFile>;

/** The answer to query, which is also manifest.json. */
export const TaskView = z.strictObject({
  taskId,
  priority,
  finished,
  createTime: z.iso.datetime().describe('When it was submitted (RFC 3339).'),
  failure: z.string().optional().describe('Why the task as a whole failed.'),
  files: z.array(TaskFile).optional().describe('Its files; absent when the task as a whole failed.'),
});
export type TaskView = z.output<typeof TaskView>;
export const Queried = Success.extend(TaskView.shape).meta(named('Queried', 'A task and how far its files are.'));

export const Listed = Success.extend({
  properties: z.array(z.string()).describe('The properties that recordings can be transcribed with.'),
}).meta(named('TransProperties', 'What can be transcribed.'));

const QueuedTask = z
  .strictObject({
    taskId,
    priority,
    finished,
    invalidVocab: z.boolean().describe('true: its hotword list cannot be used and is left out.'),
  })
  .meta(named('QueuedTask', 'A task of the queue.'));

export const QueueStatus = Success.extend({
  tasks: z.array(QueuedTask).describe('The tasks of the property.'),
}).meta(named('QueueStatus', 'The tasks of a property.'));

export const Restarted = Success.extend({
  tasks: z.array(z.string()).describe('The ids of the tasks that go on.'),
}).meta(named('Restarted', 'Tasks whose failed files are tried again.'));

/** The body of 406 for download: the reason why there is no result. */
export const NotDownloadable = z
  .strictObject({
    traceToken,
    code: z.literal(transCodes.notDownloadable).describe('There is no result.'),
    message: z.string().describe('The same in words.'),
    file: z.strictObject({ ...FileHead, ...FileTimes }).describe('The file, whose code says why.'),
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
  // Number would accept 0x0 and 1e1 as well.
  sliceIndex: z
    .string()
    .regex(/^[-.0-9]+$/, 'must be a number in digits')
    .transform(Number)
    .pipe(whole(0, Number.MAX_SAFE_INTEGER))
    .describe('The place of the slice, from 0.'),
});
export const TaskQuery = z.object({ task });
export const DownloadQuery = z.object({
  task,
  files: indexes
    .optional()
    .describe('The indexes of the files that are wanted, with commas between; all unless given.'),
  name_style: z
    .enum(['index', 'path'])
    .default('index')
    .describe('How the files of a zip are named: by index, or by path.'),
});
export const StatusQuery = z.object({
  type: z.enum(['all', 'finished', 'queued']).default('all').describe('Which tasks are wanted.'),
});
export const RestartQuery = z.object({
  tasks: z
    .string()
    .regex(/^[^,]+(,[^,]+)*$/, 'must be ids with commas between')
    .transform((text) => [...new Set(text.split(','))])
    .optional()
    .describe('The ids of the tasks, with commas between; all unless given.'),
});
