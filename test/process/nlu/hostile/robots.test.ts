// Robots that use up time and memory, or end the understanding process, while another application’s conversation goes on.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../../src/protocol/limits.js';
import { DialogClient, everything } from '../../../helpers/gateway/dialog-client.js';
import { startTestGateway, type TestGateway } from '../../../helpers/gateway/gateway.js';
import { NluClient, reply } from '../../../helpers/gateway/nlu-client.js';
import { startWebService, type WebService } from '../../../helpers/gateway/web-service.js';
import { callingRobot, passingRobot, qaRobot } from '../../../helpers/nlu/talking-robots.js';
import { timeFactor } from '../../../helpers/time-factor.js';

let web: WebService;
let gateway: TestGateway;
let nlu: NluClient;
let dialog: DialogClient;
let bystander: { readonly app: { readonly appkey: string; readonly secret: string }; readonly session: string };
beforeAll(async () => {
  web = await startWebService();
  gateway = await startTestGateway({ settings: { 'dialog.loopback': true, 'dialog.webTimeoutMs': 2_000 } });
  nlu = new NluClient(gateway);
  dialog = new DialogClient(gateway, { service: 'resource' });
  const robot = await qaRobot(nlu, { 你们几点开门: '九点。' });
  const app = gateway.apps.add('bystander');
  bystander = { app, session: await dialog.started(robot.id, {}, { app }) };
});
afterAll(async () => {
  await gateway.discard();
  await web.stop();
});

const assigning = (...evals: string[]) => ({ content: { ops: [{ condition: '', evals }] } });
const long = 'y'.repeat(16_000);
const doubled = (name: string, times: number) => Array.from({ length: times }, () => `${name} = ${name} + ${name}`);

const lines = (text: string) =>
  gateway
    .logText()
    .split('\n')
    .filter((line) => line.includes(text));
const pid = (): number => JSON.parse(lines('"understanding ready"').at(-1) ?? '{}').understandingPid;

const asked = () => dialog.said(bystander.session, '你们几点开门', {}, { app: bystander.app });

describe('a robot whose turn would take too much', () => {
  const branches = Array.from({ length: 99 }, (_, at) => ({
    ...{ name: `${at}`, condition: `user.x ~= /(x|y)*[a-y]{20}(y|x)*[0-9]${at}/`, next: 'say' },
  }));
  beforeEach(async () => {
    expect(await asked()).toEqual(['九点。']);
  });

  it.each([
    ['text that doubles', () => passingRobot(nlu, '查询', [assigning('a = user.x', ...doubled('a', 40))], 'ok')],
    [
      'a text of half a gigabyte',
      () => passingRobot(nlu, '查询', [assigning('a = user.x', ...doubled('a', 14))], 'ok'),
    ],
    ['a reply of 100 MB', () => passingRobot(nlu, '查询', [assigning('a = 1')], '{{user.x}}'.repeat(6_000))],
    [
      'variables of 300 MB',
      () => {
        const copies = Array.from({ length: 2_400 }, (_, at) => `v${at} = a`);
        return passingRobot(nlu, '查询', [assigning('a = user.x', ...doubled('a', 3), ...copies)], 'ok');
      },
    ],
    [
      'regular expressions on long texts',
      async () => {
        const scene = await sceneOf([
          { key: 'd', type: 'DISPATCH', name: 'd', branches },
          { key: 'say', type: 'RESPONSE', name: 'say', response: reply('ok') },
        ]);
        return scene;
      },
    ],
  ])('%s, gives up its flow, and the process lives on', async (_, make) => {
    const before = pid();
    const session = await dialog.started(await make());
    const body = { sessionId: session, userQuery: '查询', config: everything, userVars: { x: long } };
    const { status, json } = await dialog.ask('dialog', body);
    expect([status, json.result?.responses]).toEqual([200, []]);
    expect(lines('fault in the robot during a dialog turn').at(-1)).toMatch(/the turn (made texts of|took) more than/);
    expect(await asked()).toEqual(['九点。']);
    expect(pid()).toBe(before);
  });

  async function sceneOf(nodes: readonly object[]): Promise<string> {
    const unique = crypto.randomUUID();
    const question = (await nlu.created('/task_questions', { label: unique, question: { text: '查询' } })).id;
    const scene = (await nlu.created('/scenes', { name: unique })).id;
    const entry = { key: 'entry', type: 'ENTRY', name: 'entry', conditional: true, taskQuestionIds: [question] };
    expect(await nlu.outcome('POST', `/scenes/${scene}/graph`, { nodes: [{ ...entry, next: 'd' }, ...nodes] })).toBe(
      '200',
    );
    const skillId = (await nlu.created('/skills', { name: unique, type: 'SCENE', sceneId: scene })).id;
    const { id } = await nlu.created('/robots', { name: unique });
    expect(await nlu.outcome('POST', `/robots/${id}/skills`, { skillId })).toBe('200');
    return id;
  }
});

