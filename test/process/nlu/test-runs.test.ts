// Test sets are run against a robot as it is now, or against a version of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient, refusal } from '../../helpers/gateway/nlu-client.js';
import { addPair, publish, qaRobot } from '../../helpers/nlu/talking-robots.js';

let gateway: TestGateway;
let nlu: NluClient;
let robotId: string;
let dirId: number;
let setId: number;
let first: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  nlu = new NluClient(gateway);
  ({ id: robotId, dirId } = await qaRobot(nlu, { 你们几点开门: '九点。', 店在哪里: '一号。', 怎么退款: '找我。' }));
  first = await publish(nlu, robotId);
  await addPair(nlu, dirId, '可以开发票吗', '可以。');
  const cases = [
    { text: '你们几点开门', expected: '你们几点开门' },
    { text: '喂你好，店在哪里', expected: '店在哪里' },
    { text: '可以开发票吗', expected: '可以开发票吗' },
    { text: '店在哪里', expected: '怎么退款' },
    { text: '八月十五的月亮', expected: '' },
  ];
  setId = (await nlu.created(`/robots/${robotId}/test_sets`, { name: 'calls', cases })).id;
});
afterAll(() => gateway.discard());

const run = (body?: object) =>
  nlu.ask('POST', `/robots/${robotId}/test_sets/${setId}/run`, body === undefined ? {} : { body });

describe('a run', () => {
  it('tells what each utterance hits, and counts those that hit what is expected', async () => {
    const { json } = await run();
    expect(json).toMatchObject({ total: 5, offset: 0, ran: 5, top1: 4 });
    expect(json.top5).toBeGreaterThanOrEqual(json.top1);
    expect(
      json.results.map(({ text, hit, ok }: { text: string; hit: string; ok: boolean }) => [text, hit, ok]),
    ).toEqual([
      ['你们几点开门', '你们几点开门', true],
      ['喂你好，店在哪里', '店在哪里', true],
      ['可以开发票吗', '可以开发票吗', true],
      ['店在哪里', '店在哪里', false],
      ['八月十五的月亮', '', true],
    ]);
    expect(json.results[0]).toEqual({
      ...{ text: '你们几点开门', expected: '你们几点开门', hit: '你们几点开门', score: 1 },
      ...{ ok: true, inTop5: true },
    });
  });

  it('of a version knows what that version knows', async () => {
    const { json } = await run({ publishId: first, offset: 2, limit: 1 });
    expect(json).toMatchObject({
      total: 5,
      offset: 2,
      ran: 1,
      top1: 0,
      results: [{ text: '可以开发票吗', ok: false }],
    });
  });

  it('is a part of the cases where it is asked for', async () => {
    const texts = async (body: object) => (await run(body)).json.results.map(({ text }: { text: string }) => text);
    expect(await texts({ offset: 1, limit: 2 })).toEqual(['喂你好，店在哪里', '可以开发票吗']);
    expect(await texts({ offset: 4 })).toEqual(['八月十五的月亮']);
    expect(await texts({ offset: 5 })).toEqual([]);
  });

  it('sees a change that was saved before it', async () => {
    const [before] = (await run({ offset: 4 })).json.results;
    await addPair(nlu, dirId, '八月十五的月亮', '圆。');
    const [after] = (await run({ offset: 4 })).json.results;
    expect([before.hit, after.hit, after.ok]).toEqual(['', '八月十五的月亮', false]);
  });

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: limits.dialog.testing.runCases + 1 }, 'limit'],
    [{ offset: -1 }, 'offset'],
    [{ offset: 1.5 }, 'offset'],
    [{ publishId: 7 }, 'publishId'],
  ])('%j is refused', async (body, named) => {
    const [status, code, message] = refusal(await run(body));
    expect([status, code]).toEqual([400, 40002]);
    expect(message).toContain(named);
  });

  it('of nothing that is there is 404', async () => {
    const asked = async (path: string, body: object = {}) => refusal(await nlu.post(path, body)).slice(0, 2);
    expect(await asked(`/robots/r-none/test_sets/${setId}/run`)).toEqual([404, 29]);
    expect(await asked(`/robots/${robotId}/test_sets/9999999/run`)).toEqual([404, 40403]);
    expect(await asked(`/robots/${robotId}/test_sets/${setId}/run`, { publishId: 'p-none' })).toEqual([404, 40403]);
  });
});
