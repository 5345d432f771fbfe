// The bodies of offline transcription (specification 2, section 4.4) and its response codes (section 7).
import { z } from 'zod';
import type { TranscriptOptions } from '../engine/transcription.js';
import { limits } from '../limits.js';
import type { ServiceError } from './errors.js';

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
 * Refusals in the words of section 7: its table knows six statuses. What came too late may be sent again, as 503 says. Of
 * 401, which it does not number, the platform's code.
 */
export function transRefusal(error: ServiceError, traceToken: string) {
  const { code } = error.row;
  const http = error.row.http === 408 ? 503 : error.row.http;
  const status = http === 401 || http === 404 || http === 409 || http >= 500 ? http : 400;
  return { status, body: { traceToken, code: status === 401 ? code : 10_000 + status, message: error.message } };
}

const success = { traceToken: z.string(), code: z.literal(transCodes.success), message: z.string() };

/** The payload of a reply that only says that it succeeded. */
export const Nothing = z.strictObject({});

/** The envelope of every success: traceToken, code and message before the payload. */
export const transSuccess = {
  schema: (payload: z.ZodType) =>
    payload instanceof z.ZodObject ? z.strictObject({ ...success, ...payload.shape }) : payload,
  wrap: (payload: unknown, traceToken: string) => ({
    ...{ traceToken, code: transCodes.success, message: 'success' },
    ...(payload as object),
  }),
};

/** "Boolean fields default false; an object or an array set to null equals unset." So does any other value. */
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
const line = (most: number) => bytes(most).regex(/^[^\p{Cc}]*$/u, 'must not hold control characters');
const whole = (least: number, most: number) => {
  const message = `must be in [${least}-${most}]`;
  return z.int().min(least, message).max(most, message);
};

export const PrepareUploadBody = z.object({
  name: line(trans.nameBytes).describe('file name'),
  size: whole(1, trans.uploadBytes).describe('bytes of the whole file'),
  sliceSize: orDefault(whole(trans.sliceBytes.min, trans.sliceBytes.max), trans.sliceBytes.default).describe(
    `bytes, ${trans.sliceBytes.min} to ${trans.sliceBytes.max}; ${trans.sliceBytes.default} unless given`,
  ),
});
export const PreparedUpload = z.strictObject({ fileId: z.string(), sliceSize: z.int(), sliceCount: z.int() });

export const transFormats = [
  ...['pcm_s16le_16k', 'pcm_s16le_8k', 'alaw_16k', 'alaw_8k', 'ulaw_16k', 'ulaw_8k', 'vox_8k', 'vox_6k'],
  'auto',
] as const;

const url = line(trans.urlBytes);
const { puncWeight } = trans;

