// ffprobe and ffmpeg as child processes: with limits on time, memory and output, at low priority, without standard input
// and without the environment of the gateway.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Readable } from 'node:stream';
import { limits } from '../../protocol/limits.js';

export interface Tools {
  /** Names on the PATH, or absolute paths. */
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

export const defaultTools: Tools = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };

/** Which of the tools this machine does not have. */
export const missingTools = (tools: Tools): string[] => [tools.ffprobe, tools.ffmpeg].filter((tool) => !isThere(tool));

function isThere(tool: string): boolean {
  const places = isAbsolute(tool) ? [tool] : (process.env.PATH ?? '').split(delimiter).map((each) => join(each, tool));
  return places.some((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export interface Bounds {
  readonly timeMs: number;
  readonly signal: AbortSignal;
  /** Each piece that it writes, valid until it resolves; what it throws ends the tool. */
  readonly onOutput: (piece: Uint8Array) => Promise<void> | void;
}

export interface ToolRun extends Bounds {
  readonly program: string;
  readonly args: readonly string[];
}

export interface ToolEnd {
  /** 0 where it ended well. */
  readonly status: number | undefined;
  readonly isLate: boolean;
  /** The end of what it complained of. */
  readonly complaint: string;
}

// -v address space in KiB, -t seconds of CPU, -f bytes of files (it writes none) in blocks, -c no core
const { memoryBytes, niceness, complaintBytes } = limits.trans.decode;
const script = (cpuS: number) =>
  `ulimit -v ${memoryBytes / 1024} && ulimit -t ${cpuS} && ulimit -f 0 && ulimit -c 0 && exec nice -n ${niceness} "$@"`;

/** Throws what onOutput throws, or the reason of the signal. */
export async function runTool({ program, args, ...bounds }: ToolRun): Promise<ToolEnd> {
  bounds.signal.throwIfAborted();
  const child = spawn('/bin/sh', ['-c', script(Math.ceil(bounds.timeMs / 1000)), 'sh', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', AV_LOG_FORCE_NOCOLOR: '1' },
  });
  return followed(child, bounds);
}

/** Until it has ended. Throws what onOutput throws, or the reason of the signal; the process is gone then too. */
export async function followed(
  child: ChildProcessByStdio<null, Readable, Readable>,
  { timeMs, signal, onOutput }: Bounds,
): Promise<ToolEnd> {
  const kill = () => child.kill('SIGKILL');
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, timeMs);
  signal.addEventListener('abort', kill, { once: true });
  let complaint = '';
  child.stderr.on('data', (piece: Buffer) => {
    complaint = (complaint + piece.toString('latin1')).slice(-complaintBytes);
  });
  const ended = new Promise<number | undefined>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? undefined));
  });
  ended.catch(() => {});
  try {
    for await (const piece of child.stdout) {
      await onOutput(piece as Uint8Array);
      giveBack(piece as Uint8Array);
    }
    const status = await ended;
    signal.throwIfAborted();
    return { status, isLate, complaint: complaint.trim() };
  } finally {
    kill();
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
    await ended.catch(() => {});
  }
}

const nowhere = new MessageChannel().port1;
nowhere.close();

/** V8 lets 32 MB of read buffers gather before it looks for those that nobody holds; what is sent away is free at once. */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  // Small pieces may lie in a buffer that Node shares.
  if (buffer.byteLength === byteLength) nowhere.postMessage(undefined, [buffer as ArrayBuffer]);
}
