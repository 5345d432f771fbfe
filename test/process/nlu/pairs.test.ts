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

let names = 0;
const domain = async (name = `domain ${++names}`): Promise<number> => (await nlu.created('/qa_domains', { name })).id;
const below = async (dir: number, name: string): Promise<number> =>
  (await nlu.created(`/qa_dirs/${dir}/qa_dirs`, { name })).id;
const pair = (text: string, more: object = {}) => ({ question: { text }, response: reply('好。'), ...more });

describe('directories', () => {
  it('form a tree whose top nodes are domains, listed with children and without pairs', async () => {
    const top = await domain('保险');
    const middle = await below(top, '车险');
    const leaf = await below(middle, '理赔');
    await nlu.created(`/qa_dirs/${leaf}/qa_pairs`, pair('怎么理赔'));
    const { qaDomains } = await nlu.view('/qa_domains/');
    expect(qaDomains.find(({ id }: { id: number }) => id === top)).toEqual({
      ...{ id: top, name: '保险', description: '' },
      children: [
        {
          id: middle,
          name: '车险',
          description: '',
          children: [{ id: leaf, name: '理赔', description: '', children: [] }],
        },
      ],
    });
    expect((await nlu.view(`/qa_dirs/${top}/qa_dirs`)).qaDirs).toEqual((await nlu.view(`/qa_dirs/${top}`)).children);
  });

  it('beside each other have different names', async () => {
    const top = await domain('同名');
    await below(top, 'a');
    expect(refusal(await nlu.post('/qa_domains', { name: '同名' })).slice(0, 2)).toEqual([409, 40900]);
    const second = await below(top, 'b');
    expect(refusal(await nlu.patch(`/qa_dirs/${second}`, { name: 'a' })).slice(0, 2)).toEqual([409, 40900]);
    expect((await nlu.patch(`/qa_dirs/${second}`, { name: 'b', description: 'B' })).json).toEqual({
      updated: { id: second },
    });
  });

  it('are moved by PATCH of /qa_dirs and of the directory itself', async () => {
    const [first, second] = [await domain(), await domain()];
    const moved = await below(first, '走');
    const ok = { result: 'ok' };
    expect((await nlu.patch('/qa_dirs', { qadirId: moved, newParentId: second })).json).toEqual(ok);
    expect((await nlu.view(`/qa_dirs/${second}`)).children).toMatchObject([{ id: moved }]);
    expect((await nlu.patch(`/qa_dirs/${moved}/`, { newParentId: `${first}` })).json).toEqual(ok);
    expect((await nlu.patch(`/qa_dirs/${moved}`, { qadirId: moved, newParentId: 0 })).json).toEqual(ok);
    const { qaDomains } = await nlu.view('/qa_domains');
    expect(qaDomains.map(({ id }: { id: number }) => id)).toContain(moved);
  });

  it('are not moved where a node of that name is, into themselves or below, or where they are (412)', async () => {
    const top = await domain();
    const [child, other] = [await below(top, 'x'), await domain()];
    const grandchild = await below(child, 'y');
    await below(other, 'x');
    const to = (qadirId: number, newParentId: number) => nlu.patch('/qa_dirs', { qadirId, newParentId });
    for (const [dir, parent] of [
      [child, other],
      [child, child],
      [child, grandchild],
      [child, top],
      [top, 0],
      [top, grandchild],
    ]) {
      const answer = refusal(await to(dir as number, parent as number));
      expect([dir, parent, ...answer.slice(0, 2)]).toEqual([dir, parent, 412, 41200]);
    }
    await domain('z');
    const same = await below(top, 'z');
    expect(refusal(await to(same, 0))[0]).toBe(412);
    expect((await to(child, 999_999)).status).toBe(404);
    expect((await to(999_999, top)).status).toBe(404);
  });

  it('are not moved below something that is no id of a directory, and no 0', async () => {
    const dir = await domain();
    for (const newParentId of [-1, 'x', 1.5, null]) {
      expect(await nlu.outcome('PATCH', '/qa_dirs', { qadirId: dir, newParentId })).toBe(
        '400 newParentId: must be the id of a directory, or 0',
      );
    }
  });

  it('refuse a body that is half a move and half a change, or names two directories', async () => {
    const [dir, other] = [await domain(), await domain()];
    expect(refusal(await nlu.patch(`/qa_dirs/${dir}`, { newParentId: other, name: 'x' })).slice(0, 2)).toEqual([
      400, 40002,
    ]);
    const two = await nlu.patch(`/qa_dirs/${dir}`, { newParentId: other, qadirId: other });
    expect(refusal(two)).toEqual([400, 40002, `qadirId: must be ${dir}, the directory that the path names`]);
  });

  it('are deleted with everything in them', async () => {
    const top = await domain();
    const leaf = await below(top, 'x');
    const { question, response } = await nlu.created(`/qa_dirs/${leaf}/qa_pairs`, pair('会消失'));
    expect((await nlu.delete(`/qa_dirs/${top}`)).json).toEqual({ deleted: { id: top }, delete: { id: top } });
    for (const path of [`/qa_dirs/${leaf}`, `/questions/${question.id}`, `/responses/${response.id}`]) {
      expect([path, (await nlu.get(path)).status]).toEqual([path, 404]);
    }
  });

  it('lie at most 32 deep in each other', async () => {
    let dir = await domain();
    for (let depth = 2; depth <= 32; depth++) dir = await below(dir, 'd');
    expect(refusal(await nlu.post(`/qa_dirs/${dir}/qa_dirs`, { name: 'd' })).slice(0, 2)).toEqual([400, 40002]);
  });
});

