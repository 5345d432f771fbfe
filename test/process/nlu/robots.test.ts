// Robots on a real gateway: their settings, openings, skills, sensitive words and test sets.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient, refusal, reply } from '../../helpers/gateway/nlu-client.js';

let gateway: TestGateway;
let nlu: NluClient;
/** A scene with an unconditional entry, and one without. */
let scene: number;
let closed: number;
beforeAll(async () => {
  gateway = await startTestGateway();
  nlu = new NluClient(gateway);
  scene = (await nlu.created('/scenes', { name: 'open' })).id;
  closed = (await nlu.created('/scenes', { name: 'closed' })).id;
  await nlu.created(`/scenes/${scene}/nodes`, { type: 'ENTRY', name: 'start' });
});
afterAll(() => gateway.discard());

const robot = async (): Promise<string> => `/robots/${(await nlu.created('/robots', { name: 'shop' })).id}`;
const idOf = (path: string): string => path.split('/').at(-1) ?? '';
const skill = async (): Promise<number> =>
  (await nlu.created('/skills', { name: 'a', type: 'SCENE', sceneId: scene })).id;
const responseIds = { id: expect.any(Number), answerIds: [expect.any(Number)] };

describe('a robot', () => {
  it('is made, viewed, listed, changed and deleted', async () => {
    const { id } = await nlu.created('/robots', { name: 'shop' });
    expect(id).toMatch(/^r-[0-9A-HJKMNP-TV-Z]{26}$/);
    const view = {
      ...{
        id,
        name: 'shop',
        description: '',
        forgetTurns: 3,
        sessionTimeout: 1200,
        returnType: 'FIRST',
        severalQuestions: false,
        skillIds: [],
      },
    };
    expect(await nlu.view(`/robots/${id}`)).toEqual(view);
    expect((await nlu.view('/robots')).robots).toContainEqual(view);
    const changed = {
      ...view,
      name: 'b',
      forgetTurns: 0,
      sessionTimeout: 60,
      returnType: 'RANDOM',
      topN: 2,
      threshold: 0.4,
    };
    expect((await nlu.patch(`/robots/${id}`, changed)).json).toEqual({ updated: { id } });
    expect(await nlu.view(`/robots/${id}`)).toEqual(changed);
    expect(await nlu.outcome('PATCH', `/robots/${id}`, { threshold: '' })).toBe('200');
    expect((await nlu.view(`/robots/${id}`)).threshold).toBeUndefined();
    expect(await nlu.outcome('PATCH', `/robots/${id}`, {})).toBe('200');
    expect((await nlu.delete(`/robots/${id}`)).json).toEqual({ deleted: { id }, delete: { id } });
    expect(refusal(await nlu.get(`/robots/${id}`))).toEqual([404, 29, `there is no robot ${id}`]);
  });

  it('is refused with the field that is wrong', async () => {
    const path = await robot();
    for (const [body, message] of [
      [{}, '400 name: required'],
      [{ name: 'a', forgetTurns: 101 }, '400 forgetTurns: must be an integer from 0 to 100'],
      [{ name: 'a', sessionTimeout: 0 }, '400 sessionTimeout: must be an integer from 1 to 86400'],
      [{ name: 'a', returnType: 'LAST' }, '400 returnType: must be one of FIRST, RANDOM'],
      [{ name: 'a', directThreshold: -1 }, '400 directThreshold: must be a number from 0 to 1'],
      [{ name: 'a', skills: [] }, '400 unknown key skills'],
    ] as const) {
      expect(await nlu.outcome('POST', '/robots', body)).toContain(message);
    }
    expect(await nlu.outcome('PATCH', path, { skillIds: [1] })).toContain('400 skillIds: cannot be changed here');
  });

  it('that does not exist is code 29 for everything that belongs to it', async () => {
    const missing = '/robots/r-00000000000000000000000000';
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', {}],
      ['DELETE', ''],
      ['GET', '/opening'],
      ['POST', '/opening', { type: 'RESPONSE', response: reply('x') }],
      ['DELETE', '/fallback_response'],
      ['GET', '/skills'],
      ['PATCH', '/skill_order', { skills: [] }],
      ['GET', '/sensitive_groups'],
      ['GET', '/test_sets/1'],
    ] as const) {
      const outcome = await nlu.ask(method, missing + path, { body });
      expect([method, path, ...refusal(outcome).slice(0, 2)]).toEqual([method, path, 404, 29]);
    }
  });
});

