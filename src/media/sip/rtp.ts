// Packets of RTP (RFC 3550) with G.711 in them, and the same audio as linear samples.
import { limits } from '../../protocol/limits.js';

export interface RtpPacket {
  readonly payloadType: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly source: number;
  readonly payload: Buffer;
}

const headBytes = 12;

/** Undefined if the bytes are not an RTP packet. */
export function readRtp(bytes: Buffer): RtpPacket | undefined {
  const [first = 0, second = 0] = bytes;
  if (bytes.length < headBytes || bytes.length > limits.sip.packetBytes || first >> 6 !== 2) return undefined;
  let from = headBytes + 4 * (first & 15);
  let to = bytes.length;
  if ((first & 0x10) !== 0) {
    if (from + 4 > to) return undefined;
    from += 4 + 4 * bytes.readUInt16BE(from + 2);
  }
  if ((first & 0x20) !== 0) {
    const padding = bytes[to - 1] ?? 0;
    if (padding === 0) return undefined;
    to -= padding;
  }
  if (from > to) return undefined;
  return {
    payloadType: second & 127,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    source: bytes.readUInt32BE(8),
    payload: bytes.subarray(from, to),
  };
}

export function writeRtp({ payloadType, sequence, timestamp, source, payload }: RtpPacket): Buffer {
  const head = Buffer.alloc(headBytes);
  head[0] = 0x80;
  head[1] = payloadType;
  head.writeUInt16BE(sequence & 0xffff, 2);
  head.writeUInt32BE(timestamp >>> 0, 4);
  head.writeUInt32BE(source >>> 0, 8);
  return Buffer.concat([head, payload]);
}

const alaw = Int16Array.from({ length: 256 }, (_, code) => {
  const [bits, exponent] = [code ^ 0x55, ((code ^ 0x55) >> 4) & 7];
  const size = exponent === 0 ? ((bits & 15) << 4) + 8 : (((bits & 15) << 4) + 0x108) << (exponent - 1);
  return (bits & 0x80) !== 0 ? size : -size;
});
const ulaw = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  const size = ((((bits & 15) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84;
  return (bits & 0x80) !== 0 ? -size : size;
});

export const silentByte = { 0: 0xff, 8: 0xd5 } as const;

/** Undefined if the payload is not a known audio type. */
export function samplesOf({ payloadType, payload }: RtpPacket): Int16Array | undefined {
  const table = payloadType === 8 ? alaw : payloadType === 0 ? ulaw : undefined;
  return table && Int16Array.from(payload, (code) => table[code] ?? 0);
}
