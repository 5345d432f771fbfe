// Scenes of dialog robots on a real gateway: nodes, branches, graphs that are replaced as a whole, and their rules.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient, reply } from '../../helpers/gateway/nlu-client.js';

let gateway: TestGateway;
let nlu: NluClient;
/** A task question. */
let yes: number;
beforeAll(async () => {
  gateway = await startTestGateway();
  nlu = new NluClient(gateway);
  yes = (await nlu.created('/task_questions', { label: 'yes', question: { text: '好的' } })).id;
});
afterAll(() => gateway.discard());

const scene = async (more: object = {}): Promise<string> =>
  `/scenes/${(await nlu.created('/scenes', { name: 'tickets', ...more })).id}`;
const idOf = (path: string): number => Number(path.split('/').at(-1));
const entry = { key: 'start', type: 'ENTRY', name: 'start', next: 'ask' };
const ask = { key: 'ask', type: 'RESPONSE', name: 'ask', response: reply('要订票吗？') };
const processor = { type: 'SIMPLE', content: { ops: [{ condition: '', evals: ['tries = 1'] }] } };
/** One node of every type. */
const whole = () => [
  entry,
  { type: 'ENTRY', name: 'tickets', conditional: true, taskQuestionIds: [yes], next: 'ask' },
  { ...ask, next: 'hear' },
  { key: 'hear', type: 'UNDERSTAND', name: 'hear', taskQuestionIds: [yes], next: 'count' },
  { key: 'count', type: 'PROCESS', name: 'count', processor, next: 'choose' },
  {
    ...{ key: 'choose', type: 'DISPATCH', name: 'choose' },
    branches: [
      { name: 'again', condition: 'is_valid(hitQuestion) && tries < 3', next: 'ask' },
      { name: 'leave', condition: '' },
    ],
  },
];
const save = (path: string, nodes: readonly object[]) => nlu.post(`${path}/graph`, { nodes });
const refusedGraph = (path: string, nodes: readonly object[]) => nlu.outcome('POST', `${path}/graph`, { nodes });

describe('a scene', () => {
  it('is made, viewed, listed and changed', async () => {
    const made = await nlu.created('/scenes', { name: 'tickets', retryResponse: reply('什么？') });
    expect(made).toEqual({
      id: expect.any(Number),
      retryResponse: { id: expect.any(Number), answerIds: [expect.any(Number)] },
    });
    const view = await nlu.view(`/scenes/${made.id}`);
    expect(view).toEqual({
      ...{ id: made.id, name: 'tickets', description: '', retryMaxTimes: 3, repeatWhenRetry: false, nodeIds: [] },
      retryResponse: expect.objectContaining({ id: made.retryResponse.id, returnType: 'FIRST' }),
    });
    const short = { ...view, retryResponse: made.retryResponse };
    expect(await nlu.view(`/scenes/${made.id}?detail=false`)).toEqual(short);
    expect((await nlu.view('/scenes?detail=false')).scenes).toContainEqual(short);
    const changed = { ...view, name: 'rail', description: 'd', retryMaxTimes: 5, repeatWhenRetry: true };
    expect(await nlu.outcome('PATCH', `/scenes/${made.id}`, changed)).toBe('200');
    expect(await nlu.view(`/scenes/${made.id}`)).toEqual(changed);
    expect(await nlu.outcome('PATCH', `/scenes/${made.id}`, {})).toBe('200');
    expect(await nlu.outcome('DELETE', `/scenes/${made.id}`)).toBe('200');
    expect(await nlu.outcome('GET', `/scenes/${made.id}`)).toBe(`404 there is no scene ${made.id}`);
    expect((await nlu.get(`/responses/${made.retryResponse.id}`)).status).toBe(404);
  });

  it('is refused with the field that is wrong', async () => {
    const path = await scene();
    expect(await nlu.outcome('POST', '/scenes', { name: 'a', retryMaxTimes: 6 })).toContain(
      '400 retryMaxTimes: must be',
    );
    expect(await nlu.outcome('POST', '/scenes', { name: ' ' })).toContain('400 name: must not be empty');
    expect(await nlu.outcome('POST', '/scenes', { name: 'a', nodes: [] })).toContain('400 unknown key nodes');
    const unclosed = { name: 'a', failedResponse: reply('{{ x') };
    expect(await nlu.outcome('POST', '/scenes', unclosed)).toContain(
      '400 failedResponse.answers[0].content: character 1',
    );
    expect(await nlu.outcome('PATCH', path, { nodeIds: [1] })).toContain('400 nodeIds: cannot be changed here');
  });

  it('takes a reply that it lacks, once, and gives it back', async () => {
    const path = await scene();
    for (const [sub, key] of [
      ['retry_response', 'retryResponse'],
      ['failed_response', 'failedResponse'],
    ] as const) {
      expect(await nlu.outcome('DELETE', `${path}/${sub}`)).toContain(`404 there is no ${key} of scene`);
      const ids = await nlu.created(`${path}/${sub}`, reply('什么？'));
      expect((await nlu.view(`${path}?detail=false`))[key]).toEqual(ids);
      expect(await nlu.outcome('POST', `${path}/${sub}`, reply('什么？'))).toContain(`already has a ${key}`);
      expect((await nlu.delete(`${path}/${sub}`)).json).toEqual({ deleted: ids, delete: ids });
      expect((await nlu.view(path))[key]).toBeUndefined();
    }
  });
});