export const SubmitBody = z.object({
  files: orUnset(z.array(url).min(1).max(trans.filesPerTask)).describe('URLs; exactly one of files and folder'),
  folder: orUnset(
    z.object({
      paths: z.array(url).min(1).max(trans.folderPaths).describe('file, ftp or sftp'),
      exts: z.array(line(trans.nameBytes)).min(1).max(trans.folderExts).describe('such as .mp3'),
    }),
  ),
  audioFormat: z
    .string()
    .transform((text) => text.toLowerCase())
    .refine((text) => (transFormats as readonly string[]).includes(text), `must be one of ${transFormats.join(', ')}`)
    .describe(transFormats.join(', ')),
  vocab: orUnset(z.string()).describe('hotwords'),
  priority: orDefault(z.number(), 0).describe('smaller goes first'),
  channelCount: orUnset(z.literal([1, 2])).describe('auto takes 1 only, which merges channels'),
  notifyUrl: orUnset(z.string().max(trans.urlBytes)).describe('called when the task is finished; default: configured'),
  saveTo: orUnset(z.object({ path: url, style: z.enum(['index', 'path', 'name']) })),
  resultType: orDefault(z.enum(['JSON', 'SRT', 'TXT']), 'JSON'),
  outputPinyin: flag,
  words: orUnset(z.object({ type: orDefault(z.enum(['WORD', 'CHAR']), 'WORD'), tpp: flag })),
  sa: orUnset(
    z.object({
      diarization: flag,
      checkRole: flag,
      channelRole: orDefault(z.enum(['LEFT_AGENT', 'RIGHT_AGENT']), 'LEFT_AGENT'),
      checkEmotion: flag,
      outputSpeed: flag,
      outputVolume: flag,
      outputSilence: flag,
    }),
  ),
  tpp: orUnset(
    z.object({
      addPunc: flag,
      textSmooth: flag,
      digitNorm: flag,
      wordFilter: flag,
      makeParagraph: flag,
      puncWeight: orDefault(
        z
          .number()
          .min(puncWeight.min, `must be in [${puncWeight.min},${puncWeight.max}]`)
          .max(puncWeight.max, `must be in [${puncWeight.min},${puncWeight.max}]`),
        puncWeight.default,
      ),
    }),
  ),
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
  index: z.int().min(0),
  path: z.string(),
  code: z.int(),
  info: z.string(),
};
const FileTimes = {
  startTime: z.iso.datetime().optional(),
  finishTime: z.iso.datetime().optional(),
  progress: z.int().min(0).max(100).optional(),
};
export const Submitted = z.strictObject({
  taskId: z.string(),
  priority: z.number(),
  files: z.array(z.strictObject(FileHead)),
});

export const TaskFile = z.strictObject({ ...FileHead, duration: z.int(), channels: z.int(), ...FileTimes });
export type TaskFile = z.output<typeof TaskFile>;

/** The answer to query, and manifest.json. */
export const TaskView = z.strictObject({
  taskId: z.string(),
  priority: z.number(),
  finished: z.boolean(),
  createTime: z.iso.datetime(),
  failure: z.string().optional(),
  files: z.array(TaskFile).optional(),
});
export type TaskView = z.output<typeof TaskView>;

export const Listed = z.strictObject({ properties: z.array(z.string()) });

export const QueueStatus = z.strictObject({
  tasks: z.array(
    z.strictObject({ taskId: z.string(), priority: z.number(), finished: z.boolean(), invalidVocab: z.boolean() }),
  ),
});

export const Restarted = z.strictObject({ tasks: z.array(z.string()) });

/** 406 of download: why there is no result. */
export const NotDownloadable = z.strictObject({
  traceToken: z.string(),
  code: z.literal(transCodes.notDownloadable),
  message: z.string(),
  file: z.strictObject({ ...FileHead, ...FileTimes }),
});

const id = z.string().min(1).max(limits.resource.idBytes);
const indexes = z
  .string()
  .regex(/^\d{1,5}(,\d{1,5})*$/, 'must be indexes with commas between, such as 0,2')
  .transform((text) => [...new Set(text.split(',').map(Number))].sort((a, b) => a - b));

export const UploadQuery = z.object({
  fileId: id,
  // Number takes 0x0 and 1e1 as well
  sliceIndex: z
    .string()
    .regex(/^[-.\d]+$/, 'must be a number in digits')
    .transform(Number)
    .pipe(whole(0, Number.MAX_SAFE_INTEGER))
    .describe('from 0'),
});
export const TaskQuery = z.object({ task: id });
export const DownloadQuery = z.object({
  task: id,
  files: indexes.optional().describe('indexes with commas between; all unless given'),
  name_style: z.enum(['index', 'path']).default('index'),
});
export const StatusQuery = z.object({ type: z.enum(['all', 'finished', 'queued']).default('all') });
export const RestartQuery = z.object({
  tasks: z
    .string()
    .regex(/^[^,]+(,[^,]+)*$/, 'must be ids with commas between')
    .transform((text) => [...new Set(text.split(','))])
    .optional()
    .describe('ids with commas between; all unless given'),
});
