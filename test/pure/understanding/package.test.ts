// Robot packages (docs/robot-packages.md): what is written is read again, and damage anywhere is found.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerBytes, headerOf, PackageFault } from '../../../src/understanding/package/layout.js';
import { Lines } from '../../../src/understanding/package/lines.js';
import { openPackage, type PackageSource } from '../../../src/understanding/package/reader.js';
import { type PackageRecord, sectionNames } from '../../../src/understanding/package/records.js';
import { packageBytes } from '../../../src/understanding/package/writer.js';
import { chance } from '../../helpers/chance.js';

/** A package whose table says this, with a hash that fits. */
function withTable(table: string): Buffer {
  const place = Buffer.alloc(16);
  place.writeBigUInt64LE(BigInt(headerBytes), 0);
  place.writeBigUInt64LE(BigInt(Buffer.byteLength(table)), 8);
  const hash = createHash('sha256').update(headerOf()).update(table).update(place).digest();
  return Buffer.concat([headerOf(), Buffer.from(table), place, hash, Buffer.from('ULNGENOT', 'latin1')]);
}

const memory = (bytes: Uint8Array): PackageSource => ({
  bytes: bytes.length,
  read: (target, at) => {
    const found = bytes.subarray(at, at + target.length);
    target.set(found);
    return found.length;
  },
});

async function written(records: readonly PackageRecord[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of packageBytes(records)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const question = (id: number, text: string): PackageRecord => ({
  section: 'questions',
  record: { id, text, plain: text, ext: [{ id: id + 1, text: `${text}?` }] },
});
const dir = (id: number): PackageRecord => ({ section: 'dirs', record: { id, parentId: null, name: `目录 ${id}` } });
const entry = (content: string): PackageRecord => ({
  section: 'entries',
  record: { lexiconId: 1, classId: null, content },
});

describe('a robot package', () => {
  it('gives back the records of each section in their order, and none of a section that is empty', async () => {
    const records = [dir(2), dir(1), question(5, '查{date}的账单'), entry('苏州\t姑苏')];
    const read = openPackage(memory(await written(records)));
    for (const name of sectionNames) {
      const expected = records.flatMap(({ section, record }) => (section === name ? [record] : []));
      expect([...read.records(name)]).toEqual(expected);
    }
    expect(read.sections.map(({ name, records: count }) => [name, count])).toEqual(
      sectionNames.map((name) => [name, records.filter(({ section }) => section === name).length]),
    );
  });

  it('is the same bytes for the same records', async () => {
    const records = [dir(1), question(2, 'x')];
    expect(await written(records)).toEqual(await written(records));
  });

  it('has lines that are longer than a piece, and texts with any character', async () => {
    const long = entry('字'.repeat(1_500_000));
    const odd = entry('\u0000\n\t\u2028"\\😀');
    const read = openPackage(memory(await written([long, odd])));
    expect([...read.records('entries')]).toEqual([long.record, odd.record]);
  });

  it('cannot be written with sections out of their order', async () => {
    await expect(written([question(1, 'x'), dir(1)])).rejects.toThrow('a record of section dirs comes after');
  });

  it('without records is a package too', async () => {
    expect([...openPackage(memory(await written([]))).records('pairs')]).toEqual([]);
  });
});

describe('damage of a robot package', () => {
  const records = [dir(1), dir(2), question(3, '我要转账'), question(5, '余额'), entry('一\t二')];

  it('is found at every bit of every byte', async () => {
    const whole = await written(records);
    for (let at = 0; at < whole.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const damaged = Buffer.from(whole);
        damaged[at] = (damaged[at] as number) ^ (1 << bit);
        expect(() => openPackage(memory(damaged)), `byte ${at}, bit ${bit}`).toThrow(/package/);
      }
    }
  });

  it('is found wherever it ends early, and where something follows it', async () => {
    const whole = await written(records);
    for (let length = 0; length < whole.length; length++) {
      expect(() => openPackage(memory(whole.subarray(0, length)))).toThrow(/package/);
    }
    expect(() => openPackage(memory(Buffer.concat([whole, Buffer.from('x')])))).toThrow(/package/);
  });

  it('is found in any bytes at all: random ones, and packages with random stretches', async () => {
    const whole = await written(records);
    const random = chance(14);
    for (let round = 0; round < 20_000; round++) {
      const at = random.int(0, whole.length - 1);
      const stretch = random.bytes(random.int(1, whole.length - at));
      const damaged = Buffer.from(whole);
      damaged.set(stretch, at);
      if (damaged.equals(whole)) continue;
      expect(() => openPackage(memory(damaged))).toThrow(/package/);
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(() => openPackage(memory(bytes))).toThrow(/package/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('says which format it would need', async () => {
    const newer = await written(records);
    newer.writeUInt32LE(2, 8);
    expect(() => openPackage(memory(newer))).toThrow('the package has format 2, but this tonegate reads format 1');
  });

  it('is found when the file becomes shorter while it is read', async () => {
    const whole = await written(records);
    let reads = 0;
    const source = {
      ...memory(whole),
      read: (target: Uint8Array, at: number) => (reads++ < 3 ? memory(whole).read(target, at) : 0),
    };
    expect(() => openPackage(source)).toThrow('the package became shorter while it was being read');
  });
});

it('lines are the same however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.integer({ min: 1, max: 9 })), (texts, cuts) => {
      const lines = texts.map((text) => text.replaceAll('\n', ' '));
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      const read = new Lines();
      const found: string[] = [];
      for (let at = 0, cut = 0; at < bytes.length; cut++) {
        const length = cuts[cut % Math.max(1, cuts.length)] ?? bytes.length;
        found.push(...read.in(bytes.subarray(at, at + length)));
        at += length;
      }
      expect(found).toEqual(lines.map((line) => Buffer.from(line).toString('utf8')));
      expect(read.isAtEnd).toBe(true);
    }),
  );
});

describe('a package that somebody made by hand', () => {
  it.each(['null', '{}', '{', '{"sections":[null]}', '{"sections":[{"name":"questions","offset":16,"bytes":-1}]}'])(
    'with the table %s is refused as a package',
    (table) => {
      expect(() => openPackage(memory(withTable(table)))).toThrow(PackageFault);
    },
  );
});
