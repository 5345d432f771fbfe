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
const slot = (name: string, more: object = {}) => ({
  ...{ name, description: `the ${name}`, lexicon: 'SYS.date', elicitResponse: reply('哪一天？') },
  ...more,
});
const intent = (more: object = {}) => ({
  ...{ name: `intent ${++names}`, question: { text: '订票' }, response: reply('订好了。') },
  ...more,
});
const made = (more: object = {}) => nlu.created('/intents', intent(more));
const simple = { content: { ops: [{ condition: 'slots.date.value == nil', evals: ['global.a = 1'] }] } };

describe('an intent', () => {
  it('is made with all its parts in one request, whose ids are told', async () => {
    const ids = await made({
      question: { text: '订{明天:date}的票', extQuestions: [{ text: '买{date}的票' }] },
      slots: [slot('date', { confirmResponse: reply('是吗？') }), slot('back', { required: false })],
      ...{
        confirmResponse: reply('对吗？'),
        retryResponse: reply('什么？'),
        failedResponse: reply('再见。'),
        processor: simple,
      },
    });
    const responseIds = { id: expect.any(Number), answerIds: [expect.any(Number)] };
    expect(ids).toEqual({
      id: expect.any(Number),
      question: { id: expect.any(Number), extQuestionIds: [expect.any(Number)] },
      slots: [
        { id: expect.any(Number), elicitResponse: responseIds, confirmResponse: responseIds },
        { id: expect.any(Number), elicitResponse: responseIds },
      ],
      ...{
        response: responseIds,
        confirmResponse: responseIds,
        retryResponse: responseIds,
        failedResponse: responseIds,
      },
      processor: { id: expect.any(Number) },
    });
    const view = await nlu.view(`/intents/${ids.id}`);
    expect(view).toMatchObject({
      ...{
        retryMaxTimes: 3,
        checkOtherSkill: true,
        autoRecover: true,
        repeatWhenRecover: false,
        repeatWhenRetry: false,
      },
      question: { text: '订{明天:date}的票', extended: [{ text: '买{date}的票' }] },
      slots: [
        { name: 'date', order: 1, required: true },
        { name: 'back', order: 2, required: false },
      ],
      confirmIntentResponse: { answers: [{ content: '对吗？' }] },
      processor: { type: 'SIMPLE', content: simple.content },
    });
    expect(view.confirmResponse).toEqual(view.confirmIntentResponse);
    expect(view.slots[0].confirmSlotResponse).toEqual(view.slots[0].confirmResponse);
    const brief = await nlu.view(`/intents/${ids.id}?detail=false`);
    expect(brief).toMatchObject({ question: ids.question, response: ids.response, processor: ids.processor });
    expect(brief.slots[0]).toMatchObject({ elicitSlotResponse: ids.slots[0].elicitResponse });
    expect((await nlu.patch(`/intents/${ids.id}`, view)).status).toBe(200);
  });

  it('accepts the names of the view on input', async () => {
    const elicited = {
      name: 'date',
      description: '',
      lexicon: 'SYS.date',
      elicitSlotResponse: reply('哪天'),
      confirmSlotResponse: reply('是？'),
    };
    const ids = await made({
      question: { text: 'a', extended: [{ text: 'b' }] },
      slots: [elicited],
      confirmIntentResponse: reply('对？'),
    });
    expect(ids).toMatchObject({
      confirmResponse: { id: expect.any(Number) },
      slots: [{ confirmResponse: { id: expect.any(Number) } }],
    });
    const both = intent({ confirmIntentResponse: reply('对？'), confirmResponse: reply('对？') });
    expect(refusal(await nlu.post('/intents', both))[2]).toMatch(/^confirmIntentResponse: is another spelling/);
  });

  it.each([
    [intent({ retryMaxTimes: 6 }), 'retryMaxTimes: must be an integer from 0 to 5'],
    [
      intent({ question: { text: '{date}' } }),
      'question.text: character 1: the intent has no slot date; its slots: none',
    ],
    [
      intent({ question: { text: 'x{dat}' }, slots: [slot('date')] }),
      'question.text: character 2: the intent has no slot dat; its slots: date',
    ],
    [intent({ slots: [slot('date', { lexicon: 'SYS.x' })] }), 'slots[0].lexicon: there is no lexicon "SYS.x"'],
    [intent({ slots: [slot('a'), slot('b c')] }), 'slots[1].name: character 1: "b c" is not a name'],
    [intent({ slots: [slot('a'.repeat(33))] }), 'slots[0].name: character 1'],
    [
      intent({ slots: [{ name: 'a', lexicon: 'SYS.date', elicitResponse: reply('?') }] }),
      'slots[0].description: required (string)',
    ],
    [
      intent({ slots: [{ name: 'a', description: '', lexicon: 'SYS.date' }] }),
      'slots[0].elicitResponse: required (object)',
    ],
    [
      intent({ processor: { type: 'SIMPLE', content: { ops: [{ condition: 'a = 1', evals: [] }] } } }),
      'processor.content.ops[0].condition: character 3',
    ],
    [
      intent({ processor: { type: 'WEBAPI', content: { url: 'ftp://a', result: 'r' } } }),
      'processor.content.url: must be an http or https address',
    ],
    [
      intent({ processor: { type: 'WEBAPI', content: { url: 'http://a', result: '1' } } }),
      'processor.content.result: character 1',
    ],
    [
      intent({ processor: { type: 'WEBAPI', content: { url: 'http://a', headers: ['x'], result: 'r' } } }),
      'processor.content.headers[0]: must be a header',
    ],
    [intent({ skill: 1 }), 'unknown key skill'],
  ])('%j is refused with the place of the fault', async (body, message) => {
    const [status, , told] = refusal(await nlu.post('/intents', body));
    expect([status, told]).toEqual([400, expect.stringContaining(message)]);
  });

  it('with a FAAS processor is refused as not supported', async () => {
    const body = intent({ processor: { type: 'FAAS', content: { code: 'return' } } });
    expect(refusal(await nlu.post('/intents', body)).slice(0, 2)).toEqual([400, 40009]);
  });

  it('that is refused leaves nothing behind', async () => {
    const { total } = await nlu.view('/task_questions?limit=10');
    const before = (await nlu.view('/intents')).intents.length;
    const body = intent({ question: { text: '没有人' }, slots: [slot('a'), slot('a')] });
    expect(refusal(await nlu.post('/intents', body))).toEqual([
      409,
      40900,
      'slots[1].name: the intent already has a slot a',
    ]);
    expect((await nlu.view('/intents')).intents.length).toBe(before);
    expect((await nlu.view('/task_questions?limit=10')).total).toBe(total);
  });

  it('has a name of its own in the tenant', async () => {
    const first = intent();
    await nlu.created('/intents', first);
    expect(refusal(await nlu.post('/intents', first)).slice(0, 2)).toEqual([409, 40900]);
    const { id } = await made();
    expect(refusal(await nlu.patch(`/intents/${id}`, { name: first.name })).slice(0, 2)).toEqual([409, 40900]);
  });

  it('changes only its own attributes', async () => {
    const { id, question } = await made();
    const change = {
      description: 'd',
      retryMaxTimes: 0,
      checkOtherSkill: false,
      autoRecover: false,
      repeatWhenRecover: true,
      repeatWhenRetry: true,
    };
    expect((await nlu.patch(`/intents/${id}`, change)).json).toEqual({ updated: { id } });
    expect(await nlu.view(`/intents/${id}`)).toMatchObject({ ...change, question: { id: question.id } });
    expect(refusal(await nlu.patch(`/intents/${id}`, { question: { text: 'x' } }))[2]).toMatch(
      /^question: cannot be changed here/,
    );
  });

  it('and its slots are changed by their views, with ids in place of questions and responses', async () => {
    const { id, slots } = await made({ slots: [slot('date')], processor: simple, confirmResponse: reply('?') });
    for (const [path, change] of [
      [`/intents/${id}`, { retryMaxTimes: 1 }],
      [`/intents/${id}/slots/${slots[0].id}`, { required: false }],
    ] as const) {
      const view = await nlu.view(`${path}?detail=false`);
      expect((await nlu.patch(path, { ...view, ...change })).status).toBe(200);
      expect(await nlu.view(path)).toMatchObject(change);
      const other = { ...view, [path.includes('slots') ? 'elicitResponse' : 'question']: { id: 1, answerIds: [] } };
      expect((await nlu.patch(path, other)).status).toBe(400);
    }
  });

  it('takes all its parts along when it is deleted', async () => {
    const { id, question, response, slots, processor } = await made({ slots: [slot('date')], processor: simple });
    expect((await nlu.delete(`/intents/${id}`)).json).toEqual({ deleted: { id }, delete: { id } });
    const parts = [`/questions/${question.id}`, `/responses/${response.id}`, `/processors/${processor.id}`];
    for (const path of [...parts, `/responses/${slots[0].elicitResponse.id}`]) {
      expect([path, (await nlu.get(path)).status]).toEqual([path, 404]);
    }
  });
});

