// `tonegate nlu hotwords`: the list, and a gateway that takes it in START and as a resource.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nluCommand } from '../../../src/cli/nlu/nlu.js';
import { localRobots } from '../../../src/local/robots.js';
import { limits } from '../../../src/protocol/limits.js';
import { type AsrGateway, startAsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { ResourceClient } from '../../helpers/gateway/resource-client.js';
import { runCommand } from '../../helpers/gateway/run-command.js';

let own: string;
let gateway: AsrGateway;
beforeAll(async () => {
  own = mkdtempSync(join(tmpdir(), 'tonegate-hotwords-'));
  gateway = await startAsrGateway();
});
afterAll(async () => {
  await gateway.discard();
  rmSync(own, { recursive: true });
});

const answers = (content: string) => ({ answers: [{ type: 'TEXT', content }] });
/** A robot whose intent has a slot of the lexicon 门店, and whose questions name the lexicon 业务. */
const document = (shops: readonly string[], more: readonly object[] = []) => ({
  format: 'tonegate-robot/1',
  robot: { name: '预约', skills: [{ skill: '预约' }, { skill: '问答' }] },
  skills: [
    { key: '预约', name: '预约', type: 'INTENT', intents: ['预约'] },
    { key: '问答', name: '问答', type: 'QABASE', dir: ['问答'] },
  ],
  intents: [
    {
      ...{ name: '预约', question: { text: '我要去{shop}' }, response: answers('好。') },
      slots: [{ name: 'shop', description: '', lexicon: '门店', elicitResponse: answers('哪家？') }],
    },
  ],
  dirs: [{ path: ['问答'], pairs: [{ question: { text: '{保养:@业务}多少钱' }, response: answers('免费。') }] }],
  lexicons: [{ name: '门店', entries: shops }, { name: '业务', entries: ['保养\t小保养'] }, ...more],
});

let files = 0;
async function hotwords(content: object | string, ...flags: string[]) {
  const path = join(own, `${++files}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  const { code, stdout, stderr } = await runCommand(nluCommand(localRobots), ['hotwords', path, ...flags]);
  return { code, list: stdout.toString('utf8'), stderr };
}

describe('tonegate nlu hotwords', () => {
  it('writes standard words and synonyms of the lexicons that slots and questions name, each once and sorted', async () => {
    const shops = ['观前街店\t观前店', '园区店', '小保养'];
    expect(await hotwords(document(shops))).toEqual({
      ...{ code: 0, stderr: '' },
      list: '保养 2\n园区店 2\n小保养 2\n观前店 2\n观前街店 2\n',
    });
  });

  it('leaves out the words of lexicons that only sensitive groups name, or nothing', async () => {
    const other = { name: '脏话', type: 'SIMPLE', entries: ['混蛋东西'] };
    const whole = document(['园区店'], [other]);
    const sensitiveGroups = [{ name: '脏话', lexicon: '脏话', response: answers('请文明用语。') }];
    const { list } = await hotwords({ ...whole, robot: { ...whole.robot, sensitiveGroups } });
    expect(list).toBe('保养 2\n园区店 2\n小保养 2\n');
  });

  it('writes the words of all classes of a dynamic lexicon', async () => {
    const classes = [
      { name: 'default', matchValue: '', entries: ['总部店'] },
      { name: 'north', matchValue: 'north', entries: ['北站店'] },
    ];
    const whole = document([]);
    const [, ...others] = whole.lexicons;
    const shops = { name: '门店', type: 'DYNAMIC', matchVar: 'user.city', classes };
    expect((await hotwords({ ...whole, lexicons: [shops, ...others] })).list).toContain(
      '北站店 2\n小保养 2\n总部店 2\n',
    );
  });

  it('writes the words that recur in questions, in at least three texts and beside different words', async () => {
    const whole = document(['园区店']);
    const extQuestions = ['我要预约', '帮我预约一下', '能预约吗', '预约几点', '想取消'].map((text) => ({ text }));
    const pairs = [
      ...(whole.dirs[0]?.pairs ?? []),
      { question: { text: '怎么预约', extQuestions }, response: answers('好。') },
    ];
    const { list } = await hotwords({ ...whole, dirs: [{ path: ['问答'], pairs }] });
    expect(list).toBe('保养 2\n园区店 2\n小保养 2\n预约 2\n');
  });

  it('says on standard error which words a recogniser cannot use', async () => {
    const { code, list, stderr } = await hotwords(document(['园区店\tSoochow\t园', '新 城\t#新城', '新城店']));
    expect({ code, list }).toEqual({ code: 0, list: '保养 2\n园区店 2\n小保养 2\n新城店 2\n' });
    const lines = stderr.trimEnd().split('\n');
    expect(lines.map((line) => /^left out: (.*?): /.exec(line)?.[1])).toEqual(['新 城', 'Soochow', '园', '#新城']);
  });

  it('keeps the list within its bytes: synonyms that do not fit are named', async () => {
    const name = (at: number, end: string) =>
      `${'甲乙丙丁戊己庚辛'.repeat(9)}${[...String(at)].map((digit) => '零一二三四五六七八九'[Number(digit)]).join('')}${end}`;
    const shops = Array.from({ length: 300 }, (_, at) => `${name(at, '店')}\t${name(at, '号')}`);
    const { code, list, stderr } = await hotwords(document(shops));
    expect(code).toBe(0);
    expect(Buffer.byteLength(list)).toBeLessThanOrEqual(limits.wordList.bytes);
    expect(list.match(/店 2$/gmu)).toHaveLength(300);
    expect(stderr).toContain('the list is full');
    expect(stderr).not.toContain('店:');
  });

  it('writes the weight that was asked for, and refuses another than 0 to 5', async () => {
    expect((await hotwords(document(['园区店']), '--weight', '5')).list).toContain('园区店 5\n');
    for (const weight of ['6', '-1', '1.5', 'much', '']) {
      const { code, list, stderr } = await hotwords(document(['园区店']), `--weight=${weight}`);
      expect({ code, list }).toEqual({ code: 2, list: '' });
      expect(stderr).toContain(`--weight ${weight}: must be a whole number from 0 to 5`);
    }
  });

  it('says what is wrong with a robot, and where', async () => {
    const broken = await hotwords('{"format": "tonegate-robot/1",');
    expect(broken).toMatchObject({ code: 3, list: '' });
    expect(broken.stderr).toContain(`${files}.json`);
    const unknown = await hotwords({ ...document([]), lexicons: [] });
    expect(unknown).toMatchObject({ code: 3, list: '' });
    expect(unknown.stderr).toContain('门店');
    const { code, stderr } = await runCommand(nluCommand(localRobots), ['hotwords', join(own, 'none')]);
    expect(code).toBe(3);
    expect(stderr).toBe(
      `tonegate: ${join(own, 'none')}: does not exist; name a directory of \`tonegate nlu export\`, a document or a package\n`,
    );
  });

  it('gives the list with what it leaves out as one line of JSON', async () => {
    const { list } = await hotwords(document(['园区店\t园']), '--json');
    const words = { words: 3, content: '保养 2\n园区店 2\n小保养 2\n' };
    expect(JSON.parse(list)).toMatchObject({ ...words, left: [{ word: '园' }] });
  });
});

describe('a gateway', () => {
  it('takes the list as vocab in START without a warning', async () => {
    const { list } = await hotwords(document(['观前街店', '园区店', 'VIP店\tA8店']));
    const client = await gateway.connect({});
    client.start({ audioFormat: 'pcm_s16le_8k', vocab: list });
    const answer = await client.next();
    expect(answer).toMatchObject({ respType: 'START' });
    expect(answer).not.toHaveProperty('warning');
    client.end(true);
    await client.session();
    client.close();
  });

  it('keeps the list as a resource, and START finds no fault in it', async () => {
    const { list } = await hotwords(document(['观前街店', '园区店']));
    const vocabId = await new ResourceClient(gateway, 'user/asr/userword').created('robot', list);
    const client = await gateway.connect({});
    client.start({ audioFormat: 'pcm_s16le_8k', vocabId });
    const answer = await client.next();
    expect(answer).toMatchObject({ respType: 'START' });
    expect(answer).not.toHaveProperty('warning');
    client.end(true);
    await client.session();
    client.close();
  });
});
