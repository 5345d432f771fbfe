// The directory for the models of a training on the command line. Only what training wrote itself is ever replaced.
import { type Dirent, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { CommandFailure, exitCodes, writeFailure } from '../../cli/exit.js';
import { makingFault } from '../../protocol/file-fault.js';
import { makeDirectories } from '../../storage/directories.js';
import { adapterName, headName, manifestName, questionsName } from '../../understanding/trained/manifest.js';

const names: readonly string[] = [manifestName, questionsName, headName, adapterName];
/** A file that a crash left unfinished. */
const unfinished = '.part';

export class ModelPlace {
  readonly #path: string;
  readonly #shown: string;
  /** Models are written here until they are whole. */
  readonly draft: string;

  constructor(path: string) {
    this.#shown = path;
    this.#path = resolve(path);
    this.draft = `${this.#path}${unfinished}`;
  }

  /** @throws CommandFailure where something is there that training has not written */
  prepare(): void {
    refuseForeign(this.#path, this.#shown);
    refuseForeign(this.draft, `${this.#shown}${unfinished}`);
    tried(this.#shown, () => {
      this.discard();
      makeDirectories(this.draft);
    });
  }

  /** The models take the place of those that were there. */
  finish(): void {
    refuseForeign(this.#path, this.#shown);
    tried(this.#shown, () => {
      makeDirectories(this.#path);
      for (const name of readdirSync(this.#path)) rmSync(join(this.#path, name), { recursive: true });
      for (const name of readdirSync(this.draft)) renameSync(join(this.draft, name), join(this.#path, name));
      this.discard();
    });
  }

  discard(): void {
    rmSync(this.draft, { recursive: true, force: true });
  }

  /** The path that a model of the draft has at the end, as the person typed it. */
  placed(model: string): string {
    return join(this.#shown, relative(this.draft, model));
  }
}

function refuseForeign(path: string, shown: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  const bad = (words: string) => new CommandFailure(exitCodes.badInput, `${shown}: ${words}`);
  if (!found.isDirectory()) throw bad('is not a directory; models are written into a directory');
  for (const entry of tried(shown, () => readdirSync(path, { withFileTypes: true }))) {
    if (isModel(path, entry)) continue;
    throw bad(`has ${entry.name}, which training did not write; name a directory that is empty or does not exist`);
  }
}

function isModel(path: string, entry: Dirent): boolean {
  if (!entry.isDirectory() || !/^epoch-\d+(-step-\d+)?$/.test(entry.name)) return false;
  const files = readdirSync(join(path, entry.name), { withFileTypes: true });
  return files.every((file) => file.isFile() && names.includes(file.name.replace(/\.part$/, '')));
}

function tried<T>(shown: string, work: () => T): T {
  try {
    return work();
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    if (code === undefined) throw fault;
    throw writeFailure(`${shown}: cannot be written: ${makingFault(fault)}`, fault);
  }
}
