// Splits bytes that arrive piece by piece into lines.

const newline = 0x0a;

export class Lines {
  #begun: Buffer[] = [];

  /** The lines that end in this piece, without their line ends. The caller may reuse the piece afterwards. */
  *in(piece: Uint8Array): Generator<string> {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    let from = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
      const last = bytes.subarray(from, end);
      from = end + 1;
      if (this.#begun.length === 0) {
        yield last.toString('utf8');
        continue;
      }
      const line = Buffer.concat([...this.#begun, last]).toString('utf8');
      this.#begun = [];
      yield line;
    }
    if (from < bytes.length) this.#begun.push(Buffer.from(bytes.subarray(from)));
  }

  /** false: an incomplete line is left. */
  get isAtEnd(): boolean {
    return this.#begun.length === 0;
  }
}
