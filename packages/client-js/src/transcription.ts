// Offline transcription: uploads in slices, tasks, results.
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Connection } from './connection.js';
import { TranscriptionError, UsageError } from './errors.js';
import { wait } from './retry.js';
import type {
  PreparedUpload,
  Queried,
  QueueStatus,
  Restarted,
  SubmitBody,
  Submitted,
  TransProperties,
} from './wire.js';

export interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

/** The settings of a transcription: a SubmitBody without the files. */
export type TranscribeOptions = Abortable &
  Omit<Partial<SubmitBody>, 'files' | 'folder'> & {
    /** Name of the recording, if it is given as bytes. */
    readonly name?: string | undefined;
    readonly onProgress?: ((task: Queried) => void) | undefined;
  };

const slicesAtOnce = 3;
const pollMs = 1_000;
const succeeded = 4_000;
/** Status of a slice that was already stored: an earlier try sent it, and its answer was lost. */
const alreadyThere = 409;

interface Source {
  readonly name: string;
  readonly size: number;
  read(from: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

async function sourceOf(recording: string | Uint8Array, name = 'recording'): Promise<Source> {
  if (typeof recording !== 'string') {
    const read = async (from: number, length: number) => recording.subarray(from, from + length);
    return { name, size: recording.length, read, close: async () => {} };
  }
  const handle: FileHandle = await open(recording);
  const { size } = await handle.stat();
  return {
    name: basename(recording),
    size,
    async read(from, length) {
      const bytes = Buffer.alloc(length);
      for (let at = 0; at < length; ) {
        const { bytesRead } = await handle.read(bytes, at, length - at, from + at);
        if (bytesRead === 0) throw new UsageError(`${recording}: it became shorter while it was uploaded`);
        at += bytesRead;
      }
      return bytes;
    },
    close: () => handle.close(),
  };
}

/** Offline transcription with one property. */
export class Transcription {
  readonly #connection: Connection;
  readonly #base: string;

  constructor(connection: Connection, property: string) {
    this.#connection = connection;
    this.#base = `/v10/asr/trans/${encodeURIComponent(property)}`;
  }

  static async properties(connection: Connection, { signal }: Abortable = {}): Promise<readonly string[]> {
    return (await connection.json<TransProperties>('/v10/asr/trans/list_properties', { signal })).properties;
  }

  /** Uploads a file (its path) or bytes; resolves with the address for `submit`. */
  async upload(
    recording: string | Uint8Array,
    { name, signal }: Abortable & { readonly name?: string | undefined } = {},
  ): Promise<string> {
    const source = await sourceOf(recording, name);
    try {
      const { fileId, sliceSize, sliceCount } = await this.#post<PreparedUpload>(
        'prepare_upload',
        { name: source.name, size: source.size },
        signal,
      );
      let next = 0;
      const uploadSlices = async () => {
        for (let index = next++; index < sliceCount; index = next++) {
          signal?.throwIfAborted();
          const from = index * sliceSize;
          await this.#connection.request(`${this.#base}/upload`, {
            method: 'POST',
            query: { fileId, sliceIndex: String(index) },
            headers: { 'content-type': 'application/octet-stream' },
            body: await source.read(from, Math.min(sliceSize, source.size - from)),
            alsoGood: [alreadyThere],
            signal,
          });
        }
      };
      const outcomes = await Promise.allSettled(Array.from({ length: slicesAtOnce }, uploadSlices));
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      return `upload://${fileId}`;
    } finally {
      await source.close();
    }
  }

  submit(body: SubmitBody, { signal }: Abortable = {}): Promise<Submitted> {
    return this.#post('submit', body, signal);
  }

  query(task: string, { signal }: Abortable = {}): Promise<Queried> {
    return this.#get('query', { task }, signal);
  }

  /** Polls until no file of the task waits or is being processed. */
  async finished(
    task: string,
    { signal, onProgress }: Abortable & Pick<TranscribeOptions, 'onProgress'> = {},
  ): Promise<Queried> {
    for (;;) {
      const state = await this.query(task, { signal });
      onProgress?.(state);
      if (state.finished) return state;
      await wait(pollMs, signal);
    }
  }

  /** The result of one file: JSON, SRT or plain text, as the task was submitted. */
  async result(task: string, index = 0, { signal }: Abortable = {}): Promise<string> {
    return (await this.#download({ task, files: String(index) }, signal)).toString('utf8');
  }

  /** A zip archive of all results. */
  results(task: string, { signal }: Abortable = {}): Promise<Buffer> {
    return this.#download({ task }, signal);
  }

  async cancel(task: string, { signal }: Abortable = {}): Promise<void> {
    await this.#get('cancel', { task }, signal);
  }

  /** Restarts the failed files of these tasks, or of all. */
  restart(tasks: readonly string[] = [], { signal }: Abortable = {}): Promise<Restarted> {
    return this.#get('restart', tasks.length === 0 ? {} : { tasks: tasks.join(',') }, signal);
  }

  queue(type: 'all' | 'finished' | 'queued' = 'all', { signal }: Abortable = {}): Promise<QueueStatus> {
    return this.#get('status', { type }, signal);
  }

  /**
   * Does everything: uploads a recording, submits it, waits, and resolves with the result. An abort also cancels the
   * task.
   */
  async transcribe(recording: string | Uint8Array, options: TranscribeOptions = {}): Promise<string> {
    const { signal, name, onProgress, ...body } = options;
    const file = await this.upload(recording, { name, signal });
    const { taskId } = await this.submit({ audioFormat: 'auto', ...body, files: [file] }, { signal });
    try {
      const { failure, files } = await this.finished(taskId, { signal, onProgress });
      const [only] = files ?? [];
      if (only?.code !== succeeded) {
        throw new TranscriptionError(failure ?? only?.info ?? 'the task failed', { code: only?.code });
      }
      return await this.result(taskId, only.index, { signal });
    } catch (fault) {
      if (signal?.aborted === true) await this.cancel(taskId).catch(() => {});
      throw fault;
    }
  }

  #get<Body>(operation: string, query: Readonly<Record<string, string>>, signal: AbortSignal | undefined) {
    return this.#connection.json<Body>(`${this.#base}/${operation}`, { query, signal });
  }

  #post<Body>(operation: string, body: object, signal: AbortSignal | undefined) {
    const headers = { 'content-type': 'application/json' };
    return this.#connection.json<Body>(`${this.#base}/${operation}`, {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
      signal,
    });
  }

  async #download(query: Readonly<Record<string, string>>, signal: AbortSignal | undefined): Promise<Buffer> {
    return (await this.#connection.request(`${this.#base}/download`, { query, signal })).body;
  }
}
