// The HTTP routes of offline transcription (specification 2, section 4.4). All replies, including refusals, carry
// `code` and `message`.
import { z } from 'zod';
import { type Dialect, type Identity, jsonBody, type Route, route, streamBody } from '../http/route.js';
import { limits } from '../protocol/limits.js';
import { readSpeechProperty, speechParams } from '../protocol/wire/property.js';
import {
  Accepted,
  DownloadQuery,
  Listed,
  NotDownloadable,
  PreparedUpload,
  PrepareUploadBody,
  Queried,
  QueueStatus,
  Restarted,
  RestartQuery,
  StatusQuery,
  SubmitBody,
  Submitted,
  TaskQuery,
  transRefusal,
  transSuccess,
  UploadQuery,
} from '../protocol/wire/transcription-messages.js';
import { type Downloads, downloadTypes } from './download.js';
import type { Transcriptions } from './service.js';
import type { Submissions } from './submit.js';
import type { Uploads } from './uploads.js';
import { fileHead } from './views.js';

export interface TransRouteParts {
  readonly service: Transcriptions;
  readonly uploads: Uploads;
  readonly submissions: Submissions;
  readonly downloads: Downloads;
  readonly properties: () => readonly string[];
  /** Called when new work is waiting. */
  readonly onWork: () => void;
}