describe('a sub-resource of an intent', () => {
  it.each(['confirm_response', 'retry_response', 'failed_response'])('%s is made once, and deleted', async (part) => {
    const { id } = await made();
    const path = `/intents/${id}/${part}`;
    const ids = await nlu.created(path, reply('一'));
    expect(refusal(await nlu.post(path, reply('二'))).slice(0, 2)).toEqual([409, 40900]);
    expect((await nlu.delete(path)).json).toEqual({ deleted: ids, delete: ids });
    expect((await nlu.delete(path)).status).toBe(404);
    expect((await nlu.get(`/responses/${ids.id}`)).status).toBe(404);
    expect((await nlu.post(path, reply('三'))).status).toBe(200);
  });

  it('processor is made once, changed and deleted', async () => {
    const { id } = await made();
    const path = `/intents/${id}/processor`;
    const ids = await nlu.created(path, simple);
    expect(refusal(await nlu.post(path, simple)).slice(0, 2)).toEqual([409, 40900]);
    const web = { url: 'https://example.com/{{ user.id }}', headers: ['X-A: {{ a }}'], result: 'answer' };
    expect(refusal(await nlu.patch(`/processors/${ids.id}`, { type: 'WEBAPI' }))[2]).toMatch(/^content: required/);
    expect(refusal(await nlu.patch(`/processors/${ids.id}`, { type: 'WEBAPI', content: {} }))[0]).toBe(400);
    expect((await nlu.patch(`/processors/${ids.id}`, { type: 'WEBAPI', content: web })).status).toBe(200);
    expect(await nlu.view(`/processors/${ids.id}`)).toEqual({
      id: ids.id,
      type: 'WEBAPI',
      content: { method: 'POST', body: '', ...web },
    });
    expect((await nlu.delete(path)).json).toEqual({ deleted: { id: ids.id }, delete: { id: ids.id } });
    expect((await nlu.get(`/processors/${ids.id}`)).status).toBe(404);
  });
});

