// Defines a target, and the parts that targets share.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @typedef {(below: number) => number} Random */

/** @typedef {object} Target
 * @property {RegExp} files compiled modules whose lines count
 * @property {readonly string[]} [writers] functions and classes in them that make bytes or read files, and so see nothing that is hostile:
 * their lines do not count
 * @property {readonly string[]} faults names of the errors that it may throw
 * @property {readonly (string | Buffer)[] | (() => Promise<(string | Buffer)[]>)} seeds
 * @property {readonly string[]} [words]
 * @property {(random: Random) => Buffer} [made] inputs by chance that are nearly right: half of all
 * @property {readonly string[]} [long] texts of 64 KiB, each of which is tried as it is
 * @property {number} [mostBytes] of an input; 64 KiB without. Less where a parser takes longer for more: shorter inputs reach as many lines
 * @property {number} [mostMs] for an input; 250 without
 * @property {(fault: any, bytes: Buffer) => string | undefined} [complaint] what is wrong with a fault that it threw
 * @property {() => Promise<(bytes: Buffer) => unknown>} load */

export const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** @param {string} path @returns {Promise<any>} */
export const dist = (path) => import(new URL(`../../../../dist/${path}.js`, import.meta.url).href);
export const json = (/** @type {unknown} */ value) => JSON.stringify(value);
/** @param {string} path */
export const example = (path) => readFileSync(`${root}docs/examples/${path}`);
export const service = ['ServiceError'];

/** @param {string} path @param {string} name @param {(parse: any) => (text: string) => unknown} [use] */
export const text =
  (path, name, use = (parse) => parse) =>
  async () => {
    const run = use((await dist(path))[name]);
    return (/** @type {Buffer} */ bytes) => run(bytes.toString('utf8'));
  };

/**
 * JSON that a schema then judges, as a body of a request is. `user`: the module whose function `use` gets the value.
 * @param {string | undefined} user @param {string} path @param {string} schema @param {string} [use]
 */
export const judged =
  (user, path, schema, use = '') =>
  async () => {
    const [{ parseJsonBytes }, { validate }, wire] = await Promise.all([
      dist('protocol/wire/json'),
      dist('protocol/wire/issues'),
      dist(path),
    ]);
    const then = user === undefined ? (/** @type {unknown} */ value) => value : (await dist(user))[use];
    return (/** @type {Buffer} */ bytes) => then(validate(wire[schema], parseJsonBytes(bytes)));
  };
