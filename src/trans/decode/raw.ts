// Raw formats: through the same native front end as the slices of a live call, a second at a time, in flat memory.
import { open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addon, encodings, type NativeFrontend } from '../../native/index.js';
import { limits } from '../../protocol/limits.js';
import { FileFault, fileCodes, type PcmFile } from '../../protocol/transcription.js';
import { PartFile } from '../part-file.js';
import { interleave, splitter } from './channels.js';
import type { RawFormat } from './formats.js';
import { type ConvertOptions, tooLong } from './options.js';

export interface RawSource {
  readonly path: string;
  readonly bytes: number;
  readonly format: RawFormat;
  readonly channels: 1 | 2;
}

type RawOptions = Pick<ConvertOptions, 'rateHz' | 'maxMs' | 'signal'>;

export async function decodeRaw(source: RawSource, target: string, options: RawOptions): Promise<PcmFile> {
  const { format, channels } = source;
  const bytesPerSecond = (format.rateHz * format.bits * channels) / 8;
  if ((source.bytes / bytesPerSecond) * 1000 > options.maxMs) throw tooLong(options.maxMs);
  const ears = Array.from({ length: channels }, () => frontend(format, options.rateHz));
  const split = splitter(format, channels);
  const push = (block: Uint8Array) => interleave(split(block).map((own, at) => heard(ears[at] as NativeFrontend, own)));
  const flush = () => interleave(ears.map((ear) => heard(ear, undefined)));

  const input = await open(source.path, 'r');
  try {
    const file = await PartFile.create(target);
    try {
      for await (const block of blocksOf(input, bytesPerSecond, frameBytes(format, channels))) {
        options.signal.throwIfAborted();
        await file.append(push(block));
      }
      await file.append(flush());
      if (file.bytes === 0) throw new FileFault(fileCodes.conversionFailed, 'the file holds no whole sample');
      await file.keep();
      return pcmFile(target, options.rateHz, channels, file.bytes);
    } finally {
      await file.discard();
    }
  } finally {
    await input.close();
  }
}

export function pcmFile(path: string, sampleRateHz: 8_000 | 16_000, channels: 1 | 2, bytes: number): PcmFile {
  return { path, sampleRateHz, channels, durationMs: Math.round((bytes / 2 / channels / sampleRateHz) * 1000) };
}

/** The least that holds whole samples of every channel in whole bytes. */
const frameBytes = ({ bits }: RawFormat, channels: 1 | 2): number => (bits === 4 ? channels : (bits / 8) * channels);

const frontend = ({ encoding, rateHz }: RawFormat, toHz: 8_000 | 16_000) =>
  new addon.Frontend(encodings[encoding], rateHz, 0, 1000, toHz);

function heard(ear: NativeFrontend, bytes: Uint8Array | undefined): Int16Array {
  const events = bytes === undefined ? ear.flush() : ear.push(bytes);
  if (events < 0) throw new FileFault(fileCodes.conversionFailed, `the audio cannot be decoded (${events})`);
  return (ear.samples as Int16Array).subarray(0, ear.sampleCount);
}

/** Of a second each; an incomplete sample at the end of the file is left out. Lets others have a turn in between. */
async function* blocksOf(input: Awaited<ReturnType<typeof open>>, secondBytes: number, unit: number) {
  const room = Buffer.allocUnsafe((secondBytes * limits.trans.decode.blockMs) / 1000);
  for (;;) {
    let filled = 0;
    for (let read = -1; read !== 0 && filled < room.length; filled += read) {
      ({ bytesRead: read } = await input.read(room, filled, room.length - filled));
    }
    const whole = filled - (filled % unit);
    for (let at = 0; at < whole; at += secondBytes) {
      yield room.subarray(at, Math.min(whole, at + secondBytes));
      await nextTurn();
    }
    if (filled < room.length) return;
  }
}
