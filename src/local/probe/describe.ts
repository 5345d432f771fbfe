// The draft of a manifest for the recogniser in a directory, made in a process of its own.
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { ChildFault, runOnce } from '../../child/once.js';
import { builtProgram } from '../../child/program.js';
import { readSmall } from '../../models/files.js';
import { parseManifest } from '../../models/manifest.js';
import { ModelError } from '../../models/model-error.js';
import { limits } from '../../protocol/limits.js';
import { realDisk } from '../../storage/disk.js';
import { writeWhole } from '../../storage/whole-file.js';
import type { DescribeOrder, DescribeReport } from './describe-process.js';

const { probe } = limits.model;

export interface Draft {
  /** The text of manifest.json. */
  readonly text: string;
  readonly notes: readonly string[];
}

/**
 * Throws ModelError (bad): something does not fit, or the graph crashed or took too long. `writes`: manifest.json is put into the
 * directory, and a file that only the metadata of the graph had.
 */
export async function describeApart(directory: string, { writes }: { readonly writes: boolean }): Promise<Draft> {
  const at = resolve(directory);
  const order: DescribeOrder = { directory: at };
  const report = await runOnce<DescribeReport>({
    program: builtProgram('./describe-process.js', import.meta.url),
    input: JSON.stringify(order),
    reads: [at],
    timeMs: probe.timeMs,
    heapMiB: probe.heapMiB,
    answerBytes: limits.model.manifestBytes,
  }).catch((failure: unknown) => {
    if (!(failure instanceof ChildFault)) throw failure;
    throw new ModelError('bad', `${directory}: the inspection of the model ${failure.message}`, { cause: failure });
  });
  if (report.fault !== null) throw new ModelError('bad', report.fault);
  const { draft, files, made, notes } = report.described;
  const entries = files.map((name) => {
    const text = made[name];
    const bytes = text === undefined ? readSmall(realDisk, join(at, name), limits.model.fileBytes) : Buffer.from(text);
    return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
  const text = `${JSON.stringify({ ...draft, files: entries }, null, 2)}\n`;
  parseManifest(Buffer.from(text), `${directory}: the draft`);
  const wanted = Object.entries(made).map(([name, content]) => [name, content] as const);
  if (writes) {
    for (const [name, content] of [...wanted, ['manifest.json', text] as const]) writeNew(join(at, name), content);
  }
  const told = writes
    ? []
    : wanted.map(([name]) => `${name}: its numbers are in the metadata of the graph; --write creates the file`);
  return { text, notes: [...notes, ...told] };
}

function writeNew(file: string, content: string): void {
  if (realDisk.size(file) !== undefined) throw new ModelError('bad', `${file}: already exists; move it away first`);
  writeWhole(realDisk, file, [Buffer.from(content)]);
}
