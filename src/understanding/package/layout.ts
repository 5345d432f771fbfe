// The layout of a robot package (docs/robot-packages.md). The table of sections follows the sections, so that a package
// can be written in one pass; the end of the file tells where the table is. Hashes cover every byte: one for each
// section, and one for header, table and trailer together.
import { createHash } from 'node:crypto';
import type { SectionName } from './records.js';

/** Bytes that are no package that this version can read. */
export class PackageFault extends Error {
  override readonly name = 'PackageFault';
}

const firstMagic = Buffer.from('TONEGNLU', 'latin1');
const lastMagic = Buffer.from('ULNGENOT', 'latin1');
const formatVersion = 1;

/** Size of the header: magic, u32 format version, u32 zero. Numbers are little-endian. */
export const headerBytes = 16;
/**
 * Size of the trailer: u64 offset and u64 length of the table, SHA-256 of header, table and these two numbers, magic.
 */
export const trailerBytes = 56;
const placeBytes = 16;
const hashBytes = 32;
/** The maximum size of the table; fifteen sections need 2 KiB. */
const mostTableBytes = 64 * 1024;

export interface Section {
  readonly name: SectionName;
  readonly offset: number;
  readonly bytes: number;
  /** The number of records, one JSON line each. */
  readonly records: number;
  /** lower-case hex */
  readonly sha256: string;
}

export interface TablePlace {
  readonly offset: number;
  readonly bytes: number;
}

/** The header of a package in the current format. */
export function headerOf(): Buffer {
  const header = Buffer.alloc(headerBytes);
  firstMagic.copy(header);
  header.writeUInt32LE(formatVersion, firstMagic.length);
  return header;
}

/** Checks the header. @throws PackageFault if the bytes are not those that a package of this version begins with */
export function checkHeader(header: Uint8Array): void {
  const bytes = Buffer.from(header.buffer, header.byteOffset, Math.min(header.length, headerBytes));
  if (bytes.length < headerBytes || !bytes.subarray(0, firstMagic.length).equals(firstMagic)) {
    throw new PackageFault('the file is not a robot package');
  }
  const version = bytes.readUInt32LE(firstMagic.length);
  if (version !== formatVersion) {
    throw new PackageFault(`the package has format ${version}, but this tonegate reads format ${formatVersion}`);
  }
  if (!bytes.equals(headerOf())) throw new PackageFault('the header of the package is damaged');
}

/** The table and the trailer as the file stores them. */
export function tableAndTrailer(sections: readonly Section[], offset: number): Buffer {
  const table = Buffer.from(JSON.stringify({ sections }));
  const place = Buffer.alloc(placeBytes);
  place.writeBigUInt64LE(BigInt(offset), 0);
  place.writeBigUInt64LE(BigInt(table.length), 8);
  return Buffer.concat([table, place, hashOf(headerOf(), table, place), lastMagic]);
}

/** Reads the table's place. @throws PackageFault if the trailer does not match a file of this length */
export function tablePlace(trailer: Buffer, fileBytes: number): TablePlace {
  if (!trailer.subarray(trailerBytes - lastMagic.length).equals(lastMagic)) {
    throw new PackageFault('the end of the package is missing or damaged');
  }
  const [offset, bytes] = [Number(trailer.readBigUInt64LE(0)), Number(trailer.readBigUInt64LE(8))];
  const fits = offset >= headerBytes && bytes <= mostTableBytes && offset + bytes + trailerBytes === fileBytes;
  if (!fits) throw new PackageFault('the end of the package is damaged: its table is not where it says');
  return { offset, bytes };
}

/** Reads and checks the table. @throws PackageFault */
export function readTable(header: Buffer, table: Buffer, trailer: Buffer): Section[] {
  const place = trailer.subarray(0, placeBytes);
  const hash = trailer.subarray(placeBytes, placeBytes + hashBytes);
  if (!hashOf(header, table, place).equals(hash)) throw new PackageFault('the table of the package is damaged');
  const sections = sectionsOf(table);
  let at = headerBytes;
  for (const { name, offset, bytes } of sections) {
    if (offset !== at) throw new PackageFault(`section ${name} of the package does not follow the one before it`);
    at += bytes;
  }
  if (at !== Number(place.readBigUInt64LE(0)))
    throw new PackageFault('the sections of the package do not fill the package');
  return sections;
}

function sectionsOf(table: Buffer): Section[] {
  const { sections } = (parsed(table.toString('utf8'), 'the table') ?? {}) as { sections?: unknown };
  if (!Array.isArray(sections) || !sections.every(isSection)) {
    throw new PackageFault('the table of the package has an entry that is not a section');
  }
  return sections;
}

function isSection(value: unknown): value is Section {
  const { name, offset, bytes, records, sha256 } = (value ?? {}) as Partial<Record<keyof Section, unknown>>;
  const isCount = (number: unknown) => Number.isSafeInteger(number) && (number as number) >= 0;
  return typeof name === 'string' && typeof sha256 === 'string' && [offset, bytes, records].every(isCount);
}

/** Parses JSON of a package; `what` names it in the message. @throws PackageFault */
export function parsed(json: string, what: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new PackageFault(`${what} of the package contains something that is not JSON`);
  }
}

const hashOf = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
