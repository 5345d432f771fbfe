// The documents of a path: one file, or all .txt files in a folder and its subfolders.
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { limits } from '../../../protocol/limits.js';
import type { KeyedFiles } from '../../../trust/keyed-files.js';
import { InputFault } from '../../../understanding/learning/fault.js';
import { textOf } from '../../../understanding/learning/inputs/lines.js';
import { readable } from './files.js';

export interface DocumentPath {
  readonly type: 'FILE' | 'DIR';
  readonly path: string;
}

export interface DocumentLimits {
  readonly files: number;
  readonly bytes: number;
}

export interface Document {
  /** The path below the folder, or the name of a single file. */
  readonly doc: string;
  readonly text: string;
}

/** Reads the documents in the order of their paths. Links are not followed. @throws InputFault */
export function readDocuments(stored: KeyedFiles, { type, path }: DocumentPath, most: DocumentLimits): Document[] {
  const name = basename(path);
  const files = type === 'FILE' ? [singleFile(path, name)] : filesIn(path, name, most.files);
  if (files.length === 0) {
    throw new InputFault(`${name}: the folder has no .txt file; documents must be files whose names end in .txt`);
  }
  let left = most.bytes;
  const documents = files.map((doc) => {
    const file = type === 'FILE' ? path : join(path, doc);
    left -= readable(doc, () => stored.bytesOf(file) ?? 0);
    if (left < 0)
      throw new InputFault(`${name}: has more than ${most.bytes} bytes of documents: use fewer or smaller ones`);
    return {
      doc,
      text: textOf(
        readable(doc, () => stored.read(file)),
        doc,
      ),
    };
  });
  if (documents.every(({ text }) => text.trim() === '')) {
    throw new InputFault(`${name}: has only white space; a document must have text`);
  }
  return documents;
}

function singleFile(path: string, name: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new InputFault(`${name}: the file no longer exists`);
  if (!found.isFile()) throw new InputFault(`${name}: is not a file; with type FILE the path must be a file`);
  return name;
}

function filesIn(path: string, name: string, most: number): string[] {
  const root = lstatSync(path, { throwIfNoEntry: false });
  if (root === undefined) throw new InputFault(`${name}: the folder no longer exists`);
  if (!root.isDirectory()) throw new InputFault(`${name}: is not a folder; with type DIR the path must be a folder`);
  const files: string[] = [];
  const walk = (below: string, depth: number): void => {
    if (depth > limits.training.folderDepth) {
      throw new InputFault(`${name}: ${below} is more than ${limits.training.folderDepth} folders deep`);
    }
    for (const entry of readdirSync(join(path, below), { withFileTypes: true })) {
      const each = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) walk(each, depth + 1);
      else if (isDocument(entry)) files.push(each);
      if (files.length > most) throw new InputFault(`${name}: has more than ${most} .txt files: use fewer`);
    }
  };
  walk('', 1);
  return files.sort((one, other) => (one < other ? -1 : 1));
}

const isDocument = (entry: Dirent): boolean => entry.isFile() && /\.txt$/i.test(entry.name);
