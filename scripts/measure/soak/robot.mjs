// A robot for the soak: callers talk with it while its author changes it and puts new versions online.
import { setTimeout as sleep } from 'node:timers/promises';
import { Author, newPair } from '../bench/nlu/author.mjs';

const [pairCount, extQuestions, turns, pauseMs] = [500, 3, 5, 1_000];

export class SoakRobot {
  /** The questions that every version answers. @type {string[]} */ known = [];
  /** The question that the last change added. @type {string | undefined} */ added;
  /** The version that is online. @type {string | undefined} */ online;

  /** @param {Author} author @param {string} dir @param {string} robot */
  constructor(author, dir, robot) {
    this.author = author;
    this.dir = dir;
    this.robot = robot;
  }

  /** Makes a robot of 500 questions and puts it online. @param {import('../lib/gateway.mjs').Gateway} gateway */
  static async make(gateway) {
    const author = new Author(gateway);
    const { dir, robot } = await author.robot();
    const made = new SoakRobot(author, dir, robot);
    for (let pair = 0; pair < pairCount; pair++) await made.#addPair((question) => made.known.push(question));
    await made.#putOnline();
    return made;
  }

  /** Adds a question, removes the one that the last change added, and puts a new version online. */
  async change() {
    const oldest = this.added;
    this.added = await this.#addPair();
    if (oldest !== undefined) await this.author.ask('DELETE', `/qa_dirs/${this.dir}/qa_pairs/${oldest}`);
    await this.#putOnline();
  }

  /** Holds a conversation of five turns and ends it. @param {(path: string, body: object) => Promise<any>} ask resolves
   * to undefined if the caller crashed @param {number} number */
  async talk(ask, number) {
    const started = await ask('start_session', { robotId: this.robot });
    if (started === undefined) return;
    const { sessionId } = started.result;
    for (let turn = 0; turn < turns; turn++) {
      const userQuery = this.known[(number * turns + turn) % this.known.length];
      const reply = await ask('dialog', { sessionId, userQuery, config: {} });
      if (reply === undefined) return;
      if (reply.result.responses.length === 0) throw new Error('dialog: no answer');
      await sleep(pauseMs);
    }
    await ask('end_session', { sessionId });
  }

  async #addPair(seen = (/** @type {string} */ _question) => {}) {
    const body = JSON.parse(newPair(extQuestions));
    seen(body.question.text);
    return this.author.create(`/qa_dirs/${this.dir}/qa_pairs`, body);
  }

  async #putOnline() {
    const before = this.online;
    const { id } = await this.author.publish(this.robot);
    await this.author.ask('PATCH', `/robots/${this.robot}/online`, { publishId: id });
    this.online = id;
    if (before !== undefined) await this.author.ask('DELETE', `/robots/${this.robot}/publishes/${before}`);
  }
}
