// The directory of a trained model on the disk.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ModelFault } from './fault.js';
import { type ModelFiles, type OpenedModel, openModel } from './model.js';

const filesIn = (directory: string): ModelFiles => ({
  size: (name) => {
    const found = statSync(join(directory, name), { throwIfNoEntry: false });
    return found?.isFile() === true ? found.size : undefined;
  },
  read: (name) => readFileSync(join(directory, name)),
});

/** @throws ModelFault */
export function openModelDirectory(directory: string): OpenedModel {
  try {
    return openModel(filesIn(directory));
  } catch (fault) {
    if (fault instanceof ModelFault) throw fault;
    const { code = 'unknown' } = fault as NodeJS.ErrnoException;
    throw new ModelFault(`the directory of the model cannot be read (${code})`, { cause: fault });
  }
}
