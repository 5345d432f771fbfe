// CRC-64/XZ (ECMA-182 polynomial, reflected, all ones in and out). It works on halves of 32 bits, because BigInt is a
// hundred times slower, and takes eight bytes at a time (slicing by 8), which is five times as fast as one.

const polynomialHigh = 0xc96c5795;
const polynomialLow = 0xd7870f42;

const slices = 8;
/** Table `n` of 256 entries: the remainder of a byte with `n` zero bytes behind it. */
const high = new Uint32Array(256 * slices);
const low = new Uint32Array(256 * slices);
for (let byte = 0; byte < 256; byte++) {
  let [upper, lower] = [0, byte];
  for (let bit = 0; bit < 8; bit++) {
    const isOdd = (lower & 1) === 1;
    lower = (lower >>> 1) | ((upper & 1) << 31);
    upper >>>= 1;
    if (isOdd) {
      upper ^= polynomialHigh;
      lower ^= polynomialLow;
    }
  }
  high[byte] = upper;
  low[byte] = lower;
}
for (let at = 256; at < 256 * slices; at++) {
  const [upper, lower] = [high[at - 256] as number, low[at - 256] as number];
  const row = lower & 0xff;
  low[at] = ((lower >>> 8) | (upper << 24)) ^ (low[row] as number);
  high[at] = (upper >>> 8) ^ (high[row] as number);
}

/** The checksum in 16 lower-case hexadecimal digits. */
export function crc64(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - (bytes.length % slices);
  let upper = 0xffffffff;
  let lower = 0xffffffff;
  for (let at = 0; at < end; at += slices) {
    const words = [lower ^ view.getUint32(at, true), upper ^ view.getUint32(at + 4, true)];
    lower = 0;
    upper = 0;
    for (let byte = 0; byte < slices; byte++) {
      const row = 256 * (slices - 1 - byte) + (((words[byte >> 2] as number) >>> (8 * (byte & 3))) & 0xff);
      lower ^= low[row] as number;
      upper ^= high[row] as number;
    }
  }
  for (let at = end; at < bytes.length; at++) {
    const row = (lower ^ (bytes[at] as number)) & 0xff;
    lower = ((lower >>> 8) | (upper << 24)) ^ (low[row] as number);
    upper = (upper >>> 8) ^ (high[row] as number);
  }
  return hex(~upper) + hex(~lower);
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
