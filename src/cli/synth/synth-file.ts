// The destination of speech: a WAV file whose header is completed at the end, a file of plain slices, or standard
// output.
import { closeSync, fstatSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { extname } from 'node:path';
import type { SpokenFormat, SpokenRateHz } from '../../protocol/engine/synthesis.js';
import { makingFault } from '../../protocol/file-fault.js';
import { CommandFailure, exitCodes, writeFailure } from '../exit.js';
import type { SpeechFacts, SpeechMaker, TextToSay } from './synth-speech.js';

export interface SoundFile {
  write(bytes: Uint8Array): void | Promise<void>;
  close(): void;
  /** Removes an unfinished file if that is possible. */
  discard(): void;
}

/** Format tags of RIFF/WAVE (RFC 2361). */
const tags = { pcm: 1, alaw: 6, ulaw: 7 } as const;
type WavFormat = keyof typeof tags;
/** Largest size that the 32 bits of a RIFF header can state. Readers read longer files to their end anyway. */
const largestSize = 0xffff_ffff;

export const goesIntoWav = (format: SpokenFormat): format is WavFormat => format in tags;

const isWavName = (name: string): boolean => extname(name).toLowerCase() === '.wav';

/** Throws wrong usage if the file name does not fit the format. */
export function checkFileName(name: string, format: SpokenFormat): void {
  if (!isWavName(name) || goesIntoWav(format)) return;
  const other = `${name.slice(0, -'.wav'.length)}.${format}`;
  throw new CommandFailure(
    exitCodes.usage,
    `${format} cannot be stored in a WAV file; choose another file name, such as ${other}`,
  );
}

export const formOf = (name: string, format: SpokenFormat): string =>
  isWavName(name) ? `WAV file, ${format}` : `plain ${format}`;

/**
 * `-` means standard output; a name in .wav means a WAV file; any other name means a file of slices, one after the
 * other.
 */
export function openSoundFile(name: string, format: SpokenFormat, rateHz: SpokenRateHz): SoundFile {
  checkFileName(name, format);
  if (name === '-') return standardOutput();
  return isWavName(name) && goesIntoWav(format) ? new WavFile(name, format, rateHz) : new PlainFile(name);
}

/** Opens the file with the first slice, so that a text that cannot be spoken leaves an older file as it was. */
export async function sayInto(
  speech: Pick<SpeechMaker, 'speak'>,
  request: TextToSay,
  name: string,
): Promise<SpeechFacts> {
  const { format, sampleRate } = request.config;
  let sound: SoundFile | undefined;
  try {
    const facts = await speech.speak(request, (bytes) => {
      sound ??= openSoundFile(name, format, sampleRate);
      return sound.write(bytes);
    });
    sound?.close();
    return facts;
  } catch (fault) {
    sound?.discard();
    throw fault;
  }
}

function standardOutput(): SoundFile {
  const write = (bytes: Uint8Array) =>
    process.stdout.write(bytes) ? undefined : new Promise<void>((resolve) => process.stdout.once('drain', resolve));
  return { write, close: () => {}, discard: () => {} };
}

class PlainFile implements SoundFile {
  readonly descriptor: number;
  #isOpen = true;

  constructor(readonly name: string) {
    this.descriptor = tried(name, () => openSync(name, 'w'));
  }

  write(bytes: Uint8Array): void {
    tried(this.name, () => writeAll(this.descriptor, bytes));
  }

  close(): void {
    this.#end();
  }

  discard(): void {
    if (!this.#isOpen) return;
    const isFile = fstatSync(this.descriptor).isFile();
    this.#end(); // and not close(), which would complete the file
    if (isFile) unlinkSync(this.name);
  }

  #end(): void {
    this.#isOpen = false;
    tried(this.name, () => closeSync(this.descriptor));
  }
}

class WavFile extends PlainFile {
  #dataBytes = 0;

  constructor(
    name: string,
    readonly format: WavFormat,
    readonly rateHz: number,
  ) {
    super(name);
    if (!fstatSync(this.descriptor).isFile()) {
      super.close();
      throw new CommandFailure(
        exitCodes.badInput,
        `${name}: a WAV file must be a regular file, because its header is written last`,
      );
    }
    try {
      super.write(wavHeader(format, rateHz, 0));
    } catch (fault) {
      this.discard(); // the caller does not have the file yet
      throw fault;
    }
  }

  override write(bytes: Uint8Array): void {
    super.write(bytes);
    this.#dataBytes += bytes.length;
  }

  override close(): void {
    if (this.#dataBytes % 2 === 1) super.write(new Uint8Array(1)); // chunks begin at even places
    const header = wavHeader(this.format, this.rateHz, this.#dataBytes);
    tried(this.name, () => writeSync(this.descriptor, header, 0, header.length, 0));
    super.close();
  }
}

/**
 * The header of a mono file. Formats other than PCM have a longer `fmt ` chunk and state the number of samples in
 * `fact`.
 */
export function wavHeader(format: WavFormat, rateHz: number, dataBytes: number): Buffer {
  const sampleBytes = format === 'pcm' ? 2 : 1;
  const fmtBytes = format === 'pcm' ? 16 : 18;
  const factBytes = format === 'pcm' ? 0 : 12;
  const header = Buffer.alloc(12 + 8 + fmtBytes + factBytes + 8);
  const size = (bytes: number) => Math.min(largestSize, bytes);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(size(header.length - 8 + dataBytes + (dataBytes % 2)), 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(fmtBytes, 16);
  header.writeUInt16LE(tags[format], 20);
  header.writeUInt16LE(1, 22); // mono
  header.writeUInt32LE(rateHz, 24);
  header.writeUInt32LE(rateHz * sampleBytes, 28);
  header.writeUInt16LE(sampleBytes, 32);
  header.writeUInt16LE(8 * sampleBytes, 34);
  const next = 20 + fmtBytes;
  if (factBytes > 0) {
    header.write('fact', next, 'latin1');
    header.writeUInt32LE(4, next + 4);
    header.writeUInt32LE(size(dataBytes), next + 8);
  }
  header.write('data', next + factBytes, 'latin1');
  header.writeUInt32LE(size(dataBytes), next + factBytes + 4);
  return header;
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

function tried<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (fault) {
    const reason = `cannot write the file: ${makingFault(fault)}`;
    throw writeFailure(`${name}: ${reason}`, fault);
  }
}
