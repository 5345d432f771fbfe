// audioFormat auto: ffprobe identifies the file, ffmpeg decodes it. ffmpeg writes its samples to a pipe, and the
// gateway writes the file. If the gateway dies, the pipe breaks, and no leftover process writes into the file of a
// later attempt.

import { FileFault, fileCodes, type PcmFile } from '../../protocol/engine/transcription.js';
import { limits } from '../../protocol/limits.js';
import type { StoredFiles } from '../../trust/stored-files.js';
import { type ConvertOptions, tooLong } from './options.js';
import { frontToBack, inputArgs, type ProbedAudio, probeAudio } from './probe.js';
import { pcmFile } from './raw.js';
import type { Recording } from './recording.js';
import { missingTools, runTool, type Tools } from './tools.js';

type AutoOptions = Omit<ConvertOptions, 'tools' | 'files'> & { readonly tools: Tools; readonly files: StoredFiles };

/** Decodes a recording to 16-bit PCM in `target`. Throws a FileFault. */
export async function decodeAuto(source: Recording, target: string, options: AutoOptions): Promise<PcmFile> {
  const missing = missingTools(options.tools);
  if (missing.length > 0) {
    throw failed(`${missing.join(' and ')} not installed on this gateway, so only raw formats can be converted`);
  }
  const audio = await probeAudio(source, options.tools, options.signal);
  const channels = options.channelCount === 1 ? 1 : audio.channels;
  const file = await options.files.create(target);
  try {
    const maxBytes = Math.floor((options.maxMs * options.rateHz) / 1000) * channels * 2;
    const { status, isLate } = await runTool({
      program: options.tools.ffmpeg,
      args: outputArgs(source, audio, channels, options.rateHz),
      source,
      timeMs: limits.trans.decode.convertMs,
      signal: options.signal,
      onOutput: async (piece) => {
        if (file.bytes + piece.length > maxBytes) throw tooLong(options.maxMs);
        await file.append(piece);
      },
    });
    if (isLate) throw failed(`the conversion took longer than ${limits.trans.decode.convertMs / 1000} s`);
    if (status !== 0) {
      throw failed(`the audio cannot be decoded (ffmpeg ended with ${status ?? 'a signal'})${frontToBack(source)}`);
    }
    if (file.bytes === 0) throw failed(`no sample could be decoded${frontToBack(source)}`);
    await file.keep();
    return pcmFile(target, options.rateHz, channels, file.bytes);
  } finally {
    await file.discard();
  }
}

const failed = (message: string) => new FileFault(fileCodes.conversionFailed, message);

function outputArgs(source: Recording, { streamIndex }: ProbedAudio, channels: number, rateHz: number): string[] {
  // without flush_packets every packet would cost a system call and a turn of our event loop
  return [
    ...['-nostdin', '-threads', '1', ...inputArgs(source), '-map', `0:${streamIndex}`, '-vn', '-sn', '-dn'],
    ...['-flush_packets', '0', '-filter_threads', '1', '-ac', String(channels), '-ar', String(rateHz)],
    ...['-f', 's16le', 'pipe:1'],
  ];
}
