// Reads a robot package with little memory. Opening checks header and table; `verify` checks the hash of every section.
import { createHash } from 'node:crypto';
import { finished, type Steps } from '../../protocol/steps.js';
import {
  checkHeader,
  headerBytes,
  PackageFault,
  parsed,
  readTable,
  type Section,
  tablePlace,
  trailerBytes,
} from './layout.js';
import { Lines } from './lines.js';
import type { SectionName, SectionRecords } from './records.js';

export interface PackageSource {
  readonly bytes: number;
  /** Fills `target` with the bytes from offset `at` on, and returns their number. */
  read(target: Uint8Array, at: number): number;
}

const pieceBytes = 1024 * 1024;

export class PackageReader {
  readonly #source: PackageSource;
  readonly #sections: ReadonlyMap<string, Section>;

  /** Opens a package. @throws PackageFault */
  constructor(source: PackageSource) {
    this.#source = source;
    if (source.bytes < headerBytes + trailerBytes) throw new PackageFault('the package is cut off');
    const header = this.#bytes(0, headerBytes);
    checkHeader(header);
    const trailer = this.#bytes(source.bytes - trailerBytes, trailerBytes);
    const { offset, bytes } = tablePlace(trailer, source.bytes);
    const sections = readTable(header, this.#bytes(offset, bytes), trailer);
    this.#sections = new Map(sections.map((section) => [section.name, section]));
  }

  get sections(): readonly Section[] {
    return [...this.#sections.values()];
  }

  /** Reads and checks every section, step by step. @throws PackageFault */
  *verify(): Steps<void> {
    for (const section of this.#sections.values()) {
      const hash = createHash('sha256');
      for (const piece of this.#pieces(section)) {
        hash.update(piece);
        yield;
      }
      if (hash.digest('hex') !== section.sha256) {
        throw new PackageFault(`section ${section.name} of the package is damaged: its hash differs`);
      }
    }
  }

  /** The records of a section, one after another; none if the package lacks the section. */
  *records<S extends SectionName>(name: S): Generator<SectionRecords[S]> {
    const section = this.#sections.get(name);
    if (section === undefined) return;
    const lines = new Lines();
    for (const piece of this.#pieces(section)) {
      for (const line of lines.in(piece)) yield parsed(line, `section ${name}`) as SectionRecords[S];
    }
  }

  *#pieces({ offset, bytes }: Section): Generator<Uint8Array> {
    const buffer = Buffer.allocUnsafeSlow(Math.min(pieceBytes, bytes));
    for (let done = 0; done < bytes; ) {
      const piece = buffer.subarray(0, Math.min(buffer.length, bytes - done));
      this.#fill(piece, offset + done);
      yield piece;
      done += piece.length;
    }
  }

  #bytes(at: number, count: number): Buffer {
    const bytes = Buffer.alloc(count);
    this.#fill(bytes, at);
    return bytes;
  }

  #fill(target: Uint8Array, at: number): void {
    for (let done = 0; done < target.length; ) {
      const count = this.#source.read(target.subarray(done), at + done);
      if (count === 0) throw new PackageFault('the package became shorter while it was being read');
      done += count;
    }
  }
}

/** Opens a package and reads every byte of it once. @throws PackageFault */
export const openPackage = (source: PackageSource): PackageReader => finished(packageOf(source));

/** Opens a package as `openPackage` does, step by step. @throws PackageFault */
export function* packageOf(source: PackageSource): Steps<PackageReader> {
  const reader = new PackageReader(source);
  yield* reader.verify();
  return reader;
}
