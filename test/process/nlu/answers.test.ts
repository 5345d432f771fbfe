import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient, refusal, reply } from '../../helpers/gateway/nlu-client.js';

let gateway: TestGateway;
let nlu: NluClient;
let dir: number;
beforeAll(async () => {
  gateway = await startTestGateway();
  nlu = new NluClient(gateway);
  ({ id: dir } = await nlu.created('/qa_domains', { name: 'answers' }));
});
afterAll(() => gateway.discard());

let questions = 0;
const pair = (response: unknown) =>
  nlu.created(`/qa_dirs/${dir}/qa_pairs`, { question: { text: `q${++questions}` }, response });
const group = async (name: string, ...tags: string[]): Promise<{ id: number; tags: number[] }> => {
  const { id } = await nlu.created('/tag_groups', { name });
  const made = [];
  for (const tag of tags) made.push((await nlu.created(`/tag_groups/${id}/tags`, { name: tag })).id);
  return { id, tags: made };
};

describe('a response', () => {
  it('gives the answer with the smallest id unless it says RANDOM, and changes nothing else', async () => {
    const { response } = await pair(reply('一'));
    expect(await nlu.view(`/responses/${response.id}`)).toEqual({
      ...{ id: response.id, returnType: 'FIRST' },
      answers: [{ id: response.answerIds[0], type: 'TEXT', content: '一', cmd: '', tags: [] }],
    });
    expect((await nlu.patch(`/responses/${response.id}`, { returnType: 'RANDOM' })).json).toEqual({
      updated: { id: response.id },
    });
    const view = await nlu.view(`/responses/${response.id}`);
    expect(view.returnType).toBe('RANDOM');
    expect((await nlu.patch(`/responses/${response.id}`, view)).status).toBe(200);
    const other = { answers: [{ ...view.answers[0], content: '二' }] };
    expect(refusal(await nlu.patch(`/responses/${response.id}`, other))).toEqual([
      ...[400, 40002, 'answers: cannot be changed here; leave it out'],
    ]);
  });

  it('takes null for a field of an answer that may be left out', async () => {
    const { response } = await pair({ answers: [{ type: 'TEXT', content: '一', cmd: null, tags: null }] });
    const { answers } = await nlu.view(`/responses/${response.id}`);
    expect(answers).toEqual([{ id: response.answerIds[0], type: 'TEXT', content: '一', cmd: '', tags: [] }]);
  });

  it('keeps its last answer', async () => {
    const { response } = await pair(reply('一'));
    const answers = `/responses/${response.id}/answers`;
    const { id } = await nlu.created(answers, { type: 'TTS', content: '<break/>二', cmd: 'hang up' });
    expect((await nlu.delete(`${answers}/${response.answerIds[0]}`)).status).toBe(200);
    expect(refusal(await nlu.delete(`${answers}/${id}`)).slice(0, 2)).toEqual([409, 40900]);
    expect((await nlu.view(answers)).answers).toEqual([
      { id, type: 'TTS', content: '<break/>二', cmd: 'hang up', tags: [] },
    ]);
  });
});

describe('an answer', () => {
  it('keeps its type; content and cmd may name variables', async () => {
    const { response } = await pair(reply('一'));
    const path = `/responses/${response.id}/answers/${response.answerIds[0]}`;
    expect((await nlu.patch(path, { content: '{{ user.name }}你好', cmd: '{{cmd}}' })).status).toBe(200);
    expect(await nlu.view(path)).toMatchObject({ content: '{{ user.name }}你好', cmd: '{{cmd}}' });
    expect(refusal(await nlu.patch(path, { type: 'TTS' }))[0]).toBe(400);
    expect(refusal(await nlu.patch(path, { cmd: '{{ 1 }}' }))[2]).toMatch(/^cmd: character 4: "1" is not a name/);
    expect((await nlu.patch(path, await nlu.view(path))).status).toBe(200);
  });

  it('that recommends names standard questions, as JSON text or as an object', async () => {
    const { question } = await pair(reply('一'));
    const content = { start: '您想问', menuIds: [question.id], end: '吗' };
    const { response } = await pair({ answers: [{ type: 'RECOMMEND', content: JSON.stringify(content) }] });
    const { response: second } = await pair({ answers: [{ type: 'RECOMMEND', content }] });
    for (const { id } of [response, second]) {
      const [answer] = (await nlu.view(`/responses/${id}`)).answers;
      expect(JSON.parse(answer.content)).toEqual(content);
    }
    const path = `/responses/${response.id}/answers/${response.answerIds[0]}`;
    for (const [bad, message] of [
      ['not JSON', 'content: character 1: the content of RECOMMEND must be JSON'],
      ['{"start":"a","menuIds":[]}', 'menuIds must be an array of one or more ids'],
      [`{"menuIds":[${question.id},999999]}`, 'content: menuIds[1]: there is no standard question 999999'],
      [`{"menuIds":[${question.id},${question.id}]}`, 'menuIds must not name a question twice'],
      [`{"menuIds":[${question.id}],"title":"x"}`, 'unknown key "title"'],
    ] as const) {
      const told = refusal(await nlu.patch(path, { content: bad }));
      expect([told[0], told[2]]).toEqual([400, expect.stringContaining(message)]);
    }
  });
});

