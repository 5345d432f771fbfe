// Creates a task from a request (specification 2, section 4.4): its files, each once, and their options.

import { randomBytes } from 'node:crypto';
import { parseClientUrl } from '../net/client-url.js';
import { withinTime } from '../net/time-limit.js';
import { FileFault, fileCodes } from '../protocol/engine/transcription.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { optionsOf, type SubmitBody } from '../protocol/wire/transcription-messages.js';
import { Share } from '../shares/share.js';
import type { TransPorts, TransRequest } from './ports.js';
import { stepAfterFiles } from './queue.js';
import { infoOf } from './states.js';
import type { TransTable, UploadRow } from './table.js';
import type { Places } from './task-files.js';
import { fileIdOf, type Uploads, uploadUrl } from './uploads.js';

export interface SubmitParts {
  readonly table: TransTable;
  readonly places: Places;
  readonly uploads: Uploads;
  readonly ports: TransPorts;
  /** UTC, ms */
  readonly now: () => number;
  /** elapsed time, ms (src/clock/clock.ts) */
  readonly elapsed: () => number;
  /** true: an invalid vocab is dropped and the task goes on. */
  readonly ignoreInvalidVocab: boolean;
  /** The URL that notifyUrl `default` stands for; empty: there is none. */
  readonly defaultNotifyUrl: string;
}

interface NamedFile {
  readonly url: string;
  /** the URL without secrets; for an upload, with the file's name */
  readonly shown: string;
  readonly uploadId: string | undefined;
}

export interface SubmittedTask {
  readonly taskId: string;
  readonly priority: number;
  readonly files: readonly { position: number; shown: string; code: typeof fileCodes.downloadQueued; info: string }[];
}

const { filesPerTask, tasksPerDeveloper, scanMs, scansUnderWay, wordListBytes } = {
  ...limits.trans,
  wordListBytes: limits.wordList.bytes,
};

