// The options of a task for converting its recordings.
import { FileFault, fileCodes } from '../../protocol/engine/transcription.js';
import type { StoredFiles } from '../../trust/stored-files.js';
import type { Tools } from './tools.js';

export interface ConvertOptions {
  /** `auto`, or a name of rawFormats. */
  readonly audioFormat: string;
  /** Raw formats: 1 unless given. Auto: 1 mixes two channels into one; other values keep them. */
  readonly channelCount: 1 | 2 | undefined;
  /** Sample rate of the model, Hz. */
  readonly rateHz: 8_000 | 16_000;
  readonly maxMs: number;
  readonly signal: AbortSignal;
  readonly tools?: Tools;
  /** The storage of the recording and its samples; plain files unless given. */
  readonly files?: StoredFiles;
}

export function tooLong(maxMs: number): FileFault {
  return new FileFault(fileCodes.tooLong, `the audio is longer than ${maxMs / 1000} s`);
}
