// The turns of a session one after another, crashes in the middle of them, robots that change while they are tested, and the web calls
// of processors: a real gateway, its understanding process, and a real web service.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { DialogClient, everything } from '../../helpers/gateway/dialog-client.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient, refusal } from '../../helpers/gateway/nlu-client.js';
import { startWebService, type WebService } from '../../helpers/gateway/web-service.js';
import { addPair, callingRobot, goOnline, passingRobot, qaRobot } from '../../helpers/nlu/talking-robots.js';
import { timeFactor } from '../../helpers/time-factor.js';

let web: WebService;
let gateway: TestGateway;
let nlu: NluClient;
let dialog: DialogClient;
beforeAll(async () => {
  web = await startWebService();
  gateway = await startTestGateway({ settings: { 'dialog.loopback': true, 'dialog.webTimeoutMs': 2_000 } });
  nlu = new NluClient(gateway);
  dialog = new DialogClient(gateway, { service: 'resource' });
});
afterAll(async () => {
  await gateway.discard();
  await web.stop();
});

const says = '{{ got.status }} {{ got.response }} {{ got.response.text }}';
const processor = (content: object) => ({ type: 'WEBAPI', content: { result: 'got', ...content } });

const assigning = (text: string) => ({ content: { ops: [{ condition: '', evals: [text] }] } });

/** One call of a robot whose processor is this: the words of its reply. */
async function called(content: object, userVars: object = {}): Promise<string> {
  const robotId = await callingRobot(nlu, { 查询: { processor: processor(content), says } });
  const sessionId = await dialog.started(robotId);
  const [text = ''] = await dialog.said(sessionId, '查询', { userVars });
  return text.trim();
}

const pidOf = (): number => {
  const lines = gateway
    .logText()
    .split('\n')
    .filter((line) => line.includes('"understanding ready"'));
  return JSON.parse(lines.at(-1) ?? '{}').understandingPid;
};

describe('a web call', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s sends url, headers and body with their variables',
    async (method) => {
      web.answer((_, response) => response.setHeader('content-type', 'text/plain').end('fine'));
      const url = `${web.url}/orders?id={{ user.id }}`;
      const content = { method, url, headers: ['X-Level: {{ user.level }}'], body: '{"name":"{{ user.name }}"}' };
      expect(await called(content, { id: 7, level: 'high', name: '王' })).toMatch(/^200 fine/);
      expect(web.asked.at(-1)).toMatchObject({
        ...{ method, url: '/orders?id=7', body: '{"name":"王"}' },
        headers: { 'x-level': 'high', 'content-type': 'application/json' },
      });
    },
  );

  it.each([
    ['application/json', '{"text":"in an object"}', 'in an object'],
    ['application/json; charset=utf-8', '{"text":"with a charset"}', 'with a charset'],
    ['text/plain', 'as it is', '200 as it is'],
    ['text/xml', '<a/>', '200 <a/>'],
    ['text/html', '<b>b</b>', '200 <b>b</b>'],
    ['application/xml', '<c/>', '200 <c/>'],
    ['application/octet-stream', 'not shown', '200'],
  ])('answered with %s gives what the specification says', async (type, body, expected) => {
    web.answer((_, response) => response.setHeader('content-type', type).end(body));
    const said = await called({ url: web.url });
    expect(said).toContain(expected);
    expect(said).not.toContain('not shown');
  });

  it('HEAD has the status, and no response', async () => {
    web.answer((_, response) => response.setHeader('content-type', 'text/plain').setHeader('content-length', 4).end());
    expect(await called({ method: 'HEAD', url: `${web.url}/there` })).toBe('200');
    expect(web.asked.at(-1)).toMatchObject({ method: 'HEAD', url: '/there' });
  });

  it('has the status of any answer', async () => {
    web.answer((_, response) => void response.writeHead(503, { 'content-type': 'text/plain' }).end('later'));
    expect(await called({ url: web.url })).toMatch(/^503 later/);
  });

  it.each([
    ['there is no service', () => {}, 'http://127.0.0.1:1/'],
    ['the connection breaks', (web: WebService) => web.answer((_, response) => void response.destroy()), ''],
    ['nothing comes in time', (web: WebService) => web.answer(() => {}), ''],
    [
      'the body is too large',
      (web: WebService) =>
        web.answer(
          (_, response) =>
            void response.setHeader('content-type', 'text/plain').end('x'.repeat(limits.dialog.web.bodyBytes + 1)),
        ),
      '',
    ],
    [
      'JSON is announced and something else comes',
      (web: WebService) =>
        web.answer((_, response) => void response.setHeader('content-type', 'application/json').end('{')),
      '',
    ],
    [
      'it redirected to another host',
      (web: WebService) =>
        web.answer((_, response) => void response.writeHead(302, { location: 'http://localhost:1/' }).end()),
      '',
    ],
    [
      'it redirects for ever',
      (web: WebService) => web.answer((_, response) => void response.writeHead(302, { location: '/again' }).end()),
      '',
    ],
    ['the address is refused', () => {}, 'http://169.254.169.254/latest'],
    ['the address is none', () => {}, '{{ user.none }}'],
  ])('has status 0 and the flow goes on where %s', async (_, prepare, url) => {
    prepare(web);
    expect(await called({ url: url === '' ? web.url : url })).toMatch(/^0/);
  });

  it('follows a redirect on the same host', async () => {
    web.answer(({ url }, response) => {
      if (url === '/there') response.setHeader('content-type', 'text/plain').end('arrived');
      else response.writeHead(302, { location: '/there' }).end();
    });
    expect(await called({ url: `${web.url}/here`, body: 'x' })).toMatch(/^200 arrived/);
    expect(web.asked.at(-1)).toMatchObject({ method: 'GET', url: '/there', body: '' });
  });

  it('does not say in the log what its address may keep secret', async () => {
    web.answer((_, response) => response.end());
    await called({ url: `${web.url.replace('://', '://me:hidden-1@')}/a?key=hidden-2`, headers: ['X-Key: hidden-3'] });
    const line =
      gateway
        .logText()
        .split('\n')
        .findLast((each) => each.includes('dialog web call')) ?? '';
    expect(line).toContain('/a');
    expect(line).not.toContain('hidden');
  });
});

