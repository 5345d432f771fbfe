// A robot as a directory of readable files, one for each thing. Together they make up the document of the interface.
// File names are only for people; each file states the name of its thing itself.
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../../protocol/errors.js';
import { fileFault } from '../../protocol/file-fault.js';
import { limits } from '../../protocol/limits.js';
import { JsonFault, parseJsonBytes } from '../../protocol/wire/json.js';
import { makeDirectories } from '../../storage/directories.js';
import { writeText } from '../../storage/whole-file.js';
import { CommandFailure, exitCodes } from '../exit.js';
import { type JsonPath, lineOf } from './json-line.js';
import { jsonText } from './json-text.js';

/** A document of the interface. Only its sections matter here. */
export type Document = Readonly<Record<string, unknown>>;
export interface FileFinding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

const robotFile = 'robot.json';
const taskQuestionFile = 'task-questions.json';
/** Sections that have a file for each thing: the folder, and the field with the name that people see. */
const folders = {
  skills: { folder: 'skills', name: 'key' },
  dirs: { folder: 'pairs', name: 'path' },
  intents: { folder: 'intents', name: 'name' },
  scenes: { folder: 'scenes', name: 'key' },
  tagGroups: { folder: 'tags', name: 'name' },
  lexicons: { folder: 'lexicons', name: 'name' },
  testSets: { folder: 'test-sets', name: 'name' },
} as const;
type Section = keyof typeof folders;
const sections = Object.keys(folders) as Section[];

/** Writes the files of a document and removes those of an earlier export. Returns the number of files. */
export function writeRobot(directory: string, document: Document): number {
  if (existsSync(directory)) refuseForeign(directory);
  const { format, robot, taskQuestions = [], ...rest } = document;
  const files = new Map<string, unknown>([
    [robotFile, { format, ...(robot as object) }],
    ...((taskQuestions as unknown[]).length > 0 ? [[taskQuestionFile, taskQuestions] as const] : []),
  ]);
  for (const section of sections) {
    const { folder, name } = folders[section];
    const names = new FileNames();
    for (const thing of (rest[section] ?? []) as Document[]) files.set(join(folder, names.of(thing[name])), thing);
  }
  const before = listed(directory);
  refuseOdd(directory, before);
  for (const { file } of before) if (!files.has(file)) rmSync(join(directory, file));
  for (const folder of ['.', ...sections.map((section) => folders[section].folder)]) {
    const isUsed = folder === '.' || [...files.keys()].some((file) => file.startsWith(`${folder}/`));
    if (isUsed) makeDirectories(join(directory, folder));
  }
  // The robot's own file is written last, so that an export that was cut short is recognised by its absence.
  for (const [file, value] of [...files].reverse()) writeText(join(directory, file), jsonText(value), 0o600);
  return files.size;
}

function refuseForeign(directory: string): void {
  if (!statSync(directory).isDirectory()) throw bad(`${directory}: is a file; name a directory`);
  if (existsSync(join(directory, robotFile))) return;
  if (readdirSync(directory).every((name) => name.startsWith('.'))) return;
  throw bad(`${directory}: is neither empty nor an exported robot (${robotFile} is missing); name another directory`);
}

/** Refuses to write where a link leads elsewhere, and to remove what no export has made. */
function refuseOdd(directory: string, before: readonly { readonly file: string }[]): void {
  const found = (name: string) => lstatSync(join(directory, name), { throwIfNoEntry: false });
  for (const { folder } of Object.values(folders)) {
    if (found(folder)?.isSymbolicLink() !== true) continue;
    const why = 'is a symbolic link, and an export would replace the files that it leads to';
    throw bad(`${join(directory, folder)}: ${why}; remove it, or name another directory`);
  }
  const odd = before.find(({ file }) => found(file)?.isDirectory() === true);
  if (odd === undefined) return;
  const path = join(directory, odd.file);
  throw bad(`${path}: is a directory, which no export has made; move it, or name another directory for the export`);
}

/** The files of a robot in a directory, sorted by name. */
function listed(directory: string): { readonly file: string; readonly section: Section | undefined }[] {
  const own = [robotFile, taskQuestionFile].filter((file) => existsSync(join(directory, file)));
  const things = sections.flatMap((section) => {
    const { folder } = folders[section];
    const path = join(directory, folder);
    if (!existsSync(path)) return [];
    if (!statSync(path).isDirectory()) throw bad(`${path}: is a file; a directory of ${section} must be in its place`);
    const names = readdirSync(path).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    return names.sort().map((name) => ({ file: join(folder, name), section }));
  });
  return [...own.map((file) => ({ file, section: undefined })), ...things];
}

/** A thing that became part of a document, with the text that it was read from. */
interface Source {
  readonly file: string;
  readonly text: string;
}

