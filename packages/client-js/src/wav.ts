import { UsageError } from './errors.js';

export interface WavAudio {
  readonly coding: 'pcm_s16le' | 'alaw' | 'ulaw';
  readonly rate: number;
  readonly bytes: Buffer;
}

const codings = new Map([
  [1, { coding: 'pcm_s16le', bits: 16 } as const],
  [6, { coding: 'alaw', bits: 8 } as const],
  [7, { coding: 'ulaw', bits: 8 } as const],
]);

/** The audio of a mono WAV file: linear with 16 bits, A-law or mu-law. */
export function readWav(file: Uint8Array): WavAudio {
  const wav = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || wav.toString('latin1', 8, 12) !== 'WAVE') {
    throw new UsageError('not a WAV file: it must begin with RIFF and WAVE');
  }
  let format: Omit<WavAudio, 'bytes'> | undefined;
  for (let at = 12; at + 8 <= wav.length; ) {
    const name = wav.toString('latin1', at, at + 4);
    const size = wav.readUInt32LE(at + 4);
    if (name === 'fmt ' && at + 24 <= wav.length) {
      const known = codings.get(wav.readUInt16LE(at + 8));
      if (known === undefined || wav.readUInt16LE(at + 10) !== 1 || wav.readUInt16LE(at + 22) !== known.bits) {
        throw new UsageError('the WAV file must be mono: linear with 16 bits, A-law or mu-law');
      }
      format = { coding: known.coding, rate: wav.readUInt32LE(at + 12) };
    }
    if (name === 'data' && format !== undefined) return { ...format, bytes: wav.subarray(at + 8, at + 8 + size) };
    at += 8 + size + (size % 2);
  }
  throw new UsageError('the WAV file has no audio in it');
}

/** A mono WAV file of linear samples with 16 bits. */
export function writeWav(samples: Uint8Array, rate: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
