// Specification 3, section 4.1: start_session, dialog and end_session on both services and in both spellings, through a real gateway
// and its understanding process.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { DialogClient, type DialogService, everything } from '../../helpers/gateway/dialog-client.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient, refusal, reply } from '../../helpers/gateway/nlu-client.js';
import { goOnline, publish, qaRobot } from '../../helpers/nlu/talking-robots.js';

let gateway: TestGateway;
let nlu: NluClient;
let dialog: DialogClient;
let robotId: string;
let publishId: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  nlu = new NluClient(gateway);
  dialog = new DialogClient(gateway);
  robotId = (await qaRobot(nlu, { 几点开门: '九点。', 在哪里: '{{ user.city }}路一号。' })).id;
  await nlu.post(`/robots/${robotId}/opening`, { type: 'RESPONSE', response: reply('您好。') });
  publishId = await goOnline(nlu, robotId);
});
afterAll(() => gateway.discard());

const places = (['recog', 'resource'] as const).flatMap((service) =>
  ['cn_common', ''].map((property) => ({ title: `/nlu/${service}/${property}`, service, property })),
);

describe.each(places)('$title', (place) => {
  it('begins a session, carries out turns and ends it', async () => {
    const begun = await dialog.ask('start_session', { robotId, publishId: '', config: everything }, place);
    expect(begun.json).toEqual({
      traceToken: expect.any(String),
      result: {
        ...{ sessionId: expect.any(String), robotId, publishId: '' },
        responses: [{ id: expect.any(Number), answerId: expect.any(Number), type: 'TEXT', content: '您好。' }],
        context: { vars: expect.any(Object) },
      },
    });
    const { sessionId } = begun.json.result;
    const turn = await dialog.ask('dialog', { sessionId, userQuery: '几点开门', config: everything }, place);
    expect(turn.json).toMatchObject({
      traceToken: expect.any(String),
      result: {
        ...{ sessionId, robotId, publishId: '', slots: [] },
        responses: [{ content: '九点。' }],
        context: { skill: { type: 'QABASE' }, qa: { pairId: expect.any(Number) } },
      },
    });
    expect(await dialog.said(sessionId, '几点开门', {}, place)).toEqual(['九点。']);
    const ended = await dialog.ask('end_session', { sessionId }, place);
    expect(ended.json).toEqual({ traceToken: expect.any(String), result: { sessionId, robotId, publishId: '' } });
    for (const [verb, body] of [
      ['end_session', { sessionId }],
      ['dialog', { sessionId, userQuery: '', config: {} }],
    ] as const) {
      expect(refusal(await dialog.ask(verb, body, place)).slice(0, 2)).toEqual([404, 40403]);
    }
  });
});