describe('the opening of a robot', () => {
  it('is a reply', async () => {
    const path = await robot();
    expect(await nlu.outcome('GET', `${path}/opening`)).toBe(`404 there is no opening of robot ${idOf(path)}`);
    const made = await nlu.created(`${path}/opening`, { type: 'RESPONSE', response: reply('您好！') });
    expect(made).toEqual({ type: 'RESPONSE', response: responseIds });
    expect(await nlu.view(`${path}/opening`)).toMatchObject({
      type: 'RESPONSE',
      response: { answers: [{ content: '您好！' }] },
    });
    expect(await nlu.view(`${path}/opening?detail=false`)).toEqual(made);
    expect((await nlu.view(`${path}?detail=false`)).opening).toEqual(made);
    const again = { type: 'SCENE', sceneId: scene };
    expect(await nlu.outcome('POST', `${path}/opening`, again)).toContain('already has an opening');
    expect((await nlu.delete(`${path}/opening`)).json).toEqual({ deleted: made, delete: made });
    expect((await nlu.get(`/responses/${made.response.id}`)).status).toBe(404);
    expect(await nlu.outcome('DELETE', `${path}/opening`)).toContain('404 there is no opening');
  });

  it('is a scene with an unconditional entry, which it holds', async () => {
    const path = await robot();
    const own = (await nlu.created('/scenes', { name: 'own' })).id;
    await nlu.created(`/scenes/${own}/nodes`, { type: 'ENTRY', name: 'start' });
    const opening = { type: 'SCENE', sceneId: own };
    expect(await nlu.created(`${path}/opening`, opening)).toEqual(opening);
    expect(await nlu.view(`${path}/opening`)).toEqual(opening);
    expect(await nlu.outcome('DELETE', `/scenes/${own}`)).toContain('is used by the opening of a robot');
    expect(await nlu.outcome('DELETE', `${path}/opening`)).toBe('200');
    expect(await nlu.outcome('DELETE', `/scenes/${own}`)).toBe('200');
  });

  it('is refused with the field that is wrong', async () => {
    const path = await robot();
    for (const [body, message] of [
      [{ type: 'SCENE', sceneId: closed }, `400 sceneId: scene ${closed} has no unconditional entry`],
      [{ type: 'SCENE', sceneId: 999_999 }, '400 sceneId: there is no scene 999999'],
      [{ type: 'SCENE' }, '400 sceneId: required'],
      [{ type: 'RESPONSE' }, '400 response: required'],
      [
        { type: 'RESPONSE', sceneId: scene, response: reply('x') },
        '400 sceneId: not possible for an opening of type RESPONSE',
      ],
      [
        { type: 'RESPONSE', response: { answers: [{ type: 'TEXT', content: '{{' }] } },
        '400 response.answers[0].content',
      ],
      [{ type: 'SKILL' }, '400 type: must be one of RESPONSE, SCENE'],
    ] as const) {
      expect(await nlu.outcome('POST', `${path}/opening`, body)).toContain(message);
    }
    expect((await nlu.view(path)).opening).toBeUndefined();
  });
});

describe('the fallback response of a robot', () => {
  it('is there once or not at all', async () => {
    const path = await robot();
    expect(await nlu.outcome('GET', `${path}/fallback_response`)).toContain('404 there is no fallback response');
    const ids = await nlu.created(`${path}/fallback_response`, reply('没听懂'));
    expect(ids).toEqual(responseIds);
    expect(await nlu.view(`${path}/fallback_response`)).toMatchObject({ id: ids.id, answers: [{ content: '没听懂' }] });
    expect((await nlu.view(`${path}?detail=false`)).fallbackResponse).toEqual(ids);
    expect(await nlu.outcome('POST', `${path}/fallback_response`, reply('x'))).toContain('409 robot');
    expect((await nlu.delete(`${path}/fallback_response`)).json).toEqual({ deleted: ids, delete: ids });
    expect(await nlu.outcome('DELETE', `${path}/fallback_response`)).toContain('404 there is no fallback response');
  });

  it('goes with the robot', async () => {
    const path = await robot();
    const ids = await nlu.created(`${path}/fallback_response`, reply('没听懂'));
    await nlu.delete(path);
    expect((await nlu.get(`/responses/${ids.id}`)).status).toBe(404);
  });
});

