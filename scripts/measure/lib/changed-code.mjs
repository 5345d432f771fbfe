// Counts the statements of code that changed from a commit to another one. Comments, layout, imports, types, the words of
// messages and code that moved to another file do not count.
import { execFileSync } from 'node:child_process';
import { statementsOf } from './code-statements.mjs';

/**
 * @typedef {{ readonly file: string, readonly before: string | undefined, readonly now: string | undefined }} ChangedFile
 *   The names of its contents in git; undefined: the file is not there. A renamed file has its new name.
 */

const noContent = /^0+$/;

export class ChangedCode {
  /** @param {string} root of a git checkout */
  constructor(root) {
    /** @param {readonly string[]} args @param {string} input */
    this.git = (args, input = '') =>
      execFileSync('git', args, { cwd: root, input, maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'pipe'] });
  }

  /** Files that differ between two commits. @param {string} before @param {string} now @returns {ChangedFile[]} */
  files(before, now) {
    const raw = this.git(['diff', '--raw', '-M', '--no-abbrev', '-z', before, now]).toString('utf8');
    const fields = raw.split('\0').values();
    const files = [];
    for (const head of fields) {
      const [, , old = '', young = '', kind = ''] = head.split(' ');
      if (kind.startsWith('R')) fields.next(); // the old name
      const { value: file = '' } = fields.next();
      if (file === '') break;
      const contentOf = (/** @type {string} */ content) => (noContent.test(content) ? undefined : content);
      files.push({ file, before: contentOf(old), now: contentOf(young) });
    }
    return files;
  }

  /** @type {Map<string, readonly string[]>} */
  #statements = new Map();

  /** Reads the contents of all these files at once. @param {Iterable<ChangedFile>} files */
  read(files) {
    /** @type {Map<string, string>} */
    const names = new Map();
    for (const { file, before, now } of files) {
      for (const content of [before, now]) {
        if (content === undefined) continue;
        const key = keyOf(file, content);
        if (this.#statements.has(key)) continue;
        if (statementsOf(file, '') === undefined) this.#statements.set(key, [content]);
        else names.set(key, content);
      }
    }
    const wanted = [...names];
    const answer = this.git(['cat-file', '--batch'], wanted.map(([, content]) => `${content}\n`).join(''));
    let at = 0;
    for (const [key] of wanted) {
      const headEnd = answer.indexOf('\n', at);
      const size = Number(answer.toString('utf8', at, headEnd).split(' ')[2]);
      const text = answer.toString('utf8', headEnd + 1, headEnd + 1 + size);
      this.#statements.set(key, statementsOf(key, text) ?? []);
      at = headEnd + size + 2;
    }
  }

  /** The number of changed statements by file. The files must have been read. @param {readonly ChangedFile[]} files */
  count(files) {
    /** @type {Map<string, { net: number, by: [file: string, sign: number][] }>} */
    const seen = new Map();
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { file, before, now } of files) {
      const [old, young] = [before, now].map((content) =>
        content === undefined ? [] : (this.#statements.get(keyOf(file, content)) ?? []),
      );
      const isReordered = old.length === young.length && old.some((each, at) => each !== young[at]);
      if (isReordered && sorted(old) === sorted(young)) counts.set(file, 1);
      for (const [statements, sign] of /** @type {const} */ ([
        [old, -1],
        [young, 1],
      ])) {
        for (const statement of statements) {
          const place = seen.get(statement) ?? { net: 0, by: [] };
          seen.set(statement, place);
          place.net += sign;
          place.by.push([file, sign]);
        }
      }
    }
    for (const { net, by } of seen.values()) {
      const changed = by.filter(([, sign]) => sign === Math.sign(net)).slice(0, Math.abs(net));
      for (const [file] of changed) counts.set(file, (counts.get(file) ?? 0) + 1);
    }
    return counts;
  }
}

const keyOf = (/** @type {string} */ file, /** @type {string} */ content) =>
  `${content}${/\.\w+$/.exec(file)?.[0] ?? ''}`;
const sorted = (/** @type {readonly string[]} */ statements) => [...statements].sort().join('\0');