describe('a graph', () => {
  it('is saved as a whole, and what its view shows can be saved again', async () => {
    const path = await scene();
    const { status, json } = await save(path, whole());
    expect(status).toBe(200);
    expect(json.updated).toEqual({ id: idOf(path) });
    expect(json.nodes.map(({ key }: { key?: string }) => key)).toEqual([
      'start',
      undefined,
      'ask',
      'hear',
      'count',
      'choose',
    ]);
    const [start, , asked, hear, count, choose] = json.nodes;
    expect(choose.branchIds).toHaveLength(2);
    const graph = await nlu.view(`${path}/graph`);
    expect(graph.nodes).toMatchObject([
      { id: start.id, type: 'ENTRY', conditional: false, taskQuestionIds: [], next: asked.id },
      { type: 'ENTRY', conditional: true, taskQuestionIds: [yes], next: asked.id },
      { id: asked.id, response: { answers: [{ content: '要订票吗？' }] }, next: hear.id },
      { id: hear.id, taskQuestionIds: [yes], next: count.id },
      { id: count.id, processor, next: choose.id },
      {
        branches: [
          { id: choose.branchIds[0], name: 'again', next: asked.id, nextSceneId: 0 },
          { name: 'leave', condition: '', next: 0, nextSceneId: 0 },
        ],
      },
    ]);
    expect((await nlu.view(`${path}/graph?detail=false`)).nodes[2].response).toEqual(asked.response);
    const again = await save(path, graph.nodes);
    expect([again.status, again.text]).toEqual([200, expect.any(String)]);
    expect(await nlu.view(`${path}/graph`)).toEqual(graph);
    expect((await nlu.view(path)).nodeIds).toEqual(graph.nodes.map(({ id }: { id: number }) => id));
  });

  it('keeps the nodes that it names by id, makes the others and removes the rest with what they own', async () => {
    const path = await scene();
    const before = (await save(path, whole())).json.nodes;
    const [start, , asked, , count] = before;
    const { json } = await save(path, [
      { id: start.id, type: 'ENTRY', name: 'start', next: String(asked.id) },
      { id: asked.id, type: 'RESPONSE', name: 'ask', response: reply('几张？'), next: 'bye' },
      { key: 'bye', type: 'RESPONSE', name: 'bye', response: reply('再见。') },
    ]);
    expect(json.nodes.slice(0, 2).map(({ id }: { id: number }) => id)).toEqual([start.id, asked.id]);
    const { nodes } = await nlu.view(`${path}/graph`);
    expect(nodes).toMatchObject([
      { next: asked.id },
      { response: { answers: [{ content: '几张？' }] } },
      { name: 'bye' },
    ]);
    expect((await nlu.get(`/responses/${asked.response.id}`)).status).toBe(404);
    expect((await nlu.get(`/processors/${count.processor.id}`)).status).toBe(404);
    expect(await nlu.outcome('GET', `${path}/nodes/${count.id}`)).toContain('404 there is no node in scene');
  });

  it('is refused as a whole, with the place that is wrong', async () => {
    const path = await scene();
    const other = await scene();
    const [foreign] = (await save(other, [{ ...entry, next: 0 }])).json.nodes;
    const saved = (await save(path, [{ ...entry, next: 0 }, ask])).json.nodes;
    const before = await nlu.view(`${path}/graph`);
    const dispatch = (branch: object) => [ask, { type: 'DISPATCH', name: 'd', branches: [branch] }];
    const understand = (ids: unknown) => [{ type: 'UNDERSTAND', name: 'u', taskQuestionIds: ids }];
    for (const [nodes, message] of [
      [[entry], '400 nodes[0].next: no node in this body has the key ask'],
      [[{ ...entry, next: 'start' }], '400 nodes[0].next: node '],
      [[{ ...entry, next: foreign.id }], `400 nodes[0].next: there is no node ${foreign.id} in scene`],
      [[{ ...entry, next: [1, 2] }], '400 nodes[0].next: must be the id or the key of a node, or 0'],
      [[ask, { ...ask, next: 0 }], '409 nodes[1].key: ask is already used at nodes[0].key'],
      [
        [
          { ...entry, next: 0 },
          { ...entry, key: 'b', next: 0 },
        ],
        '409 nodes[1].conditional: the unconditional entry',
      ],
      [[{ ...ask, branches: [] }], '400 nodes[0].branches: only a DISPATCH node may have several successors'],
      [[{ ...ask, taskQuestionIds: [] }], '400 nodes[0].taskQuestionIds: only ENTRY and UNDERSTAND nodes'],
      [[{ ...ask, response: undefined }], '400 nodes[0].response: required'],
      [[{ ...ask, response: { answers: [] } }], '400 nodes[0].response.answers: must have at least 1 entry'],
      [[{ type: 'PROCESS', name: 'p' }], '400 nodes[0].processor: required'],
      [
        [{ type: 'PROCESS', name: 'p', processor: { type: 'FAAS', content: {} } }],
        '400 nodes[0].processor.type: FAAS is not supported in version 10D.0',
      ],
      [[{ ...entry, next: 0, conditional: true }], '400 nodes[0].taskQuestionIds: a conditional entry needs'],
      [
        [{ ...entry, next: 0, taskQuestionIds: [yes] }],
        '400 nodes[0].taskQuestionIds: must be empty for an unconditional entry',
      ],
      [understand([yes, 999_999]), '400 nodes[0].taskQuestionIds[1]: there is no task question 999999'],
      [understand([yes, yes]), `409 nodes[0].taskQuestionIds[1]: task question ${yes} is already in the list`],
      [
        [...dispatch({}), { type: 'DISPATCH', name: 'd', next: 'ask' }],
        '400 nodes[2].next: a DISPATCH node has branches instead',
      ],
      [dispatch({ condition: 'a ==' }), '400 nodes[1].branches[0].condition: character 5'],
      [
        dispatch({ next: 'ask', nextSceneId: idOf(other) }),
        '400 nodes[1].branches[0].nextSceneId: a branch must lead to',
      ],
      [dispatch({ nextSceneId: idOf(path) }), '400 nodes[1].branches[0].nextSceneId: must be a scene other'],
      [dispatch({ nextSceneId: 999_999 }), '400 nodes[1].branches[0].nextSceneId: there is no scene 999999'],
      [[{ id: foreign.id, type: 'ENTRY', name: 'x' }], `400 nodes[0].id: there is no node ${foreign.id} in scene`],
      [[{ id: saved[0].id, type: 'DISPATCH', name: 'x' }], `400 nodes[0].type: node ${saved[0].id} is ENTRY`],
      [
        [{ ...ask, id: saved[1].id, response: { ...before.nodes[1].response, returnType: 'RANDOM' } }],
        '400 nodes[0].response: differs from the one that the node has',
      ],
      [[{ ...ask, extra: 1 }], '400 unknown key nodes[0].extra'],
    ] as const) {
      expect(await refusedGraph(path, nodes)).toContain(message);
    }
    expect(await nlu.view(`${path}/graph`)).toEqual(before);
  });

  it('leads to the unconditional entry of another scene, which then stays', async () => {
    const target = await scene();
    const path = await scene();
    const leading = [{ type: 'DISPATCH', name: 'd', branches: [{ nextSceneId: idOf(target) }] }];
    const conditional = { type: 'ENTRY', name: 'c', conditional: true, taskQuestionIds: [yes] };
    await save(target, [conditional]);
    expect(await refusedGraph(path, leading)).toContain('has no unconditional entry');
    const [start] = (await save(target, [{ ...entry, next: 0 }, conditional])).json.nodes;
    expect((await save(path, leading)).status).toBe(200);
    const refusal = `409 a branch of scene ${idOf(path)} leads to the unconditional entry of scene ${idOf(target)}`;
    expect(await refusedGraph(target, [conditional])).toContain(refusal);
    expect(await nlu.outcome('DELETE', `${target}/nodes/${start.id}`)).toContain(refusal);
    const asked = { conditional: true, taskQuestionIds: [yes] };
    expect(await nlu.outcome('PATCH', `${target}/nodes/${start.id}`, asked)).toContain(refusal);
    expect(await nlu.outcome('DELETE', target)).toContain(`409 scene ${idOf(target)} is used by a branch of scene`);
    expect(await refusedGraph(target, [{ ...entry, next: 0 }])).toBe('200');
    expect((await save(path, [])).status).toBe(200);
    expect(await nlu.outcome('DELETE', target)).toBe('200');
  });

  it('holds its task questions', async () => {
    const path = await scene();
    const own = (await nlu.created('/task_questions', { label: 'no', question: { text: '不要' } })).id;
    await save(path, [{ type: 'UNDERSTAND', name: 'u', taskQuestionIds: [own] }]);
    expect(await nlu.outcome('DELETE', `/task_questions/${own}`)).toContain('409');
    await save(path, []);
    expect(await nlu.outcome('DELETE', `/task_questions/${own}`)).toBe('200');
  });
});

