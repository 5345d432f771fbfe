// `tonegate nlu train`, `mine`, `split` and `ask` on files.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { exitCodes } from '../../../src/cli/exit.js';
import { nluCommand } from '../../../src/cli/nlu/nlu.js';
import { ShareView } from '../../../src/cli/nlu/share-view.js';
import { localRobots } from '../../../src/local/robots.js';
import { runCommand } from '../../helpers/gateway/run-command.js';

let own: string;
beforeAll(() => {
  own = mkdtempSync(join(tmpdir(), 'tonegate-learning-'));
});
afterAll(() => rmSync(own, { recursive: true }));
afterEach(() => void vi.unstubAllEnvs());

function written(name: string, content: string | Uint8Array): string {
  const path = join(own, name);
  writeFileSync(path, content);
  return path;
}

async function nlu(...args: readonly string[]) {
  const { code, stdout, stderr } = await runCommand(nluCommand(localRobots), args);
  return { code, stdout: stdout.toString('utf8'), stderr };
}
const json = (text: string) => JSON.parse(text);

const asked = (question: string): string[] =>
  ['', '请问', '我想问', '麻烦问', '问下', '想知道'].flatMap((begin) =>
    ['', '呢', '呀', '谢谢'].map((end) => `${begin}${question}${end}`),
  );
const points = [
  { i: '1', q: '包裹送到哪里了', e: ['包裹现在到哪了', '查一下我的包裹'] },
  { i: '2', q: '怎么开电子发票', e: ['电子发票去哪里开', '我要一张发票'] },
];
const base = (): string => written('kb.mjsn', points.map((point) => `${JSON.stringify(point)}\n`).join(''));
const records = (): string =>
  written('records.txt', [...asked('包裹送到哪里了'), ...asked('营业厅周末几点关门')].join('\r\n'));
const testSet = (): string => written('test.tsv', '我的包裹在哪\t包裹送到哪里了\n发票怎么开\t怎么开电子发票\n');

describe('tonegate nlu mine', () => {
  it('prints further questions of known points and new points, and progress on standard error', async () => {
    const { code, stdout, stderr } = await nlu('mine', records(), '--kbPath', base());
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^additional questions for known points: 1\n\n1 {2}包裹送到哪里了\n( {2}.*包裹.*\n)+\nnew points: 1\n/,
    );
    expect(stdout).toContain('营业厅周末几点关门');
    expect(stderr).toMatch(/^(mining: \d+ %\n)+$/);
    expect(stderr).toMatch(/mining: 100 %\n$/);
  });

  it('prints one line with the result of the interface with --json', async () => {
    const { stdout } = await nlu('mine', records(), '--kbPath', base(), '--json');
    expect(stdout).toMatch(/^[^\n]+\n$/);
    expect(json(stdout)).toMatchObject({ kb: [{ q: '包裹送到哪里了', i: '1' }], new_kb: [{}] });
    expect(json((await nlu('mine', records(), '--json')).stdout)).not.toHaveProperty('kb');
  });

  it('takes every parameter under its name in the specification', async () => {
    const ignored = written('ignored.txt', '营业厅周末几点关门\n');
    const all = [
      ...['--overlookPath', ignored, '--overlook.threshold', '0.6', '--kbmining.discardThreshold', '1'],
      ...['--kbmining.minKeepThreshold', '0.5', '--kbmining.maxKeepThreshold', '0.4', '--kbmining.minKeepCount', '2'],
      ...['--kmeans.minSentencePerCluster', '3', '--kmeans.minAverageDistance', '0.5'],
      ...['--kmeans.sentencePerCluster', '12', '--kmeans.minBatchSize', '100'],
    ];
    const { stdout } = await nlu('mine', records(), '--kbPath', base(), ...all, '--json');
    const { kb, new_kb } = json(stdout);
    expect(new_kb).toEqual([]);
    expect(kb[0].e.length).toBeGreaterThan(
      json((await nlu('mine', records(), '--kbPath', base(), '--json')).stdout).kb[0].e.length,
    );
  });

  it.each([
    [['--kmeans.minBatchSize', '0'], '--kmeans.minBatchSize: must be an integer of 1 or more'],
    [['--kmeans.minBatchSize', 'many'], '--kmeans.minBatchSize: must be an integer of 1 or more'],
    [['--overlook.threshold', '1.5'], '--overlook.threshold: must be a number greater than 0, and at most 1'],
    [['--overlook.threshold', ''], '--overlook.threshold: must be a number greater than 0, and at most 1'],
  ])('refuses %j as wrong usage, with the range', async (flags, message) => {
    const { code, stderr } = await nlu('mine', records(), ...flags);
    expect([code, stderr]).toEqual([exitCodes.usage, `tonegate: ${message}\n`]);
  });

  it('names the file, and the line, of material that it cannot use', async () => {
    const bad = written('bad.mjsn', '{"q":"甲","e":[],"i":"1"}\n{"q":');
    const gbk = written('gbk.txt', Uint8Array.of(0xc4, 0xe3));
    const refused: readonly (readonly [readonly string[], RegExp])[] = [
      [[join(own, 'none.txt')], /none\.txt: does not exist/],
      [[own], /must be a file/],
      [[records(), '--kbPath', bad], /bad\.mjsn: line 2: is not JSON/],
      [[gbk], /gbk\.txt: is not UTF-8 from byte 0 on/],
      [[records(), '--weightPath', own], /weightPath: .*model\.json/],
    ];
    for (const [args, message] of refused) {
      const { code, stdout, stderr } = await nlu('mine', ...args);
      expect([code, stdout]).toEqual([exitCodes.badInput, '']);
      expect(stderr).toMatch(message);
    }
  });
});

