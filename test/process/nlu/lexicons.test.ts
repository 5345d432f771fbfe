import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient, refusal, reply } from '../../helpers/gateway/nlu-client.js';

let gateway: TestGateway;
let nlu: NluClient;
beforeAll(async () => {
  gateway = await startTestGateway();
  nlu = new NluClient(gateway);
});
afterAll(() => gateway.discard());

const lexicon = async (name: string, more: object = {}): Promise<number> =>
  (await nlu.created('/lexicons', { name, ...more })).id;

describe('a property', () => {
  it.each([
    ['cn_medical', 404, 40401],
    ['en_common', 404, 40401],
    ['cn_8k_common', 400, 40004],
    ['common', 400, 40004],
  ])('%s is answered with %i', async (property, status, code) => {
    const { appkey } = gateway.app;
    const headers = { 'x-svc-access-token': await gateway.token() };
    const answer = await gateway.plain(`/v10/nlu/resource/${property}/lexicons?appkey=${appkey}`, { headers });
    expect(refusal(answer).slice(0, 2)).toEqual([status, code]);
  });
});

describe('system lexicons', () => {
  it('are listed by name, without ids, and cannot be made', async () => {
    const { sysLexicons } = await nlu.view('/sys_lexicons');
    const names = sysLexicons.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['SYS.number', 'SYS.date-duration', 'SYS.fight', 'SYS.any_{x}_{y}']));
    expect(Object.keys(sysLexicons[0])).toEqual(['name', 'description', 'representWord']);
    expect(refusal(await nlu.post('/lexicons', { name: 'SYS.mine' }))).toEqual([
      ...[400, 40002, 'name: character 1: only the names of system lexicons may begin with SYS.'],
    ]);
  });
});

