// Options of a task for the conversion of its recordings.
import { FileFault, fileCodes } from '../../protocol/engine/transcription.js';
import type { StoredFiles } from '../../trust/stored-files.js';
import type { Tools } from './tools.js';

export interface ConvertOptions {
  /** `auto`, or a name of rawFormats. */
  readonly audioFormat: string;
  /** Raw: 1 unless given. Auto: 1 merges two channels into one; anything else leaves them. */
  readonly channelCount: 1 | 2 | undefined;
  /** Sample rate of the model. */
  readonly rateHz: 8_000 | 16_000;
  readonly maxMs: number;
  readonly signal: AbortSignal;
  readonly tools?: Tools;
  /** The way in which the recording and its samples are stored; plain unless given. */
  readonly files?: StoredFiles;
}

export function tooLong(maxMs: number): FileFault {
  return new FileFault(fileCodes.tooLong, `the audio is longer than ${maxMs / 1000} s`);
}