describe('a processor', () => {
  it('sets custom turn variables, not hitQuestion, which is preset', async () => {
    const { processor } = await made({ processor: simple });
    const outcome = (type: string, content: object) =>
      nlu.outcome('PATCH', `/processors/${processor.id}`, { type, content });
    for (const result of ['hitQuestion', 'global', 'slots', 'user', 'nil']) {
      expect(await outcome('WEBAPI', { url: 'http://a', result })).toBe(
        `400 content.result: ${result} is preset; use another name`,
      );
    }
    const assigned = { ops: [{ condition: '', evals: ['a = 1', 'hitQuestion = 1'] }] };
    expect(await outcome('SIMPLE', assigned)).toBe(
      '400 content.ops[0].evals[1]: hitQuestion is preset; use another name',
    );
    expect(await outcome('WEBAPI', { url: 'http://a', result: 'hitQuestions' })).toBe('200');
  });

  it('takes null for a field of its content that may be left out', async () => {
    const content = { method: null, url: 'http://a', headers: null, body: null, result: 'r' };
    const { processor } = await made({ processor: { type: 'WEBAPI', content } });
    const stored = { method: 'POST', url: 'http://a', headers: [], body: '', result: 'r' };
    expect((await nlu.view(`/processors/${processor.id}`)).content).toEqual(stored);
    expect(await nlu.outcome('PATCH', `/processors/${processor.id}`, { content: { ...content, url: null } })).toMatch(
      /^400 content\.url: /,
    );
  });
});

