// Downloads of results: one file as it is, or several in a zip with their manifest (specification 2, section 4.4).
import { Readable } from 'node:stream';
import { Answer } from '../http/route.js';
import { fileCodes } from '../protocol/engine/transcription.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { transCodes } from '../protocol/wire/transcription-messages.js';
import { Share } from '../shares/share.js';
import { manifest, namedResults } from './deliver.js';
import { placeOf, requestOf } from './queue.js';
import { resultExt } from './result/write.js';
import type { Asker, Transcriptions } from './service.js';
import type { FileRow, TaskRow } from './table.js';
import type { Places } from './task-files.js';
import { fileView } from './views.js';

export interface DownloadParts {
  readonly service: Transcriptions;
  readonly places: Places;
}

export interface DownloadWanted {
  readonly task: string;
  /** The indices of the files; all unless given. */
  readonly files?: readonly number[] | undefined;
  readonly name_style: 'index' | 'path';
}

const mediaTypes = {
  JSON: 'application/json',
  SRT: 'text/plain; charset=utf-8',
  TXT: 'text/plain; charset=utf-8',
} as const;
export const downloadTypes = ['application/json', 'text/plain', 'application/zip'] as const;

export class Downloads {
  readonly #parts: DownloadParts;
  readonly #underWay = new Share({
    ...{ name: 'results', what: 'downloads of results', limit: limits.trans.downloadsUnderWay },
    advice: 'read the replies, and download fewer at once',
  });

  constructor(parts: DownloadParts) {
    this.#parts = parts;
  }

  /**
   * The reply to a download: one result, or a zip of several. Throws RESOURCE_NOT_FOUND, and OVERLOADED if too many
   * downloads are running.
   */
  async reply(asker: Asker, wanted: DownloadWanted, traceToken: string): Promise<Answer<unknown>> {
    const { service } = this.#parts;
    const task = service.task(asker, wanted.task);
    const all = service.files(task);
    const chosen = wanted.files?.map((index) => chosenFile(all, index)) ?? all;
    const place = this.#underWay.take({ address: `developer ${asker.developerId}` });
    const leave = () => place.release();
    try {
      const [only] = chosen;
      const reply =
        wanted.files?.length === 1 && only !== undefined
          ? await this.#one(task, only, traceToken)
          : await this.#zip(task, all, new Set(chosen), wanted.name_style);
      if (reply.body instanceof Readable) reply.body.once('close', leave);
      else leave();
      return reply;
    } catch (fault) {
      leave();
      throw fault;
    }
  }

  async #one(task: TaskRow, file: FileRow, traceToken: string): Promise<Answer<unknown>> {
    if (file.code !== fileCodes.succeeded) {
      const { duration: _, channels: __, ...shown } = this.#view(task, file);
      const isOver = file.finished_at !== null;
      const message = isOver ? `its transcription failed: ${file.info}` : 'its transcription is not finished';
      return new Answer({ traceToken, code: transCodes.notDownloadable, message, file: shown }, 406, {});
    }
    const { places } = this.#parts;
    const result = await places.results.open(places.result(placeOf(file))).catch((fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'ENOENT') throw fault; // otherwise the result expired during the request
      throw new ServiceError('RESOURCE_NOT_FOUND', `files: the result of file ${file.position} no longer exists`);
    });
    const { resultType } = requestOf(task).options;
    return new Answer(result.stream, 200, {
      'content-type': mediaTypes[resultType],
      'content-disposition': `inline; filename="${file.position}${resultExt(resultType)}"`,
      'content-length': String(result.bytes),
      'cache-control': 'no-store',
    });
  }

  #view(task: TaskRow, file: FileRow) {
    return this.#parts.service.view(task, [file]).files?.[0] ?? fileView(file);
  }

  /** Writes the zip as fast as the client reads; memory holds only the list of names. */
  async #zip(
    task: TaskRow,
    all: readonly FileRow[],
    chosen: ReadonlySet<FileRow>,
    style: 'index' | 'path',
  ): Promise<Answer<unknown>> {
    const { service, places } = this.#parts;
    const { ZipFile } = await import('yazl');
    const zip = new ZipFile();
    const reply = zip.outputStream as Readable;
    zip.on('error', (fault: Error) => reply.destroy(fault));
    zip.addBuffer(manifest(service.view(task, all)), 'manifest.json');
    for (const { file, name } of namedResults(task, all, style)) {
      if (!chosen.has(file)) continue;
      zip.addReadStreamLazy(name, (next) => {
        places.results.open(places.result(placeOf(file))).then(
          ({ stream }) => next(null, stream),
          (fault) => zip.emit('error', fault),
        );
      });
    }
    zip.end();
    return new Answer(reply, 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${task.id}.zip"`,
      'cache-control': 'no-store',
    });
  }
}

function chosenFile(files: readonly FileRow[], index: number): FileRow {
  const file = files[index];
  if (file === undefined) throw new ServiceError('RESOURCE_NOT_FOUND', `files: the task has no file ${index}`);
  return file;
}