describe('regular expressions', () => {
  it('of a request are limited together', async () => {
    const dir = (await nlu.created('/qa_domains', { name: crypto.randomUUID() })).id;
    const extQuestions = Array.from({ length: 60 }, (_, at) => ({ text: `RE:a{900}b{900}${at}` }));
    const pair = { question: { text: 'many', extQuestions }, response: reply('ok') };
    expect(await nlu.outcome('POST', `/qa_dirs/${dir}/qa_pairs`, pair)).toContain(
      `400 the regular expressions of the request have more than ${limits.nlu.patternPartsPerRobot} parts`,
    );
  });

  it(
    'of a robot are limited together, and its author is told',
    async () => {
      const robot = await qaRobot(nlu, { 你好: '你好。' });
      for (let pair = 0; pair < 2; pair++) {
        const extQuestions = Array.from({ length: 40 }, (_, at) => ({ text: `RE:a{900}b{900}${pair}-${at}` }));
        await nlu.created(`/qa_dirs/${robot.dirId}/qa_pairs`, {
          ...{ question: { text: `many ${pair}`, extQuestions }, response: reply('ok') },
        });
      }
      const why = `the regular expressions of the robot have more than ${limits.nlu.patternPartsPerRobot} parts`;
      const { id } = await nlu.created(`/robots/${robot.id}/publishes`, {});
      for (;;) {
        const { state, error } = await nlu.view(`/robots/${robot.id}/publishes/${id}`);
        if (state !== 'WORKING') {
          expect([state, error]).toEqual(['ERROR', expect.stringContaining(why)]);
          break;
        }
        await sleep(20);
      }
      const { status, json } = await dialog.ask('start_session', { robotId: robot.id });
      expect([status, json.error.message]).toEqual([413, expect.stringContaining(why)]);
      expect(await asked()).toEqual(['九点。']);
    },
    120_000 * timeFactor,
  );
});

describe('web calls that are never answered', () => {
  const call = (url: string) => ({ type: 'WEBAPI', content: { url, result: 'got' } });

  it('of one application leave the calls of another in peace', async () => {
    web.answer((request, response) => {
      if (request.url !== '/hang') response.setHeader('content-type', 'text/plain').end('at once');
    });
    const says = '{{ got.status }}';
    const robot = await callingRobot(nlu, {
      查询: { processor: call(`${web.url}/hang`), says },
      再见: { processor: call(`${web.url}/`), says },
    });
    const { app } = bystander;
    const hanging = await Promise.all(Array.from({ length: 70 }, () => dialog.started(robot)));
    const session = await dialog.started(robot, {}, { app });
    let ended = 0;
    const turns = hanging.map((each) => dialog.said(each, '查询').finally(() => ended++));
    while (web.asked.length < limits.dialog.web.slots.atOncePerOwner) await sleep(10);
    expect(await dialog.said(session, '再见', {}, { app })).toEqual(['200']);
    expect(ended).toBe(0);
    expect(new Set((await Promise.all(turns)).flat())).toEqual(new Set(['0']));
  });

  it('a body of half a million levels counts as no answer', async () => {
    web.answer((_, response) => {
      response.setHeader('content-type', 'application/json').end('['.repeat(500_000) + ']'.repeat(500_000));
    });
    const robot = await callingRobot(nlu, { 查询: { processor: call(web.url), says: '{{ got.status }}' } });
    expect(await dialog.said(await dialog.started(robot), '查询')).toEqual(['0']);
    expect(lines('dialog web call failed').at(-1)).toContain('levels');
  });
});

describe('a robot in whose turns the process dies again and again', () => {
  it('is refused for a while, and others are served', async () => {
    const branches = Array.from({ length: 60 }, (_, at) => `user.x ~= /(x|y)*[a-y]{20}(y|x)*[0-9]${at}/`);
    const conditions = branches.map((condition) => ({ condition, evals: ['a = 1'] }));
    const robot = await passingRobot(nlu, '查询', [{ content: { ops: conditions } }], 'ok');
    const session = await dialog.started(robot);
    const body = { sessionId: session, userQuery: '查询', config: {}, userVars: { x: long } };
    const refused = () => lines('a robot has ended the process and is refused').length > 0;
    for (let tries = 0; !refused(); tries++) {
      expect(tries).toBeLessThan(20);
      let isOver = false;
      const turn = dialog.ask('dialog', body).finally(() => {
        isOver = true;
      });
      while (!isOver && !refused()) {
        try {
          process.kill(pid(), 'SIGKILL');
        } catch {} // it is being started
        await sleep(20);
      }
      await turn;
    }
    const { status, headers, json } = await dialog.ask('dialog', body);
    expect([status, json.error.message]).toEqual([503, expect.stringContaining('this robot has ended')]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    for (;;) {
      const reply = await dialog.ask(
        'dialog',
        { sessionId: bystander.session, userQuery: '你们几点开门', config: {} },
        { app: bystander.app },
      );
      if (reply.status === 200) break;
      await sleep(100);
    }
  });
});
