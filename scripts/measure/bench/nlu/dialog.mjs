// npm run bench:dialog: conversations with a robot of 10,000 questions. The gateway and its understanding process share
// one core, the callers have another. Each session says something, pauses as a caller does, and says the next thing.
//   --pairs N (10000)   --sessions N (200)   --turns N (50)
//   --pause-ms N (2000, each between half and one and a half of it)
//   --write   put the table into docs/measurements.md
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ask } from '../../lib/asking.mjs';
import { canPin, onCore, pin } from '../../lib/cores.mjs';
import { loopDelayMs, startGateway, usageOf } from '../../lib/gateway.mjs';
import { KeepAlive } from '../../lib/keep-alive.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { percentile } from '../tones/judge.mjs';
import { Author, newPair, nluHeaders, nluPath } from './author.mjs';
import { longInputs } from './long-inputs.mjs';
import { newestAfterMs } from './newest.mjs';
import { understandingOf } from './understanding-process.mjs';

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '10000' },
    sessions: { type: 'string', default: '200' },
    turns: { type: 'string', default: '50' },
    'pause-ms': { type: 'string', default: '2000' },
    write: { type: 'boolean', default: false },
  },
});
const [pairs, sessions, turns] = [Number(options.pairs), Number(options.sessions), Number(options.turns)];
const pauseMs = Number(options['pause-ms']);
const extQuestions = 5;
const newestPairs = Math.min(pairs, 2_000);
const promised = { p50Ms: 15, p99Ms: 80, loopP99Ms: 10, firstMiB: 400, secondMiB: 60, longMs: 100, newestMs: 2_000 };

const cores = { gateway: cpus().length - 1, client: cpus().length - 2 };
pin(process.pid, cores.client);
const random = makeRandom('dialog');

