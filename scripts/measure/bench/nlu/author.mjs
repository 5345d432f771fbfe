// An author of dialog robots, over one keep-alive connection: makes pairs, publishes, puts versions online.
import { setTimeout as sleep } from 'node:timers/promises';
import { KeepAlive } from '../../lib/keep-alive.mjs';
import { makeRandom } from '../../lib/random.mjs';

/** @typedef {{ http: string, appkey: string, token: string, tenantId?: string }} Access */

const characters = [
  ...'请问我想查询办理取消修改账单套餐流量余额话费宽带号码密码地址发票积分活动客服时间费用怎么能不能可以吗多少哪里什么时候',
];
const random = makeRandom('nlu-resources');
const sentence = () => Array.from({ length: 6 + random.int(12) }, () => random.pick(characters)).join('');
let pairs = 0;

/** A question-answer pair with texts of its own. @param {number} extQuestions */
export function newPair(extQuestions) {
  const number = pairs++;
  const text = (/** @type {number} */ at) => `${sentence()}${number}-${at}`;
  const exts = Array.from({ length: extQuestions }, (_, at) => ({ text: text(at + 1) }));
  const answers = [{ type: 'TEXT', content: `${sentence()}。` }];
  return JSON.stringify({ question: { text: text(0), extQuestions: exts }, response: { answers } });
}

/** @param {Pick<Access, 'appkey'>} access @param {string} rest @param {string} [query] */
export const nluPath = ({ appkey }, rest, query = '') => `/v10/nlu/resource/cn_common${rest}?appkey=${appkey}${query}`;
/** @param {Pick<Access, 'token' | 'tenantId'>} access */
export const nluHeaders = ({ token, tenantId }) => ({
  'X-Svc-Access-Token': token,
  ...(tenantId !== undefined && { 'X-Tenant-Id': tenantId }),
});

export class Author {
  /** @param {Access} access */
  constructor(access) {
    this.access = access;
  }

  /**
   * Sends a request; returns the reply, which must be a success, and the time that it took. @param {string} method
   * @param {string} rest @param {unknown} [body]
   */
  async ask(method, rest, body) {
    if (this.connection?.isOver !== false) this.connection = await KeepAlive.open(this.access.http);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const asked = await this.connection.ask(method, nluPath(this.access, rest), nluHeaders(this.access), text);
    if (asked.status !== 200) throw new Error(`${method} ${rest}: ${asked.status} ${asked.body}`);
    return { json: JSON.parse(String(asked.body)), ms: asked.ms };
  }

  /** Creates an object and returns its id. @param {string} rest @param {unknown} body @returns {Promise<any>} */
  async create(rest, body) {
    return (await this.ask('POST', rest, body)).json.created.id;
  }

  /** Creates a robot with one directory of pairs. */
  async robot() {
    const dir = await this.create('/qa_domains', { name: `bench ${Date.now()}` });
    const skill = await this.create('/skills', { name: 'pairs', type: 'QABASE', dirId: dir });
    const robot = await this.create('/robots', { name: 'bench' });
    await this.ask('POST', `/robots/${robot}/skills`, { skillId: skill });
    return { dir, robot };
  }

  /** Publishes and waits until the package is finished. @param {string} robot */
  async publish(robot) {
    const startMs = performance.now();
    const { json, ms } = await this.ask('POST', `/robots/${robot}/publishes`, {});
    const { id } = json.created;
    for (;;) {
      const { json: publish } = await this.ask('GET', `/robots/${robot}/publishes/${id}`);
      if (publish.state === 'ERROR') throw new Error(`publish: ${publish.error}`);
      if (publish.state === 'FINISHED') return { id, answeredMs: ms, doneMs: performance.now() - startMs, publish };
      await sleep(20);
    }
  }

  close() {
    this.connection?.close();
  }
}