describe('the content of an answer', () => {
  it('is required, and a wrong one is named with what would be right', async () => {
    const { response } = await pair(reply('一'));
    const told = async (body: object) => nlu.outcome('POST', `/responses/${response.id}/answers`, body);
    expect(await told({ type: 'TEXT' })).toBe('400 content: required (string or object)');
    expect(await told({ type: 'TEXT', content: 1 })).toBe('400 content: must be a string or an object');
    const most = 65_536;
    expect(await told({ type: 'TEXT', content: 'x'.repeat(most) })).toBe('200');
    expect(await told({ type: 'TEXT', content: 'x'.repeat(most + 1) })).toBe(
      `400 content: must have at most ${most} bytes of UTF-8`,
    );
  });

  it('that offers a deleted question can be sent back as it is, but not saved anew', async () => {
    const { id, question } = await pair(reply('一'));
    const content = JSON.stringify({ start: '', menuIds: [question.id], end: '' });
    const { response } = await pair({ answers: [{ type: 'RECOMMEND', content }] });
    await nlu.delete(`/qa_dirs/${dir}/qa_pairs/${id}`);
    const path = `/responses/${response.id}/answers/${response.answerIds[0]}`;
    expect(await nlu.outcome('PATCH', path, { ...(await nlu.view(path)), cmd: 'x' })).toBe('200');
    expect(await nlu.view(path)).toMatchObject({ content, cmd: 'x' });
    expect(await nlu.outcome('PATCH', path, { content: `${content} ` })).toBe(
      `400 content: menuIds[0]: there is no standard question ${question.id}`,
    );
  });
});

describe('tags', () => {
  it('are in groups that are exclusive unless said otherwise; both have names of their own, without a colon', async () => {
    const { id } = await group('渠道', '微信');
    expect((await nlu.view('/tag_groups')).tagGroups).toContainEqual({
      id,
      name: '渠道',
      description: '',
      exclusive: true,
    });
    expect(await nlu.view(`/tag_groups/${id}`)).toMatchObject({ tags: [{ name: '微信', description: '' }] });
    expect(refusal(await nlu.post('/tag_groups', { name: '渠道' })).slice(0, 2)).toEqual([409, 40900]);
    expect(refusal(await nlu.post(`/tag_groups/${id}/tags`, { name: '微信' })).slice(0, 2)).toEqual([409, 40900]);
    expect(refusal(await nlu.post(`/tag_groups/${id}/tags`, { name: 'a:b' }))[0]).toBe(400);
    expect(refusal(await nlu.patch(`/tag_groups/${id}`, { exclusive: false }))[0]).toBe(400);
    expect((await nlu.patch(`/tag_groups/${id}`, { exclusive: true, description: 'x' })).status).toBe(200);
  });

  it('of an exclusive group are one in an answer, of another any number', async () => {
    const channel = await group('channel', 'wechat', 'app');
    const { id: color } = await nlu.created('/tag_groups', { name: 'color', exclusive: false });
    for (const name of ['red', 'blue']) await nlu.created(`/tag_groups/${color}/tags`, { name });
    const answer = (tags: string[]) => ({ answers: [{ type: 'TEXT', content: 'x', tags }] });
    const { response } = await pair(answer(['channel:wechat', 'color:red', 'color:blue']));
    const path = `/responses/${response.id}/answers/${response.answerIds[0]}`;
    expect((await nlu.view(path)).tags.sort()).toEqual(['channel:wechat', 'color:blue', 'color:red']);
    expect(refusal(await nlu.patch(path, { tags: ['color:red', 'channel:app', 'channel:wechat'] }))).toEqual([
      400,
      40002,
      'tags[2]: "channel:wechat" and "channel:app" belong to an exclusive group; an answer may have only one tag of it',
    ]);
    await nlu.patch(path, { tags: ['channel:app'] });
    await nlu.patch(`/tag_groups/tags/${channel.tags[1]}`, { name: 'phone' });
    expect((await nlu.view(path)).tags).toEqual(['channel:phone']);
  });

  it('that are deleted, alone or with their group, leave the answers, whose ids are told', async () => {
    const { id, tags } = await group('priority', 'high', 'low');
    const tagged = async (tag: string) =>
      (await pair({ answers: [{ type: 'TEXT', content: 'x', tags: [tag] }] })).response;
    const [high, low] = [await tagged('priority:high'), await tagged('priority:low')];
    const gone = { id: tags[0], affectedAnswerIds: high.answerIds };
    expect((await nlu.delete(`/tag_groups/tags/${tags[0]}`)).json).toEqual({ deleted: gone, delete: gone });
    const group2 = { id, affectedAnswerIds: low.answerIds };
    expect((await nlu.delete(`/tag_groups/${id}`)).json).toEqual({ deleted: group2, delete: group2 });
    for (const response of [high, low])
      expect((await nlu.view(`/responses/${response.id}`)).answers[0].tags).toEqual([]);
  });

  it('are found through their own group only, or without naming one', async () => {
    const [one, two] = [await group('g1', 'a'), await group('g2')];
    expect((await nlu.get(`/tag_groups/${two.id}/tags/${one.tags[0]}`)).status).toBe(404);
    expect((await nlu.view(`/tag_groups/${one.id}/tags/${one.tags[0]}`)).name).toBe('a');
    expect((await nlu.view(`/tag_groups/tags/${one.tags[0]}`)).name).toBe('a');
  });
});
