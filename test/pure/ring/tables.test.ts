// decisions.md: ring tables are text files in the data directory, hot-reloaded; a broken edit keeps the previous table
// and logs the line. Real files, real watcher; the poll is switched off where the watcher alone must do.
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RingTables } from '../../../src/protocol/engine/ring.js';
import { causeFileText, defaultCauseRows, defaultTables, keywordFileText } from '../../../src/ring/default-tables.js';
import { openRingTables, type RingTableFiles } from '../../../src/ring/tables.js';

const watcherOnly = { settleMs: 5, pollMs: 3_600_000 };
const pollOnly = { settleMs: 3_600_000, pollMs: 5 };
const never = { settleMs: 3_600_000, pollMs: 3_600_000 };

let directory: string;
let keywords: string;
let tones: string;
let causes: string;
let files: RingTableFiles | undefined;
let lines: string[];
let changes: RingTables[];

function open(times = never): RingTableFiles {
  const log = (level: string) => (facts: object, message: string) => {
    lines.push(`${level} ${JSON.stringify(facts)} ${message}`);
  };
  files = openRingTables(
    { keywords, tones, causes },
    { info: log('info'), error: log('error') },
    (next) => changes.push(next),
    times,
  );
  return files;
}
const words = () => files?.current.keywords.map(({ word }) => word);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-ring-'));
  keywords = join(directory, 'ring', 'keywords.txt');
  tones = join(directory, 'ring', 'tones.txt');
  causes = join(directory, 'ring', 'causes.txt');
  lines = [];
  changes = [];
});
afterEach(() => {
  files?.close();
  rmSync(directory, { recursive: true, force: true });
});

it('writes both files with the defaults on the first start', () => {
  expect(open().current).toEqual(defaultTables);
  expect(readFileSync(keywords, 'utf8')).toBe(keywordFileText);
  expect(readFileSync(tones, 'utf8')).toContain('#FAX#\t16\tfax');
});

it('writes the table of causes too, and reads it again when it changes', () => {
  const { causeOf, check } = open();
  expect(defaultCauseRows.map(({ resultId }) => causeOf(resultId))).toEqual(defaultCauseRows);
  expect(causeOf(0)).toBeUndefined();
  expect(readFileSync(causes, 'utf8')).toBe(causeFileText);
  writeFileSync(causes, '0\t480\t31\n');
  check();
  expect([causeOf(0), causeOf(10)]).toEqual([{ resultId: 0, sipStatus: 480, q850: 31 }, undefined]);
  writeFileSync(causes, '0\t480\n');
  check();
  expect(causeOf(0)?.sipStatus).toBe(480);
  expect(lines.at(-1)).toContain(`${causes}:1: must be three numbers`);
  expect(changes).toEqual([]);
});

it('keeps what an operator has written before the start', () => {
  open().close();
  writeFileSync(keywords, '彩铃\t11\tno answer\n');
  expect(open().current.keywords).toEqual([{ word: '彩铃', resultId: 11, resultName: 'no answer' }]);
  expect(readFileSync(keywords, 'utf8')).toBe('彩铃\t11\tno answer\n');
});

it('starts with the defaults when a file is broken from the start, and says where', () => {
  open().close();
  writeFileSync(tones, '# mine\n#BUSY#\tten\tbusy\n');
  expect(open().current.tones).toEqual(defaultTables.tones);
  expect(lines.join('\n')).toContain(`${tones}:2: RESULTID must be a whole number`);
});

describe.each([
  ['the notice of a change', watcherOnly],
  ['looking at the files now and then', pollOnly],
])('by %s', (_, times) => {
  it('reads a file again that was written in place', async () => {
    open(times);
    writeFileSync(keywords, '关机\t14\tpowered off\n');
    await vi.waitFor(() => expect(words()).toEqual(['关机']), { timeout: 10_000 });
    expect(changes.at(-1)?.keywords).toEqual([{ word: '关机', resultId: 14, resultName: 'powered off' }]);
    expect(changes.at(-1)?.tones).toEqual(defaultTables.tones);
  });

  it('reads a file again that an editor has replaced by renaming, twice in a row', async () => {
    open(times);
    for (const word of ['关机', '停机']) {
      writeFileSync(`${keywords}.swp`, `${word}\t14\tpowered off\n`);
      renameSync(`${keywords}.swp`, keywords);
      await vi.waitFor(() => expect(words()).toEqual([word]), { timeout: 10_000 });
    }
  });
});

describe('a broken edit', () => {
  it('keeps the previous table and logs file, line and reason; the next good edit is taken', () => {
    const { check } = open();
    writeFileSync(keywords, '关机\t14\tpowered off\n');
    check();
    writeFileSync(keywords, '关机\t14\tpowered off\n停机 seventeen out\n');
    check();
    expect(words()).toEqual(['关机']);
    expect(lines.at(-1)).toContain('"line":2');
    expect(lines.at(-1)).toContain(`${keywords}:2: RESULTID must be a whole number`);
    expect(changes).toHaveLength(1);
    writeFileSync(keywords, '停机\t17\tout of service\n');
    check();
    expect(words()).toEqual(['停机']);
    expect(changes).toHaveLength(2);
  });

  it('of one file does not hold up the other', () => {
    const { check } = open();
    writeFileSync(keywords, 'broken');
    writeFileSync(tones, '#MUSIC#\t20\tcoloured ring-back\n');
    check();
    expect(files?.current.tones).toEqual([{ marker: '#MUSIC#', resultId: 20, resultName: 'coloured ring-back' }]);
    expect(files?.current.keywords).toEqual(defaultTables.keywords);
  });

  it('is logged once, not at every look', () => {
    const { check } = open();
    writeFileSync(keywords, 'broken');
    check();
    check();
    check();
    expect(lines.filter((line) => line.startsWith('error'))).toHaveLength(1);
  });

  it('may be the removal of the file', () => {
    const { check } = open();
    rmSync(keywords);
    check();
    expect(files?.current).toEqual(defaultTables);
    expect(lines.at(-1)).toContain('missing');
  });

  it('may be a file that an editor has emptied and not written yet', () => {
    const { check } = open();
    writeFileSync(keywords, '');
    check();
    expect(files?.current).toEqual(defaultTables);
    expect(lines.at(-1)).toContain('the file is empty');
  });
});

it('does not call an edit that changes only comments a change', () => {
  const { check } = open();
  writeFileSync(keywords, `${keywordFileText}# more\n`);
  check();
  expect(changes).toEqual([]);
});
