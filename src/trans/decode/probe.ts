// Probes a recording with ffprobe. It must have one audio stream with one or two channels; otherwise the fault carries
// the code of the reason.
import { z } from 'zod';
import { FileFault, fileCodes } from '../../protocol/engine/transcription.js';
import { MiB } from '../../protocol/limits/units.js';
import { limits } from '../../protocol/limits.js';
import { inputDescriptor } from './input-descriptor.js';
import type { Recording } from './recording.js';
import { runTool, type Tools } from './tools.js';

/**
 * Formats that consist of one file each. Playlists, concat scripts, image sequences and the like would make ffmpeg open
 * other files of this machine; formats without a header would match any bytes.
 */
const formats = (
  'aac ac3 aiff amr ape asf au avi caf dts eac3 flac flv ircam matroska mov mp3 mpc mpc8 mpeg mpegts nistsphere ogg ' +
  'rm sox tak tta voc w64 wav webm wv xwma'
).split(' ');

/** The arguments up to -i. ffmpeg opens only the one file, and only with demuxers that open no other. */
export const inputArgs = ({ isStream }: Recording): readonly string[] => [
  ...['-hide_banner', '-v', 'error', '-protocol_whitelist', 'file,pipe', '-format_whitelist', formats.join(',')],
  ...['-i', isStream ? `pipe:${inputDescriptor}` : `file:/proc/self/fd/${inputDescriptor}`],
];

/** The end of an error sentence: the reason why a recording that is streamed may not be readable. */
export function frontToBack({ isStream }: Recording): string {
  if (!isStream) return '';
  const most = limits.trans.decode.plainBytes / MiB;
  const rule = `an encrypted gateway reads recordings of more than ${most} MiB from front to back`;
  return `; ${rule}: use a format whose header comes first`;
}

const Probed = z.object({
  streams: z
    .array(z.object({ index: z.int(), codec_type: z.string().optional(), channels: z.int().optional() }))
    .optional(),
});

export interface ProbedAudio {
  readonly streamIndex: number;
  readonly channels: 1 | 2;
}

/** Probes a recording. Throws a FileFault if it is no audio, or has too many streams or channels. */
export async function probeAudio(source: Recording, tools: Tools, signal: AbortSignal): Promise<ProbedAudio> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const { status, isLate } = await runTool({
    program: tools.ffprobe,
    args: ['-print_format', 'json', '-show_entries', 'stream=index,codec_type,channels', ...inputArgs(source)],
    source,
    timeMs: limits.trans.decode.probeMs,
    signal,
    onOutput: (piece) => {
      bytes += piece.length;
      if (bytes > limits.trans.decode.probeBytes) throw unknown('the file has too many streams');
      pieces.push(Buffer.from(piece));
    },
  });
  if (isLate) throw unknown(`the analysis took longer than ${limits.trans.decode.probeMs / 1000} s`);
  if (status !== 0) {
    throw unknown(`the file is not a known sound format, or its header is damaged${frontToBack(source)}`);
  }
  return judge(streamsOf(Buffer.concat(pieces)));
}

const unknown = (why: string) => new FileFault(fileCodes.formatUnknown, `the format cannot be determined: ${why}`);

function streamsOf(answer: Buffer) {
  let value: unknown;
  try {
    value = JSON.parse(answer.toString());
  } catch {
    throw unknown('ffprobe did not answer with JSON');
  }
  const probed = Probed.safeParse(value);
  if (!probed.success) throw unknown('ffprobe answered in an unexpected form');
  return probed.data.streams ?? [];
}

function judge(streams: ReturnType<typeof streamsOf>): ProbedAudio {
  const audio = streams.filter(({ codec_type }) => codec_type === 'audio');
  const [only] = audio;
  if (only === undefined) throw new FileFault(fileCodes.noAudioStream, 'the file has no audio stream');
  if (audio.length > 1) {
    throw new FileFault(
      fileCodes.severalAudioStreams,
      `the file has ${audio.length} audio streams, must have exactly one`,
    );
  }
  const { channels } = only;
  if (channels !== 1 && channels !== 2) {
    throw new FileFault(
      fileCodes.badChannelCount,
      `the audio has ${channels ?? 'an unknown number of'} channels, must have 1 or 2`,
    );
  }
  return { streamIndex: only.index, channels };
}
