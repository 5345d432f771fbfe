// Decodes raw formats with the native front end that also decodes live calls. It runs in a process of its own
// (raw-program.ts), whose samples come through a pipe as those of ffmpeg do.
import { cagedNode } from '../../child/cage.js';
import { builtProgram } from '../../child/program.js';
import { FileFault, fileCodes, type PcmFile } from '../../protocol/engine/transcription.js';
import { limits } from '../../protocol/limits.js';
import type { StoredFiles } from '../../trust/stored-files.js';
import { runConverter } from './converter.js';
import type { RawFormat } from './formats.js';
import { type ConvertOptions, tooLong } from './options.js';
import type { RawOrder } from './raw-program.js';
import type { Recording } from './recording.js';

export interface RawSource {
  readonly recording: Recording;
  readonly format: RawFormat;
  readonly channels: 1 | 2;
}

type RawOptions = Pick<ConvertOptions, 'rateHz' | 'maxMs' | 'signal'> & { readonly files: StoredFiles };

/** Decodes a raw recording to 16-bit PCM in `target`. Throws a FileFault. */
export async function decodeRaw(source: RawSource, target: string, options: RawOptions): Promise<PcmFile> {
  const { recording, format, channels } = source;
  const bytesPerSecond = (format.rateHz * format.bits * channels) / 8;
  if ((recording.bytes / bytesPerSecond) * 1000 > options.maxMs) throw tooLong(options.maxMs);
  options.signal.throwIfAborted();
  const order: RawOrder = { format, channels, rateHz: options.rateHz };
  const file = await options.files.create(target);
  try {
    const { heapMiB, dataBytes, convertMs } = limits.trans.decode;
    const program = builtProgram('./raw-program.js', import.meta.url);
    const flags = [`--max-old-space-size=${heapMiB}`];
    const { status, isLate } = await runConverter(
      (cage) => cagedNode(program, flags, [JSON.stringify(order)], { ...cage, dataBytes }),
      { source: recording, timeMs: convertMs, signal: options.signal, onOutput: (piece) => file.append(piece) },
    );
    if (isLate) throw failed(`the conversion took longer than ${limits.trans.decode.convertMs / 1000} s`);
    if (status !== 0) throw failed(`the audio cannot be decoded (the converter ended with ${status ?? 'a signal'})`);
    if (file.bytes === 0) throw failed('the file is shorter than one sample');
    await file.keep();
    return pcmFile(target, options.rateHz, channels, file.bytes);
  } finally {
    await file.discard();
  }
}

/** The facts of a PCM file of `bytes` bytes. */
export function pcmFile(path: string, sampleRateHz: 8_000 | 16_000, channels: 1 | 2, bytes: number): PcmFile {
  return { path, sampleRateHz, channels, durationMs: Math.round((bytes / 2 / channels / sampleRateHz) * 1000) };
}

const failed = (message: string) => new FileFault(fileCodes.conversionFailed, message);
