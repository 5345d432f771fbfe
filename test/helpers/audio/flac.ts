// Reads FLAC (RFC 9639), mono, 16 bits: the format of the reference recordings. Checksums are not checked: wrong
// samples fail the tests that listen to them.

export interface Recording {
  readonly sampleRateHz: number;
  readonly samples: Int16Array;
}

class Bits {
  #at = 0;
  constructor(readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.#at >= this.bytes.length * 8;
  }
  read(count: number): number {
    let value = 0;
    for (let left = count; left > 0; ) {
      const offset = this.#at % 8;
      const taken = Math.min(left, 8 - offset);
      const byte = this.bytes[this.#at >> 3] ?? 0;
      value = value * 2 ** taken + ((byte >> (8 - offset - taken)) & (2 ** taken - 1));
      this.#at += taken;
      left -= taken;
    }
    return value;
  }
  signed(count: number): number {
    const value = this.read(count);
    return value >= 2 ** (count - 1) ? value - 2 ** count : value;
  }
  unary(): number {
    let zeros = 0;
    while (this.read(1) === 0) zeros++;
    return zeros;
  }
  alignToByte(): void {
    this.#at = Math.ceil(this.#at / 8) * 8;
  }
  skip(bytes: number): void {
    this.#at += bytes * 8;
  }
}

export function readFlac(bytes: Uint8Array): Recording {
  const bits = new Bits(bytes);
  if (bits.read(32) !== 0x664c6143) throw new Error('no FLAC file');
  let sampleRateHz = 0;
  let total = 0;
  for (let isLast = false; !isLast; ) {
    isLast = bits.read(1) === 1;
    const type = bits.read(7);
    const length = bits.read(24);
    if (type !== 0) {
      bits.skip(length);
      continue;
    }
    bits.skip(10); // block and frame sizes
    sampleRateHz = bits.read(20);
    if (bits.read(3) !== 0 || bits.read(5) !== 15) throw new Error('only mono, 16 bits');
    total = bits.read(36);
    bits.skip(16); // MD5
  }
  const samples = new Int16Array(total);
  for (let at = 0; at < total; ) at += readFrame(bits, samples, at);
  return { sampleRateHz, samples };
}

function readFrame(bits: Bits, samples: Int16Array, at: number): number {
  if (bits.read(15) !== 0x7ffc) throw new Error(`no frame at sample ${at}`);
  bits.read(1);
  const sizeCode = bits.read(4);
  const rateCode = bits.read(4);
  bits.read(8); // channels, bits, reserved
  for (let lead = bits.read(8), more = lead < 0xc0 ? 0 : Math.clz32(~(lead << 24)) - 1; more > 0; more--) bits.read(8);
  const size =
    sizeCode === 1
      ? 192
      : sizeCode === 6
        ? bits.read(8) + 1
        : sizeCode === 7
          ? bits.read(16) + 1
          : sizeCode < 6
            ? 576 << (sizeCode - 2)
            : 256 << (sizeCode - 8);
  if (rateCode === 12) bits.read(8);
  else if (rateCode > 12) bits.read(16);
  bits.read(8); // CRC-8
  samples.set(readSubframe(bits, size), at);
  bits.alignToByte();
  bits.read(16); // CRC-16
  return size;
}

const fixedPredictors = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

function readSubframe(bits: Bits, size: number): number[] {
  bits.read(1);
  const type = bits.read(6);
  const wasted = bits.read(1) === 1 ? bits.unary() + 1 : 0;
  const width = 16 - wasted;
  let values: number[];
  if (type === 0) {
    values = new Array<number>(size).fill(bits.signed(width));
  } else if (type === 1) {
    values = Array.from({ length: size }, () => bits.signed(width));
  } else {
    const isLinear = type >= 32;
    const order = isLinear ? type - 31 : type - 8;
    values = Array.from({ length: order }, () => bits.signed(width));
    const precision = isLinear ? bits.read(4) + 1 : 0;
    const shift = isLinear ? bits.signed(5) : 0;
    const factors = isLinear
      ? Array.from({ length: order }, () => bits.signed(precision))
      : (fixedPredictors[order] as number[]);
    readResidual(bits, size, order, (residual) => {
      let sum = 0;
      for (let tap = 0; tap < order; tap++)
        sum += (factors[tap] as number) * (values[values.length - 1 - tap] as number);
      values.push(residual + Math.floor(sum / 2 ** shift));
    });
  }
  return wasted === 0 ? values : values.map((value) => value * 2 ** wasted);
}

function readResidual(bits: Bits, size: number, order: number, emit: (residual: number) => void): void {
  const parameterBits = bits.read(2) === 0 ? 4 : 5;
  const partitions = 2 ** bits.read(4);
  for (let partition = 0; partition < partitions; partition++) {
    const count = size / partitions - (partition === 0 ? order : 0);
    const parameter = bits.read(parameterBits);
    const isRaw = parameter === 2 ** parameterBits - 1;
    const rawBits = isRaw ? bits.read(5) : 0;
    for (let index = 0; index < count; index++) {
      if (isRaw) {
        emit(rawBits === 0 ? 0 : bits.signed(rawBits));
      } else {
        const folded = bits.unary() * 2 ** parameter + bits.read(parameter);
        emit(folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2);
      }
    }
  }
}