describe('a slot', () => {
  it('is viewed by GET and by POST with an empty body', async () => {
    const { id, slots } = await made({ slots: [slot('date')] });
    const path = `/intents/${id}/slots/${slots[0].id}`;
    const view = await nlu.view(`${path}?detail=false`);
    expect(view).toMatchObject({ name: 'date', order: 1, elicitSlotResponse: slots[0].elicitResponse });
    for (const sent of [{}, { body: {} }, { text: '' }]) {
      expect((await nlu.ask('POST', `${path}?detail=false`, sent)).json).toEqual(view);
    }
  });

  it('that a question of its intent names is not renamed or deleted (409)', async () => {
    const { id, slots, question } = await made({
      question: { text: '订票', extQuestions: [{ text: '订{date}' }] },
      slots: [slot('date')],
    });
    const path = `/intents/${id}/slots/${slots[0].id}`;
    expect(refusal(await nlu.patch(path, { name: 'day' })).slice(0, 2)).toEqual([409, 40902]);
    expect(refusal(await nlu.delete(path)).slice(0, 2)).toEqual([409, 40902]);
    expect((await nlu.patch(path, { name: 'date', lexicon: 'SYS.time', required: false })).status).toBe(200);
    await nlu.delete(`/questions/${question.id}/ext_questions/${question.extQuestionIds[0]}`);
    expect((await nlu.patch(path, { name: 'day' })).status).toBe(200);
    expect(refusal(await nlu.patch(path, { order: 2 }))[2]).toMatch(/^order: cannot be changed here \(it is 1\)/);
    expect((await nlu.delete(path)).json.deleted).toEqual({ id: slots[0].id });
  });

  it('added later lets questions name it', async () => {
    const { id, question } = await made();
    expect(refusal(await nlu.patch(`/questions/${question.id}`, { text: '订{date}' }))[0]).toBe(400);
    await nlu.created(`/intents/${id}/slots`, slot('date'));
    expect((await nlu.patch(`/questions/${question.id}`, { text: '订{date}' })).status).toBe(200);
  });

  it.each(['slot_order', 'slots_order'])('is asked for in the order that %s gives', async (path) => {
    const { id, slots } = await made({ slots: [slot('a'), slot('b'), slot('c')] });
    const [a, b, c] = slots.map((each: { id: number }) => each.id);
    const order = (ids: unknown[]) => nlu.patch(`/intents/${id}/${path}`, { slots: ids });
    expect((await order([c, `${a}`, b])).json).toEqual({ updated: { id } });
    const listed = (await nlu.view(`/intents/${id}/slots`)).slots;
    expect(listed.map((each: { name: string; order: number }) => [each.name, each.order])).toEqual([
      ['c', 1],
      ['a', 2],
      ['b', 3],
    ]);
    for (const wrong of [[a, b], [a, b, b], [a, b, c, c], [a, b, 999_999], []]) {
      expect(refusal(await order(wrong))).toEqual([400, 40002, expect.stringMatching(/^slots(\[\d\])?: \d+ /)]);
    }
    const { id: later } = await nlu.created(`/intents/${id}/slots`, slot('d'));
    expect((await nlu.view(`/intents/${id}/slots/${later}`)).order).toBe(4);
  });

  it('has at most one question that confirms it', async () => {
    const { id, slots } = await made({ slots: [slot('date')] });
    const path = `/intents/${id}/slots/${slots[0].id}/confirm_response`;
    const ids = await nlu.created(path, reply('对？'));
    expect(refusal(await nlu.post(path, reply('对？'))).slice(0, 2)).toEqual([409, 40900]);
    expect((await nlu.delete(path)).json.deleted).toEqual(ids);
    expect((await nlu.delete(path)).status).toBe(404);
  });

  it('frees its lexicon when it is bound to another one, or gone', async () => {
    const { id: lexicon } = await nlu.created('/lexicons', { name: '座位' });
    const { id, slots } = await made({ slots: [slot('seat', { lexicon: '座位' })] });
    expect((await nlu.delete(`/lexicons/${lexicon}`)).status).toBe(403);
    await nlu.patch(`/intents/${id}/slots/${slots[0].id}`, { lexicon: 'SYS.number' });
    expect((await nlu.patch(`/lexicons/${lexicon}`, { name: '席位' })).status).toBe(200);
    await nlu.patch(`/intents/${id}/slots/${slots[0].id}`, { lexicon: '席位' });
    expect((await nlu.delete(`/lexicons/${lexicon}`)).status).toBe(403);
    await nlu.delete(`/intents/${id}`);
    expect((await nlu.delete(`/lexicons/${lexicon}`)).status).toBe(200);
  });
});