describe('the skills of a robot', () => {
  it('have settings of their own and an order, and are held', async () => {
    const path = await robot();
    const [a, b, c] = [await skill(), await skill(), await skill()];
    expect(await nlu.created(`${path}/skills`, { skillId: a })).toEqual({ id: a });
    const settings = { skillId: b, threshold: 0.3, topN: 7, checkOtherSkill: false, autoRecover: true };
    expect(await nlu.created(`${path}/skills`, settings)).toEqual({ id: b });
    await nlu.created(`${path}/skills`, { skillId: String(c) });
    expect(await nlu.view(`${path}/skills`)).toEqual({ skills: [{ skillId: a }, settings, { skillId: c }] });
    expect(await nlu.view(`${path}/skills/${b}`)).toEqual(settings);
    const body = { skillId: b, threshold: 0.5, topN: '', checkOtherSkill: '' };
    expect((await nlu.patch(`${path}/skills/${b}`, body)).json).toEqual({ updated: { id: b } });
    expect(await nlu.view(`${path}/skills/${b}`)).toEqual({ skillId: b, threshold: 0.5, autoRecover: true });
    expect((await nlu.patch(`${path}/skill_order`, { skills: [c, b, a] })).json).toEqual({
      updated: { id: idOf(path) },
    });
    expect((await nlu.view(path)).skillIds).toEqual([c, b, a]);
    expect((await nlu.view(`${path}/skills/${b}`)).threshold).toBe(0.5);
    expect(await nlu.outcome('DELETE', `/skills/${a}`)).toContain(`409 skill ${a} belongs to a robot`);
    expect((await nlu.delete(`${path}/skills/${a}`)).json.deleted).toEqual({ id: a });
    expect(await nlu.outcome('DELETE', `/skills/${a}`)).toBe('200');
    expect(await nlu.outcome('GET', `${path}/skills/${a}`)).toContain('404 there is no skill of robot');
    await nlu.delete(path);
    expect(await nlu.outcome('DELETE', `/skills/${b}`)).toBe('200');
  });

  it('are refused with the field that is wrong', async () => {
    const path = await robot();
    const a = await skill();
    await nlu.created(`${path}/skills`, { skillId: a });
    expect(await nlu.outcome('POST', `${path}/skills`, { skillId: a })).toContain(
      `409 skillId: robot ${idOf(path)} already has`,
    );
    expect(await nlu.outcome('POST', `${path}/skills`, { skillId: 999_999 })).toContain(
      '400 skillId: there is no skill',
    );
    expect(await nlu.outcome('POST', `${path}/skills`, {})).toContain('400 skillId: ');
    expect(await nlu.outcome('PATCH', `${path}/skills/${a}`, { skillId: 1e6 })).toContain(
      '400 skillId: cannot be changed',
    );
    expect(await nlu.outcome('PATCH', `${path}/skills/${a}`, { autoRecover: 1 })).toContain(
      '400 autoRecover: must be true',
    );
    expect(await nlu.outcome('PATCH', `${path}/skill_order`, { skills: [] })).toContain(`400 skills: ${a} is missing`);
  });
});

describe('sensitive words of a robot', () => {
  it('are the words of a lexicon, which they hold', async () => {
    const path = await robot();
    const lexicon = (await nlu.created('/lexicons', { name: 'rude', type: 'SIMPLE' })).id;
    await nlu.created('/lexicons', { name: 'ruder' });
    const draft = { name: 'rude', lexicon: 'rude', response: reply('请文明用语。') };
    const ids = await nlu.created(`${path}/sensitive_groups`, draft);
    expect(ids).toEqual({ id: expect.any(Number), response: responseIds });
    const short = { ...draft, ...ids };
    expect(await nlu.view(`${path}/sensitive_groups?detail=false`)).toEqual({ sensitiveGroups: [short] });
    expect(await nlu.view(`${path}/sensitive_groups/${ids.id}`)).toMatchObject({ response: { answers: [{}] } });
    expect(await nlu.outcome('DELETE', `/lexicons/${lexicon}`)).toContain('403 ');
    expect(await nlu.outcome('PATCH', `/lexicons/${lexicon}`, { name: 'x' })).toContain('403 name: cannot be changed');
    const changed = { name: 'words', lexicon: 'ruder' };
    expect(await nlu.outcome('PATCH', `${path}/sensitive_groups/${ids.id}`, changed)).toBe('200');
    expect(await nlu.view(`${path}/sensitive_groups/${ids.id}?detail=false`)).toEqual({ ...short, ...changed });
    expect(await nlu.outcome('DELETE', `/lexicons/${lexicon}`)).toBe('200');
    expect((await nlu.delete(`${path}/sensitive_groups/${ids.id}`)).json).toEqual({ deleted: ids, delete: ids });
    expect((await nlu.get(`/responses/${ids.response.id}`)).status).toBe(404);
  });

  it('are refused with the field that is wrong', async () => {
    const path = await robot();
    await nlu.created('/lexicons', { name: 'cities', type: 'DYNAMIC', matchVar: 'user.city' });
    await nlu.created('/lexicons', { name: 'plain' });
    const draft = { name: 'a', lexicon: 'plain', response: reply('x') };
    const { id } = await nlu.created(`${path}/sensitive_groups`, draft);
    for (const [body, message] of [
      [draft, '409 name: the robot already has a group "a"'],
      [{ ...draft, name: 'b', lexicon: 'cities' }, '400 lexicon: "cities" is DYNAMIC'],
      [{ ...draft, name: 'b', lexicon: 'SYS.city' }, '400 lexicon: "SYS.city" is a system lexicon'],
      [{ ...draft, name: 'b', lexicon: 'none' }, '400 lexicon: there is no lexicon "none"'],
      [{ ...draft, name: 'b', response: undefined }, '400 response: required'],
    ] as const) {
      expect(await nlu.outcome('POST', `${path}/sensitive_groups`, body)).toContain(message);
    }
    expect(await nlu.outcome('PATCH', `${path}/sensitive_groups/${id}`, { response: {} })).toContain(
      '400 response: cannot',
    );
    const other = await nlu.created(`${path}/sensitive_groups`, { ...draft, name: 'b' });
    expect(await nlu.outcome('PATCH', `${path}/sensitive_groups/${other.id}`, { name: 'a' })).toContain('409 name: ');
  });
});