export class Submissions {
  readonly #parts: SubmitParts;
  readonly #scans = new Share({
    ...{ name: 'scans', what: 'scans of folders', limit: scansUnderWay },
    advice: 'submit one task with folders after another',
  });

  constructor(parts: SubmitParts) {
    this.#parts = parts;
  }

  /**
   * Creates a task and queues its files. Throws a ServiceError: INVALID_ARGUMENT, OVERLOADED, STORAGE_FULL, or an error
   * of the property.
   */
  async submit(
    developerId: number,
    propertyName: string,
    body: SubmitBody,
    signal: AbortSignal,
  ): Promise<SubmittedTask> {
    const { table, places, ports, now, elapsed } = this.#parts;
    const property = ports.property(propertyName);
    const request = this.#requestOf(body);
    this.#needPlace(developerId); // refuse before folders are scanned in vain
    if ((await places.freeBytes()) < limits.trans.freeBytes) throw new ServiceError('STORAGE_FULL');
    const files = this.#named(developerId, await this.#urlsOf(developerId, body, signal));
    const fault = await this.#faultOfVocab(request.vocab, developerId);
    const failure = fault !== undefined && !this.#parts.ignoreInvalidVocab ? `vocab: ${fault}` : null;
    const id = randomBytes(16).toString('hex');
    await places.makeTask(id);
    const code = fileCodes.downloadQueued;
    const rows = files.map(({ url, shown, uploadId }, position) => ({
      ...{ position, url, shown, code, uploadId },
      info: infoOf(code),
    }));
    const ended =
      failure === null ? { step: 'files', finishedAt: null } : { step: stepAfterFiles(request), finishedAt: elapsed() };
    const add = table.db.transaction(() => {
      this.#needPlace(developerId); // other tasks may have come meanwhile
      const taskSeq = table.addTask({
        ...{ id, developerId, property: property.name, priority: body.priority, request: JSON.stringify(request) },
        ...{ invalidVocab: fault === undefined ? 0 : 1, failure, now: now(), ...ended },
      });
      if (failure !== null) return; // after a failure there are no files (specification 2, section 4.4)
      for (const { uploadId, ...row } of rows) {
        if (uploadId !== undefined && !table.giveUpload(uploadId, id)) throw usedUpload(row.shown);
        table.addFile({ ...row, taskId: id, taskSeq, priority: body.priority });
      }
    });
    try {
      add.immediate();
    } catch (refusal) {
      await places.removeTask(id);
      throw refusal;
    }
    return { taskId: id, priority: body.priority, files: rows };
  }

  #needPlace(developerId: number): void {
    if (this.#parts.table.countTasks(developerId) < tasksPerDeveloper) return;
    throw new ServiceError(
      'OVERLOADED',
      `the developer already has ${tasksPerDeveloper} tasks, which is the limit; finished tasks expire after a while`,
    );
  }

  #requestOf(body: SubmitBody): TransRequest {
    const { audioFormat, channelCount, vocab, saveTo } = body;
    if (audioFormat === 'auto' && channelCount === 2) {
      throw invalid('channelCount: with audioFormat auto it must be 1, which merges the channels, or absent');
    }
    if (saveTo !== undefined) this.#parts.ports.checkTarget(saveTo.path);
    return {
      ...{ audioFormat, channelCount, options: optionsOf(body), saveTo },
      vocab: vocab === '' ? undefined : vocab,
      notifyUrl: this.#notifyUrl(body.notifyUrl),
    };
  }

  #notifyUrl(given: string | undefined): string | undefined {
    if (given === undefined || given === '') return undefined;
    if (given === 'default') {
      if (this.#parts.defaultNotifyUrl !== '') return this.#parts.defaultNotifyUrl;
      throw invalid('notifyUrl: no default is configured (trans.notifyUrl); give a URL instead');
    }
    if (!/^https?:\/\//i.test(given)) throw invalid('notifyUrl: must be like http://host:port/path, or default');
    checkUrl(given, 'notifyUrl');
    return given;
  }

  async #urlsOf(developerId: number, { files, folder }: SubmitBody, signal: AbortSignal): Promise<readonly Located[]> {
    if ((files === undefined) === (folder === undefined)) throw invalid('files, folder: give exactly one of them');
    if (files !== undefined) return files.map((url, index) => ({ url, where: `files[${index}]` }));
    const { paths = [], exts = [] } = folder ?? {};
    const place = this.#scans.take({ address: `developer ${developerId}` });
    try {
      const found: Located[] = [];
      await withinTime(signal, scanMs, async (until) => {
        for (const [index, path] of paths.entries()) {
          const where = `folder.paths[${index}]`;
          if (!/^(file|ftp|sftp):\/\//i.test(path))
            throw invalid(`${where}: must begin with file://, ftp:// or sftp://`);
          for (const url of await this.#scan(path, exts, until, where)) found.push({ url, where });
        }
      });
      if (found.length === 0) throw invalid(`folder: has no file whose name ends in ${exts.join(', ')}`);
      return found;
    } finally {
      place.release();
    }
  }

  async #scan(path: string, exts: readonly string[], signal: AbortSignal, where: string): Promise<readonly string[]> {
    try {
      return await this.#parts.ports.scanFolder(path, exts, signal);
    } catch (fault) {
      if (signal.aborted) throw new ServiceError('OVERLOADED', `${where}: could not be scanned within ${scanMs} ms`);
      if (!(fault instanceof FileFault)) throw fault;
      if (fault.isPassing) throw new ServiceError('OVERLOADED', `${where}: ${fault.message}`);
      throw invalid(`${where}: ${fault.message}`);
    }
  }

  #named(developerId: number, urls: readonly Located[]): NamedFile[] {
    const files = new Map<string, NamedFile>();
    for (const { url, where } of urls) {
      const file = this.#name(developerId, url, where);
      if (!files.has(file.url)) files.set(file.url, file);
    }
    if (files.size > filesPerTask) throw invalid(`${files.size} files, must be at most ${filesPerTask}`);
    return [...files.values()];
  }

  #name(developerId: number, url: string, where: string): NamedFile {
    const fileId = fileIdOf(url);
    if (fileId === undefined) {
      if (!/^(https?|ftp|sftp|file):\/\//i.test(url)) {
        throw invalid(
          `${where}: must be a URL that begins with ftp://, sftp://, http://, https://, file:// or upload://`,
        );
      }
      checkUrl(url, where);
      return { url, shown: this.#parts.ports.withoutSecrets(url), uploadId: undefined };
    }
    const upload = this.#upload(developerId, fileId, where);
    const shown = `${uploadUrl(fileId)}/${upload.name}`;
    if (upload.task_id !== null) throw usedUpload(shown);
    return { url: uploadUrl(fileId), shown, uploadId: fileId };
  }

  #upload(developerId: number, fileId: string, where: string): UploadRow {
    try {
      return this.#parts.uploads.find(developerId, fileId);
    } catch (fault) {
      if (!(fault instanceof ServiceError) || fault.code !== 'RESOURCE_NOT_FOUND') throw fault;
      throw new ServiceError('RESOURCE_NOT_FOUND', `${where}: ${fault.message}`);
    }
  }

  async #faultOfVocab(vocab: string | undefined, developerId: number): Promise<string | undefined> {
    if (vocab === undefined) return undefined;
    const bytes = Buffer.byteLength(vocab);
    if (bytes > wordListBytes) return `${bytes} bytes; at most ${wordListBytes}`;
    return this.#parts.ports.faultOfVocab(vocab, developerId);
  }
}

/** Refuses a URL at once if no later try could succeed. */
function checkUrl(url: string, where: string): void {
  try {
    parseClientUrl(url);
  } catch (fault) {
    throw invalid(`${where}: ${(fault as Error).message}`);
  }
}

interface Located {
  readonly url: string;
  readonly where: string;
}

const invalid = (message: string): ServiceError => new ServiceError('INVALID_ARGUMENT', message);
const usedUpload = (shown: string): ServiceError =>
  new ServiceError('RESOURCE_NOT_FOUND', `${shown}: a task has already used this upload; upload the file again`);
