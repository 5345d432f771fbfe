// The programs ffprobe and ffmpeg of this machine, and how they run as converters.
import type { ChildEnd } from '../../child/bounded.js';
import { caged, programFile } from '../../child/cage.js';
import { limits } from '../../protocol/limits.js';
import { type Conversion, runConverter } from './converter.js';

export interface Tools {
  /** Names on the PATH, or absolute paths. */
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

export const defaultTools: Tools = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };

/** The names of the tools that this machine lacks. */
export const missingTools = (tools: Tools): string[] =>
  [tools.ffprobe, tools.ffmpeg].filter((tool) => programFile(tool) === undefined);

export interface ToolRun extends Omit<Conversion, 'environment'> {
  readonly program: string;
  readonly args: readonly string[];
}

const { memoryBytes } = limits.trans.decode;

/** Runs a tool as a converter. Throws what onOutput throws, or the reason of the signal. */
export const runTool = ({ program, args, ...conversion }: ToolRun): Promise<ChildEnd> =>
  runConverter((cage) => caged(programFile(program) ?? program, args, { ...cage, memoryBytes }), {
    ...conversion,
    environment: { LC_ALL: 'C', AV_LOG_FORCE_NOCOLOR: '1' },
  });