describe('a lexicon', () => {
  it('is STANDARD with its own name as representative word unless said otherwise', async () => {
    const id = await lexicon('颜色');
    expect(await nlu.view(`/lexicons/${id}`)).toEqual({
      ...{ id, name: '颜色', description: '', representWord: '颜色', type: 'STANDARD', matchVar: '' },
    });
  });

  it('that is DYNAMIC shows its classes, and needs a match variable', async () => {
    expect(refusal(await nlu.post('/lexicons', { name: '门店', type: 'DYNAMIC' }))).toEqual([
      ...[400, 40002, 'matchVar: required for a DYNAMIC lexicon, such as user.city'],
    ]);
    const id = await lexicon('门店', { type: 'DYNAMIC', matchVar: 'user.city', representWord: '总店' });
    expect(await nlu.view(`/lexicons/${id}`)).toMatchObject({ representWord: '总店', dynamicClasses: [] });
    await nlu.created(`/lexicons/${id}/dynamic_classes`, { name: '苏州', matchValue: '苏州' });
    expect((await nlu.view(`/lexicons/${id}`)).dynamicClasses).toMatchObject([{ name: '苏州', matchValue: '苏州' }]);
  });

  it.each([
    [{ name: 'a{b' }, 'name: character 2: "{" must not be in the name of a lexicon'],
    [{ name: 'a:b' }, 'name: character 2: ":" must not be in the name of a lexicon'],
    [{ name: '' }, 'name: must not be empty'],
    [{}, 'name: required (string)'],
    [{ name: 'x', type: 'OTHER' }, 'type: must be one of STANDARD, DYNAMIC, SIMPLE'],
    [
      { name: 'x', matchVar: 'user.a' },
      'matchVar: must be empty for a STANDARD lexicon; only a DYNAMIC lexicon has it',
    ],
    [{ name: 'x', type: 'DYNAMIC', matchVar: 'user.1' }, 'matchVar: character 6: "1" is not a name'],
    [{ name: 'x', words: [] }, 'unknown key words'],
  ])('of %j is refused with a message that names the field and the place', async (body, message) => {
    const [status, code, told] = refusal(await nlu.post('/lexicons', body));
    expect([status, code]).toEqual([400, 40002]);
    expect(told).toContain(message);
  });

  it('has a name of its own in the tenant, compared after NFC', async () => {
    await lexicon('café');
    expect(refusal(await nlu.post('/lexicons', { name: 'cafe\u0301' })).slice(0, 2)).toEqual([409, 40900]);
  });

  it('that is changed by an empty body, or by what its view shows, stays as it is', async () => {
    const id = await lexicon('空改');
    const before = await nlu.view(`/lexicons/${id}`);
    for (const sent of [{ text: '' }, { body: {} }, { body: before }]) {
      const { status, json } = await nlu.ask('PATCH', `/lexicons/${id}`, sent);
      expect([status, json]).toEqual([200, { updated: { id } }]);
    }
    expect(await nlu.view(`/lexicons/${id}`)).toEqual(before);
  });

  it('that is SIMPLE may have no representative word, and its view can be sent back', async () => {
    const { id } = await nlu.created('/lexicons', { name: '无代表词', type: 'SIMPLE' });
    const view = await nlu.view(`/lexicons/${id}`);
    expect(view.representWord).toBe('');
    expect((await nlu.patch(`/lexicons/${id}`, { ...view, description: '改' })).status).toBe(200);
    expect(await nlu.view(`/lexicons/${id}`)).toEqual({ ...view, description: '改' });
    const standard = await lexicon('有代表词');
    expect(refusal(await nlu.patch(`/lexicons/${standard}`, { representWord: ' ' }))).toEqual([
      ...[400, 40002, 'representWord: must not be empty for a STANDARD lexicon'],
    ]);
  });

  it('keeps its type, and an unknown key is named', async () => {
    const id = await lexicon('定型');
    expect(refusal(await nlu.patch(`/lexicons/${id}`, { type: 'SIMPLE' }))).toEqual([
      ...[400, 40002, 'type: cannot be changed here (it is "STANDARD"); leave it out'],
    ]);
    expect(refusal(await nlu.patch(`/lexicons/${id}`, { colour: 1 }))).toEqual([400, 40002, 'unknown key colour']);
  });

  it('that something names keeps name and representWord and stays (403); the same value is no change', async () => {
    const id = await lexicon('城市表');
    await nlu.created('/task_questions', { label: 'go', question: { text: '去{苏州:to@城市表}' } });
    for (const change of [{ name: '地名表' }, { representWord: '城' }]) {
      expect(refusal(await nlu.patch(`/lexicons/${id}`, change)).slice(0, 2)).toEqual([403, 40302]);
    }
    expect(refusal(await nlu.delete(`/lexicons/${id}`)).slice(0, 2)).toEqual([403, 40302]);
    const same = { name: '城市表', representWord: '城市表', description: '到过的' };
    expect((await nlu.patch(`/lexicons/${id}`, same)).status).toBe(200);
  });

  it('is deleted with its words, and its id is never used again', async () => {
    const id = await lexicon('短命');
    await nlu.created(`/lexicons/${id}/words`, { content: '一\t二' });
    expect((await nlu.delete(`/lexicons/${id}`)).json).toEqual({ deleted: { id }, delete: { id } });
    expect((await nlu.get(`/lexicons/${id}`)).status).toBe(404);
    expect(await lexicon('短命')).toBeGreaterThan(id);
  });
});