/** Texts that the robot knows, standard and extended. @type {string[]} */
const known = [];
const gateway = await startGateway({ pinTo: onCore(cores.gateway) });
try {
  const author = new Author(gateway);
  const { dir, robot } = await author.robot();
  const headers = nluHeaders(gateway);
  const nextPair = () => {
    const body = newPair(extQuestions);
    const { text, extQuestions: ext } = JSON.parse(body).question;
    known.push(text, ext[0].text);
    return /** @type {const} */ (['POST', nluPath(gateway, `/qa_dirs/${dir}/qa_pairs`), headers, body]);
  };
  await ask(gateway, 4, nextPair, 200, (asked) => asked < pairs);
  await addIntents(author, robot);
  const first = await author.publish(robot);
  await author.create(`/qa_dirs/${dir}/qa_pairs`, JSON.parse(newPair(extQuestions)));
  const second = await author.publish(robot);
  const online = (/** @type {string} */ publishId) => author.ask('PATCH', `/robots/${robot}/online`, { publishId });

  // Memory: nothing loaded, one package, two.
  /** @param {string} verb @param {object} body @param {{ connection?: KeepAlive }} caller */
  const say = async (verb, body, caller) => {
    if (caller.connection?.isOver !== false) caller.connection = await KeepAlive.open(gateway.http);
    const path = `/v10/nlu/recog/cn_common/${verb}?appkey=${gateway.appkey}`;
    const { status, body: reply, ms } = await caller.connection.ask('POST', path, headers, JSON.stringify(body));
    if (status !== 200) throw new Error(`${verb}: ${status} ${reply}`);
    return { result: JSON.parse(String(reply)).result, ms };
  };
  /** @type {{ connection?: KeepAlive }} */ const tester = {};
  /** @type {number[]} */ const residentMiB = [];
  /** @type {number[]} */ const loadMs = [];
  for (const { id } of [first, second]) {
    await online(id);
    loadMs.push((await say('start_session', { robotId: robot }, tester)).ms);
    for (let turn = 0; turn < 20; turn++) {
      const { result } = await say('start_session', { robotId: robot }, tester);
      const userQuery = random.pick(known);
      await say('dialog', { sessionId: result.sessionId, userQuery, config: {} }, tester);
    }
    await sleep(1_000);
    residentMiB.push(usageOf(understandingOf(gateway.pid)).rssMiB);
  }

  // 1,000 characters on every path.
  /** @type {[string, number][]} */ const long = [];
  for (const { name, before, text } of longInputs(known)) {
    const { result } = await say('start_session', { robotId: robot }, tester);
    const { sessionId } = result;
    for (const userQuery of before) await say('dialog', { sessionId, userQuery, config: {} }, tester);
    const { ms } = await say('dialog', { sessionId, userQuery: text, config: {} }, tester);
    long.push([name, ms]);
  }
  tester.connection?.close();
  const newest = await newestAfterMs(gateway, newestPairs, extQuestions);

  // The conversations; versions go online and back meanwhile.
  await loopDelayMs(gateway);
  /** @type {number[]} */ const times = [];
  /** @type {string[]} */ const mixed = [];
  let lost = 0;
  const cpuBefore = usageOf(gateway.pid).cpuS + usageOf(understandingOf(gateway.pid)).cpuS;
  const startMs = performance.now();
  let isOver = false;
  const switching = (async () => {
    let changes = 0;
    while (!isOver) {
      await online((changes++ % 2 === 0 ? first : second).id);
      await sleep(2_000);
    }
    return changes;
  })();
  await Promise.all(
    Array.from({ length: sessions }, async (_, number) => {
      await sleep(random.int(pauseMs + 1));
      /** @type {{ connection?: KeepAlive }} */ const caller = {};
      const { result } = await say('start_session', { robotId: robot }, caller);
      const { sessionId } = result;
      for (let turn = 0; turn < turns; turn++) {
        const token = `t${number}x${turn}`;
        const [userQuery, wants] = inputOf(turn, token);
        const config = { needContext: turn % 5 === 4 };
        try {
          const { result: reply, ms } = await say(
            'dialog',
            { sessionId, userQuery, config, userVars: { token } },
            caller,
          );
          times.push(ms);
          if (wants && reply.responses[0]?.content !== token) mixed.push(`${token}: ${reply.responses[0]?.content}`);
          const { global } = reply.context?.vars ?? {};
          // a text that is nearly a question may note a token, too
          const isOwn = String(global?.token ?? token).startsWith(`t${number}x`);
          if (!isOwn) mixed.push(`${token}: ${global.token}`);
        } catch {
          lost++;
        }
        await sleep(pauseMs / 2 + random.int(pauseMs + 1));
      }
      caller.connection?.close();
    }),
  );
  const lastedS = (performance.now() - startMs) / 1_000;
  isOver = true;
  const changes = await switching;
  const delayMs = await loopDelayMs(gateway);
  const cpuS = usageOf(gateway.pid).cpuS + usageOf(understandingOf(gateway.pid)).cpuS - cpuBefore;

  const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;
  const mib = (/** @type {number} */ value) => `${value.toFixed(0)} MiB`;
  const [oneMiB = Number.NaN, bothMiB = Number.NaN] = residentMiB;
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const longest = Math.max(...long.map(([, took]) => took));
  const rows = [
    ['turn, p50, p99, longest', `${ms(p50)}, ${ms(p99)}, ${ms(Math.max(...times))}`],
    [
      'turns per second; CPU time of both processes each',
      `${(times.length / lastedS).toFixed(0)}; ${ms((1_000 * cpuS) / times.length)}`,
    ],
    ['turns lost; variables of another session', `${lost}; ${mixed.length}`],
    ['versions put online or back meanwhile', String(changes)],
    ["delay of the gateway's event loop, p99", ms(delayMs)],
    ['understanding process with one package; more with a second', `${mib(oneMiB)}; ${mib(bothMiB - oneMiB)}`],
    ['first turn of a package that is not loaded', loadMs.map(ms).join(', ')],
    [`a change of a robot of ${newestPairs} questions, until a test knows it`, newest.map(ms).join(', ')],
    ...long.map(([name, took]) => [`1,000 characters: ${name}`, ms(took)]),
  ];
  const pinned = canPin ? `both processes on core ${cores.gateway}, callers on core ${cores.client}` : 'nothing pinned';
  const head = `${pairs} questions with ${extQuestions} extended questions each (${(first.publish.bytes / 2 ** 20).toFixed(1)} MiB), ${sessions} sessions of ${turns} turns, ${pauseMs} ms of pause on average, ${pinned}. ${machineLine()}.`;
  const text = `${head}\n\n${markdownTable(['conversations', 'measured'], rows)}`;
  process.stdout.write(`${text}\n`);
  for (const fault of mixed.slice(0, 10)) process.stderr.write(`${fault}\n`);
  if (options.write) writeBlock('bench:dialog', text);
  const lines = {
    'no turn is lost and no variable is of another session': lost + mixed.length === 0,
    [`turn p50 ≤ ${promised.p50Ms} ms, p99 ≤ ${promised.p99Ms} ms`]: p50 <= promised.p50Ms && p99 <= promised.p99Ms,
    [`delay of the event loop p99 ≤ ${promised.loopP99Ms} ms`]: delayMs <= promised.loopP99Ms,
    [`≤ ${promised.firstMiB} MiB with one package`]: oneMiB <= promised.firstMiB,
    [`≤ ${promised.secondMiB} MiB more with a second`]: bothMiB - oneMiB <= promised.secondMiB,
    [`a change is in force for tests within ${promised.newestMs} ms`]: Math.max(...newest) <= promised.newestMs,
    [`1,000 characters ≤ ${promised.longMs} ms on every path`]: longest <= promised.longMs,
  };
  for (const [name, holds] of Object.entries(lines)) {
    if (holds) continue;
    process.stderr.write(`required figure missed: ${name}\n`);
    process.exitCode = 1;
  }
} finally {
  await gateway.stop();
}
process.exit();