const base = '/v10/asr/trans';
const params = speechParams;
const example = { property: 'cn_8k_common' };
const dialect = { success: transSuccess, refusal: transRefusal, emptyIsUnset: true } as const satisfies Dialect;
const facts = (operation: string, path = `${base}/:property/${operation}`) => ({
  id: `trans.${operation.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
  path,
  auth: 'token' as const,
  dialect,
});
const sameProperty = { property: '$request.path.property' };
const madeTask = { ...sameProperty, task: '$response.body#/taskId' };
const askerOf = ({ developerId }: Identity, { property }: z.output<typeof params>) => ({ developerId, property });

export function transRoutes(parts: TransRouteParts): Route[] {
  return [listProperties(parts), ...uploadRoutes(parts), ...taskRoutes(parts), ...queueRoutes(parts)];
}

const listProperties = ({ properties }: TransRouteParts): Route =>
  route({
    ...facts('list_properties', `${base}/list_properties`),
    method: 'GET',
    summary: 'List the properties that recordings can be transcribed with',
    reply: Listed,
    handle: () => ({ properties: [...properties()] }),
  });

const uploadRoutes = ({ uploads }: TransRouteParts): Route[] => [
  route({
    ...facts('prepare_upload'),
    method: 'POST',
    summary: 'Begin the upload of a recording in slices',
    params,
    body: jsonBody(PrepareUploadBody),
    reply: PreparedUpload,
    storage: 'grows',
    links: {
      uploadFirstSlice: {
        to: 'trans.upload',
        parameters: { ...sameProperty, fileId: '$response.body#/fileId', sliceIndex: '0' },
      },
    },
    errors: ['MALFORMED_PROPERTY'],
    example: { params: example, body: { name: 'call.wav', size: 3_200_000 } },
    invalid: { params: example, body: { name: 'call.wav', size: 3_200_000, sliceSize: 1_000 } },
    handle: async ({ identity, params, body }) => {
      readSpeechProperty(params.property); // refuse before the client sends gigabytes
      return uploads.prepare(identity.developerId, body);
    },
  }),
  route({
    ...facts('upload'),
    method: 'POST',
    summary: 'Upload a slice; with Expect: 100-continue a refused slice is not sent at all',
    params,
    query: UploadQuery,
    body: streamBody(limits.trans.sliceBytes.max),
    reply: Accepted,
    storage: 'grows',
    errors: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'SLICE_UNDER_WAY'],
    example: { params: example, query: { fileId: '{upload}', sliceIndex: '0' }, body: Buffer.alloc(1_000) },
    invalid: { params: example, query: { fileId: '{upload}', sliceIndex: '1' }, body: Buffer.alloc(1_000) },
    handle: async ({ identity, query, body }) => {
      await uploads.addSlice(identity.developerId, query.fileId, query.sliceIndex, body);
      return {};
    },
  }),
];

const taskRoutes = ({ service, submissions, downloads, onWork }: TransRouteParts): Route[] => [
  route({
    ...facts('submit'),
    method: 'POST',
    summary: 'Create a task from the addresses of recordings, or from folders that hold them',
    params,
    body: jsonBody(SubmitBody, limits.trans.jsonBodyBytes),
    reply: Submitted,
    links: {
      query: { to: 'trans.query', parameters: madeTask },
      download: { to: 'trans.download', parameters: madeTask },
      cancel: { to: 'trans.cancel', parameters: madeTask },
    },
    storage: 'grows',
    errors: ['MALFORMED_PROPERTY', 'PROPERTY_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'ENGINE_UNAVAILABLE'],
    example: { params: example, body: { files: ['upload://{upload}'], audioFormat: 'auto', words: {} } },
    invalid: { params: example, body: { files: [], audioFormat: 'auto' } },
    handle: async ({ identity, params, body, signal, log }) => {
      const { taskId, priority, files } = await submissions.submit(identity.developerId, params.property, body, signal);
      log.info({ taskId, files: files.length, priority }, 'transcription: task submitted');
      onWork();
      return { taskId, priority, files: files.map(fileHead) };
    },
  }),
  route({
    ...facts('query'),
    method: 'GET',
    summary: 'Read a task and the progress of its files',
    params,
    query: TaskQuery,
    reply: Queried,
    errors: ['MALFORMED_PROPERTY', 'RESOURCE_NOT_FOUND'],
    example: { params: example, query: { task: '{task}' } },
    invalid: { params: { property: 'cn_16k_common' }, query: { task: '{task}' }, status: 404 },
    handle: ({ identity, params, query }) => service.query(askerOf(identity, params), query.task),
  }),
  route({
    ...facts('cancel'),
    method: 'GET',
    summary: 'Cancel the unfinished files of a task',
    hasEffect: true,
    storage: 'frees',
    params,
    query: TaskQuery,
    reply: Accepted,
    errors: ['MALFORMED_PROPERTY', 'RESOURCE_NOT_FOUND'],
    example: { params: example, query: { task: '{task}' } },
    invalid: { params: example, query: { task: 'none' }, status: 404 },
    handle: ({ identity, params, query }) => {
      service.cancel(askerOf(identity, params), query.task);
      return {};
    },
  }),
  route({
    ...facts('download'),
    method: 'GET',
    summary: 'Download a result, or several as a zip with manifest.json; 406 with `file` where there is none',
    params,
    query: DownloadQuery,
    reply: z.unknown(),
    replyType: downloadTypes,
    errors: ['MALFORMED_PROPERTY', 'RESOURCE_NOT_FOUND'],
    otherReplies: {
      406: {
        meaning: '10406: the one file that was asked for has no result; `file` says why.',
        reply: NotDownloadable,
      },
    },
    example: { params: example, query: { task: '{task}' } },
    invalid: { params: example, query: { task: '{task}', files: '1,x' } },
    handle: ({ identity, params, query, traceToken }) => downloads.reply(askerOf(identity, params), query, traceToken),
  }),
];

const queueRoutes = ({ service }: TransRouteParts): Route[] => [
  route({
    ...facts('status'),
    method: 'GET',
    summary: 'List the tasks of a property',
    params,
    query: StatusQuery,
    reply: QueueStatus,
    errors: ['MALFORMED_PROPERTY'],
    example: { params: example, query: { type: 'queued' } },
    invalid: { params: example, query: { type: 'some' } },
    handle: ({ identity, params, query }) => ({
      tasks: service.status(askerOf(identity, params), query.type),
    }),
  }),
  route({
    ...facts('restart'),
    method: 'GET',
    summary: 'Restart failed files at the stage that failed',
    hasEffect: true,
    storage: 'grows',
    params,
    query: RestartQuery,
    reply: Restarted,
    errors: ['MALFORMED_PROPERTY', 'RESOURCE_NOT_FOUND'],
    example: { params: example, query: { tasks: '{task}' } },
    invalid: { params: example, query: { tasks: '{task},none' }, status: 404 },
    handle: ({ identity, params, query }) => ({
      tasks: service.restart(askerOf(identity, params), query.tasks),
    }),
  }),
];
