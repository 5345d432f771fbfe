// The frame of every random operation: its target and its expected outcome.
import { noId, oneOf } from './drafts.mjs';

/** @typedef {import('../rounds.mjs').Random} Random */
/** @typedef {import('./model.mjs').Model} Model */
/** @typedef {object} Planned
 * @property {string} method
 * @property {string} path below the base
 * @property {any} [body]
 * @property {number[]} refusals statuses of which one must be the answer; none: it must succeed
 * @property {(created: any) => void} apply what it does to the model; gets `created` of the reply
 * @property {() => unknown} [expected] the reply, asked for before the model changes
 * @property {[path: string, made: (view: any) => any]} [find] after a kill: the view in which `created` stands, if it
 * was made
 */
/** @typedef {(model: Model, random: Random) => Planned} Operation */

/**
 * An item of a list, or sometimes an id that does not exist. @template {{ id: any }} T @param {Random} random @param
 * {readonly T[]} list
 */
export function pick(random, list) {
  const found = list.length === 0 || random(25) === 0 ? undefined : oneOf(random, list);
  return { found, id: /** @type {T['id']} */ (found?.id ?? noId), missing: found === undefined ? [404] : [] };
}

/** @template T @param {T[]} list @param {T | undefined} value */
export function take(list, value) {
  const at = list.indexOf(/** @type {T} */ (value));
  if (at >= 0) list.splice(at, 1);
}

/** Finds the item of a view's list that the model does not have. @param {readonly { id: any }[]} known */
export const unknownIn = (known, /** @type {string} */ key) => (/** @type {any} */ view) =>
  view[key].find((/** @type {any} */ each) => !known.some(({ id }) => id === each.id));

export const nothing = () => {};

/** `reply` of a removal. @param {unknown} value */
export const gone = (value) => () => ({ deleted: value, delete: value });

/** A permutation of ids, or sometimes another list. @param {Random} random @param {readonly number[]} ids */
export function order(random, ids) {
  const given = [...ids];
  for (let at = given.length - 1; at > 0; at--) {
    const to = random(at + 1);
    [given[at], given[to]] = [/** @type {number} */ (given[to]), /** @type {number} */ (given[at])];
  }
  if (random(6) > 0) return { given, refusals: [] };
  if (random(2) === 0 && given.length > 0) given.pop();
  else given.push(given[0] ?? noId);
  return { given, refusals: [400] };
}

/** Sorts by the place of each id in an order. @param {readonly number[]} ids */
export const asOrdered = (ids) => (/** @type {{ id: number }} */ a, /** @type {{ id: number }} */ b) =>
  ids.indexOf(a.id) - ids.indexOf(b.id);