describe('words', () => {
  it('are a standard word and its synonyms, and each is once in a lexicon', async () => {
    const id = await lexicon('水果');
    const { id: wordId } = await nlu.created(`/lexicons/${id}/words`, { content: '番茄\t西红柿' });
    expect(await nlu.view(`/lexicons/${id}/words/${wordId}`)).toEqual({
      ...{ id: wordId, content: '番茄\t西红柿', wordList: '番茄\t西红柿' },
    });
    const again = await nlu.post(`/lexicons/${id}/words`, { content: '苹果\t西红柿' });
    expect(refusal(again)).toEqual([409, 40900, 'content: word 2, "西红柿", is already in this lexicon']);
    expect((await nlu.view(`/lexicons/${id}/words`)).wordLists).toHaveLength(1);
    await nlu.patch(`/lexicons/${id}/words/${wordId}`, { content: '西红柿\t番茄' });
    expect((await nlu.view(`/lexicons/${id}/words?dynamic_class_name=x`)).wordLists).toEqual([
      { id: wordId, content: '西红柿\t番茄', wordList: '西红柿\t番茄' },
    ]);
  });

  it('of a SIMPLE lexicon are one in an entry', async () => {
    const id = await lexicon('停用词', { type: 'SIMPLE' });
    expect(refusal(await nlu.post(`/lexicons/${id}/words`, { content: '的\t了' }))).toEqual([
      ...[400, 40002, 'content: character 2: an entry of a SIMPLE lexicon must be one word, without a tab'],
    ]);
    expect((await nlu.post(`/lexicons/${id}/words`, { wordList: '的' })).status).toBe(200);
  });

  it('are changed under either spelling, also in a view that is sent back', async () => {
    const id = await lexicon('两种写法');
    const { id: wordId } = await nlu.created(`/lexicons/${id}/words`, { content: '土豆' });
    const path = `/lexicons/${id}/words/${wordId}`;
    for (const [change, words] of [
      [{ wordList: '土豆\t马铃薯' }, '土豆\t马铃薯'],
      [{ content: '土豆\t洋芋' }, '土豆\t洋芋'],
    ] as const) {
      expect((await nlu.patch(path, { ...(await nlu.view(path)), ...change })).status).toBe(200);
      expect(await nlu.view(path)).toEqual({ id: wordId, content: words, wordList: words });
    }
    expect((await nlu.patch(path, { wordList: '土豆' })).status).toBe(200);
    expect(refusal(await nlu.patch(path, { content: 'a', wordList: 'b' }))[2]).toBe(
      'wordList: is another spelling of content and must be equal to it',
    );
  });

  it('are at most 10,000 in an entry', async () => {
    const id = await lexicon('许多');
    const words = Array.from({ length: 10_001 }, (_, index) => `词${index}`);
    const [status, code, message] = refusal(await nlu.post(`/lexicons/${id}/words`, { content: words.join('\t') }));
    expect([status, code]).toEqual([400, 40002]);
    expect(message).toMatch(/^content: character \d+: an entry may have at most 10000 words$/);
    const { id: wordId } = await nlu.created(`/lexicons/${id}/words`, { content: words.slice(1).join('\t') });
    expect((await nlu.view(`/lexicons/${id}/words/${wordId}`)).content.split('\t')).toHaveLength(10_000);
  });

  it('of a dynamic lexicon are seen class by class, under any spelling of the parameter', async () => {
    const id = await lexicon('商圈', { type: 'DYNAMIC', matchVar: 'user.city' });
    const { id: classId } = await nlu.created(`/lexicons/${id}/dynamic_classes`, { name: 'SZ', matchValue: '' });
    expect(refusal(await nlu.post(`/lexicons/${id}/words`, { content: '观前街' }))[2]).toContain(
      'dynamicClassId: required',
    );
    const { id: wordId } = await nlu.created(`/lexicons/${id}/words`, {
      content: '观前街',
      dynamicClassId: `${classId}`,
    });
    const dynamicClass = { id: classId, name: 'SZ', description: '', matchValue: '' };
    const wordLists = [{ id: wordId, content: '观前街', wordList: '观前街' }];
    for (const query of ['dynamic_class_name=SZ', 'dynamicClassName=SZ', `dynamicClassId=${classId}`]) {
      expect(await nlu.view(`/lexicons/${id}/words?${query}`)).toEqual({ wordLists, dynamicClass });
    }
    for (const query of ['', '?dynamic_class_name=NJ', '?dynamic_class_name=']) {
      expect((await nlu.get(`/lexicons/${id}/words${query}`)).status).toBe(404);
    }
    expect((await nlu.view(`/lexicons/${id}/words/${wordId}`)).dynamicClass).toEqual(dynamicClass);
    expect(refusal(await nlu.patch(`/lexicons/${id}/words/${wordId}`, { dynamicClassId: 99 })).slice(0, 2)).toEqual([
      400, 40002,
    ]);
    const other = await nlu.created(`/lexicons/${id}/dynamic_classes`, { name: 'NJ', matchValue: '南京' });
    await nlu.created(`/lexicons/${id}/words`, { content: '观前街', dynamicClassId: other.id });
    await nlu.delete(`/lexicons/${id}/dynamic_classes/${classId}`);
    expect((await nlu.get(`/lexicons/${id}/words/${wordId}`)).status).toBe(404);
  });
});