describe('turns of one session', () => {
  it('wait for each other in order, four at most', async () => {
    const robotId = await callingRobot(nlu, {
      ...{ 慢: { processor: processor({ url: `${web.url}/slow` }), says: '慢' } },
      ...Object.fromEntries(
        ['一', '二', '三', '四'].map((text) => [text, { processor: assigning('global.x = 1'), says: text }]),
      ),
    });
    const sessionId = await dialog.started(robotId);
    let free = () => {};
    const reached = new Promise<void>((resolve) => {
      web.answer((_, response) => {
        free = () => void response.end();
        resolve();
      });
    });
    const order: string[] = [];
    const turn = async (text: string) => order.push(...(await dialog.said(sessionId, text)));
    const first = turn('慢');
    await reached;
    const others: Promise<unknown>[] = [];
    for (const text of ['一', '二', '三', '四']) {
      others.push(turn(text));
      await sleep(50);
    }
    const fifth = await dialog.ask('dialog', { sessionId, userQuery: '五', config: {} });
    expect(refusal(fifth).slice(0, 2)).toEqual([503, 50300]);
    expect(fifth.headers['retry-after']).toBeDefined();
    expect(order).toEqual([]);
    free();
    await Promise.all([first, ...others]);
    expect(order).toEqual(['慢', '一', '二', '三', '四']);
  });

  it('that come after its end are 404', async () => {
    const robotId = await callingRobot(nlu, { 慢: { processor: processor({ url: web.url }), says: '慢' } });
    const sessionId = await dialog.started(robotId);
    web.answer((_, response) => void setTimeout(() => response.end(), 200));
    const body = { sessionId, userQuery: '慢', config: {} };
    const first = dialog.ask('dialog', body);
    await sleep(50);
    const end = dialog.ask('end_session', { sessionId });
    await sleep(20);
    const late = dialog.ask('dialog', body);
    expect([(await first).status, (await end).status, (await late).status]).toEqual([200, 200, 404]);
  });
});

