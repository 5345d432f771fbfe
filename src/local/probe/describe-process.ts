// A short process that looks into the directory of a recogniser and drafts its manifest, apart from everything else: a graph that
// somebody else made may crash, hang or take all memory. It reads one order from standard input and answers with one line.
import { type Described, describeDirectory } from '../../engine/runtime/models/describe/describe.js';
import { ModelError } from '../../models/model-error.js';
import { realDisk } from '../../storage/disk.js';

export interface DescribeOrder {
  readonly directory: string;
}

export type DescribeReport = { readonly fault: string } | { readonly fault: null; readonly described: Described };

const pieces: Buffer[] = [];
for await (const piece of process.stdin) pieces.push(piece as Buffer);
const { directory } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as DescribeOrder;

const report = (answer: DescribeReport) => process.stdout.write(`${JSON.stringify(answer)}\n`);
try {
  report({ fault: null, described: await describeDirectory(realDisk, directory) });
} catch (fault) {
  if (!(fault instanceof ModelError)) throw fault;
  report({ fault: fault.message });
}