describe('a node', () => {
  it('is added, changed and deleted by itself; what led to it leads nowhere then', async () => {
    const path = await scene();
    const asked = await nlu.created(`${path}/nodes`, { ...ask, key: undefined });
    expect(asked).toEqual({
      id: expect.any(Number),
      response: { id: expect.any(Number), answerIds: [expect.any(Number)] },
    });
    const start = await nlu.created(`${path}/nodes`, { type: 'ENTRY', name: 'start', next: asked.id });
    const choose = await nlu.created(`${path}/nodes`, {
      ...{ type: 'DISPATCH', name: 'choose', branches: [{ condition: 'a == 1', next: asked.id }, {}] },
    });
    const view = await nlu.view(`${path}/nodes/${start.id}`);
    expect(view).toEqual({
      ...{ id: start.id, name: 'start', type: 'ENTRY', conditional: false, taskQuestionIds: [], next: asked.id },
    });
    expect(await nlu.outcome('PATCH', `${path}/nodes/${start.id}`, { ...view, name: 'begin' })).toBe('200');
    expect((await nlu.view(`${path}/nodes?detail=false`)).nodes).toMatchObject([
      { id: asked.id, response: asked.response },
      { id: start.id, name: 'begin' },
      { id: choose.id, branches: [{ next: asked.id }, { next: 0 }] },
    ]);
    const { json } = await nlu.delete(`${path}/nodes/${asked.id}`);
    const gone = { id: asked.id, affectedNodeIds: [start.id, choose.id] };
    expect(json).toEqual({ deleted: gone, delete: gone });
    expect((await nlu.view(`${path}/nodes`)).nodes).toMatchObject([
      { next: 0 },
      { branches: [{ next: 0 }, { next: 0 }] },
    ]);
    expect((await nlu.get(`/responses/${asked.response.id}`)).status).toBe(404);
  });

  it('is refused with the field that is wrong', async () => {
    const path = await scene();
    const [start, asked] = (await save(path, [entry, ask])).json.nodes;
    for (const [body, message] of [
      [{ type: 'ENTRY', name: 'b' }, '409 conditional: node '],
      [{ type: 'RESPONSE', name: 'b' }, '400 response: required'],
      [{ type: 'KNOW', name: 'b' }, '400 type: must be one of'],
      [{ type: 'UNDERSTAND', name: 'b', next: start.id }, `400 next: node ${start.id} is an ENTRY`],
      [{ type: 'UNDERSTAND', name: 'b', next: 999_999 }, '400 next: there is no node 999999'],
      [{ type: 'UNDERSTAND', next: 0 }, '400 name: required'],
    ] as const) {
      expect(await nlu.outcome('POST', `${path}/nodes`, body)).toContain(message);
    }
    for (const [body, message] of [
      [{ type: 'ENTRY' }, '400 type: cannot be changed here (it is "RESPONSE")'],
      [{ next: start.id }, `400 next: node ${start.id} is an ENTRY`],
      [{ taskQuestionIds: [yes] }, '400 taskQuestionIds: only ENTRY and UNDERSTAND nodes'],
      [{ response: reply('x') }, '400 response: cannot be changed here'],
    ] as const) {
      expect(await nlu.outcome('PATCH', `${path}/nodes/${asked.id}`, body)).toContain(message);
    }
  });
});

