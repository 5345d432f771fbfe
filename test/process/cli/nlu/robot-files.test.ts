// Robots as directories: the text of the files, the lines of findings, and directories of any content.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandFailure } from '../../../../src/cli/exit.js';
import { type JsonPath, lineOf } from '../../../../src/cli/nlu/json-line.js';
import { jsonText } from '../../../../src/cli/nlu/json-text.js';
import { type Document, RobotFiles, writeRobot } from '../../../../src/cli/nlu/robot-files.js';
import { documentFaults } from '../../../../src/nlu/exchange/faults.js';
import { type Chance, chance } from '../../../helpers/chance.js';

let own: string;
beforeAll(() => {
  own = mkdtempSync(join(tmpdir(), 'tonegate-files-'));
});
afterAll(() => rmSync(own, { recursive: true }));

describe('the text of a file', () => {
  it('has what fits into a line in one, and everything else a line for each part', () => {
    const value = { a: [], b: {}, c: [1, 'x', null], long: ['x'.repeat(60), { deep: 'y'.repeat(60), flag: true }] };
    expect(jsonText(value)).toBe(`{
  "a": [],
  "b": {},
  "c": [1, "x", null],
  "long": [
    "${'x'.repeat(60)}",
    { "deep": "${'y'.repeat(60)}", "flag": true }
  ]
}
`);
  });

  it('is the value again, and says at which line each part begins', () => {
    const random = chance(11);
    for (let round = 0; round < 300; round++) {
      const value = someValue(random, 4);
      const text = jsonText(value);
      expect(JSON.parse(text)).toEqual(value);
      for (const [path, part] of partsOf(value)) {
        const rest = text
          .split('\n')
          .slice(lineOf(text, path) - 1)
          .join('\n');
        const [first = ''] = JSON.stringify(part).split(/[[{]/);
        expect(rest.split('\n')[0]).toContain(first);
      }
    }
  });

  it('names the nearest part around one that is not there', () => {
    const text = '{\n  "a": [\n    1,\n    { "b": "}]\\"" }\n  ]\n}\n';
    const lines = ([[], ['a'], ['a', 1], ['a', 1, 'b'], ['a', 7], ['c']] satisfies JsonPath[]).map((path) =>
      lineOf(text, path),
    );
    expect(lines).toEqual([1, 2, 4, 4, 2, 1]);
  });
});

const reply = { answers: [{ type: 'TEXT', content: 'a' }] };
const small: Document = {
  ...{ format: 'tonegate-robot/1', robot: { name: 'a' }, testSets: [], skills: [], taskQuestions: [], scenes: [] },
  dirs: [{ path: ['a/b', '..'], pairs: [{ question: { text: 'q' }, response: reply }] }],
  intents: ['CON', 'con', '../..', '.', 'a\u0000b', 'x'.repeat(250), '订'.repeat(80), ''].map((name) => ({
    ...{ name, question: { text: 'q' }, response: reply },
  })),
  ...{ tagGroups: [], lexicons: [] },
};

describe('a directory', () => {
  it('has a file for each thing, whatever its name is, inside the directory and read again', () => {
    const directory = join(own, 'names');
    writeRobot(directory, small);
    expect(readdirSync(own)).toEqual(['names']);
    const names = readdirSync(join(directory, 'intents'));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(8);
    expect(names.filter((name) => Buffer.byteLength(name) > 255)).toEqual([]);
    const { document, faults } = new RobotFiles(directory);
    const intents = (document.intents as Document[]).map(({ name }) => name);
    expect([faults, intents.sort()]).toEqual([[], (small.intents as Document[]).map(({ name }) => name).sort()]);
    expect(document.dirs).toEqual(small.dirs);
  });

  it('has a finding with its line for each file that is not JSON', () => {
    const directory = join(own, 'broken');
    mkdirSync(join(directory, 'intents'), { recursive: true });
    writeFileSync(join(directory, 'robot.json'), '{ "format": "tonegate-robot/1", "name": "a" }');
    writeFileSync(join(directory, 'intents', 'a.json'), '{\n  "name": "a",\n  name: 1\n}\n');
    writeFileSync(join(directory, 'intents', 'b.json'), '{\n  "name": "b"');
    const { faults } = new RobotFiles(directory);
    expect(faults.map(({ file, line }) => [file, line])).toEqual([
      ['intents/a.json', 3],
      ['intents/b.json', 2],
    ]);
  });

  const odd: readonly (readonly [string, (place: string) => void, RegExp])[] = [
    ['a pipe', (place) => execFileSync('mkfifo', [place]), /intents.a\.json: cannot be read: it is a device, pipe/],
    [
      'an endless device',
      (place) => symlinkSync('/dev/zero', place),
      /intents.a\.json: cannot be read: it is a device/,
    ],
    ['a directory', (place) => mkdirSync(place), /intents.a\.json: cannot be read: it is a directory/],
    [
      'a link to itself',
      (place) => symlinkSync('a.json', place),
      /intents.a\.json: cannot be read: its symbolic links/,
    ],
  ];
  it.each(odd)(
    'with %s in the place of a file is refused with a sentence, and nothing waits for it',
    (_, make, words) => {
      const directory = mkdtempSync(join(own, 'odd-'));
      writeRobot(directory, { ...small, intents: [] });
      mkdirSync(join(directory, 'intents'), { recursive: true });
      make(join(directory, 'intents', 'a.json'));
      expect(() => new RobotFiles(directory)).toThrow(words);
      rmSync(join(directory, 'intents'), { recursive: true });
      writeFileSync(join(directory, 'intents'), '');
      expect(() => new RobotFiles(directory)).toThrow(/intents: is a file; a directory of intents must be/);
    },
  );

  it('that links elsewhere is not exported to, and neither is one with a directory in the place of a file', () => {
    const directory = mkdtempSync(join(own, 'linked-'));
    const elsewhere = mkdtempSync(join(own, 'elsewhere-'));
    writeFileSync(join(elsewhere, 'keep.json'), '{}');
    writeRobot(directory, { ...small, intents: [] });
    symlinkSync(elsewhere, join(directory, 'intents'));
    expect(() => writeRobot(directory, small)).toThrow(/intents: is a symbolic link/);
    expect(readdirSync(elsewhere)).toEqual(['keep.json']);
    rmSync(join(directory, 'intents'));
    mkdirSync(join(directory, 'intents', 'a.json'), { recursive: true });
    expect(() => writeRobot(directory, small)).toThrow(/a\.json: is a directory, which no export has made/);
  });

  it('of any content is read or refused with a sentence, and what is found in it stands in one of its files', () => {
    const random = chance(12);
    const folders = ['skills', 'pairs', 'intents', 'scenes', 'tags', 'lexicons', 'test-sets'];
    const base = join(own, 'base');
    writeRobot(base, small);
    for (let round = 0; round < 400; round++) {
      const directory = join(own, `round-${round}`);
      mkdirSync(directory);
      const robot = readFileSync(join(base, 'robot.json'));
      writeFileSync(join(directory, 'robot.json'), mangled(random, robot));
      for (let file = 0; file < 3; file++) {
        const folder = random.of(folders);
        mkdirSync(join(directory, folder), { recursive: true });
        const content = random.is(0.5)
          ? Buffer.from(JSON.stringify(someValue(random, 3)))
          : mangled(random, readFileSync(join(base, 'pairs', readdirSync(join(base, 'pairs'))[0] as string)));
        writeFileSync(join(directory, folder, `${file}.json`), content);
      }
      try {
        const files = new RobotFiles(directory);
        for (const message of files.faults.length > 0 ? [] : documentFaults(files.document)) {
          const finding = files.finding(message);
          if (finding === undefined) continue;
          const lines = readFileSync(join(directory, finding.file), 'utf8').split('\n').length;
          expect(finding.line >= 1 && finding.line <= lines).toBe(true);
        }
      } catch (fault) {
        expect(fault).toBeInstanceOf(CommandFailure);
      }
      rmSync(directory, { recursive: true });
    }
  });
});

function someValue(random: Chance, depth: number): unknown {
  if (depth === 0 || random.is(0.3)) return random.of([null, true, 0.5, '', 'a "b" \\', '订[票]{', 'path', 7]);
  const size = random.int(0, 4);
  if (random.is(0.4)) return Array.from({ length: size }, () => someValue(random, depth - 1));
  const keys = ['name', 'path', 'question', 'a"]', '二', 'nodes', 'key'];
  return Object.fromEntries(Array.from({ length: size }, () => [random.of(keys), someValue(random, depth - 1)]));
}

function* partsOf(value: unknown, path: JsonPath = []): Generator<[JsonPath, unknown]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    yield* partsOf(each, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

/** Bytes with some changed, left out or doubled, or as they are. */
function mangled(random: Chance, bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  for (let times = random.int(0, 2); times > 0; times--) {
    changed[random.int(0, changed.length - 1)] = random.int(0, 255);
  }
  return random.is(0.1) ? changed.subarray(0, random.int(0, changed.length)) : changed;
}