describe('a pair', () => {
  it('is made with the ids of all its parts, and viewed with or without them', async () => {
    const dir = await domain();
    const body = {
      question: { text: '几点开门', extQuestions: [{ text: '什么时候营业' }, { text: '营业时间' }] },
      response: {
        answers: [
          { type: 'TEXT', content: '九点。' },
          { type: 'HTML', content: '<b>9</b>', cmd: 'show' },
        ],
        returnType: 'RANDOM',
      },
      ...{ effectTime: '2026-01-01T00:00:00+08:00', invalidTime: '' },
    };
    const ids = await nlu.created(`/qa_dirs/${dir}/qa_pairs`, body);
    expect(ids).toEqual({
      id: expect.any(Number),
      question: { id: expect.any(Number), extQuestionIds: [expect.any(Number), expect.any(Number)] },
      response: { id: expect.any(Number), answerIds: [expect.any(Number), expect.any(Number)] },
    });
    const path = `/qa_dirs/${dir}/qa_pairs/${ids.id}`;
    const times = {
      effectTime: '2025-12-31T16:00:00.000Z',
      invalidTime: '',
      beginTime: '2025-12-31T16:00:00.000Z',
      endTime: '',
    };
    const view = await nlu.view(path);
    expect(view).toEqual({
      ...{ id: ids.id, enabled: true, ...times },
      question: {
        ...{ id: ids.question.id, text: '几点开门' },
        extQuestions: ids.question.extQuestionIds.map((id: number, at: number) => ({
          ...{ id, text: body.question.extQuestions[at]?.text },
        })),
      },
      response: {
        ...{ id: ids.response.id, returnType: 'RANDOM' },
        answers: ids.response.answerIds.map((id: number, at: number) => ({
          ...{ id, cmd: '', tags: [], ...body.response.answers[at] },
        })),
      },
    });
    expect(await nlu.view(`${path}?detail=false`)).toEqual({ ...view, question: ids.question, response: ids.response });
    expect((await nlu.delete(path)).json).toEqual({ deleted: ids, delete: ids });
  });

  it('accepts beginTime, endTime and extended as other spellings', async () => {
    const dir = await domain();
    const body = pair('', { beginTime: '2026-01-01T00:00:00Z', endTime: '2026-02-01T00:00:00Z' });
    const { id } = await nlu.created(`/qa_dirs/${dir}/qa_pairs`, {
      ...body,
      question: { text: 'a', extended: [{ text: 'b' }] },
    });
    expect(await nlu.view(`/qa_dirs/${dir}/qa_pairs/${id}`)).toMatchObject({
      ...{ effectTime: '2026-01-01T00:00:00.000Z', invalidTime: '2026-02-01T00:00:00.000Z' },
      question: { extQuestions: [{ text: 'b' }] },
    });
  });

  it('is judged by PATCH against the half of its times that is stored', async () => {
    const dir = await domain();
    const { id } = await nlu.created(`/qa_dirs/${dir}/qa_pairs`, pair('a', { effectTime: '2026-03-01T00:00:00Z' }));
    const path = `/qa_dirs/${dir}/qa_pairs/${id}`;
    for (const time of ['2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z']) {
      const told = refusal(await nlu.patch(path, { invalidTime: time }));
      expect(told).toEqual([400, 40002, expect.stringMatching(/^invalidTime: .* must be later than effectTime/)]);
    }
    expect((await nlu.patch(path, { invalidTime: '2026-04-01T00:00:00Z' })).status).toBe(200);
    expect(refusal(await nlu.patch(path, { effectTime: '2026-05-01T00:00:00Z' }))[0]).toBe(400);
    expect((await nlu.patch(path, { effectTime: '', enabled: false })).status).toBe(200);
    expect(await nlu.view(path)).toMatchObject({
      enabled: false,
      effectTime: '',
      invalidTime: '2026-04-01T00:00:00.000Z',
    });
    expect((await nlu.patch(path, await nlu.view(path))).status).toBe(200);
  });

  it('is changed by its view, with or without details, in which the client changed one spelling of a time', async () => {
    const dir = await domain();
    const times = { effectTime: '2026-03-01T00:00:00Z', invalidTime: '2026-04-01T00:00:00Z' };
    const { id } = await nlu.created(`/qa_dirs/${dir}/qa_pairs`, pair('a', times));
    const path = `/qa_dirs/${dir}/qa_pairs/${id}`;
    const back = async (query: string, change: object) =>
      nlu.patch(path, { ...(await nlu.view(path + query)), ...change });
    expect((await back('', { effectTime: '2026-03-02T00:00:00Z' })).status).toBe(200);
    expect((await back('?detail=false', { endTime: '', enabled: false })).status).toBe(200);
    const begin = '2026-03-02T00:00:00.000Z';
    const changed = { effectTime: begin, beginTime: begin, invalidTime: '', endTime: '', enabled: false };
    expect(await nlu.view(path)).toMatchObject(changed);
    expect(refusal(await back('', { effectTime: '', beginTime: '2026-03-03T00:00:00Z' }))).toEqual([
      ...[400, 40002, 'beginTime: is another spelling of effectTime and must be equal to it'],
    ]);
  });

  it('has times of RFC 3339, with T and Z in either case', async () => {
    const dir = await domain();
    const { id } = await nlu.created(
      `/qa_dirs/${dir}/qa_pairs`,
      pair('a', { effectTime: '2026-03-01t08:00:00+08:00' }),
    );
    const path = `/qa_dirs/${dir}/qa_pairs/${id}`;
    expect((await nlu.view(path)).effectTime).toBe('2026-03-01T00:00:00.000Z');
    expect((await nlu.patch(path, { effectTime: '2026-03-02t00:00:00z' })).status).toBe(200);
    expect((await nlu.view(path)).effectTime).toBe('2026-03-02T00:00:00.000Z');
  });

  it.each([
    [{}, 'question: required (object); response: required (object)'],
    [pair('a', { effectTime: '2026-13-01' }), 'effectTime: must be empty or an RFC 3339 time'],
    [pair('{date}有票吗'), 'question.text: character 1: a slot without a lexicon belongs in the question of an intent'],
    [pair('{a@没有}吗'), 'question.text: character 1: there is no lexicon "没有"'],
    [pair('RE:(?<=a)b'), 'question.text: character 4: RE2 refuses this regular expression'],
    [
      { question: { text: 'a', extQuestions: [{ text: 'b{' }] }, response: reply('c') },
      'question.extQuestions[0].text: character 2: this { is not closed',
    ],
    [{ question: { text: 'a' }, response: { answers: [] } }, 'response.answers: must have at least 1 entry'],
    [
      { question: { text: 'a' }, response: reply('{{ x') },
      'response.answers[0].content: character 1: this {{ is not closed',
    ],
    [
      { question: { text: 'a' }, response: { answers: [{ type: 'TEXT', content: 'x', tags: ['c:d'] }] } },
      'response.answers[0].tags[0]: "c:d": there is no such tag',
    ],
    [
      { question: { text: 'a' }, response: { answers: [{ type: 'RECOMMEND', content: '{"menuIds":[1,999999]}' }] } },
      'menuIds[',
    ],
  ])('%j is refused with the place of the fault, and nothing is half saved', async (body, message) => {
    const dir = await domain();
    const [status, code, told] = refusal(await nlu.post(`/qa_dirs/${dir}/qa_pairs`, body));
    expect([status, code]).toEqual([400, 40002]);
    expect(told).toContain(message);
    expect((await nlu.view(`/qa_dirs/${dir}/qa_pairs`)).total).toBe(0);
  });

  it('whose question repeats among its extended ones is refused (409) with both places', async () => {
    const dir = await domain();
    const question = { text: 'a', extQuestions: [{ text: 'b' }, { text: 'a' }] };
    expect(refusal(await nlu.post(`/qa_dirs/${dir}/qa_pairs`, { question, response: reply('c') }))).toEqual([
      ...[
        409,
        40900,
        'question.extQuestions[1].text: is the same as question.text; the texts of a question must differ',
      ],
    ]);
  });
});