describe('a branch', () => {
  it('is added, changed, ordered and deleted by itself', async () => {
    const path = await scene();
    const nodes = (await save(path, whole())).json.nodes;
    const [start, , asked, hear, , choose] = nodes;
    const branches = `${path}/nodes/${choose.id}/branches`;
    const [first, second] = choose.branchIds;
    const { id } = await nlu.created(branches, { name: 'vip', condition: 'user.level > 2', next: asked.id });
    expect(await nlu.view(`${branches}/${id}`)).toEqual({
      ...{ id, name: 'vip', condition: 'user.level > 2', next: asked.id, nextSceneId: 0 },
    });
    expect(await nlu.outcome('PATCH', `${branches}/${id}`, { id, next: 0, condition: '' })).toBe('200');
    expect(await nlu.view(`${branches}/${id}`)).toEqual({ id, name: 'vip', condition: '', next: 0, nextSceneId: 0 });
    const order = `${path}/nodes/${choose.id}/branch_order`;
    expect((await nlu.patch(order, { branches: [id, second, String(first)] })).json).toEqual({
      updated: { id: choose.id },
    });
    const listed = async () => (await nlu.view(branches)).branches.map((branch: { id: number }) => branch.id);
    expect(await listed()).toEqual([id, second, first]);
    expect(await nlu.outcome('PATCH', order, { branches: [id, second] })).toContain(
      `400 branches: ${first} is missing`,
    );
    expect(await nlu.outcome('PATCH', order, { branches: [id, id, first] })).toContain('400 branches[1]: ');
    expect(await nlu.outcome('PATCH', order, { branches: [id, 7e6, first] })).toContain(
      '400 branches[1]: 7000000 is not one of',
    );
    expect(await nlu.outcome('PATCH', `${branches}/${id}`, { condition: 'a b' })).toContain(
      '400 condition: character 3',
    );
    expect(await nlu.outcome('PATCH', `${branches}/${id}`, { next: start.id })).toContain('400 next: node');
    expect(await nlu.outcome('POST', `${path}/nodes/${hear.id}/branches`, {})).toContain('only a DISPATCH node');
    expect((await nlu.delete(`${branches}/${second}`)).json.deleted).toEqual({ id: second });
    expect(await listed()).toEqual([id, first]);
    expect(await nlu.outcome('GET', `${branches}/${second}`)).toContain('404 there is no branch of node');
  });
});

