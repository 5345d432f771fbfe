// Converts an uploaded or downloaded recording to 16-bit PCM at the model's sample rate.
import { FileFault, fileCodes, type PcmFile } from '../../protocol/engine/transcription.js';
import { DiskFull } from '../../storage/part-file.js';
import { StoredFiles } from '../../trust/stored-files.js';
import { decodeAuto } from './auto.js';
import { rawFormat } from './formats.js';
import type { ConvertOptions } from './options.js';
import { decodeRaw } from './raw.js';
import { openRecording } from './recording.js';
import { defaultTools } from './tools.js';

export type { ConvertOptions };

/**
 * Writes `target` whole or not at all. Throws a FileFault (4200-4204, 4300; `isPassing` if the disk is full), or the
 * reason of the signal.
 */
export async function convertAudio(source: string, target: string, options: ConvertOptions): Promise<PcmFile> {
  options.signal.throwIfAborted();
  const raw = rawFormat(options.audioFormat);
  if (raw === undefined && options.audioFormat !== 'auto') {
    throw new FileFault(fileCodes.formatUnknown, `unknown audioFormat ${options.audioFormat}`);
  }
  const { files = new StoredFiles(), tools = defaultTools } = options;
  try {
    const recording = await openRecording(source, files);
    try {
      if (recording.bytes === 0) throw new FileFault(fileCodes.formatUnknown, 'the file is empty');
      return raw === undefined
        ? await decodeAuto(recording, target, { ...options, files, tools })
        : await decodeRaw({ recording, format: raw, channels: options.channelCount ?? 1 }, target, {
            ...options,
            files,
          });
    } finally {
      await recording.close();
    }
  } catch (fault) {
    options.signal.throwIfAborted();
    if (fault instanceof DiskFull) throw new FileFault(fileCodes.conversionFailed, fault.message, true);
    throw fault;
  }
}
