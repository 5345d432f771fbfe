// The format of encrypted files: AES-256-GCM in pieces of 64 KiB. Each piece is sealed under its number, so that reading
// may start at any piece.
//
//   64 bytes   header: name and version of the format, id of the data key and salt; in version 2 also the plain bytes of
//              a section (4 bytes, big endian) and of the file (the last 8 bytes); every piece is bound to the header
//   pieces     up to 65,536 bytes each, and 16 bytes of authentication tag; only the last one may be shorter, and it is
//              marked as the last
//
// Version 1 is written from its beginning to its end, and its pieces follow the header. Version 2 is written in sections
// in any order: each has 32 bytes of salt and then its pieces; a section that is written again has another salt.
//
// The key of a file is derived from the data key and the salt of the header, the key of a section from the key of its
// file and its own salt. Both salts are random, so no nonce is used twice under one key. Altered bytes, moved pieces and
// a truncated end are all detected.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { limits } from '../protocol/limits.js';

/** A key that opens sealed files: the key of a data directory or an area, or of a single file. */
export interface Unsealing {
  /** undefined: the key of a single file, which opens it whatever id its header names. */
  readonly id: string | undefined;
  fileKey(salt: Uint8Array): Buffer;
}

/** An encrypted file that cannot be read. */
export class SealFault extends Error {
  override readonly name = 'SealFault';
}

const begin = Buffer.from('tgseal\0', 'latin1');
const idAt = begin.length + 1;
const saltAt = idAt + 8;
const sectionAt = saltAt + 32;
const totalAt = 56;
const proofBytes = 16;
const saltBytes = 32;
const { pieceBytes } = limits.trust;

export const headerBytes = 64;

export const beginsSealed = (bytes: Uint8Array): boolean =>
  begin.equals(bytes.subarray(0, begin.length)) && (bytes[begin.length] === 1 || bytes[begin.length] === 2);

/** A new header with a random salt. `sections` is given only for a file that is written in sections. */
export function newHeader(id: string, sections?: { readonly bytes: number; readonly totalBytes: number }): Buffer {
  const header = Buffer.alloc(headerBytes);
  begin.copy(header);
  header[begin.length] = sections === undefined ? 1 : 2;
  Buffer.from(id, 'hex').copy(header, idAt);
  randomBytes(saltBytes).copy(header, saltAt);
  if (sections !== undefined) {
    header.writeUInt32BE(sections.bytes, sectionAt);
    header.writeBigUInt64BE(BigInt(sections.totalBytes), totalAt);
  }
  return header;
}

/** The key of the file that begins with this header. */
export const fileKeyOf = (header: Buffer, key: Unsealing): Buffer => key.fileKey(header.subarray(saltAt, sectionAt));

/** Makes an opener from the key of one file, in hexadecimal digits. */
export function fileUnsealing(key: string): Unsealing {
  const bytes = Buffer.from(key, 'hex');
  return { id: undefined, fileKey: () => bytes };
}

/** Seals and opens the pieces of one run: a whole file, or one of its sections. */
class Pieces {
  readonly #key: Buffer;
  readonly #bound: Buffer;

  constructor(key: Buffer, bound: Buffer) {
    this.#key = key;
    this.#bound = bound;
  }

  seal(index: number, isLast: boolean, plain: Uint8Array): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(index, isLast));
    cipher.setAAD(this.#bound);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** Returns the plain bytes; undefined: the bytes are not those that were sealed. */
  open(index: number, isLast: boolean, bytes: Buffer): Buffer | undefined {
    const end = bytes.length - proofBytes;
    if (end < 0) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonceOf(index, isLast));
    decipher.setAAD(this.#bound);
    decipher.setAuthTag(bytes.subarray(end));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
    } catch {
      return undefined;
    }
  }
}

/** Seals the plain bytes of one run as they arrive. */
export class Sealer {
  readonly #pieces: Pieces;
  #index = 0;
  readonly #waiting = Buffer.allocUnsafeSlow(pieceBytes);
  #waitingBytes = 0;