describe('task questions', () => {
  it('have a label, which lists filter by, and are changed under both spellings of the path', async () => {
    const { id, question } = await nlu.created('/task_question', {
      label: '同意',
      question: { text: '好', extQuestions: [{ text: '行' }] },
    });
    expect(await nlu.view(`/task_questions/${id}`)).toMatchObject({
      id,
      label: '同意',
      question: { text: '好', extQuestions: [{ text: '行' }] },
    });
    await nlu.patch(`/task_question/${id}`, { label: '很同意' });
    const { taskQuestions, total } = await nlu.view(`/task_questions?label=${encodeURIComponent('同意')}&detail=false`);
    expect([total, taskQuestions]).toEqual([1, [{ id, label: '很同意', question }]]);
    expect((await nlu.view('/task_question?label=x')).total).toBe(0);
    expect((await nlu.delete(`/task_question/${id}`)).json.deleted).toEqual({ id, question });
    expect((await nlu.get(`/questions/${question.id}`)).status).toBe(404);
  });
});

describe('questions', () => {
  it('differ in all their texts', async () => {
    const { question } = await nlu.created('/task_questions', {
      label: 'x',
      question: { text: 'a', extQuestions: [{ text: 'b' }] },
    });
    const path = `/questions/${question.id}`;
    expect(refusal(await nlu.patch(path, { text: 'b' })).slice(0, 2)).toEqual([409, 40900]);
    expect(refusal(await nlu.post(`${path}/ext_questions`, { text: 'a' })).slice(0, 2)).toEqual([409, 40900]);
    const [ext] = question.extQuestionIds;
    expect(refusal(await nlu.patch(`${path}/ext_questions/${ext}`, { text: 'a' })).slice(0, 2)).toEqual([409, 40900]);
    expect((await nlu.patch(`${path}/ext_questions/${ext}`, { text: 'b' })).json).toEqual({ updated: { id: ext } });
    expect((await nlu.patch(path, { text: 'a' })).status).toBe(200);
    const { id } = await nlu.created(`${path}/ext_questions`, { text: 'c' });
    expect((await nlu.view(`${path}/ext_questions`)).extQuestions).toEqual([
      { id: ext, text: 'b' },
      { id, text: 'c' },
    ]);
  });
});