describe('dynamic classes', () => {
  it('have a name and a match value of their own; the empty value is the default class, once', async () => {
    const id = await lexicon('动态', { type: 'DYNAMIC', matchVar: 'global.appKey' });
    const classes = `/lexicons/${id}/dynamic_classes`;
    await nlu.created(classes, { name: 'a', matchValue: '' });
    expect(refusal(await nlu.post(classes, { name: 'a', matchValue: 'x' })).slice(0, 2)).toEqual([409, 40900]);
    expect(refusal(await nlu.post(classes, { name: 'b', matchValue: '' }))).toEqual([
      ...[409, 40900, 'matchValue: the lexicon already has a default class (with an empty value): "a"'],
    ]);
    expect(refusal(await nlu.post(classes, { name: 'b' }))).toEqual([400, 40002, 'matchValue: required (string)']);
  });

  it('belong to dynamic lexicons only', async () => {
    const id = await lexicon('静态');
    const refused = await nlu.post(`/lexicons/${id}/dynamic_classes`, { name: 'a', matchValue: '' });
    expect(refusal(refused)).toEqual([
      400,
      40002,
      'a STANDARD lexicon has no dynamic classes; only a DYNAMIC lexicon has them',
    ]);
  });
});

describe('the methods of this interface', () => {
  it('can be named by X-HTTP-Method-Override on a POST', async () => {
    const id = await lexicon('覆盖');
    const over = (method: string, body?: unknown) =>
      nlu.ask('POST', `/lexicons/${id}`, { headers: { 'x-http-method-override': method }, body });
    expect((await over('PATCH', { description: '改' })).json).toEqual({ updated: { id } });
    expect((await over('get')).json.description).toBe('改');
    expect((await over('DELETE')).json.deleted).toEqual({ id });
    expect(refusal(await over('PUT')).slice(0, 2)).toEqual([400, 40002]);
  });

  it('are the real method if the header says POST, and DELETE takes an empty object as its body', async () => {
    const headers = { 'x-http-method-override': 'POST' };
    const { json } = await nlu.ask('POST', '/lexicons', { headers, body: { name: '真方法' } });
    const path = `/lexicons/${json.created.id}`;
    const over = (body: unknown) => nlu.ask('POST', path, { headers: { 'x-http-method-override': 'DELETE' }, body });
    expect(refusal(await over({ id: 1 }))).toEqual([
      ...[400, 40002, 'this path takes no body: leave the body out, or send {}'],
    ]);
    expect((await over({})).json.deleted).toEqual({ id: json.created.id });
  });

  it('take JSON bodies only', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await nlu.ask('POST', '/lexicons', { text: '{"name":"x"}', headers })).status).toBe(415);
  });

  it('refuse half of a character, which the database would store as something else', async () => {
    expect(refusal(await nlu.post('/lexicons', { name: 'half \ud83d' }))).toEqual([
      ...[400, 40002, 'name: must not contain half of a surrogate pair'],
    ]);
  });

  it('take null for a field that may be left out', async () => {
    expect((await nlu.post('/lexicons', { name: '空值', description: null, matchVar: null })).status).toBe(200);
  });
});

it('a slot may be bound to a system lexicon under either spelling of flight numbers', async () => {
  const slot = (name: string, bound: string) => ({
    ...{ name, description: '', lexicon: bound, elicitResponse: reply('哪一班？') },
  });
  const body = {
    name: '改签',
    question: { text: '改签' },
    response: reply('好。'),
    slots: [slot('a', 'SYS.flight'), slot('b', 'SYS.any_2_5')],
  };
  const { id } = await nlu.created('/intents', body);
  const { slots } = await nlu.view(`/intents/${id}`);
  expect(slots.map((each: { lexicon: string }) => each.lexicon)).toEqual(['SYS.fight', 'SYS.any_2_5']);
  const wrong = { ...body, name: '改签二', slots: [slot('a', 'SYS.any_5_2')] };
  expect(refusal(await nlu.post('/intents', wrong))[2]).toMatch(
    /^slots\[0\]\.lexicon: there is no lexicon "SYS.any_5_2"/,
  );
});
