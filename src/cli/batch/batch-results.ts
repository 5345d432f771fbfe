// The results of a task as files that are named after the recordings. A file is either complete or absent.
import { randomBytes } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileCodes } from '../../protocol/engine/transcription.js';
import { makingFault } from '../../protocol/file-fault.js';
import type { TaskFile, TaskView } from '../../protocol/wire/transcription-messages.js';
import { makeDirectories } from '../../storage/directories.js';
import { CommandFailure, writeFailure } from '../exit.js';
import type { BatchCalls } from './batch-call.js';

export interface Written {
  readonly index: number;
  readonly path: string;
  readonly file: string;
}

/** Maximum length of a file name, without its extension and the number that makes it unique. */
const nameCharacters = 80;

/** Writes the successful results, in the order of the task. */
export async function writeResults(
  calls: BatchCalls,
  property: string,
  { taskId, files = [] }: TaskView,
  directory: string,
  onWritten: (written: Written) => void,
): Promise<void> {
  makeDirectory(directory);
  const taken = new Set<string>();
  for (const file of files) {
    if (file.code !== fileCodes.succeeded) continue;
    const asked = { path: `${property}/download`, query: { task: taskId, files: String(file.index) } };
    const part = join(directory, `.${randomBytes(6).toString('hex')}.part`);
    try {
      const ext = await calls.read(asked, async (reply) => {
        await pipeline(reply, createWriteStream(part, { mode: 0o600 }));
        return endingOf(reply.headers['content-disposition']);
      });
      const target = join(directory, nameOf(file, ext, taken));
      renameSync(part, target);
      onWritten({ index: file.index, path: file.path, file: target });
    } catch (fault) {
      rmSync(part, { force: true });
      throw ownFault(fault, directory);
    }
  }
}

function makeDirectory(directory: string): void {
  try {
    makeDirectories(directory);
  } catch (fault) {
    const reason = `the directory cannot be created: ${makingFault(fault)}`;
    throw writeFailure(`${directory}: ${reason}`, fault);
  }
}

function ownFault(fault: unknown, directory: string): unknown {
  const { code, syscall } = fault as NodeJS.ErrnoException;
  if (fault instanceof CommandFailure || code === undefined || syscall === undefined) return fault;
  const reason = `the directory cannot be written: ${makingFault(fault)}`;
  return writeFailure(`${directory}: ${reason}`, fault);
}

const endingOf = (disposition: string | undefined): string =>
  /filename="\d+(\.\w+)"/.exec(disposition ?? '')?.[1] ?? '';

/** `call.mp3` → `call.json`; a second one `call~3.json`, by its index. */
function nameOf({ index, path }: TaskFile, ext: string, taken: Set<string>): string {
  const plain = /^(https?|s?ftp|file):/i.test(path) ? (path.split(/[?#]/)[0] ?? path) : path;
  const safe = readable(basename(plain)).replace(/[/\\<>:"|?*\p{Cc}]/gu, '_');
  const stem = [...safe.replace(/\.[^.]*$/, '').replace(/^\.+/, '')].slice(0, nameCharacters).join('') || String(index);
  const wanted = `${stem}${ext}`;
  const name = taken.has(wanted.toLowerCase()) ? `${stem}~${index}${ext}` : wanted;
  taken.add(name.toLowerCase());
  return name;
}

function readable(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // the percent sign was not an escape of a URL
  }
}
