// Files of a tenant below the training root, for clients that cannot bring material there in another way (extension).
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StreamedBody } from '../../http/route.js';
import { FairSlots } from '../../jobs/fair-slots.js';
import { isDiskFull, ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { realDisk } from '../../storage/disk.js';
import { SealFault } from '../../trust/seal-form.js';
import { StoredFiles } from '../../trust/stored-files.js';
import type { TrainingRoot } from './root.js';

export interface TrainingFilesParts {
  readonly root: TrainingRoot;
  /** The unfinished task that writes at a path, and the one that reads there. */
  readonly writerOf: (tenantId: string, path: string) => string | undefined;
  readonly readerOf: (tenantId: string, path: string) => string | undefined;
}

interface FoundFile {
  /** Path below the directory of the tenant. */
  readonly name: string;
  readonly path: string;
  /** ms UTC */
  readonly modifiedAt: number;
}

const { uploads, filesPerTenant, fileBytesPerTenant } = limits.training;
const field = 'query.name';

export class TrainingFiles {
  readonly #parts: TrainingFilesParts;
  readonly #stored: StoredFiles;
  readonly #slots = new FairSlots({ ...uploads, mostWaiting: 0 });

  constructor(parts: TrainingFilesParts) {
    this.#parts = parts;
    this.#stored = new StoredFiles(parts.root.key);
  }

  /** All files, sorted by name. */
  all(tenantId: string): FoundFile[] {
    const directory = this.#parts.root.directoryOf(tenantId);
    return [...filesBelow(directory, '')]
      .map((name) => {
        const path = join(directory, name);
        return { name, path, modifiedAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Size of a file without the overhead of encryption. */
  bytesOf(path: string): number {
    try {
      return this.#parts.root.files.bytesOf(path) ?? 0;
    } catch (fault) {
      if (fault instanceof SealFault) return 0; // another key's, or damaged
      throw fault;
    }
  }

  /** Stores a file, replacing one of the same name. Returns its path. `owner`: the client, who has its share of the places. */
  async put(tenantId: string, owner: string, name: string, body: StreamedBody): Promise<string> {
    const { root, writerOf } = this.#parts;
    const below = root.place(tenantId, field, name);
    refuseBusy('written', writerOf(tenantId, below));
    const path = join(root.directoryOf(tenantId), below);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
      throw new ServiceError('CONFLICT', `${field}: ${below} is a directory; choose another name`);
    }
    if (this.#slots.isFull(owner)) {
      const why = 'the service is at capacity: files that arrive now; the rest is reserved for others';
      throw new ServiceError('OVERLOADED', `${why}; send fewer at once`);
    }
    return this.#slots.run(owner, async () => {
      root.needRoom(tenantId);
      this.#needPlace(tenantId, below, body.bytes ?? 0);
      realDisk.makeDirectory(dirname(path));
      await receive(this.#stored, path, body);
      return path;
    });
  }

  /** Removes a file, or a directory with everything in it. Returns its path. */
  async remove(tenantId: string, name: string): Promise<string> {
    const { root, writerOf, readerOf } = this.#parts;
    const below = root.place(tenantId, field, name);
    const path = join(root.directoryOf(tenantId), below);
    if (statSync(path, { throwIfNoEntry: false }) === undefined) {
      throw new ServiceError('RESOURCE_NOT_FOUND', `${field}: there is no ${below}`);
    }
    refuseBusy('written', writerOf(tenantId, below));
    refuseBusy('read', readerOf(tenantId, below));
    await rm(path, { recursive: true, force: true });
    return path;
  }

  #needPlace(tenantId: string, below: string, bytes: number): void {
    const others = this.all(tenantId).filter(({ name }) => name !== below);
    if (others.length >= filesPerTenant) {
      throw new ServiceError('TOO_MANY_RESOURCES', `a tenant may have at most ${filesPerTenant} files; delete some`);
    }
    const sum = others.reduce((total, { path }) => total + sizeOf(path), bytes);
    if (sum > fileBytesPerTenant) {
      const most = `the files of a tenant may have at most ${fileBytesPerTenant} bytes`;
      throw new ServiceError('TOO_MANY_RESOURCES', `${most}; with this file they would have ${sum}; delete some`);
    }
  }
}

/** Size on the disk. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

async function receive(stored: StoredFiles, path: string, body: StreamedBody): Promise<void> {
  const { fileBytes } = limits.training.material;
  let file: Awaited<ReturnType<StoredFiles['create']>> | undefined;
  try {
    file = await stored.create(path, body.bytes);
    // The request is not destroyed: its connection still carries the reply.
    for await (const piece of body.begin().iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (file.bytes + piece.length > fileBytes) {
        throw new ServiceError('BODY_TOO_LARGE', `the body is larger than ${fileBytes} bytes`);
      }
      await file.append(piece);
    }
    await file.keep();
  } catch (fault) {
    await file?.discard();
    if (fault instanceof ServiceError || isDiskFull(fault)) throw fault;
    if ((fault as NodeJS.ErrnoException).syscall !== undefined) throw fault;
    throw new ServiceError('MALFORMED_REQUEST', 'the body ended early', { cause: fault });
  }
}

/** Names of regular files; links are skipped. */
export function* filesBelow(directory: string, prefix: string, isOwn = isVisible): Generator<string> {
  let entries: Dirent[];
  try {
    entries = readdirSync(join(directory, prefix), { withFileTypes: true });
  } catch {
    return; // it was removed meanwhile
  }
  for (const entry of entries) {
    if (!isOwn(entry.name)) continue;
    const name = join(prefix, entry.name);
    if (entry.isDirectory()) yield* filesBelow(directory, name, isOwn);
    else if (entry.isFile()) yield name;
  }
}

/** False for names that begin with a dot, which belong to the service. */
const isVisible = (name: string): boolean => !name.startsWith('.');

function refuseBusy(verb: 'written' | 'read', task: string | undefined): void {
  if (task === undefined) return;
  throw new ServiceError(
    'IN_USE',
    `${field}: is ${verb} by the unfinished task ${task}; wait until the task is finished`,
  );
}
