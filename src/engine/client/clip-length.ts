// The claimed length of a one-shot, without decoding it; used for queue limits only.
import { bytesPerMs, isRawFormat, rawCoding } from '../../protocol/engine/audio.js';
import type { ClipParams } from '../channel/messages.js';

/** Size of a WAV header, and the offset of the rate in bytes a second. */
const wavHeader = { bytes: 44, rateAt: 28 } as const;
/** Rate of Opus for telephones; at a higher rate a clip is shorter than it seems. */
const oggBytesPerMs = 2;

export function claimedClipMs({ format, maxMs }: Pick<ClipParams, 'format' | 'maxMs'>, bytes: Uint8Array): number {
  const perMs = isRawFormat(format) ? bytesPerMs(rawCoding(format)) : packedBytesPerMs(bytes);
  return Math.ceil(Math.min(maxMs, bytes.length / perMs));
}

function packedBytesPerMs(bytes: Uint8Array): number {
  if (bytes[0] !== 'R'.charCodeAt(0) || bytes.length < wavHeader.bytes) return oggBytesPerMs;
  const perS = new DataView(bytes.buffer, bytes.byteOffset).getUint32(wavHeader.rateAt, true);
  return Math.max(1, perS) / 1_000;
}