describe('config', () => {
  const turn = (sessionId: string, config: unknown) =>
    dialog.ask('dialog', { sessionId, userQuery: '几点开门', ...(config === undefined ? {} : { config }) });

  it('says whether context and slots are told; start_session tells no slots', async () => {
    const sessionId = await dialog.started(robotId);
    const keys = async (config: object) => Object.keys((await turn(sessionId, config)).json.result).sort();
    const always = ['publishId', 'responses', 'robotId', 'sessionId'];
    expect(await keys({})).toEqual(always);
    expect(await keys({ needContext: true })).toEqual(['context', ...always]);
    expect(await keys({ needSlots: true })).toEqual([...always, 'slots']);
    expect(await keys({ needContext: false, needSlots: null, tagFilter: null })).toEqual(always);
    const begun = await dialog.result('start_session', { robotId, config: everything });
    expect(Object.keys(begun)).not.toContain('slots');
  });

  it('is required in a turn, and may be null or missing at the start', async () => {
    for (const more of [{}, { config: null, userVars: null }]) await dialog.started(robotId, more);
    const sessionId = await dialog.started(robotId);
    for (const config of [undefined, null]) {
      const [status, code, message] = refusal(await turn(sessionId, config));
      expect([status, code]).toEqual([400, 40002]);
      expect(message).toContain('config');
    }
  });

  it.each([
    [{ needContext: 'yes' }, 'config.needContext'],
    [{ needSlots: 1 }, 'config.needSlots'],
    [{ tagFilter: 'a:b' }, 'config.tagFilter'],
    [{ tagFilter: ['a:b', 'c'] }, 'config.tagFilter[1]: must be group:tag'],
    [{ tagFilter: [':b'] }, 'config.tagFilter[0]: must be group:tag'],
    [{ tagFilter: Array(101).fill('a:b') }, 'config.tagFilter'],
    [[], 'config'],
    ['x', 'config'],
  ])('%j is refused', async (config, named) => {
    const sessionId = await dialog.started(robotId);
    for (const exchange of [await turn(sessionId, config), await dialog.ask('start_session', { robotId, config })]) {
      const [status, code, message] = refusal(exchange);
      expect([status, code]).toEqual([400, 40002]);
      expect(message).toContain(named);
    }
  });

  it('filters answers by tags; a tag that nobody has fits no answer', async () => {
    const sessionId = await dialog.started(robotId);
    expect(await dialog.said(sessionId, '几点开门', { config: { tagFilter: ['channel:none'] } })).toEqual([]);
  });

  it('may be left out of a turn where the operator allows it', async () => {
    const lenient = await startTestGateway({ settings: { 'dialog.lenientConfig': true } });
    try {
      const client = new DialogClient(lenient, { service: 'resource' });
      const robot = await qaRobot(new NluClient(lenient), { 在: '在。' });
      const sessionId = await client.started(robot.id);
      expect((await client.result('dialog', { sessionId, userQuery: '在' })).responses).toHaveLength(1);
    } finally {
      await lenient.discard();
    }
  });
});

describe('userVars', () => {
  it('stand under user. for one turn', async () => {
    const sessionId = await dialog.started(robotId, { userVars: { city: '长江' } });
    expect(await dialog.said(sessionId, '在哪里', { userVars: { city: '黄河' } })).toEqual(['黄河路一号。']);
    expect(await dialog.said(sessionId, '在哪里')).toEqual(['路一号。']);
  });

  it.each([
    [{ a: { b: 1 } }],
    [{ a: [1] }],
    [{ a: null }],
    [{ 'a-b': 1 }],
    [{ '1a': 1 }],
    [{ ['x'.repeat(limits.nlu.variableNameCharacters + 1)]: 1 }],
    [{ a: 'x'.repeat(limits.dialog.userVarsBytes) }],
    [Object.fromEntries(Array.from({ length: limits.dialog.userVars + 1 }, (_, at) => [`v${at}`, 1]))],
    [[]],
    ['a'],
  ])('%j are refused', async (userVars) => {
    const sessionId = await dialog.started(robotId);
    for (const exchange of [
      await dialog.ask('start_session', { robotId, userVars }),
      await dialog.ask('dialog', { sessionId, userQuery: 'x', config: {}, userVars }),
    ]) {
      expect(refusal(exchange).slice(0, 2)).toEqual([400, 40002]);
    }
  });

  it('of the longest name, a text, a number and a boolean are taken', async () => {
    const userVars = { ['x'.repeat(limits.nlu.variableNameCharacters)]: 'a', number: -1.5e3, yes: true };
    const { context } = await dialog.result('start_session', { robotId, userVars, config: everything });
    expect(context.vars.user).toEqual(userVars);
  });
});

describe('userQuery', () => {
  const ask = async (userQuery: unknown) =>
    dialog.ask('dialog', { sessionId: await dialog.started(robotId), userQuery, config: {} });

  it('may be empty, which hits nothing, and has at most 1,000 characters', async () => {
    expect((await ask('')).json.result.responses).toEqual([]);
    expect((await ask('好'.repeat(limits.dialog.queryCharacters))).status).toBe(200);
    const [status, code, message] = refusal(await ask('好'.repeat(limits.dialog.queryCharacters + 1)));
    expect([status, code]).toEqual([400, 40002]);
    expect(message).toContain('userQuery');
  });

  it.each([[undefined], [null], [1], [['a']]])('%j is refused', async (userQuery) => {
    expect(refusal(await ask(userQuery)).slice(0, 2)).toEqual([400, 40002]);
  });
});

