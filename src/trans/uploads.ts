// Uploads in slices (specification 2, section 4.4, "Upload rules"). Each slice is written at its offset in the one file
// of its upload, synced, and then recorded by a row. A slice is therefore there whole or not at all, merging costs
// nothing, and no byte is written twice.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { StreamedBody } from '../http/route.js';
import { removeExpired } from '../jobs/retention.js';
import { FileFault, fileCodes } from '../protocol/engine/transcription.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { Share } from '../shares/share.js';
import { moveFile } from '../storage/sliced-file.js';
import type { StoredSlice } from '../trust/stored-files.js';
import type { TransTable, UploadRow } from './table.js';
import { isThere, type Places } from './task-files.js';

export interface UploadParts {
  readonly table: TransTable;
  readonly places: Places;
  /** elapsed time, ms (src/clock/clock.ts) */
  readonly elapsed: () => number;
  /** Throws if the developer may not store this many more bytes. */
  readonly needQuota?: (developerId: number, bytes: number) => void;
}

export interface UploadDraft {
  readonly name: string;
  readonly size: number;
  readonly sliceSize: number;
}

const scheme = 'upload://';

/** The id in `upload://{fileId}`, with or without the name that our replies append; undefined: it is no such URL. */
export function fileIdOf(url: string): string | undefined {
  if (!url.toLowerCase().startsWith(scheme)) return undefined;
  return url.slice(scheme.length).split('/', 1)[0] ?? '';
}

export const uploadUrl = (fileId: string): string => `${scheme}${fileId}`;

const sliceCountOf = (bytes: number, sliceBytes: number): number => Math.ceil(bytes / sliceBytes);

