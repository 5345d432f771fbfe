// docs/formats.md, ring tables: one row per line, the line number in every complaint.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import {
  causeFileText,
  defaultCauseRows,
  defaultKeywordRows,
  defaultToneRows,
  keywordFileText,
  toneFileText,
} from '../../../src/ring/default-tables.js';
import { parseCauseTable, parseKeywordTable, parseToneTable, TableFault } from '../../../src/ring/table-text.js';

const keywords = (text: string | Buffer) => parseKeywordTable(Buffer.from(text as string));
const tones = (text: string) => parseToneTable(Buffer.from(text));
const faultOf = (work: () => unknown): { line: number; reason: string } => {
  try {
    work();
  } catch (fault) {
    if (fault instanceof TableFault) return { line: fault.line, reason: fault.reason };
    throw fault;
  }
  throw new Error('nothing was refused');
};

describe('the files of the first start', () => {
  it('hold the default rows of 2.5 and explain themselves', () => {
    expect(keywords(keywordFileText)).toEqual(defaultKeywordRows);
    expect(tones(toneFileText)).toEqual(defaultToneRows);
    expect(parseCauseTable(Buffer.from(causeFileText))).toEqual(defaultCauseRows);
    expect(keywordFileText).toContain('RESULTID');
  });

  it('are those that earlierDefaultHashes will need: a change of a text adds its hash there, and the new one here', () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    expect([keywordFileText, toneFileText, causeFileText].map(hash)).toEqual([
      'ca1cc846246ee05bd8d0542dc3700770271386d8699f184c4b7bd3f8d0d1d9f0',
      '115639f973c8e2ae7898bf9642053a2618efb18dcfacbd87da93ee700f47fe96',
      'ed83585af93f40beb1df4e1852b545fc864da9a399d4e069279431fab0115eca',
    ]);
  });

  it('hold 26 keywords and 5 tones', () => {
    expect(keywords(keywordFileText)).toHaveLength(26);
    expect(tones(toneFileText)).toHaveLength(5);
  });
});

describe('a row', () => {
  it('has three parts with a tab, or several, between them', () => {
    expect(keywords('关机\t14\tpowered off\n')).toEqual([{ word: '关机', resultId: 14, resultName: 'powered off' }]);
    expect(keywords('关机 \t\t 14\t powered off ')).toEqual([
      { word: '关机', resultId: 14, resultName: 'powered off' },
    ]);
  });

  it('may use spaces where an editor has replaced the tabs', () => {
    expect(keywords('关机    14  powered off')).toEqual([{ word: '关机', resultId: 14, resultName: 'powered off' }]);
  });

  it('may end in CR LF, in CR, or with the file; a BOM is skipped', () => {
    expect(keywords('\ufeff忙\t10\tbusy\r\n空号\t12\tvacant\r停机\t17\tout').map(({ word }) => word)).toEqual([
      '忙',
      '空号',
      '停机',
    ]);
  });

  it('may say in a fourth part what it does with a call', () => {
    expect(keywords('请不要挂机\t11\twaiting\thold\n停机坪\t1\tapron\tignore\n停机\t17\tout\tend')).toEqual([
      { word: '请不要挂机', resultId: 11, resultName: 'waiting', action: 'hold' },
      { word: '停机坪', resultId: 1, resultName: 'apron', action: 'ignore' },
      { word: '停机', resultId: 17, resultName: 'out', action: 'end' },
    ]);
    expect(tones('#MUSIC#\t11\tno answer\tignore')).toEqual([
      { marker: '#MUSIC#', resultId: 11, resultName: 'no answer', action: 'ignore' },
    ]);
  });

  it('names a tone in any case', () => {
    expect(tones('#busy#\t10\tbusy')).toEqual([{ marker: '#BUSY#', resultId: 10, resultName: 'busy' }]);
  });
});

describe('a comment', () => {
  it('begins with # in the keyword table', () => {
    expect(keywords('# one\n#two\n  # three\n忙\t10\tbusy')).toHaveLength(1);
  });

  it('begins with # and a space in the ring-tone table, where rows begin with # too', () => {
    expect(tones('# one\n#\n#\ttwo\n#BUSY#\t10\tbusy')).toHaveLength(1);
    expect(faultOf(() => tones('#two\n#BUSY#\t10\tbusy')).line).toBe(1);
  });
});

it('takes a file of comments for an empty table on purpose', () => {
  expect(keywords('# nothing here\n')).toEqual([]);
});

