// A short-lived process beside the gateway that reads a trained model. Its order comes on standard input, and it
// answers with one line.
import { realDisk } from '../../storage/disk.js';
import { type AreaSecret, areaKeyOf } from '../../trust/area-key.js';
import { KeyedFiles } from '../../trust/keyed-files.js';
import { openModelDirectory } from '../../understanding/trained/directory.js';
import { ModelFault } from '../../understanding/trained/fault.js';

export interface ModelToCheck {
  readonly directory: string;
  readonly training?: AreaSecret | undefined;
}

/** `fault`: the fault of the model, in words for its author; undefined if there is none. */
export interface ModelReport {
  readonly fault?: string | undefined;
}

const pieces: Buffer[] = [];
for await (const piece of process.stdin) pieces.push(piece as Buffer);
const { directory, training } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as ModelToCheck;
process.stdout.write(`${JSON.stringify(checked())}\n`);

function checked(): ModelReport {
  try {
    openModelDirectory(directory, new KeyedFiles(realDisk, areaKeyOf(training)));
    return {};
  } catch (fault) {
    if (fault instanceof ModelFault) return { fault: fault.message };
    throw fault;
  }
}
