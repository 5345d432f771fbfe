// A short process beside the gateway that compiles a custom LM from sample text: seconds of work for a long text,
// and the addon, which the gateway does not load. Its argument says what to do, a line with the key of its file and the text come
// by standard input, and one line answers.
import { readFileSync } from 'node:fs';
import { compileSmallCorpus, sentencesOf } from '../engine/runtime/recogniser/small-corpus.js';
import { addon } from '../native/index.js';
import { limits } from '../protocol/limits.js';
import { realDisk } from '../storage/disk.js';
import type { FileSeal } from '../trust/seal-form.js';
import { pathOfModel, storeModel } from './files.js';

export interface CompileOrder {
  readonly key: string;
  readonly directory: string;
  /** Path of the lexicon. */
  readonly lexicon: string;
}

/** The first line of standard input: keys do not belong into arguments, which every user of the machine can read. */
export interface CompileSecrets {
  readonly seal?: FileSeal | undefined;
}

export interface CompileReport {
  /** null: the model is stored */
  readonly fault: string | null;
  /** true: the same text would fail again */
  readonly isText: boolean;
}

/** Offset of the vocabulary's address in a lexicon file (docs/model-formats.md). */
const vocabularyAt = 8;

const { key, directory, lexicon: file } = JSON.parse(process.argv[2] ?? '') as CompileOrder;
const pieces: Buffer[] = [];
for await (const piece of process.stdin) pieces.push(piece as Buffer);
const input = Buffer.concat(pieces);
const lineEnd = input.indexOf('\n');
const { seal } = JSON.parse(input.toString('utf8', 0, lineEnd)) as CompileSecrets;
const text = input.toString('utf8', lineEnd + 1);

process.stdout.write(`${JSON.stringify(compiled())}\n`);

function compiled(): CompileReport {
  try {
    const lexicon = new addon.Lexicon(file);
    if (sentencesOf(text, lexicon).length === 0) return { fault: 'the text has no words', isText: true };
    const bytes = compileSmallCorpus(text, lexicon, readFileSync(file).readBigUInt64LE(vocabularyAt));
    realDisk.makeDirectory(directory);
    if (realDisk.freeBytes(directory) < limits.olm.freeBytes) return { fault: 'the disk is full', isText: false };
    storeModel(realDisk, pathOfModel(directory, key), bytes, seal);
    return { fault: null, isText: false };
  } catch (fault) {
    process.stderr.write(`small-corpus model: ${(fault as Error).message}\n`); // names files: not for clients
    return { fault: 'the language model or the disk cannot be read or written', isText: false };
  }
}