describe('a table is refused, with the line and the reason', () => {
  it.each([
    ['a missing part', '忙\t10', 1, 'three parts'],
    ['a part too many', '忙\t10\tbusy\thold\tmore', 1, 'three parts'],
    ['another fourth part', '忙\t10\tbusy\nx\t10\tbusy\tHOLD', 2, 'the fourth part must be end, hold or ignore'],
    ['a fourth part behind spaces', '忙 10 busy hold', 1, 'must be separated by tabs'],
    ['no RESULTNAME', '# c\n忙\t10\t', 2, 'three parts'],
    ['a RESULTID that is no number', '忙\tten\tbusy', 1, 'from 1 to 999999'],
    ['RESULTID 0, which means no match', '忙\t0\tbusy', 1, 'from 1 to 999999'],
    ['a negative RESULTID', '忙\t-1\tbusy', 1, 'from 1 to 999999'],
    ['a RESULTID beyond the range', '忙\t1000000\tbusy', 1, 'from 1 to 999999'],
    ['a keyword of punctuation only', '!!!\t10\tbusy', 1, 'must have letters or digits'],
    ['the same keyword twice', '忙\t10\tbusy\n\n忙 \t11\tother', 3, 'as on line 1'],
    ['the same row twice', '忙\t10\tbusy\n忙\t10\tbusy', 2, 'the same keyword as on line 1'],
    ['rows that contradict each other', '忙\t10\tbusy\n忙\t10\tbusy\thold', 2, 'contradicts it: there it is 10 busy'],
    [
      'a hold that could never hold',
      '正在通话请不要挂机\t9\twaiting\thold\n\n正在通话\t10\tbusy',
      1,
      'because 正在通话 on line 3 is part of it, ends the call and has the higher RESULTID 10',
    ],
    ['the same keyword in another width', 'ＶＩＰ\t10\tbusy\nvip\t11\tother', 2, 'as on line 1'],
    ['a line that is too long', `忙\t10\t${'x'.repeat(limits.table.lineBytes)}`, 1, 'longer than 256 bytes'],
  ])('for %s', (_, text, line, reason) => {
    const fault = faultOf(() => keywords(text));
    expect(fault.line).toBe(line);
    expect(fault.reason).toContain(reason);
  });

  it.each<[string, string, number, string]>([
    ['two numbers', '10\t486', 1, 'must be three numbers separated by tabs: RESULTID, SIP status, Q.850 cause'],
    ['four parts', '10\t486\t17\tbusy', 1, 'must be three numbers'],
    ['a status that is no failure', '# ok\n10\t200\t17', 2, 'the SIP status must be a whole number from 400 to 699'],
    ['a cause beyond Q.850', '10\t486\t128', 1, 'the Q.850 cause must be a whole number from 1 to 127'],
    ['a name in place of a number', 'busy\t486\t17', 1, 'RESULTID must be a whole number from 0 to 999999'],
    ['the same RESULTID again', '10\t486\t17\n11\t480\t19\n10\t486\t17', 3, 'the same RESULTID as on line 1'],
  ])('of causes, for %s', (_, text, line, reason) => {
    const fault = faultOf(() => parseCauseTable(Buffer.from(text)));
    expect(fault.line).toBe(line);
    expect(fault.reason).toContain(reason);
  });

  it('for a tone that two rows say different things about', () => {
    const fault = faultOf(() => tones('#BUSY#\t10\tbusy\n#busy#\t10\tbusy\thold'));
    expect(fault).toEqual({ line: 2, reason: 'the same tone as on line 1, and contradicts it: there it is 10 busy' });
  });

  it('for an unknown tone, naming those that are known', () => {
    const fault = faultOf(() => tones('#BUSY#\t10\tbusy\n#BUZY#\t10\tbusy'));
    expect(fault.line).toBe(2);
    expect(fault.reason).toContain('#CONGESTION#');
  });

  it('for bytes that are not UTF-8', () => {
    const gbk = Buffer.concat([
      Buffer.from('忙\t10\tbusy\n'),
      Buffer.from([0xb9, 0xd8, 0xbb, 0xfa]),
      Buffer.from('\t14\toff'),
    ]);
    expect(faultOf(() => parseKeywordTable(gbk))).toEqual({ line: 2, reason: 'not UTF-8' });
  });

  it('for an empty file, a file that is too big, and too many lines', () => {
    expect(faultOf(() => keywords('')).reason).toBe('the file is empty');
    expect(faultOf(() => keywords('#'.repeat(limits.table.fileBytes + 1))).reason).toContain('at most 262144');
    expect(faultOf(() => keywords('\n'.repeat(limits.table.lines)))).toEqual({
      line: 10_001,
      reason: 'more than 10000 lines',
    });
  });
});