  constructor(key: Buffer, bound: Buffer) {
    this.#pieces = new Pieces(key, bound);
  }

  /** The caller may reuse the plain bytes once this generator has ended. */
  *push(plain: Uint8Array): Generator<Buffer> {
    for (let at = 0; at < plain.length; ) {
      // A full piece waits, because it may be the last one.
      if (this.#waitingBytes === pieceBytes) yield this.#sealed(false);
      const part = plain.subarray(at, at + pieceBytes - this.#waitingBytes);
      this.#waiting.set(part, this.#waitingBytes);
      this.#waitingBytes += part.length;
      at += part.length;
    }
  }

  end(): Buffer {
    return this.#sealed(true);
  }

  #sealed(isLast: boolean): Buffer {
    const plain = this.#waiting.subarray(0, this.#waitingBytes);
    this.#waitingBytes = 0;
    return this.#pieces.seal(this.#index++, isLast, plain);
  }
}

/** The caller writes `header` unchanged before the sealed pieces. */
export const fileSealer = (key: Unsealing, header: Buffer): Sealer => new Sealer(fileKeyOf(header, key), header);

/**
 * The header and the key of one file that another process writes, in hexadecimal digits. It serves for one file only:
 * two files under one key would reveal information about each other.
 */
export interface FileSeal {
  readonly header: string;
  readonly key: string;
}

/** The caller writes the header before the sealed pieces. */
export const sealerOf = ({ header, key }: FileSeal): Sealer =>
  fileSealer(fileUnsealing(key), Buffer.from(header, 'hex'));

/** The caller writes the salt unchanged at `sectionStart`, before the sealed pieces. */
export function sectionSealer(key: Unsealing, header: Buffer, section: number): { sealer: Sealer; salt: Buffer } {
  const salt = randomBytes(saltBytes);
  return { sealer: new Sealer(...sectionParts(fileKeyOf(header, key), header, section, salt)), salt };
}

function sectionParts(fileKey: Buffer, header: Buffer, section: number, salt: Buffer): [Buffer, Buffer] {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(section);
  return [
    Buffer.from(hkdfSync('sha256', fileKey, salt, 'tonegate section', 32)),
    Buffer.concat([header, number, salt]),
  ];
}

/** Size of a run of pieces in bytes. An empty run still has one piece. */
const sealedBytes = (plainBytes: number): number =>
  plainBytes + proofBytes * Math.max(1, Math.ceil(plainBytes / pieceBytes));

/** The offset at which a section begins, with its salt. */
export const sectionStart = (section: number, sectionBytes: number): number =>
  headerBytes + section * (saltBytes + sealedBytes(sectionBytes));

/** Size of a sealed file that has sections, in bytes. */
export function sectionedBytes(sectionBytes: number, totalBytes: number): number {
  const whole = Math.floor(totalBytes / sectionBytes);
  const rest = totalBytes - whole * sectionBytes;
  return sectionStart(whole, sectionBytes) + (rest === 0 ? 0 : saltBytes + sealedBytes(rest));
}

/** A range of bytes in a sealed file. */
export interface Stretch {
  readonly at: number;
  readonly bytes: number;
}

interface Run {
  readonly number: number;
  readonly pieces: Pieces;
}

/** The layout of a sealed file: where each piece lies and how it is opened. It does no I/O. */
export class SealPlan {
  readonly #path: string;
  readonly #header: Buffer;
  readonly #fileKey: Buffer;
  readonly #isSectioned: boolean;
  /** Size of the plain contents. */
  readonly bytes: number;
  readonly #sectionBytes: number;
  readonly #piecesPerSection: number;
  readonly pieces: number;
  #run: Run | undefined;