describe('sessionId', () => {
  it.each([[undefined], [null], [''], [7]])('%j is refused', async (sessionId) => {
    for (const verb of ['dialog', 'end_session'] as const) {
      const [status, code, message] = refusal(await dialog.ask(verb, { sessionId, userQuery: 'a', config: {} }));
      expect([status, code]).toEqual([400, 40002]);
      expect(message).toContain('sessionId');
    }
  });

  it('of nobody is 404', async () => {
    for (const verb of ['dialog', 'end_session'] as const) {
      const body = { sessionId: 'none', userQuery: 'a', config: {} };
      expect(refusal(await dialog.ask(verb, body)).slice(0, 2)).toEqual([404, 40403]);
    }
  });
});

describe('robotId and publishId', () => {
  it.each([[undefined], [null], [''], [5]])('robotId %j is refused', async (given) => {
    expect(refusal(await dialog.ask('start_session', { robotId: given })).slice(0, 2)).toEqual([400, 40002]);
  });

  it('of nobody, and of a robot that is not online on /recog, are 404 with code 29', async () => {
    const offline = (await qaRobot(nlu, { 在: '在。' })).id;
    for (const [service, id] of [
      ['recog', 'r-none'],
      ['recog', offline],
      ['resource', 'r-none'],
    ] as const) {
      const [status, code] = refusal(await dialog.ask('start_session', { robotId: id }, { service }));
      expect([service, id, status, code]).toEqual([service, id, 404, 29]);
    }
    expect(await dialog.started(offline, {}, { service: 'resource' })).toEqual(expect.any(String));
  });

  it('publishId is given back; /recog ignores it, /resource uses that version', async () => {
    const { id, dirId } = await qaRobot(nlu, { 在: '一。' });
    const first = await goOnline(nlu, id);
    const { qaPairs } = await nlu.view(`/qa_dirs/${dirId}/qa_pairs`);
    await nlu.delete(`/qa_dirs/${dirId}/qa_pairs/${qaPairs[0].id}`);
    await nlu.created(`/qa_dirs/${dirId}/qa_pairs`, { question: { text: '在' }, response: reply('二。') });
    const second = await publish(nlu, id);
    const answers = async (service: DialogService, given: string) => {
      const { sessionId, publishId: echo } = await dialog.result(
        'start_session',
        { robotId: id, publishId: given },
        { service },
      );
      return [echo, ...(await dialog.said(sessionId, '在', {}, { service }))];
    };
    expect(await answers('recog', 'whatever')).toEqual(['whatever', '一。']);
    expect(await answers('resource', first)).toEqual([first, '一。']);
    expect(await answers('resource', second)).toEqual([second, '二。']);
    expect(await answers('resource', '')).toEqual(['', '二。']);
    const unknown = await dialog.ask('start_session', { robotId: id, publishId: 'p-none' }, { service: 'resource' });
    expect(refusal(unknown).slice(0, 2)).toEqual([404, 40403]);
  });
});

describe('other requests', () => {
  it('keys that nobody knows are ignored', async () => {
    const sessionId = await dialog.started(robotId, { version: 3, config: { tone: 'warm' } });
    expect(await dialog.said(sessionId, '几点开门', { config: { tone: 'warm' }, more: {} })).toEqual(['九点。']);
    expect((await dialog.ask('end_session', { sessionId, reason: 'x' })).status).toBe(200);
  });

  it('another Content-Type is 415, no JSON is 400', async () => {
    for (const verb of ['start_session', 'dialog', 'end_session'] as const) {
      const plain = await dialog.ask(verb, {}, { headers: { 'content-type': 'text/plain' } });
      expect(refusal(plain).slice(0, 2)).toEqual([415, 41500]);
      expect(refusal(await dialog.ask(verb, {}, { text: '{"sessionId":' })).slice(0, 2)).toEqual([400, 40001]);
    }
  });

  it('another property is 404, none at all 400', async () => {
    const asked = async (property: string) =>
      refusal(await dialog.ask('start_session', { robotId }, { property })).slice(0, 2);
    expect(await asked('en_common')).toEqual([404, 40401]);
    expect(await asked('cn_8k_common')).toEqual([400, 40004]);
  });

  it('extraInfo has at most 4 KiB, and stands in the log with the session', async () => {
    const sessionId = await dialog.started(robotId, { extraInfo: 'call 4711' });
    const line =
      gateway
        .logText()
        .split('\n')
        .find((each) => each.includes('call 4711')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ session: sessionId, traceToken: expect.any(String) });
    expect((await dialog.ask('start_session', { robotId, extraInfo: '好'.repeat(1_365) })).status).toBe(200);
    const [status, , message] = refusal(await dialog.ask('start_session', { robotId, extraInfo: '好'.repeat(1_366) }));
    expect([status, message]).toEqual([400, expect.stringContaining('extraInfo')]);
  });

  it('GET is 405, on both services and in both spellings', async () => {
    for (const { service, property } of places) {
      const path = ['/v10/nlu', service, ...(property === '' ? [] : [property]), 'dialog'].join('/');
      expect((await gateway.plain(path)).status).toBe(405);
    }
  });
});