export class Uploads {
  readonly #parts: UploadParts;
  readonly #underWay = new Set<string>();
  readonly #slices = new Share({
    ...{ name: 'slices', what: 'upload slices in progress', limit: limits.trans.slicesUnderWay },
    advice: 'send fewer at once',
  });

  constructor(parts: UploadParts) {
    this.#parts = parts;
  }

  /** Reserves an upload. Throws a ServiceError if the developer has too many, or the disk or the quota is full. */
  async prepare(developerId: number, { name, size, sliceSize }: UploadDraft) {
    const { table, places, elapsed } = this.#parts;
    this.#needPlace(developerId);
    this.#parts.needQuota?.(developerId, size);
    await this.#needRoom(size);
    const id = randomBytes(16).toString('hex');
    await places.files.allot(places.upload(id), { bytes: sliceSize, totalBytes: size });
    const add = table.db.transaction(() => {
      this.#needPlace(developerId); // other uploads may have come meanwhile
      table.addUpload({ id, developerId, name, bytes: size, sliceBytes: sliceSize, at: elapsed() });
    });
    try {
      add.immediate();
    } catch (refusal) {
      await rm(places.upload(id), { force: true });
      throw refusal;
    }
    return { fileId: id, sliceSize, sliceCount: sliceCountOf(size, sliceSize) };
  }

  /**
   * Writes one slice of an upload. Throws CONFLICT if the slice is already there, SLICE_UNDER_WAY if it is being
   * uploaded, and another ServiceError if the upload is unknown, the size is wrong or the service is busy.
   */
  async addSlice(developerId: number, fileId: string, index: number, body: StreamedBody): Promise<void> {
    const { table } = this.#parts;
    const upload = this.find(developerId, fileId);
    const wanted = sliceBytes(upload, index);
    if (body.bytes !== undefined && body.bytes !== wanted) throw wrongSize(index, wanted, `${body.bytes}`);
    const key = `${fileId} ${index}`;
    if (table.hasSlice(fileId, index)) throw new ServiceError('CONFLICT', `slice ${index} has already been uploaded`);
    if (this.#underWay.has(key))
      throw new ServiceError('SLICE_UNDER_WAY', `slice ${index} is being uploaded by another request`);
    const place = this.#slices.take({ appkey: `developer ${developerId}` });
    this.#underWay.add(key);
    try {
      await this.#needRoom(0);
      await this.#receive(upload, index, wanted, body);
      // The upload may have expired, or its task may have been removed, while the bytes arrived.
      if (table.upload(fileId) === undefined) throw noUpload();
      table.addSlice(fileId, index);
    } finally {
      this.#underWay.delete(key);
      place.release();
    }
  }

  /** Finds an upload of this developer that has not expired. Throws if there is none. */
  find(developerId: number, fileId: string): UploadRow {
    const upload = this.#parts.table.upload(fileId);
    const expiresAt = (upload?.created_at ?? 0) + limits.trans.uploadLifeMs;
    const isLive = upload !== undefined && (upload.task_id !== null || expiresAt > this.#parts.elapsed());
    if (!isLive || upload.developer_id !== developerId) throw noUpload();
    return upload;
  }

  /**
   * Moves the whole file to `target` as the source of a task's file. It may be repeated after a crash. Throws
   * FileFault.
   */
  async take(fileId: string, target: string): Promise<void> {
    const { table, places } = this.#parts;
    const upload = table.upload(fileId);
    const path = places.upload(fileId);
    if (!isThere(path)) {
      if (isThere(target)) return; // taken before a crash
      throw new FileFault(fileCodes.notFound, 'the uploaded file no longer exists; upload it again');
    }
    const count = upload === undefined ? 0 : sliceCountOf(upload.bytes, upload.slice_bytes);
    const have = table.countSlices(fileId);
    if (upload === undefined || have < count) {
      const advice = 'upload the missing slices and restart the task';
      throw new FileFault(fileCodes.uploadIncomplete, `${have} of ${count} slices were uploaded; ${advice}`);
    }
    await moveFile(path, target);
  }

  /** Removes uploads that no task used in time. */
  async sweep(): Promise<void> {
    const { table, places, elapsed } = this.#parts;
    await removeExpired({
      ids: table.expiredUploads(elapsed() - limits.trans.uploadLifeMs),
      forget: (id) => (table.removeUnusedUpload(id) ? places.upload(id) : undefined),
      remove: (path) => rm(path, { force: true }),
    });
  }

  async #receive(upload: UploadRow, index: number, wanted: number, body: StreamedBody): Promise<void> {
    const { places } = this.#parts;
    const slices = { bytes: upload.slice_bytes, totalBytes: upload.bytes };
    let slice: StoredSlice;
    try {
      slice = await places.files.openSlice(places.upload(upload.id), index, slices);
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code === 'ENOENT') throw noUpload(); // removed or merged a moment ago
      throw fault;
    }
    try {
      let received = 0;
      for await (const chunk of chunksOf(body)) {
        if (received + chunk.length > wanted) throw wrongSize(index, wanted, 'more');
        await slice.append(chunk);
        received += chunk.length;
      }
      if (received !== wanted) throw wrongSize(index, wanted, `${received}`);
      await slice.keep();
    } finally {
      await slice.close();
    }
  }

  #needPlace(developerId: number): void {
    const most = limits.trans.uploadsPerDeveloper;
    if (this.#parts.table.openUploads(developerId).count < most) return;
    throw new ServiceError(
      'OVERLOADED',
      `${most} uploads are not used by a task yet, which is the limit; use them in a task, or wait 24 hours until they expire`,
    );
  }

  async #needRoom(bytes: number): Promise<void> {
    if ((await this.#parts.places.freeBytes()) - bytes < limits.trans.freeBytes) throw new ServiceError('STORAGE_FULL');
  }
}

async function* chunksOf(body: StreamedBody): AsyncGenerator<Buffer> {
  try {
    // the request is not destroyed, because its connection still carries the reply
    yield* body.begin().iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (fault) {
    if (fault instanceof ServiceError) throw fault;
    throw new ServiceError('MALFORMED_REQUEST', 'the body of the slice ended early', { cause: fault });
  }
}

function sliceBytes({ bytes, slice_bytes: each }: UploadRow, index: number): number {
  const count = sliceCountOf(bytes, each);
  if (index >= count) throw new ServiceError('INVALID_ARGUMENT', `query.sliceIndex: must be in [0-${count - 1}]`);
  return index < count - 1 ? each : bytes - (count - 1) * each;
}

const wrongSize = (index: number, wanted: number, got: string): ServiceError =>
  new ServiceError('INVALID_ARGUMENT', `slice ${index}: has ${got} bytes, must have ${wanted}`);

const noUpload = (): ServiceError =>
  new ServiceError(
    'RESOURCE_NOT_FOUND',
    'fileId: there is no such upload, or a task uses it already; uploads expire after 24 hours',
  );
