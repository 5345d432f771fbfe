// `tonegate tables check`: a table is judged as the gateway would judge it, with its line and the reason.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tablesCommand } from '../../../src/cli/tables.js';
import { causeFileText, keywordFileText, toneFileText } from '../../../src/ring/default-tables.js';
import { compileKeywords, findKeyword } from '../../../src/ring/keywords.js';
import { parseKeywordTable } from '../../../src/ring/table-text.js';
import { runCommand } from '../../helpers/gateway/run-command.js';

const extended = fileURLToPath(new URL('../../../docs/examples/ring/keywords-extended.txt', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-tables-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
async function check(...args: string[]) {
  const { code, stdout, stderr } = await runCommand(tablesCommand(), ['check', ...args]);
  return { code, out: stdout.toString('utf8'), err: stderr };
}

describe('tables check', () => {
  it('says what the tables of the first start hold, and tells the three kinds apart', async () => {
    const [keywords, tones] = [file('a.txt', keywordFileText), file('b.txt', toneFileText)];
    const causes = file('c.txt', causeFileText);
    expect(await check(keywords, tones, causes)).toEqual({
      code: 0,
      out: `${keywords}: a table of keywords, 26 rows\n${tones}: a table of tones, 5 rows\n${causes}: a table of causes, 9 rows\n`,
      err: '',
    });
  });

  it('names file, line and reason of what the gateway would refuse, looks at the other files too, and exits with 3', async () => {
    const wrong = file('wrong.txt', '忙\t10\tbusy\n关机\t14\toff\tlater\n');
    const twice = file('twice.txt', '#BUSY#\t10\tbusy\n#BUSY#\t10\tbusy\thold\n');
    const fine = file('fine.txt', '忙\t10\tbusy\thold\n');
    const { code, out, err } = await check(wrong, twice, fine, join(folder, 'none.txt'));
    expect(code).toBe(3);
    expect(out).toBe(`${fine}: a table of keywords, 1 row, 1 hold\n`);
    expect(err.split('\n')).toEqual([
      `tonegate: ${wrong}:2: the fourth part must be end, hold or ignore`,
      `tonegate: ${twice}:2: the same tone as on line 1, and contradicts it: there it is 10 busy`,
      `tonegate: ${join(folder, 'none.txt')}: cannot be read: it does not exist (ENOENT)`,
      '',
    ]);
  });

  it('says the same as JSON', async () => {
    const wrong = file('wrong.txt', '# mine\n忙\tten\tbusy\n');
    const { code, out } = await check('--json', wrong, extended);
    const [fault, fine] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(3);
    expect(fault).toEqual({ file: wrong, line: 2, reason: 'RESULTID must be a whole number from 1 to 999999' });
    expect(fine).toMatchObject({ kind: 'keywords', rows: expect.any(Number) });
  });

  it('takes a table for what it is told to', async () => {
    const { code, err } = await check('--kind', 'tones', file('words.txt', '忙\t10\tbusy\n'));
    expect(code).toBe(3);
    expect(err).toContain('words.txt:1: unknown tone; known tones: #BUSY#');
  });
});

describe('docs/examples/ring/keywords-extended.txt', () => {
  const rows = parseKeywordTable(readFileSync(extended));
  const verdict = (text: string) => {
    const row = findKeyword(compileKeywords(rows), text);
    return row && `${row.resultId} ${row.action ?? 'end'}`;
  };

  it('is a table, and has every keyword of the specification with its result', async () => {
    expect((await check(extended)).code).toBe(0);
    for (const row of parseKeywordTable(Buffer.from(keywordFileText))) {
      expect(rows.find(({ word }) => word === row.word)).toMatchObject(row);
    }
  });

  it.each([
    ['您拨打的电话无人接听，请稍后再拨', '11 end'],
    ['对不起，您拨打的用户无法接通', '10 end'],
    ['您拨打的用户不在服务区', '13 end'],
    ['您拨打的用户已设置呼入限制', '13 end'],
    ['该号码因欠费已停机', '17 end'],
    ['您的电话将转接到语音信箱，请在滴声后留言', '18 end'],
    ['您好，我是机主的移动秘书', '18 end'],
    ['正在为您转接中，请稍候', '11 hold'],
    ['您好，请不要挂机，您拨打的用户正在通话中', '11 hold'],
    ['您好，请问哪位', undefined],
    ['您好，我帮忙接一下电话', undefined],
  ])('%s: %s', (text, expected) => {
    expect(verdict(text)).toBe(expected);
  });
});
