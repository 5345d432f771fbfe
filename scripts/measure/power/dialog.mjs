// Kill rounds of conversations: `npm run power:dialog -- --rounds 100 [--seed N] [--write]`. Clients talk to a robot
// whose turns call a web service and count; the gateway or its understanding process is killed (SIGKILL) at a random
// moment. After a kill each session is as it was before the turn that had no answer, or after it; sessions under way
// lose nothing when only the understanding process dies, and no web call is made twice for that.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { understandingOf } from '../bench/nlu/understanding-process.mjs';
import { anyPorts, call, gatewayVictim } from './processes.mjs';
import { generator, killRounds, report, roundsOptions, sleep } from './rounds.mjs';

const options = roundsOptions();
const rounds = Number(options.rounds);
const connections = 4;
const longestWaitMs = 600;
/** The gateway waits longer each time before it restarts a process that dies repeatedly. */
const longestRestartMs = 60_000;
/** A robot that was at work at three deaths of the process in a row is refused for a minute or longer. */
const mostInRow = 2;
const random = generator(Number(options.seed));
const folder = mkdtempSync(join(tmpdir(), 'power-dialog-'));
const data = join(folder, 'data');
const victim = gatewayVictim(data, { ...anyPorts, TONEGATE_LOG_LEVEL: 'warn', TONEGATE_DIALOG_LOOPBACK: 'true' });
/** @type {string[]} */ const faults = [];
const counts = { turns: 0, unanswered: 0, before: 0, after: 0, gateways: 0, processes: 0, calls: 0, again: 0 };
let http = '';
let isOver = false;
let inRow = 0;
/** @type {{ appkey: string, secret: string }} */ let app = { appkey: '', secret: '' };
let token = '';