describe('the list of pairs', () => {
  it('has pages, clamps limit and echoes it, and counts only its own directory', async () => {
    const top = await domain();
    const leaf = await below(top, 'x');
    await nlu.created(`/qa_dirs/${leaf}/qa_pairs`, pair('elsewhere'));
    for (let index = 0; index < 12; index++) await nlu.created(`/qa_dirs/${top}/qa_pairs`, pair(`q${index}`));
    const list = (query: string) => nlu.view(`/qa_dirs/${top}/qa_pairs/?${query}`);
    expect(await list('')).toMatchObject({ total: 12, offset: 0, limit: 50 });
    const page = await list('offset=10&limit=1&detail=false');
    expect(page).toMatchObject({ total: 12, offset: 10, limit: 10 });
    expect(page.qaPairs).toHaveLength(2);
    expect(Object.keys(page.qaPairs[0].question)).toEqual(['id', 'extQuestionIds']);
    expect((await list('limit=5000')).limit).toBe(1000);
    expect((await list('limit=-3')).limit).toBe(10);
    for (const query of ['limit=many', 'limit=1.5', 'offset=-1', 'enabled=yes']) {
      expect([query, (await nlu.get(`/qa_dirs/${top}/qa_pairs?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('filters by enabled and by effectTime <= now < invalidTime, where empty is open', async () => {
    const dir = await domain();
    const add = (text: string, more: object) => nlu.created(`/qa_dirs/${dir}/qa_pairs`, pair(text, more));
    const hour = 3_600_000;
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    await add('always', {});
    await add('later', { effectTime: at(hour) });
    await add('over', { invalidTime: at(-hour) });
    await add('off', { enabled: false, effectTime: at(-hour), invalidTime: at(hour) });
    const texts = async (query: string) =>
      (await nlu.view(`/qa_dirs/${dir}/qa_pairs?${query}`)).qaPairs.map(
        (each: { question: { text: string } }) => each.question.text,
      );
    expect(await texts('effective=effective')).toEqual(['always', 'off']);
    expect(await texts('effective=invalid')).toEqual(['later', 'over']);
    expect(await texts('enabled=disabled')).toEqual(['off']);
    expect(await texts('enabled=enabled&effective=effective')).toEqual(['always']);
    gateway.advance(2 * hour);
    expect(await texts('effective=effective')).toEqual(['always', 'later']);
    gateway.advance(-2 * hour);
  });
});