/** The caller's words, and whether the robot answers them with the token. @param {number} turn @param {string} token
 * @returns {[string, boolean]} */
function inputOf(turn, token) {
  const text = random.pick(known);
  switch (turn % 5) {
    case 0:
      return ['请记下我的编号', true];
    case 1:
      return [text, false];
    case 2:
      return [`请问一下${text.replace(/\d.*$/, '')}`, false]; // nearly a question
    case 3:
      return [text.slice(1, 8), false];
    default:
      return [`今天天气不错啊我在${token}`, false];
  }
}

/** Intents beside the pairs: one that notes the token of the caller, one that asks for slots. @param {Author} author
 * @param {string} robot */
async function addIntents(author, robot) {
  const reply = (/** @type {string} */ content) => ({ answers: [{ type: 'TEXT', content }] });
  const ops = [{ condition: '', evals: ['global.token = user.token'] }];
  const note = await author.create('/intents', {
    ...{ name: '编号', question: { text: '请记下我的编号' }, response: reply('{{ global.token }}') },
    processor: { content: { ops } },
  });
  const slot = (/** @type {string} */ name, /** @type {string} */ lexicon) => ({
    ...{ name, description: name, lexicon, elicitResponse: reply(`${name}？`) },
  });
  const book = await author.create('/intents', {
    ...{
      name: '预约',
      question: { text: '我要预约', extQuestions: [{ text: '帮我预约{day}的{city}' }, { text: 'RE:预.{0,9}约' }] },
    },
    ...{
      response: reply('好的。'),
      slots: [slot('day', 'SYS.date'), slot('city', 'SYS.city'), slot('note', 'SYS.any_2_200')],
    },
  });
  const skill = await author.create('/skills', { name: 'tasks', type: 'INTENT', intentIds: [note, book] });
  await author.ask('POST', `/robots/${robot}/skills`, { skillId: skill });
}
