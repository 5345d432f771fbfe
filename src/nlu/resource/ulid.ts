// ULIDs: ids that sort by their time of creation. 48 bits of time and 80 random bits, as 26 characters of Crockford's
// base 32.

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bitsPerDigit = 5n;

/** `nowMs`: ms UTC. `random` returns the given number of bytes. */
export function ulid(nowMs: number, random: (bytes: number) => Uint8Array): string {
  const chance = [...random(10)].reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  let value = (BigInt(nowMs) << 80n) | chance;
  let text = '';
  for (let place = 0; place < 26; place++) {
    text = (digits[Number(value & 31n)] as string) + text;
    value >>= bitsPerDigit;
  }
  return text;
}
