// ffprobe and ffmpeg as child processes: with limits on time, memory and output, at low priority, without standard
// input and without the environment of the gateway.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { type Bounds, type ChildEnd, followed } from '../../child/bounded.js';
import { limits } from '../../protocol/limits.js';

export interface Tools {
  /** Names on the PATH, or absolute paths. */
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

export const defaultTools: Tools = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };

/** The tools that this machine does not have. */
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

export interface ToolRun extends Omit<Bounds, 'complaintBytes'> {
  readonly program: string;
  readonly args: readonly string[];
}

// -v address space in KiB, -t seconds of CPU, -f bytes of files (it writes none) in blocks, -c no core
const { memoryBytes, niceness, complaintBytes } = limits.trans.decode;
const script = (cpuS: number) =>
  `ulimit -v ${memoryBytes / 1024} && ulimit -t ${cpuS} && ulimit -f 0 && ulimit -c 0 && exec nice -n ${niceness} "$@"`;

/** Throws what onOutput throws, or the reason of the signal. */
export async function runTool({ program, args, ...bounds }: ToolRun): Promise<ChildEnd> {
  bounds.signal?.throwIfAborted();
  const child = spawn('/bin/sh', ['-c', script(Math.ceil(bounds.timeMs / 1000)), 'sh', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', AV_LOG_FORCE_NOCOLOR: '1' },
  });
  return followed(child, { ...bounds, complaintBytes });
}
