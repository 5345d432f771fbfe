// Every random operation on the resources of a dialog robot, and the checks of its outcome.
import { isDeepStrictEqual } from 'node:util';
import { generator } from '../rounds.mjs';
import { intentOperations } from './intents.mjs';
import { modelOperations } from './models.mjs';
import { nodeOperations } from './nodes.mjs';
import { ownedOperations } from './owned.mjs';
import { qaOperations } from './qa.mjs';
import { robotOperations } from './robots.mjs';
import { sceneOperations } from './scenes.mjs';
import { skillOperations } from './skills.mjs';
import { tagOperations } from './tags.mjs';
import { wordOperations } from './words.mjs';

/** @typedef {import('./picks.mjs').Planned} Planned */

/** @type {Record<string, import('./picks.mjs').Operation>} */
export const operations = {
  ...{ ...wordOperations, ...tagOperations, ...qaOperations, ...ownedOperations, ...intentOperations },
  ...{ ...modelOperations, ...sceneOperations, ...nodeOperations, ...skillOperations, ...robotOperations },
};

/** Weights of the operations: the number of resources must grow, so that later operations find some. */
const weights = Object.entries({
  ...{ createScene: 8, createModel: 4, createRobot: 4, createNode: 30, addBranch: 24 },
  ...{ create: 10, add: 8, set: 8, change: 4, order: 2, view: 2, removeNode: 3, remove: 1 },
});

/** Each operation as often as it should occur. */
export const operationNames = Object.keys(operations).flatMap((name) => {
  const [, weight = 3] = weights.find(([verb]) => name.startsWith(verb)) ?? [];
  return Array(weight).fill(name);
});

const mostTries = 30;

/** The operation with random content. Three of four are right if a right one is found quickly: most random bodies have a
 * fault.
 * @param {import('./model.mjs').Model} model @param {string} name @param {number} seed @returns {Planned} */
export function planned(model, name, seed) {
  const operation = operations[name];
  if (operation === undefined) throw new Error(`${name} is no operation`);
  let made = operation(model, generator(seed));
  if (seed % 4 === 0) return made;
  for (let tries = 1; tries < mostTries && made.refusals.length > 0; tries++)
    made = operation(model, generator(seed + tries));
  return made;
}

/** Changes the model as the reply says, or gives the fault of the reply in words. @param {Planned} planned
 * @param {{ status: number, json: any }} reply @returns {string | undefined} */
export function outcome(planned, { status, json }) {
  const { refusals, apply, expected } = planned;
  if (refusals.length > 0) {
    return refusals.includes(status) ? undefined : `answered ${status}, due is ${[...new Set(refusals)].join(' or ')}`;
  }
  if (status !== 200) return `refused with ${status}, ${JSON.stringify(json)}; it is right`;
  const wanted = expected?.();
  if (wanted !== undefined && !isDeepStrictEqual(plain(json), plain(wanted))) {
    return `answered ${JSON.stringify(json)}, due is ${JSON.stringify(wanted)}`;
  }
  apply(json.created);
  return undefined;
}

/**
 * The value after a round trip through JSON, which drops undefined members. @template T @param {T} value @returns {T}
 */
export const plain = (value) => JSON.parse(JSON.stringify(value));

/** The first place where two values differ, in words. @param {any} found @param {any} due @param {string} place
 * @returns {string | undefined} */
export function difference(found, due, place = '') {
  if (isDeepStrictEqual(found, due)) return undefined;
  const areObjects = [found, due].every((value) => typeof value === 'object' && value !== null);
  if (!areObjects) return `${place} is ${JSON.stringify(found)}, due is ${JSON.stringify(due)}`;
  for (const key of new Set([...Object.keys(found), ...Object.keys(due)])) {
    const text = difference(found[key], due[key], place === '' ? key : `${place}.${key}`);
    if (text !== undefined) return text;
  }
  return `${place} differs`;
}