describe('a session belongs to the service, the developer and the tenant that began it', () => {
  const turn = (sessionId: string, asking: object) =>
    dialog.ask('dialog', { sessionId, userQuery: '几点开门', config: {} }, asking);

  it('is 404 elsewhere, and goes on at home', async () => {
    const stranger = gateway.apps.add('stranger', 'somebody else');
    const { json: tenant } = await gateway.inside('/v10/system/tenants', {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.adminCredential}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: crypto.randomUUID(), appkeys: [gateway.app.appkey] }),
    });
    for (const service of ['recog', 'resource'] as const) {
      const sessionId = await dialog.started(robotId, {}, { service });
      for (const elsewhere of [
        { service: service === 'recog' ? 'resource' : 'recog' },
        { service, app: stranger },
        { service, headers: { 'x-tenant-id': tenant.id } },
      ]) {
        expect(refusal(await turn(sessionId, elsewhere)).slice(0, 2)).toEqual([404, 40403]);
      }
      const [status, code] = refusal(await turn(sessionId, { service, headers: { 'x-tenant-id': 'none' } }));
      expect([status, code]).toEqual([404, 40404]);
      const token = await gateway.token('', stranger);
      expect((await turn(sessionId, { service, headers: { 'x-svc-access-token': token } })).status).toBe(401);
      expect((await turn(sessionId, { service })).status).toBe(200);
    }
  });

  it('serves every application of its developer', async () => {
    const sister = gateway.apps.add('sister', 'default');
    expect((await turn(await dialog.started(robotId), { app: sister })).status).toBe(200);
  });
});

describe('an idle session', () => {
  it('is over after the time of its robot, and a turn begins the time anew', async () => {
    const apart = await startTestGateway();
    try {
      const client = new DialogClient(apart, { service: 'resource' });
      const robot = await qaRobot(new NluClient(apart), { 在: '在。' }, { sessionTimeout: 100 });
      const usual = await qaRobot(new NluClient(apart), { 在: '在。' });
      const [short, long] = [await client.started(robot.id), await client.started(usual.id)];
      apart.advance(90_000);
      expect(await client.said(short, '在')).toEqual(['在。']);
      apart.advance(90_000);
      expect(await client.said(short, '在')).toEqual(['在。']);
      apart.advance(101_000);
      const body = { sessionId: short, userQuery: '在', config: {} };
      expect(refusal(await client.ask('dialog', body)).slice(0, 2)).toEqual([404, 40403]);
      expect(await client.said(long, '在')).toEqual(['在。']);
      apart.advance(limits.nlu.sessionTimeoutS.default * 1_000);
      expect((await client.ask('dialog', { ...body, sessionId: long })).status).toBe(404);
    } finally {
      await apart.discard();
    }
  });
});

it('a turn leaves a line in the log with the trace token, and without the words of the caller', async () => {
  const sessionId = await dialog.started(robotId);
  const { json } = await dialog.ask('dialog', { sessionId, userQuery: '我的密码是四五六', config: {} });
  const lines = gateway
    .logText()
    .split('\n')
    .filter((each) => each.includes(json.traceToken));
  const info = lines.filter((each) => JSON.parse(each).level >= 30);
  expect(info.some((each) => each.includes('"dialog turn"'))).toBe(true);
  for (const each of info) expect(each).not.toContain('密码');
  expect(publishId).toMatch(/^p-/);
});