/** The document that a directory holds, and the places of its parts in the files. */
export class RobotFiles {
  readonly directory: string;
  readonly document: Document;
  /** Files that are not JSON. They are missing from the document. */
  readonly faults: readonly FileFinding[];
  readonly #sources = new Map<string, Source>();

  constructor(directory: string) {
    this.directory = directory;
    if (!existsSync(join(directory, robotFile))) {
      const isThere = statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true;
      if (!isThere) throw bad(`${directory}: is not a directory; name the directory of an exported robot`);
      throw bad(`${directory}: has no ${robotFile}, so it is not an exported robot`);
    }
    const faults: FileFinding[] = [];
    const document: Record<string, unknown> = {};
    let bytes = 0;
    for (const { file, section } of listed(directory)) {
      const content = read(join(directory, file));
      bytes += content.length;
      if (bytes > limits.nlu.importBytes) throw bad(`${directory}: has more than ${limits.nlu.importBytes} bytes`);
      try {
        this.#put(document, { file, text: content.toString('utf8') }, section, parseJsonBytes(content));
      } catch (fault) {
        if (!(fault instanceof ServiceError)) throw fault;
        const line = fault instanceof JsonFault ? (fault.line ?? 1) : 1;
        faults.push({ file, line, message: fault.message });
      }
    }
    this.document = document;
    this.faults = faults;
  }

  #put(document: Record<string, unknown>, source: Source, section: Section | undefined, value: unknown): void {
    if (source.file === robotFile) {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      const { format, ...robot } = isObject ? (value as Document) : { format: undefined };
      Object.assign(document, { format, robot: isObject ? robot : value });
      this.#sources.set('robot', source).set('format', source);
    } else if (section === undefined) {
      document.taskQuestions = value;
      this.#sources.set('taskQuestions', source);
    } else {
      const things = (document[section] ?? []) as unknown[];
      document[section] = things;
      this.#sources.set(`${section}[${things.length}]`, source);
      things.push(value);
    }
  }

  /**
   * Turns a message that begins with a place in the document into a finding in a file; undefined if it names no place.
   */
  finding(text: string): FileFinding | undefined {
    const [, unknown = '', place = '', after] = placed.exec(text) ?? [];
    const path = pathOf(place);
    const [section = '', index] = path;
    const own = this.#sources.get(`${section}[${index}]`);
    const source = own ?? this.#sources.get(String(section));
    if (source === undefined) return undefined;
    const inFile = section === 'format' ? path : path.slice(own === undefined ? 1 : 2);
    const line = lineOf(source.text, inFile);
    if (unknown !== '') return { file: source.file, line, message: `${unknown}${textOf(inFile)}` };
    const message = inFile.length === 0 ? (after ?? text) : `${textOf(inFile)}: ${after ?? text}`;
    return { file: source.file, line, message };
  }
}

/** Forms of messages: `dirs[0].pairs[3].question.text: what is wrong`, `unknown key dirs[0].names`. */
const placed = /^(unknown key )?([a-zA-Z]\w*(?:\[\d+\]|\.\w+)*)(?:: ([\s\S]*))?$/;

/** The steps of a place such as `dirs[0].pairs`. */
const pathOf = (place: string): JsonPath =>
  [...place.matchAll(/\[(\d+)\]|(\w+)/g)].map(([, index, name]) =>
    index === undefined ? (name as string) : Number(index),
  );

const textOf = (path: JsonPath): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

function read(path: string): Buffer {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) throw bad(`${path}: cannot be read: it is a directory; give another name to it`);
    if (!stat.isFile()) throw bad(`${path}: cannot be read: it is a device, pipe or socket; put a file in its place`);
    if (stat.size > limits.nlu.importBytes) throw bad(`${path}: has more than ${limits.nlu.importBytes} bytes`);
    return readFileSync(path);
  } catch (fault) {
    if (fault instanceof CommandFailure) throw fault;
    throw bad(`${path}: cannot be read: ${fileFault(fault)}`);
  }
}

const nameCharacters = 60;

/**
 * Makes file names from the letters, digits and a few signs of the thing's name. Each is unique, even on a file system
 * that ignores case.
 */
class FileNames {
  readonly #taken = new Set<string>();

  of(name: unknown): string {
    const text = Array.isArray(name) ? name.join(' - ') : String(name);
    const safe = text
      .normalize('NFC')
      .replace(/[^\p{L}\p{N} ()#_-]/gu, '_')
      .trim();
    const base = [...safe].slice(0, nameCharacters).join('').trim() || '_';
    let file = base;
    for (let nth = 2; this.#taken.has(file.toLowerCase()); nth++) file = `${base}~${nth}`;
    this.#taken.add(file.toLowerCase());
    return `${file}.json`;
  }
}

const bad = (message: string): CommandFailure => new CommandFailure(exitCodes.badInput, message);
