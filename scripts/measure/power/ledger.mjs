// The writes that clients know of, and the content that must therefore be there: the last acknowledged one, or one
// that was sent after it and got no answer. Each list is written by the clients of one gateway only, so that no write
// loses to another.

/** @typedef {string | null} Content null: deleted */
/** @typedef {{ id: string | undefined, may: Content[] }} Entry by name; `may`: what it may be now. Without an id: not
 *   acknowledged, may be there or not */

export class Ledger {
  /** @type {Map<string, Entry>} */ entries = new Map();
  acknowledged = 0;
  unanswered = 0;

  /** @param {string} name @param {string | undefined} id @param {string} content */
  created(name, id, content) {
    this.entries.set(name, { id, may: id === undefined ? [content, null] : [content] });
    this.#count(id !== undefined);
  }

  /** @param {string} name @param {Content} content @param {boolean} isAcknowledged */
  changed(name, content, isAcknowledged) {
    const entry = /** @type {Entry} */ (this.entries.get(name));
    entry.may = isAcknowledged ? [content] : [...entry.may, content];
    this.#count(isAcknowledged);
  }

  /** Names of lists that certainly are there. */
  get living() {
    return [...this.entries].filter(([, { id, may }]) => id !== undefined && !may.includes(null)).map(([name]) => name);
  }

  /** Faults of a store, in words. @param {{ id: string, name: string, content: Content }[]} lists living and deleted */
  faults(lists) {
    const faults = [];
    for (const [name, { id, may }] of this.entries) {
      const found = lists.filter((list) => list.name === name);
      if (found.length > 1) faults.push(`${name} is there ${found.length} times`);
      const content = found[0]?.content ?? null;
      if (id !== undefined && found[0]?.id !== id) faults.push(`${name} was acknowledged as ${id} and is not there`);
      if (!may.includes(content)) faults.push(`${name} holds ${content}, was acknowledged with ${may.join(' or ')}`);
    }
    for (const { name } of lists) if (!this.entries.has(name)) faults.push(`${name} was made by nobody`);
    return faults;
  }

  /** @param {boolean} isAcknowledged */
  #count(isAcknowledged) {
    if (isAcknowledged) this.acknowledged++;
    else this.unanswered++;
  }
}
