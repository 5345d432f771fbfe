// Files that the arguments of a command name. `-` is standard input.
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { fileFault } from '../protocol/file-fault.js';
import { parseJson, parseJsonBytes } from '../protocol/wire/json.js';
import { CommandFailure, exitCodes } from './exit.js';

export function readGivenFile(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (fault) {
    throw new CommandFailure(exitCodes.badInput, `${file}: cannot be read: ${fileFault(fault)}`, { cause: fault });
  }
}

/**
 * The bytes of a file that was found in a directory from elsewhere. A pipe would make the command wait, and a device may have no end.
 * @throws Error of the file system, or with a sentence
 */
export function readFoundFile(path: string, mostBytes: number): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile() && !stat.isDirectory())
      throw new Error('it is a device, pipe or socket; put a file in its place');
    if (stat.size > mostBytes) throw new Error(`it has more than ${mostBytes} bytes`);
    return readFileSync(descriptor); // of a directory: EISDIR
  } finally {
    closeSync(descriptor);
  }
}

/** The text of a file in UTF-8. A byte order mark does not belong to the text. */
export function readGivenText(file: string): string {
  const bytes = readGivenFile(file);
  if (!isUtf8(bytes)) {
    throw new CommandFailure(exitCodes.badInput, `${file}: is not UTF-8; save the text as UTF-8`);
  }
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

export const readGivenJson = (file: string): unknown => {
  const bytes = readGivenFile(file);
  return parsed(exitCodes.badInput, file, () => parseJsonBytes(bytes));
};

/** The value of a flag that takes JSON. */
export const givenJson = (flag: string, text: string): unknown => parsed(exitCodes.usage, flag, () => parseJson(text));

function parsed(exitCode: 2 | 3, place: string, parse: () => unknown): unknown {
  try {
    return parse();
  } catch (fault) {
    throw new CommandFailure(exitCode, `${place}: ${(fault as Error).message}`, { cause: fault });
  }
}
