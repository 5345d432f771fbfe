// The directory of training: paths in requests are paths of the server, below the directory of the caller's tenant. Links are
// followed, and may not lead out. Names that begin with a dot are the service's own.
import { lstatSync, readdirSync, realpathSync, type Stats, statfsSync, statSync } from 'node:fs';
import { isAbsolute, join, normalize, relative } from 'node:path';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { isBelow } from '../../storage/below.js';
import { realDisk } from '../../storage/disk.js';
import type { AreaKey } from '../../trust/area-key.js';
import { KeyedFiles } from '../../trust/keyed-files.js';

type Wanted = 'file' | 'directory';

const invalid = (field: string, words: string) => new ServiceError('INVALID_ARGUMENT', `${field}: ${words}`);

export class TrainingRoot {
  readonly #root: string;
  /** That of training: what the service writes is encrypted with it. */
  readonly key: AreaKey | undefined;
  /** Reads what lies there, encrypted or not. */
  readonly files: KeyedFiles;

  /** `root`: an absolute path. */
  constructor(root: string, key?: AreaKey) {
    this.#root = root;
    this.key = key;
    this.files = new KeyedFiles(realDisk, key);
  }

  /** Those of all tenants, links followed. */
  directories(): string[] {
    realDisk.makeDirectory(this.#root);
    const links = readdirSync(this.#root, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
    return [this.#root, ...links.map(({ name }) => realpathSync(join(this.#root, name)))];
  }

  /** The directory of a tenant, made where there is none. */
  directoryOf(tenantId: string): string {
    const directory = join(this.#root, tenantId);
    realDisk.makeDirectory(directory);
    return realpathSync(directory);
  }

  /** The directory of a tenant, which need not be there. */
  directoryNameOf(tenantId: string): string {
    return join(this.#root, tenantId);
  }

  /** @throws ServiceError STORAGE_FULL */
  needRoom(tenantId: string): void {
    const { bavail, bsize } = statfsSync(this.directoryOf(tenantId));
    if (bavail * bsize < limits.training.freeBytes) throw new ServiceError('STORAGE_FULL');
  }

  /** Finds the file: its path below the directory of the tenant, links followed. `field`: for messages. */
  find(tenantId: string, field: string, path: string, wanted: Wanted): string {
    const base = this.directoryOf(tenantId);
    const real = this.#real(join(base, this.below(tenantId, field, path)), field, wanted);
    if (!isBelow(real, base)) throw invalid(field, `the path must not lead out of ${base}`);
    const found = statSync(real);
    const fits = wanted === 'file' ? found.isFile() : found.isDirectory();
    if (!fits)
      throw invalid(field, `must be a ${wanted === 'file' ? 'regular file' : 'directory'}, not ${kindOf(found)}`);
    const below = relative(base, real);
    refuseHidden(field, below);
    return below;
  }

  /** The place of something that need not be there yet, below the directory of the tenant. No link lies on its way. */
  place(tenantId: string, field: string, path: string): string {
    const base = this.directoryOf(tenantId);
    const below = this.below(tenantId, field, path);
    if (below === '') throw invalid(field, `must be a path below ${base}, not that directory itself`);
    const names = below.split('/');
    for (let depth = 1; depth <= names.length; depth++) {
      const above = join(base, ...names.slice(0, depth));
      const found = lstatSync(above, { throwIfNoEntry: false });
      if (found === undefined) break;
      if (depth < names.length && !found.isDirectory()) {
        throw invalid(field, `${names.slice(0, depth).join('/')} is ${kindOf(found)}, not a directory`);
      }
      if (found.isSymbolicLink()) throw invalid(field, 'must not be a symbolic link');
    }
    return below;
  }

  /** The path below the directory of the tenant, by its names alone. */
  below(tenantId: string, field: string, path: string): string {
    const base = this.directoryOf(tenantId);
    if (path.split('/').includes('..')) throw invalid(field, 'must not contain ..');
    const lexical = join(this.#root, tenantId);
    const from = [base, lexical].find((each) => isBelow(normalize(path), each));
    if (isAbsolute(path) && from === undefined) throw invalid(field, `must lie below ${base}`);
    const below = normalize(from === undefined ? path : relative(from, path)).replace(/\/+$/, '');
    if (below.split('/').length > limits.training.folderDepth) {
      throw invalid(field, `may lead through at most ${limits.training.folderDepth} directories`);
    }
    if (below !== '.') refuseHidden(field, below);
    return below === '.' || below === '' ? '' : below;
  }

  /** The directory of a trained model of the tenant, absolute and without links. @throws ServiceError INVALID_ARGUMENT */
  modelDirectory(tenantId: string, path: string, field = 'modelPath'): string {
    return join(this.directoryOf(tenantId), this.find(tenantId, field, path, 'directory'));
  }

  #real(path: string, field: string, wanted: Wanted): string {
    try {
      return realpathSync(path);
    } catch (fault) {
      const { code } = fault as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') throw invalid(field, `there is no such ${wanted}`);
      throw invalid(field, `cannot be opened (${code})`);
    }
  }
}

function refuseHidden(field: string, below: string): void {
  const hidden = below.split('/').find((name) => name.startsWith('.'));
  if (hidden !== undefined) throw invalid(field, 'no name on the path may begin with a dot');
}

function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return 'a symbolic link';
  if (found.isFile()) return 'a file';
  return found.isDirectory() ? 'a directory' : 'a device, pipe or socket';
}