describe('a crash of the understanding process', () => {
  it('loses no session', async () => {
    const { id } = await qaRobot(nlu, { 在: '在。' });
    const sessionId = await dialog.started(id);
    process.kill(pidOf(), 'SIGKILL');
    expect(await dialog.said(sessionId, '在')).toEqual(['在。']);
    process.kill(pidOf(), 'SIGKILL');
    await sleep(50);
    expect(await dialog.said(sessionId, '在')).toEqual(['在。']);
  });

  it('in the middle of a turn repeats the turn, but no web call that was answered', async () => {
    const steps = { 查: { processor: processor({ url: `${web.url}/once`, body: 'x' }), says } };
    const sessionId = await dialog.started(await callingRobot(nlu, steps));
    const before = web.asked.length;
    web.answer((_, response) => {
      process.kill(pidOf(), 'SIGKILL');
      response.setHeader('content-type', 'text/plain').end('once');
    });
    expect((await dialog.said(sessionId, '查'))[0]).toMatch(/^200 once/);
    expect(web.asked.slice(before)).toHaveLength(1);
  });

  it('that hangs is noticed, and the turn is carried out by the next one', {
    timeout: 120_000 * timeFactor,
  }, async () => {
    const { id } = await qaRobot(nlu, { 在: '在。' });
    const sessionId = await dialog.started(id);
    const hung = pidOf();
    process.kill(hung, 'SIGSTOP');
    expect(await dialog.said(sessionId, '在')).toEqual(['在。']);
    expect(pidOf()).not.toBe(hung);
  });

  it('is counted', async () => {
    const { text } = await gateway.inside('/metrics');
    expect(Number(/tonegate_understanding_restarts_total (\d+)/.exec(text)?.[1])).toBeGreaterThan(0);
    for (const name of ['turns_total', 'turn_seconds_count', 'sessions', 'web_calls_total']) {
      expect(text).toContain(`tonegate_dialog_${name}`);
    }
  });
});

describe('a restart of the gateway', () => {
  const settings = { 'dialog.loopback': true };

  it('keeps sessions and their packages', async () => {
    const first = await startTestGateway({ settings });
    const firstNlu = new NluClient(first);
    const { id } = await qaRobot(firstNlu, { 在: '在。' });
    await goOnline(firstNlu, id);
    const sessionId = await new DialogClient(first).started(id);
    await firstNlu.patch(`/robots/${id}/online`, { publishId: '' });
    await first.stop(0);
    const second = await startTestGateway({ dataDir: first.dataDir, settings });
    try {
      const client = new DialogClient({ ...second, app: first.app });
      expect(await client.said(sessionId, '在')).toEqual(['在。']);
      expect(refusal(await client.ask('start_session', { robotId: id })).slice(0, 2)).toEqual([404, 29]);
    } finally {
      await second.discard();
    }
  });

  it('in the middle of a turn leaves the session as it was, and asks no service again that has answered', async () => {
    const first = await startTestGateway({ settings });
    const place = { service: 'resource' } as const;
    const steps = ['first', 'second'].map((name) => processor({ url: `${web.url}/${name}`, result: name }));
    const says = '{{ first.response }} {{ second.response }}';
    const robotId = await passingRobot(new NluClient(first), '查', steps, says);
    const client = new DialogClient(first, place);
    const sessionId = await client.started(robotId);
    const from = web.asked.length;
    const reached = new Promise<void>((resolve) => {
      web.answer(({ url }, response) => {
        if (url === '/first') response.setHeader('content-type', 'text/plain').end('one');
        else resolve();
      });
    });
    const cut = client.ask('dialog', { sessionId, userQuery: '查', config: {} }).catch(() => {});
    await reached;
    await first.stop(0);
    await cut;
    const second = await startTestGateway({ dataDir: first.dataDir, settings });
    try {
      web.answer((_, response) => response.setHeader('content-type', 'text/plain').end('two'));
      const again = new DialogClient({ ...second, app: first.app }, place);
      expect(await again.said(sessionId, '查')).toEqual(['one two']);
      expect(web.asked.slice(from).map(({ url }) => url)).toEqual(['/first', '/second', '/second']);
      expect(await again.said(sessionId, '查')).toEqual(['two two']);
    } finally {
      await second.discard();
    }
  });
});

