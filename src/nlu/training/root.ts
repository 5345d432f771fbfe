// The directory of training: paths in requests are paths on the server below the tenant's directory. Links are
// followed, but may not lead out of it. Names that begin with a dot belong to the service.
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
  /** The key of training, with which the service encrypts its files. */
  readonly key: AreaKey | undefined;
  /** Reads the files, encrypted or not. */
  readonly files: KeyedFiles;

  /** `root`: an absolute path. */
  constructor(root: string, key?: AreaKey) {
    this.#root = root;
    this.key = key;
    this.files = new KeyedFiles(realDisk, key);
  }

  /** The directories of all tenants, with links resolved. */
  directories(): string[] {
    realDisk.makeDirectory(this.#root);
    const links = readdirSync(this.#root, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
    return [this.#root, ...links.map(({ name }) => realpathSync(join(this.#root, name)))];
  }

  /** The directory of a tenant, which is made if it does not exist. */
  directoryOf(tenantId: string): string {
    const directory = join(this.#root, tenantId);
    realDisk.makeDirectory(directory);
    return realpathSync(directory);
  }

  /** The path of a tenant's directory, which need not exist. */
  directoryNameOf(tenantId: string): string {
    return join(this.#root, tenantId);
  }

  /** @throws ServiceError STORAGE_FULL */
  needRoom(tenantId: string): void {
    const { bavail, bsize } = statfsSync(this.directoryOf(tenantId));
    if (bavail * bsize < limits.training.freeBytes) throw new ServiceError('STORAGE_FULL');
  }

  /**
   * Finds a file. Returns its path below the tenant's directory, with links resolved. `field`: name of the field, for
   * messages.
   */
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

  /** The path of a file that need not exist yet, below the tenant's directory. There is no link on the way. */
  place(tenantId: string, field: string, path: string): string {
    const base = this.directoryOf(tenantId);
    const below = this.below(tenantId, field, path);
    if (below === '') throw invalid(field, `must be a path below ${base}, not that directory itself`);
    const names = below.split('/');
    const { nameBytes, fullPathBytes } = limits.training;
    if (names.some((name) => Buffer.byteLength(name) > nameBytes)) {
      throw invalid(field, `each name on the path must have at most ${nameBytes} bytes of UTF-8`);
    }
    if (Buffer.byteLength(join(base, below)) > fullPathBytes) {
      throw invalid(field, `must have at most ${fullPathBytes - Buffer.byteLength(base) - 1} bytes of UTF-8`);
    }
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

  /** The path below the tenant's directory, by its names alone. */
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

  /**
   * The directory of a trained model of the tenant, as an absolute path without links. @throws ServiceError
   * INVALID_ARGUMENT
   */
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
