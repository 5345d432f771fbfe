// Writes Ogg files (RFC 3533) around frames of the addon's own Packer, for tests of the reader.
import { addon, encodings } from '../../../src/native/index.js';

const framesPerPage = 10;
const opusClockHz = 48_000;
const opusPreSkip = 312; // libopus's look-ahead of 6.5 ms

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

function checksum(page: Buffer): number {
  let value = 0;
  for (const byte of page) value = ((value << 8) ^ (table[((value >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return value;
}

/** The frames of a packed slice. */
export function framesOf(slice: Uint8Array): Buffer[] {
  const bytes = Buffer.from(slice);
  const frames: Buffer[] = [];
  for (let at = 4; at < bytes.length; at += 2 + bytes.readUInt16BE(at)) {
    frames.push(bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at)));
  }
  return frames;
}

export interface OggPage {
  readonly packets: readonly Buffer[];
  readonly granule: number;
  readonly last?: boolean;
}

export function oggOf(pages: readonly OggPage[], serial = 1): Buffer {
  return Buffer.concat(
    pages.map(({ packets, granule, last = false }, sequence) => {
      const lacing = packets.flatMap((packet) => [
        ...Array<number>(Math.floor(packet.length / 255)).fill(255),
        packet.length % 255,
      ]);
      const header = Buffer.alloc(27);
      header.write('OggS', 0, 'latin1');
      header[5] = (sequence === 0 ? 2 : 0) | (last ? 4 : 0);
      header.writeBigInt64LE(BigInt(granule), 6);
      header.writeUInt32LE(serial, 14);
      header.writeUInt32LE(sequence, 18);
      header[26] = lacing.length;
      const page = Buffer.concat([header, Buffer.from(lacing), ...packets]);
      page.writeUInt32LE(checksum(page), 22);
      return page;
    }),
  );
}

function soundPages(frames: readonly Buffer[], granuleAfter: (frame: number) => number): OggPage[] {
  const pages: OggPage[] = [];
  for (let at = 0; at < frames.length; at += framesPerPage) {
    const end = Math.min(frames.length, at + framesPerPage);
    pages.push({ packets: frames.slice(at, end), granule: granuleAfter(end), last: end === frames.length });
  }
  return pages;
}

export function oggOpusOf(samples: Int16Array, rateHz: number, channels = 1): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 0, 'latin1');
  head[8] = 1;
  head[9] = channels;
  head.writeUInt16LE(opusPreSkip, 10);
  head.writeUInt32LE(rateHz, 12);
  const tags = Buffer.alloc(16);
  tags.write('OpusTags', 0, 'latin1');
  const total = (samples.length * opusClockHz) / rateHz + opusPreSkip;
  const frameCount = Math.ceil(total / 960);
  const padded = new Int16Array((frameCount * rateHz) / 50);
  padded.set(samples);
  const frames = framesOf(new addon.Packer(encodings.svc_opus, rateHz, 32_000).pack(padded));
  return oggOf([
    { packets: [head], granule: 0 },
    { packets: [tags], granule: 0 },
    ...soundPages(frames, (frame) => Math.min(frame * 960, total)),
  ]);
}

export function oggSpeexOf(samples: Int16Array, rateHz: 8_000 | 16_000 | 32_000, channels = 1): Buffer {
  const head = Buffer.alloc(80);
  head.write('Speex   ', 0, 'latin1');
  const mode = { 8000: 0, 16000: 1, 32000: 2 }[rateHz];
  [1, 80, rateHz, mode, 4, channels, 0, rateHz / 50, 0, 1].forEach((field, at) => {
    head.writeUInt32LE(field, 28 + 4 * at);
  });
  const frames = framesOf(new addon.Packer(encodings.svc_speex, rateHz, 8).pack(samples));
  return oggOf([
    { packets: [head], granule: 0 },
    { packets: [Buffer.alloc(16)], granule: 0 },
    ...soundPages(frames, (frame) => (frame * rateHz) / 50),
  ]);
}
