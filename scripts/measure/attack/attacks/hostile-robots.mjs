// An author whose robots double texts, repeat long variables and try thousands of regular expressions, and who sends requests full
// of regular expressions meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { sendOneShot } from '../one-shot.mjs';

export const about =
  'Robots that double texts and try long regular expressions, 60 turns at once, and requests with 40 of them.';

const [sessions, authors] = [60, 8];
const text = (/** @type {string} */ content) => ({ answers: [{ type: 'TEXT', content }] });
const long = 'y'.repeat(16_000);
const conditions = Array.from({ length: 90 }, (_, at) => `user.x ~= /(x|y|z)*[a-y]{20}(y|x)*[0-9]${at}/`);
const doubling = ['a = user.x', ...Array.from({ length: 30 }, () => 'a = a + a')];
const robots = [
  { ops: conditions.map((condition) => ({ condition, evals: [] })), says: 'ok' },
  { ops: [{ condition: '', evals: doubling }], says: 'ok' },
  { ops: [{ condition: '', evals: ['a = 1'] }], says: '{{user.x}}'.repeat(6_000) },
];

/** @param {import('../attack.mjs').Target} target */
export async function run({ gateway: { http, appkey, token }, address, signal }) {
  /** @type {Record<string, number>} */
  const statuses = {};
  const ask = (/** @type {string} */ path, /** @type {object} */ body) =>
    new Promise((/** @type {(reply: { status: number, json: any }) => void} */ resolve) => {
      const url = `${http}/v10/nlu/resource/cn_common${path}?appkey=${appkey}`;
      const asked = sendOneShot({ url, token, address, signal }, JSON.stringify(body), async (reply) => {
        let answer = '';
        for await (const piece of reply) answer += piece;
        resolve({ status: reply.statusCode ?? 0, json: JSON.parse(answer) });
      });
      asked.on('error', () => resolve({ status: 0, json: {} }));
    });
  const made = async (/** @type {string} */ path, /** @type {object} */ body) => {
    const { status, json } = await ask(path, body);
    if (status !== 200) throw new Error(`${path}: ${status} ${json.error?.message}`);
    return json.created?.id ?? json.result?.sessionId;
  };
  const count = (/** @type {string} */ what, /** @type {number} */ status) => {
    const key = `${what} ${status === 0 ? 'cut' : status}`;
    statuses[key] = (statuses[key] ?? 0) + 1;
  };
  /** @type {string[]} */
  const ids = [];
  for (const [at, { ops, says }] of robots.entries()) {
    const processor = { content: { ops } };
    const intent = await made('/intents', {
      name: `i${at}`,
      question: { text: '查询' },
      response: text(says),
      processor,
    });
    const skillId = await made('/skills', { name: `s${at}`, type: 'INTENT', intentIds: [intent] });
    const id = await made('/robots', { name: `r${at}` });
    await ask(`/robots/${id}/skills`, { skillId });
    ids.push(id);
  }
  const talk = async (/** @type {number} */ at) => {
    const sessionId = await made('/start_session', { robotId: ids[at % ids.length] }).catch(() => undefined);
    while (!signal.aborted) {
      const { status } = await ask('/dialog', { sessionId, userQuery: '查询', config: {}, userVars: { x: long } });
      count('turn', status);
      if (status !== 200) await sleep(200);
    }
  };
  const dir = await made('/qa_domains', { name: 'patterns' });
  const write = async (/** @type {number} */ at) => {
    for (let round = 0; !signal.aborted; round++) {
      const source = (/** @type {number} */ each) => ({ text: `RE:a{900}b{900}${at}-${round}-${each}` });
      const question = { text: `${at}-${round}`, extQuestions: Array.from({ length: 40 }, (_, each) => source(each)) };
      const { status } = await ask(`/qa_dirs/${dir}/qa_pairs`, { question, response: text('ok') });
      count('request', status);
    }
  };
  await Promise.all([
    ...Array.from({ length: sessions }, (_, at) => talk(at)),
    ...Array.from({ length: authors }, (_, at) => write(at)),
  ]);
  return statuses;
}
