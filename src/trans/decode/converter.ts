// Converters read files from untrusted sources. Each runs in a sandbox: it gets one recording as an open descriptor and
// writes to a pipe. It has no files, no network, no other process and no standard input, little memory and time, and
// low priority.
import { type Bounds, type ChildEnd, followed } from '../../child/bounded.js';
import { type Cage, type Command, cagedEnvironment } from '../../child/cage.js';
import { spawnChild } from '../../child/spawn.js';
import { limits } from '../../protocol/limits.js';
import { inputDescriptor } from './input-descriptor.js';
import type { Recording } from './recording.js';

const { niceness, complaintBytes, descriptors } = limits.trans.decode;

export interface Conversion extends Omit<Bounds, 'complaintBytes'> {
  readonly source: Recording;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a converter. Throws what onOutput throws, or the reason of the signal. */
export async function runConverter(
  command: (cage: Cage) => Command,
  { source, environment, ...bounds }: Conversion,
): Promise<ChildEnd> {
  bounds.signal?.throwIfAborted();
  const cpuS = Math.ceil(bounds.timeMs / 1000);
  const input = source.isStream ? { keeps: [inputDescriptor] } : { input: inputDescriptor };
  const { file, args } = command({ ...input, niceness, descriptors, cpuS, fileBytes: 0 });
  const child = spawnChild(file, args, {
    stdio: ['ignore', 'pipe', 'pipe', source.stdio],
    cwd: '/',
    env: cagedEnvironment(environment),
  });
  const unfed = new AbortController();
  const isStarted = child.pid !== undefined;
  const fed = isStarted && source.feed(child.stdio[inputDescriptor], (fault) => unfed.abort(fault));
  const signal = bounds.signal === undefined ? unfed.signal : AbortSignal.any([bounds.signal, unfed.signal]);
  const allBounds = { ...bounds, signal, complaintBytes };
  try {
    return await followed(child, allBounds);
  } finally {
    await fed;
  }
}
