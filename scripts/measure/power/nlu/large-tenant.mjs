// A tenant is filled by one import and then deleted, again and again. Both are written in pieces, and kills happen between them.
const pairs = 500;

/** @typedef {{ status: number, json: any }} Reply status 0: no reply, because the gateway was killed */

export class LargeTenant {
  #tenantId = '';
  /** @type {'making' | 'import' | 'removal'} The last request. */ #asked = 'making';
  /** @type {number | undefined} The number of pairs in it. */ #held;
  /** @type {string[]} The tenants whose removal a kill has ended. */ #cut = [];
  counts = { removed: 0, whole: 0, absent: 0 };

  /** @param {{ admin: (method: string, path: string, body?: object) => Promise<Reply>, ask: (tenantId: string, method: string,
   *   path: string, body?: unknown) => Promise<Reply>, appkey: () => string }} parts */
  constructor(parts) {
    this.parts = parts;
  }

  /** @param {() => boolean} isOver */
  async work(isOver) {
    const { admin, ask, appkey } = this.parts;
    while (!isOver()) {
      if (this.#asked === 'making') {
        const made = await admin('POST', '/v10/system/tenants', {
          name: `large ${Math.random()}`,
          appkeys: [appkey()],
        });
        if (made.status !== 200) return;
        this.#tenantId = made.json.id;
        this.#asked = 'import';
        if ((await ask(this.#tenantId, 'POST', '/robots/import', document)).status === 0) return;
        this.#held = pairs;
      }
      this.#asked = 'removal';
      if ((await admin('DELETE', `/v10/system/tenants/${this.#tenantId}`)).status === 0) return;
      this.counts.removed++;
      this.#asked = 'making';
    }
  }

  /** Resolves when the gateway has finished every removal: a second request waits for the end of the first. */
  async removalsOver() {
    for (const id of this.#cut) await this.parts.admin('DELETE', `/v10/system/tenants/${id}`);
  }

  /** The fault found after a restart, if any. @returns {Promise<string | undefined>} */
  async fault() {
    if (this.#asked === 'making') return undefined;
    const { admin, ask } = this.parts;
    const { status } = await admin('GET', `/v10/system/tenants/${this.#tenantId}`);
    const isGone = status === 404;
    const { json } = await ask(this.#tenantId, 'GET', '/qa_domains');
    const [dir] = json.qaDomains ?? [];
    const listed = dir && (await ask(this.#tenantId, 'GET', `/qa_dirs/${dir.id}/qa_pairs?limit=10`)).json.total;
    const asked = this.#asked;
    if (isGone) this.#cut.push(this.#tenantId);
    this.#asked = isGone ? 'making' : 'removal';
    this.counts[listed === undefined ? 'absent' : 'whole']++;
    // An import without an answer has made everything or nothing. After a removal everything is left, or the tenant is gone.
    const isRight =
      asked === 'import'
        ? !isGone && [undefined, pairs].includes(listed)
        : listed === (isGone ? undefined : this.#held);
    this.#held = listed;
    return isRight
      ? undefined
      : `a kill within the ${asked} of a large tenant (${status}) left ${listed} of ${pairs} pairs`;
  }
}

const document = {
  ...{ format: 'tonegate-robot/1', robot: { name: 'r' } },
  dirs: [
    {
      path: ['d'],
      pairs: Array.from({ length: pairs }, (_, at) => ({
        question: { text: `q${at}`, extQuestions: [{ text: `x${at}` }] },
        response: { answers: [{ type: 'TEXT', content: 'a' }] },
      })),
    },
  ],
};
