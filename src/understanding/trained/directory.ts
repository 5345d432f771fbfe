// The directory of a trained model on disk.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ModelFault } from './fault.js';
import { type ModelFiles, type OpenedModel, openModel } from './model.js';

/** Access to files that may be encrypted. */
interface FileReading {
  /** The size of a file; undefined: there is no such regular file. */
  bytesOf(path: string): number | undefined;
  read(path: string): Uint8Array;
}

const plainFiles: FileReading = {
  bytesOf: (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true ? found.size : undefined;
  },
  read: (path) => readFileSync(path),
};

const filesIn = (directory: string, files: FileReading): ModelFiles => ({
  size: (name) => files.bytesOf(join(directory, name)),
  read: (name) => files.read(join(directory, name)),
});

/** Opens the model in a directory. @throws ModelFault */
export function openModelDirectory(directory: string, files = plainFiles): OpenedModel {
  try {
    return openModel(filesIn(directory, files));
  } catch (fault) {
    if (fault instanceof ModelFault) throw fault;
    const { code = 'unknown' } = fault as NodeJS.ErrnoException;
    throw new ModelFault(`the directory of the model cannot be read (${code})`, { cause: fault });
  }
}