describe('the check of a scene', () => {
  const codes = async (nodes: readonly object[]): Promise<string[]> => {
    const path = await scene();
    const { status, text } = await save(path, nodes);
    expect([status, text]).toEqual([200, expect.any(String)]);
    const { findings } = (await nlu.ask('POST', `${path}/check`)).json;
    for (const { place } of findings) expect(place).toContain(`scene ${idOf(path)}`);
    return findings.map(({ severity, code }: { severity: string; code: string }) => `${severity} ${code}`);
  };

  it('finds nothing in a sound scene, also where a response is the end', async () => {
    expect(await codes(whole())).toEqual([]);
    expect(await codes([entry, ask])).toEqual([]);
  });

  it('finds what is odd, errors first', async () => {
    const hear = { key: 'hear', type: 'UNDERSTAND', name: 'hear', taskQuestionIds: [yes] };
    const process = { key: 'p', type: 'PROCESS', name: 'p', processor };
    const choose = { key: 'd', type: 'DISPATCH', name: 'd' };
    expect(await codes([])).toEqual(['ERROR NO_ENTRY']);
    expect(await codes([choose])).toEqual(['ERROR NO_ENTRY', 'WARNING DISPATCH_WITHOUT_BRANCHES']);
    expect(await codes([entry, ask, hear])).toEqual(['WARNING UNREACHABLE_NODE']);
    expect(await codes([{ ...entry, next: 'hear' }, hear])).toEqual(['WARNING UNDERSTAND_AFTER_ENTRY']);
    expect(await codes([entry, { ...ask, next: 'hear' }, { ...hear, next: 'u' }, { ...hear, key: 'u' }])).toEqual([
      'WARNING UNDERSTAND_AFTER_UNDERSTAND',
    ]);
    expect(await codes([entry, { ...ask, next: 'hear' }, { ...hear, taskQuestionIds: [] }])).toEqual([
      'WARNING UNDERSTAND_WITHOUT_QUESTIONS',
    ]);
    expect(
      await codes([
        { ...entry, next: 'p' },
        { ...process, next: 'p' },
      ]),
    ).toEqual(['WARNING LOOP_WITHOUT_UNDERSTAND']);
    const branches = [{}, { condition: 'a == 1' }];
    expect(
      await codes([
        { ...entry, next: 'd' },
        { ...choose, branches },
      ]),
    ).toEqual(['WARNING BRANCH_NEVER_TAKEN']);
  });
});