  /** `header` holds the first bytes of the file, `size` its length in bytes. @throws SealFault */
  constructor(path: string, header: Buffer, size: number, key: Unsealing) {
    const isShort = header[begin.length] === 1 && size < headerBytes + proofBytes;
    if (header.length < headerBytes || !beginsSealed(header) || isShort) {
      throw new SealFault(`${path}: is not an encrypted file, or its header is damaged`);
    }
    const id = header.toString('hex', idAt, saltAt);
    if (key.id !== undefined && id !== key.id) {
      throw new SealFault(`${path}: is encrypted with the key ${id}, not with ${key.id}`);
    }
    this.#path = path;
    this.#header = header;
    this.#fileKey = fileKeyOf(header, key);
    this.#isSectioned = header[begin.length] === 2;
    if (this.#isSectioned) {
      this.#sectionBytes = header.readUInt32BE(sectionAt);
      this.bytes = Number(header.readBigUInt64BE(totalAt));
      const right = this.#sectionBytes > 0 ? sectionedBytes(this.#sectionBytes, this.bytes) : -1;
      if (size !== right) throw new SealFault(`${path}: is damaged: it has ${size} bytes, must have ${right}`);
      this.#piecesPerSection = Math.ceil(this.#sectionBytes / pieceBytes);
      const whole = Math.floor(this.bytes / this.#sectionBytes);
      this.pieces = whole * this.#piecesPerSection + Math.ceil((this.bytes % this.#sectionBytes) / pieceBytes);
    } else {
      const sealedSize = size - headerBytes;
      this.pieces = Math.ceil(sealedSize / (pieceBytes + proofBytes));
      this.bytes = Math.max(0, sealedSize - this.pieces * proofBytes);
      this.#sectionBytes = this.bytes;
      this.#piecesPerSection = this.pieces;
    }
  }

  /** Finds the piece that holds a plain byte, and the byte's offset in that piece. */
  pieceAt(at: number): { readonly index: number; readonly offset: number } {
    if (!this.#isSectioned) return { index: Math.floor(at / pieceBytes), offset: at % pieceBytes };
    const section = Math.floor(at / this.#sectionBytes);
    const inner = at % this.#sectionBytes;
    return { index: section * this.#piecesPerSection + Math.floor(inner / pieceBytes), offset: inner % pieceBytes };
  }

  /** The place of the salt that this piece needs; undefined: none is needed, or it is the one used last. */
  saltOf(index: number): Stretch | undefined {
    const { section } = this.#placeOf(index);
    if (!this.#isSectioned || this.#run?.number === section) return undefined;
    return { at: sectionStart(section, this.#sectionBytes), bytes: saltBytes };
  }

  stretchOf(index: number): Stretch {
    const { start, plainBytes, inner } = this.#placeOf(index);
    const at = inner * (pieceBytes + proofBytes);
    return { at: start + at, bytes: Math.min(pieceBytes + proofBytes, sealedBytes(plainBytes) - at) };
  }

  /** Opens one piece. `salt` holds the bytes that `saltOf` named, if any. @throws SealFault */
  open(index: number, bytes: Buffer | undefined, salt: Buffer | undefined): Buffer {
    const { section, plainBytes, inner } = this.#placeOf(index);
    const isLast = inner === Math.max(1, Math.ceil(plainBytes / pieceBytes)) - 1;
    const opened = bytes && this.#piecesOf(section, salt).open(inner, isLast, bytes);
    if (opened === undefined) throw new SealFault(`${this.#path}: is damaged or was altered (piece ${index})`);
    return opened;
  }

  #piecesOf(section: number, salt: Buffer | undefined): Pieces {
    if (this.#run?.number !== section) {
      const parts: [Buffer, Buffer] =
        salt === undefined ? [this.#fileKey, this.#header] : sectionParts(this.#fileKey, this.#header, section, salt);
      this.#run = { number: section, pieces: new Pieces(...parts) };
    }
    return this.#run.pieces;
  }

  #placeOf(index: number) {
    if (!this.#isSectioned) return { section: 0, start: headerBytes, plainBytes: this.bytes, inner: index };
    const section = Math.floor(index / this.#piecesPerSection);
    const plainBytes = Math.min(this.#sectionBytes, this.bytes - section * this.#sectionBytes);
    const start = sectionStart(section, this.#sectionBytes) + saltBytes;
    return { section, start, plainBytes, inner: index - section * this.#piecesPerSection };
  }
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce[0] = isLast ? 1 : 0;
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}
