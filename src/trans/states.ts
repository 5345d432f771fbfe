// The states of a file (specification 2, section 3.3) and the events that change them. These functions are pure;
// queue.ts carries the changes out.
import { type FileCode, fileCodes, isFinished } from '../protocol/engine/transcription.js';

export type Stage = 'download' | 'convert' | 'recognise';

export interface StageCodes {
  readonly queued: FileCode;
  readonly running: FileCode;
  /** The code while the file waits for another try. */
  readonly retry: FileCode;
  readonly done: FileCode;
  /** The code of a file cancelled in this stage; the specification has none of its own for that. */
  readonly cancelled: FileCode;
}

export const stages: Readonly<Record<Stage, StageCodes>> = {
  download: {
    queued: fileCodes.downloadQueued,
    running: fileCodes.downloading,
    retry: fileCodes.downloadRetry,
    done: fileCodes.conversionQueued,
    cancelled: fileCodes.downloadFailed,
  },
  convert: {
    queued: fileCodes.conversionQueued,
    running: fileCodes.converting,
    retry: fileCodes.conversionQueued,
    done: fileCodes.recognitionQueued,
    cancelled: fileCodes.conversionFailed,
  },
  recognise: {
    queued: fileCodes.recognitionQueued,
    running: fileCodes.recognising,
    retry: fileCodes.recognitionQueued,
    done: fileCodes.succeeded,
    cancelled: fileCodes.recognitionFailed,
  },
};
export const stageNames = Object.keys(stages) as readonly Stage[];

/** The current stage of an unfinished file, or the stage that failed; undefined after success. */
export function stageOf(code: FileCode): Stage | undefined {
  if (code === fileCodes.succeeded) return undefined;
  if (isFinished(code)) {
    if (code < fileCodes.formatUnknown) return 'download';
    return code <= fileCodes.tooLong ? 'convert' : 'recognise';
  }
  if (code < fileCodes.conversionQueued) return 'download';
  return code < fileCodes.recognitionQueued ? 'convert' : 'recognise';
}

/** The events of a file. `lost`: the process that worked on the file has gone. */
export type Happening = 'claimed' | 'done' | 'passing' | 'failed' | 'cancelled' | 'restarted' | 'lost';

/**
 * The code after an event; undefined: the event does not apply in this state, and nothing changes. A failure brings its
 * own code; here `failed` gives the stage's general one. `inputs` tells which files a restart finds on the disk.
 */
export function next(
  code: FileCode,
  happening: Happening,
  inputs: { readonly source: boolean; readonly pcm: boolean } = { source: false, pcm: false },
): FileCode | undefined {
  const stage = stageOf(code);
  if (stage === undefined) return undefined;
  const codes = stages[stage];
  const isRunning = code === codes.running;
  switch (happening) {
    case 'claimed':
      return code === codes.queued || code === codes.retry ? codes.running : undefined;
    case 'done':
      return isRunning ? codes.done : undefined;
    case 'passing':
      return isRunning ? codes.retry : undefined;
    case 'lost':
      return isRunning ? codes.queued : undefined;
    case 'failed':
      return isRunning ? codes.cancelled : undefined;
    case 'cancelled':
      return isFinished(code) ? undefined : codes.cancelled;
    case 'restarted':
      return isFinished(code) ? stages[stageWithInput(stage, inputs)].queued : undefined;
  }
}

/** The stage itself, or the earliest stage before it whose output has gone. */
function stageWithInput(stage: Stage, { source, pcm }: { readonly source: boolean; readonly pcm: boolean }): Stage {
  if (stage === 'recognise' && !pcm) return stageWithInput('convert', { source, pcm });
  return stage === 'convert' && !source ? 'download' : stage;
}

const infos: Readonly<Partial<Record<FileCode, string>>> = {
  [fileCodes.downloadQueued]: 'waits for its download',
  [fileCodes.downloading]: 'is being downloaded',
  [fileCodes.conversionQueued]: 'waits for its conversion',
  [fileCodes.converting]: 'is being converted',
  [fileCodes.recognitionQueued]: 'waits for its recognition',
  [fileCodes.recognising]: 'is being recognised',
  [fileCodes.succeeded]: 'succeeded',
};
/** The message of a code; '' if it has none. */
export const infoOf = (code: FileCode): string => infos[code] ?? '';