describe('test sets of a robot', () => {
  it('hold cases, which are replaced as a whole', async () => {
    const path = await robot();
    const cases = [
      { text: '几点开门', expected: '营业时间' },
      { text: '天气真好', expected: '' },
    ];
    const { id } = await nlu.created(`${path}/test_sets`, { name: 'calls', cases });
    const view = { id, name: 'calls', description: '', cases };
    expect(await nlu.view(`${path}/test_sets/${id}`)).toEqual(view);
    expect((await nlu.view(`${path}/test_sets`)).testSets).toEqual([
      { id, name: 'calls', description: '', caseCount: 2 },
    ]);
    const changed = { ...view, name: 'b', description: 'd', cases: cases.slice(1) };
    expect(await nlu.outcome('PATCH', `${path}/test_sets/${id}`, changed)).toBe('200');
    expect(await nlu.view(`${path}/test_sets/${id}`)).toEqual(changed);
    for (const [body, message] of [
      [{ name: 'b' }, '409 name: the robot already has a test set "b"'],
      [{ name: 'c', cases: [{ text: ' ', expected: '' }] }, '400 cases[0].text: must not be empty'],
      [{ name: 'c', cases: [...cases, { text: 'x' }] }, '400 cases[2].expected: required'],
    ] as const) {
      expect(await nlu.outcome('POST', `${path}/test_sets`, body)).toContain(message);
    }
    expect((await nlu.delete(`${path}/test_sets/${id}`)).json.deleted).toEqual({ id });
    expect(await nlu.outcome('GET', `${path}/test_sets/${id}`)).toContain('404 there is no test set of robot');
  });
});

describe('the check of a robot', () => {
  it('reads the robot as it would be published', async () => {
    const path = await robot();
    const check = async () => (await nlu.ask('POST', `${path}/check`)).json;
    const before = await check();
    expect(before.findings).toContainEqual(
      expect.objectContaining({ severity: 'ERROR', code: 'ROBOT_WITHOUT_SKILLS', place: `robot ${idOf(path)}` }),
    );
    const dir = (await nlu.created('/qa_domains', { name: 'hours' })).id;
    const { id } = await nlu.created('/skills', { name: 'hours', type: 'QABASE', dirId: dir });
    await nlu.created(`${path}/skills`, { skillId: id });
    const codes = async () => (await check()).findings.map(({ code }: { code: string }) => code);
    expect(await codes()).toEqual(['EMPTY_SKILL']);
    const pair = { question: { text: '几点开门' }, response: reply('九点。') };
    const { id: pairId } = await nlu.created(`/qa_dirs/${dir}/qa_pairs`, pair);
    expect(await check()).toEqual({ findings: [], total: 0 });
    await nlu.patch(`/qa_dirs/${dir}/qa_pairs/${pairId}`, { enabled: false });
    expect(await codes()).toEqual(['EMPTY_SKILL']);
    const unused = await nlu.created('/task_questions', { label: 'no', question: { text: '不要' } });
    expect((await check()).findings).toContainEqual({
      ...{ severity: 'WARNING', code: 'TASK_QUESTION_UNUSED', place: `task question ${unused.id} "no"` },
      message: 'no scene uses it; remove it or add it to a scene',
    });
    expect(refusal(await nlu.ask('POST', '/robots/r-0/check')).slice(0, 2)).toEqual([404, 29]);
  });
});