describe('a robot that is tested', () => {
  it('is the newest one at every turn, also of a session that began before', async () => {
    const { id, dirId } = await qaRobot(nlu, { 旧: '旧的。' });
    const sessionId = await dialog.started(id);
    for (const text of ['甲', '乙']) {
      expect(await dialog.said(sessionId, text)).toEqual([]);
      await addPair(nlu, dirId, text, `${text}的。`);
      expect(await dialog.said(sessionId, text)).toEqual([`${text}的。`]);
    }
  });

  it('is made once for all who ask at once', async () => {
    const { id } = await qaRobot(nlu, { 在: '在。' });
    const made = () => gateway.logText().split('"robot compiled for testing"').length - 1;
    const before = made();
    await Promise.all(Array.from({ length: 8 }, () => dialog.started(id)));
    expect(made() - before).toBe(1);
  });

  it('that is deleted is 404 with code 29', async () => {
    const { id } = await qaRobot(nlu, { 在: '在。' });
    const sessionId = await dialog.started(id);
    await nlu.delete(`/robots/${id}`);
    expect(refusal(await dialog.ask('dialog', { sessionId, userQuery: '在', config: {} })).slice(0, 2)).toEqual([
      404, 29,
    ]);
  });
});

describe('another model', () => {
  it('makes tested robots anew, and tests are 503 meanwhile; robots that are online go on', {
    timeout: 120_000 * timeFactor,
  }, async () => {
    const { id } = await qaRobot(nlu, { 在: '在。' });
    await goOnline(nlu, id);
    const recog = new DialogClient(gateway);
    const [tested, online] = [await dialog.started(id), await recog.started(id)];
    const [{ name: sysModel }] = (await nlu.view('/sys_models')).sysModels;
    const model = await nlu.created('/models', { name: crypto.randomUUID(), type: 'BASE', sysModel });
    expect(await nlu.outcome('POST', `/models/${model.id}/enable`)).toBe('200');
    const body = { sessionId: tested, userQuery: '在', config: {} };
    const refused = await dialog.ask('dialog', body);
    expect(refusal(refused).slice(0, 2)).toEqual([503, 50305]);
    expect(refusal(await dialog.ask('start_session', { robotId: id })).slice(0, 2)).toEqual([503, 50305]);
    expect(await recog.said(online, '在')).toEqual(['在。']);
    await vi.waitFor(async () => expect((await nlu.view('/model_state')).state).toBe('READY'), { timeout: 100_000 });
    expect(await dialog.said(tested, '在')).toEqual(['在。']);
  });
});

describe('a robot that is online', () => {
  it('stays as it was for sessions under way, and is the new one for new sessions', async () => {
    const recog = new DialogClient(gateway);
    const { id, dirId } = await qaRobot(nlu, { 在: '在。' });
    const first = await goOnline(nlu, id);
    const old = await recog.started(id);
    await addPair(nlu, dirId, '新', '新的。');
    await goOnline(nlu, id);
    const young = await recog.started(id);
    expect([await recog.said(old, '新'), await recog.said(young, '新')]).toEqual([[], ['新的。']]);
    await nlu.patch(`/robots/${id}/online`, { publishId: first });
    expect([await recog.said(old, '新'), await recog.said(young, '新')]).toEqual([[], ['新的。']]);
    await nlu.patch(`/robots/${id}/online`, { publishId: '' });
    expect([await recog.said(old, '在'), await recog.said(young, '新')]).toEqual([['在。'], ['新的。']]);
  });
});

it('the process is not started before the first request', async () => {
  const apart = await startTestGateway();
  try {
    expect((await apart.inside('/metrics')).text).toContain('tonegate_understanding_resident_bytes 0');
    expect(apart.logText()).not.toContain('understanding ready');
    const { id } = await qaRobot(new NluClient(apart), { 在: '在。' });
    await new DialogClient(apart, { service: 'resource' }).started(id);
    await vi.waitFor(() => expect(apart.logText()).toContain('understanding ready'));
  } finally {
    await apart.discard();
  }
});

it('variables that processors set are those of one session', async () => {
  const robotId = await callingRobot(nlu, {
    记: { processor: assigning('global.count = user.n'), says: '{{ global.count }}' },
  });
  const sessions = await Promise.all(Array.from({ length: 10 }, () => dialog.started(robotId)));
  for (let round = 0; round < 3; round++) {
    const said = await Promise.all(sessions.map((id, n) => dialog.said(id, '记', { userVars: { n: n + round } })));
    expect(said.flat()).toEqual(sessions.map((_, n) => String(n + round)));
  }
  const { context } = await dialog.result('dialog', { sessionId: sessions[3], userQuery: '', config: everything });
  expect(context.vars.global.count).toBe(5);
});