describe('tonegate nlu train', () => {
  const small = () => [base(), '--testSetPath', testSet(), '--modelType', 'SMALL', '--maxEpochs', '3'];

  it('writes the models into the directory and prints their rates', async () => {
    const out = join(own, 'models');
    const { code, stdout } = await nlu('train', ...small(), '--out', out, '--keepModels', '2', '--json');
    expect(code).toBe(0);
    const { results } = json(stdout);
    expect(results.map(({ modelPath }: { modelPath: string }) => existsSync(join(modelPath, 'model.json')))).toEqual([
      true,
      true,
    ]);
    expect(readdirSync(out).sort()).toEqual(results.map(({ epoch }: { epoch: number }) => `epoch-${epoch}`).sort());
    expect(existsSync(`${out}.part`)).toBe(false);
    expect((await nlu('train', ...small(), '--out', out)).stdout).toMatch(
      /^\d+ epochs?\n(.*epoch-\d+ {2}SMALL {2}Top-1 .*\n)+$/,
    );
  });

  it('goes on from a model of its own, whose type it takes, and mining takes a large one for its likenesses', async () => {
    const [small1, large] = [join(own, 'first'), join(own, 'large')];
    await nlu('train', ...small(), '--out', small1, '--keepModels', '1');
    const [name = ''] = readdirSync(small1);
    const args = [base(), '--testSetPath', testSet(), '--out', join(own, 'second'), '--maxEpochs', '1', '--json'];
    const went = json((await nlu('train', ...args, '--baseModelPath', join(small1, name))).stdout);
    expect(went.results[0].type).toBe('SMALL');
    const inside = await nlu(
      'train',
      base(),
      '--testSetPath',
      testSet(),
      '--out',
      small1,
      '--baseModelPath',
      join(small1, name),
    );
    expect(inside).toMatchObject({ code: exitCodes.usage, stderr: expect.stringContaining('--out: must not be') });
    const big = ['--modelType', 'BIG', '--maxEpochs', '2', '--keepModels', '1', '--out', large];
    expect((await nlu('train', base(), '--testSetPath', testSet(), ...big)).code).toBe(0);
    const [made = ''] = readdirSync(large);
    const { code } = await nlu('mine', records(), '--weightPath', join(large, made));
    expect(code).toBe(0);
  });

  it('refuses a directory with anything that training has not written, and touches nothing in it', async () => {
    const out = join(own, 'foreign');
    mkdirSync(join(out, 'epoch-1'), { recursive: true });
    writeFileSync(join(out, 'epoch-1', 'notes.txt'), 'mine');
    const { code, stderr } = await nlu('train', ...small(), '--out', out);
    expect(code).toBe(exitCodes.badInput);
    expect(stderr).toContain('has epoch-1, which training did not write');
    expect(readFileSync(join(out, 'epoch-1', 'notes.txt'), 'utf8')).toBe('mine');
    const file = written('file', '');
    expect((await nlu('train', ...small(), '--out', file)).stderr).toContain('is not a directory');
  });

  it('leaves nothing behind where the material cannot be used, and keeps the models that were there', async () => {
    const out = join(own, 'kept');
    await nlu('train', ...small(), '--out', out);
    const before = readdirSync(out);
    const foreign = written('foreign.tsv', '你好\t没有这个问题\n');
    const { code, stderr } = await nlu('train', base(), '--testSetPath', foreign, '--modelType', 'SMALL', '--out', out);
    expect([code, stderr]).toEqual([exitCodes.badInput, expect.stringContaining('the test set has no line')]);
    expect(readdirSync(out)).toEqual(before);
    expect(existsSync(`${out}.part`)).toBe(false);
  });

  it('says what is missing, and warns of what is not used', async () => {
    expect(await nlu('train', base())).toMatchObject({
      code: exitCodes.usage,
      stderr: expect.stringContaining('--out'),
    });
    const without = await nlu('train', base(), '--out', join(own, 'a'));
    expect(without).toMatchObject({ code: exitCodes.usage, stderr: expect.stringContaining('--testSetPath') });
    const typeless = await nlu('train', base(), '--testSetPath', testSet(), '--out', join(own, 'a'));
    expect(typeless).toMatchObject({
      code: exitCodes.usage,
      stderr: expect.stringContaining('--modelType: must be SMALL or BIG'),
    });
    const huge = await nlu('train', base(), '--testSetPath', testSet(), '--modelType', 'HUGE', '--out', join(own, 'a'));
    expect(huge).toEqual(expect.objectContaining({ code: 2, stderr: 'tonegate: --modelType: must be SMALL or BIG\n' }));
    const { code, stderr } = await nlu('train', ...small(), '--out', join(own, 'a'), '--learningRate', '0.1');
    expect([code, stderr]).toEqual([0, expect.stringContaining('--learningRate: only a BIG model uses it')]);
  });
});

