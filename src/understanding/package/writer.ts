// Writes a robot package in one pass with little memory: it takes records and yields pieces of the file.
import { createHash, type Hash } from 'node:crypto';
import { headerOf, type Section, tableAndTrailer } from './layout.js';
import { type PackageRecord, type SectionName, sectionNames } from './records.js';

const pieceBytes = 64 * 1024;

interface OpenSection {
  readonly name: SectionName;
  readonly offset: number;
  readonly hash: Hash;
  bytes: number;
  records: number;
}

/**
 * Yields the bytes of a package. The records must be grouped by section, in the order of `sectionNames`. A section
 * without records is empty.
 */
export async function* packageBytes(
  records: AsyncIterable<PackageRecord> | Iterable<PackageRecord>,
): AsyncGenerator<Buffer> {
  const done: Section[] = [];
  let at = 0;
  let lines: string[] = [];
  let waiting = 0;
  const begin = (index: number): OpenSection => ({
    ...{ name: sectionNames[index] as SectionName, offset: at, hash: createHash('sha256'), bytes: 0, records: 0 },
  });
  const take = (open: OpenSection): Buffer => {
    const piece = Buffer.from(lines.join(''));
    lines = [];
    waiting = 0;
    open.hash.update(piece);
    open.bytes += piece.length;
    at += piece.length;
    return piece;
  };
  const end = ({ name, offset, bytes, records: count, hash }: OpenSection): Section => ({
    ...{ name, offset, bytes, records: count, sha256: hash.digest('hex') },
  });

  const header = headerOf();
  at += header.length;
  yield header;
  let index = 0;
  let open = begin(index);
  for await (const { section, record } of records) {
    if (section !== open.name) {
      const wanted = sectionNames.indexOf(section);
      if (wanted < index) throw new Error(`a record of section ${section} comes after those of ${open.name}`);
      if (waiting > 0) yield take(open);
      for (; index < wanted; open = begin(++index)) done.push(end(open));
    }
    const line = `${JSON.stringify(record)}\n`;
    lines.push(line);
    waiting += line.length;
    open.records++;
    if (waiting >= pieceBytes) yield take(open);
  }
  if (waiting > 0) yield take(open);
  for (; index < sectionNames.length; open = begin(++index)) done.push(end(open));
  yield tableAndTrailer(done, at);
}