/** Calls of the web service by `session n`. @type {Map<string, number>} */
const called = new Map();
const service = createServer((request, response) => {
  const name = decodeURIComponent(String(request.url).slice(1));
  called.set(name, (called.get(name) ?? 0) + 1);
  counts.calls++;
  setTimeout(() => response.setHeader('content-type', 'text/plain').end('noted'), random(20));
});
await new Promise((resolve) => service.listen(0, '127.0.0.1', () => resolve(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (service.address());

async function start() {
  const ready = await victim.start();
  http = ready.http;
  if (app.appkey === '') app = ready.app;
  const authorization = `Basic ${Buffer.from(`${app.appkey}:${app.secret}`).toString('base64')}`;
  const { json } = await call(`${ready.https}/v10/auth/get-access-token?appkey=${app.appkey}`, {
    headers: { authorization },
  });
  token = json.token;
}

/** The understanding process. A slow machine may still be starting it. */
async function understandingThere() {
  for (const untilMs = performance.now() + longestRestartMs; ; await sleep(20)) {
    try {
      return understandingOf(Number(victim.pid));
    } catch (error) {
      if (performance.now() > untilMs) throw error;
    }
  }
}

/** @param {string} method @param {string} path @param {unknown} [body] */
const ask = (method, path, body) =>
  call(`${http}/v10/nlu${path}?appkey=${app.appkey}`, {
    ...{ method, headers: { 'x-svc-access-token': token } },
    ...(body !== undefined && { body }),
  });

/** @param {string} method @param {string} path @param {unknown} [body] */
async function done(method, path, body) {
  const { status, json } = await ask(method, `/resource/cn_common${path}`, body);
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
  return json;
}

/** A robot that is online. Each turn calls the service, and remembers the turn before it. */
async function makeRobot() {
  const { created: asked } = await done('POST', '/task_questions', { label: 'note', question: { text: '记下' } });
  const { created: scene } = await done('POST', '/scenes', { name: 'notes' });
  const content = { url: `http://127.0.0.1:${port}/{{ user.name }}`, method: 'GET', result: 'noted' };
  const ops = [{ condition: 'noted.status == 200', evals: ['global.before = global.last', 'global.last = user.n'] }];
  const says = { answers: [{ type: 'TEXT', content: '{{ noted.status }} {{ global.before }} {{ global.last }}' }] };
  await done('POST', `/scenes/${scene.id}/graph`, {
    nodes: [
      { key: 'entry', type: 'ENTRY', name: 'entry', conditional: true, taskQuestionIds: [asked.id], next: 'call' },
      { key: 'call', type: 'PROCESS', name: 'call', processor: { type: 'WEBAPI', content }, next: 'count' },
      { key: 'count', type: 'PROCESS', name: 'count', processor: { content: { ops } }, next: 'say' },
      { key: 'say', type: 'RESPONSE', name: 'say', response: says },
    ],
  });
  const { created: skill } = await done('POST', '/skills', { name: 'notes', type: 'SCENE', sceneId: scene.id });
  const { created: robot } = await done('POST', '/robots', { name: 'notes' });
  await done('POST', `/robots/${robot.id}/skills`, { skillId: skill.id });
  const { created: publish } = await done('POST', `/robots/${robot.id}/publishes`, {});
  while ((await done('GET', `/robots/${robot.id}/publishes/${publish.id}`)).state !== 'FINISHED') await sleep(20);
  await done('PATCH', `/robots/${robot.id}/online`, { publishId: publish.id });
  return robot.id;
}

/** A client with a session of its own. */
class Client {
  sessionId = '';
  /** the last turn that was answered */ last = 0;
  /** the turn that was sent last */ n = 0;
  isOpen = false;

  async begin() {
    const { status, json } = await ask('POST', '/recog/cn_common/start_session', { robotId });
    if (status !== 200) throw new Error(`no session: ${status} ${JSON.stringify(json)}`);
    this.sessionId = json.result.sessionId;
  }

  /** The words of the reply to turn n; undefined without an answer. @returns {Promise<string | undefined>} */
  async say() {
    const { sessionId, n } = this;
    const userVars = { n, name: `${sessionId} ${n}` };
    const body = { sessionId, userQuery: '记下', config: {}, userVars };
    const { status, json } = await ask('POST', '/recog/cn_common/dialog', body);
    if (status === 0) return undefined;
    if (status === 503) return '503'; // several deaths in a short time: the session is as it was before
    return status === 200 ? json.result.responses[0]?.content : `${status} ${json?.error?.message}`;
  }

  async work() {
    while (!isOver) {
      if (!this.isOpen) this.n++;
      const said = await this.say();
      if (said === undefined) {
        this.isOpen = true;
        counts.unanswered++;
        return;
      }
      if (said === '503') {
        this.isOpen = true;
        await sleep(20);
        continue;
      }
      this.took(said, [this.last === 0 ? '' : String(this.last)]);
      counts.turns++;
    }
  }

  /** @param {string} said @param {readonly string[]} befores the turns that may have been before */
  took(said, befores) {
    const { sessionId, n } = this;
    const [status, before, last] = said.split(' ');
    if (status !== '200' || last !== String(n) || !befores.includes(String(before))) {
      faults.push(`session ${sessionId}, turn ${n} after ${this.last}: ${said}`);
    }
    const calls = called.get(`${sessionId} ${n}`) ?? 0;
    if (calls > (this.isOpen ? 3 : 1) || calls === 0)
      faults.push(`session ${sessionId}, turn ${n}: ${calls} web calls`);
    if (calls > 1) counts.again++;
    this.last = n;
    this.isOpen = false;
    return before;
  }

  /** Sends the turn without an answer again after the gateway was restarted. */
  async look() {
    if (!this.isOpen) return;
    let said = await this.say();
    const endMs = performance.now() + longestRestartMs;
    while (said === '503' && performance.now() < endMs) {
      await sleep(100);
      said = await this.say();
    }
    const old = this.last === 0 ? '' : String(this.last);
    const before = this.took(said ?? 'no answer', [old, String(this.n)]);
    counts[before === String(this.n) ? 'after' : 'before']++;
  }
}

const startedMs = performance.now();
let robotId = '';
try {
  await start();
  robotId = await makeRobot();
  const clients = Array.from({ length: connections }, () => new Client());
  for (const client of clients) await client.begin();
  await killRounds(rounds, random, {
    longestWaitMs,
    settle: async () => {},
    work: async () => {
      isOver = false;
      await Promise.all(clients.map((client) => client.work()));
    },
    strike: async () => {
      if (inRow < mostInRow && random(2) === 0) {
        inRow++;
        process.kill(await understandingThere(), 'SIGKILL');
        counts.processes++;
        await sleep(random(300));
        isOver = true;
        return undefined;
      }
      await victim.kill();
      inRow = 0;
      counts.gateways++;
      isOver = true;
      return start;
    },
    look: async () => {
      await Promise.all(clients.map((client) => client.look()));
    },
  });
} finally {
  await victim.kill();
  service.closeAllConnections();
  service.close();
  rmSync(folder, { recursive: true, force: true });
}
const rows = [
  ['rounds: the gateway killed, the understanding process killed', `${counts.gateways}, ${counts.processes}`],
  ['turns that were answered, had no answer', `${counts.turns}, ${counts.unanswered}`],
  ['turns without an answer that had been made, had not', `${counts.after}, ${counts.before}`],
  ['web calls; turns for which one was made again after the gateway died', `${counts.calls}, ${counts.again}`],
  ['sessions lost, half turns, other states than before or after', String(faults.length)],
];
const head = `Kill rounds of conversations, ${connections} sessions at once, seed ${options.seed}`;
report({ head, rows, faults, startedMs, block: options.write ? 'power:dialog' : undefined });