describe('tonegate nlu split and ask', () => {
  const rules =
    '第一章 退费\n客户可以在七天之内申请退费。退费会在三天内到账。\n第二章 发票\n电子发票在账单页面开具。\n';

  it('split makes questions and answers of a file, or of the .txt files of a directory', async () => {
    const file = written('rules.txt', rules);
    const { stdout } = await nlu('split', file, '--json');
    expect(json(stdout)).toMatchObject([{ doc: 'rules.txt', qa: [{ a: expect.stringContaining('七天') }, {}] }]);
    const directory = join(own, 'documents');
    mkdirSync(directory);
    writeFileSync(join(directory, 'a.txt'), rules);
    writeFileSync(join(directory, 'b.md'), rules);
    expect((await nlu('split', directory)).stdout).toMatch(/^a\.txt: 2 pairs\n\n.*退费.*\n {2}客户/);
  });

  it('ask answers the question that is given, or each line of standard input', async () => {
    const file = written('rules.txt', rules);
    const one = await nlu('ask', file, '退费几天到账', '--nbest', '3');
    expect(one.stdout).toMatch(/^\d\.\d\d {2}退费会在三天内到账。\n {6}rules\.txt, \d\.\d\d\n/);
    const input = new PassThrough();
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never);
    input.end('退费几天到账\n\n发票在哪里开\n');
    const lines = (await nlu('ask', file, '--json')).stdout.trim().split('\n').map(json);
    vi.restoreAllMocks();
    expect(lines.map(({ query }) => query)).toEqual(['退费几天到账', '发票在哪里开']);
    expect(lines[1].results[0].answer).toContain('账单页面');
  });

  it.each([
    ['ask', () => [written('rules.txt', rules)]],
    ['paraphrase', () => []],
  ])('%s refuses a line of standard input that is not UTF-8', async (command, args) => {
    const input = new PassThrough();
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never);
    input.end(Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0a])); // 你好 in GBK
    const { code, stdout, stderr } = await nlu(command, ...args());
    vi.restoreAllMocks();
    expect([code, stdout]).toEqual([exitCodes.badInput, '']);
    expect(stderr).toContain('standard input, line 1: is not UTF-8; save the text as UTF-8');
  });

  it('refuse a directory without documents, documents without text, and wrong numbers', async () => {
    const empty = join(own, 'empty');
    mkdirSync(empty);
    expect(await nlu('split', empty)).toMatchObject({
      code: exitCodes.badInput,
      stderr: expect.stringContaining('no .txt file'),
    });
    const blank = written('blank.txt', ' \n\n');
    expect(await nlu('ask', blank, '甲')).toMatchObject({
      code: exitCodes.badInput,
      stderr: expect.stringContaining('blank.txt'),
    });
    const wrong = await nlu('ask', written('rules.txt', rules), '甲', '--nbest', '0');
    expect(wrong).toMatchObject({
      code: exitCodes.usage,
      stderr: expect.stringContaining('--nbest: must be an integer'),
    });
  });
});

describe('tonegate nlu paraphrase', () => {
  it('writes other ways to ask the questions that are given, so many at most', async () => {
    const { stdout } = await nlu('paraphrase', '怎么退费', '我要查话费', '--topBeams', '4', '--json');
    const lists = json(stdout) as { q: string; e: string[] }[];
    expect(lists.map(({ q }) => q)).toEqual(['怎么退费', '我要查话费']);
    for (const { q, e } of lists) {
      expect(e).toHaveLength(4);
      expect(e).not.toContain(q);
    }
    expect((await nlu('paraphrase', '怎么退费')).stdout).toMatch(/^怎么退费\n( {2}.+\n)+$/);
  });

  it('refuses no questions, and a wrong number', async () => {
    const wrong = await nlu('paraphrase', '怎么退费', '--topBeams', '0');
    expect(wrong).toMatchObject({ code: exitCodes.usage, stderr: expect.stringContaining('--topBeams: must be') });
    const empty = await nlu('paraphrase', ' ');
    expect(empty).toMatchObject({
      code: exitCodes.usage,
      stderr: expect.stringContaining('questions: must have 1 to'),
    });
  });
});

describe('progress', () => {
  it('is a bar on a terminal, and a line for each tenth elsewhere', () => {
    const seen = (isTTY: boolean): string => {
      const parts: string[] = [];
      const view = new ShareView({ isTTY, columns: 80, write: (text) => parts.push(text) }, 'mining');
      for (const share of [0, 0.05, 0.1, 0.42, 0.45, 1]) view.show(share);
      view.clear();
      return parts.join('');
    };
    expect(seen(false)).toBe('mining: 10 %\nmining: 40 %\nmining: 100 %\n');
    expect(seen(true)).toContain('] 42 %  mining');
    expect(seen(true).endsWith('\r\x1b[K')).toBe(true);
  });
});
