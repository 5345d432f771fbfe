// CRC-64/XZ (ECMA-182 polynomial, reflected, all ones in and out), in halves of 32 bits: BigInt is a hundred times
// slower.

const polynomialHigh = 0xc96c5795;
const polynomialLow = 0xd7870f42;

const high = new Uint32Array(256);
const low = new Uint32Array(256);
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

/** The checksum as 16 lower-case hexadecimal digits. */
export function crc64(bytes: Uint8Array): string {
  let upper = 0xffffffff;
  let lower = 0xffffffff;
  for (const byte of bytes) {
    const row = (lower ^ byte) & 0xff;
    lower = ((lower >>> 8) | (upper << 24)) ^ (low[row] as number);
    upper = (upper >>> 8) ^ (high[row] as number);
  }
  return hex(~upper) + hex(~lower);
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
