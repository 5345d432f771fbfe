// Coverage of compiled modules as V8 counts it, block by block, which guides the fuzzer.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** @typedef {{ startOffset: number, endOffset: number, count: number }} Range */

const session = new Session();
session.connect();
/** @param {string} method @param {object} [params] @returns {any} */
function post(method, params) {
  let answer;
  session.post(method, params, (fault, result) => {
    if (fault) throw new Error(`${method}: ${fault.message}`);
    answer = result;
  });
  return answer;
}

export class Coverage {
  /** @type {RegExp} */ #files;
  /** @type {Set<string>} */ #blocks = new Set();
  /** Characters that were run, by file. @type {Map<string, Uint8Array>} */ #run = new Map();

  /** Must run before the modules are loaded. `files` matches their paths. @param {RegExp} files */
  constructor(files) {
    this.#files = files;
    post('Profiler.enable');
    post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The blocks that were run for the first time since the last call. */
  take() {
    /** @type {Set<string>} */ const fresh = new Set();
    for (const { url, functions } of post('Profiler.takePreciseCoverage').result) {
      if (!url.startsWith('file:') || !this.#files.test(url)) continue;
      let isNew = false;
      for (const { ranges } of functions) {
        for (const { startOffset, endOffset, count } of ranges) {
          const block = `${url} ${startOffset} ${endOffset}`;
          if (count === 0 || this.#blocks.has(block)) continue;
          this.#blocks.add(block);
          fresh.add(block);
          isNew = true;
        }
      }
      if (isNew) this.#note(url, functions);
    }
    return fresh;
  }

  /** The blocks that were run since the last call. @param {ReadonlySet<string>} blocks */
  runOf(blocks) {
    /** @type {string[]} */ const run = [];
    for (const { url, functions } of post('Profiler.takePreciseCoverage').result) {
      if (!this.#files.test(url)) continue;
      for (const { ranges } of functions) {
        for (const { startOffset, endOffset, count } of ranges) {
          const block = `${url} ${startOffset} ${endOffset}`;
          if (count > 0 && blocks.has(block)) run.push(block);
        }
      }
    }
    return run;
  }

  /** @param {string} url @param {readonly { ranges: readonly Range[] }[]} functions */
  #note(url, functions) {
    let run = this.#run.get(url);
    if (run === undefined) {
      run = new Uint8Array(readFileSync(fileURLToPath(url), 'utf8').length);
      this.#run.set(url, run);
    }
    const now = new Uint8Array(run.length);
    // a function stands before those in it, a block before its parts
    for (const { ranges } of functions) {
      for (const { startOffset, endOffset, count } of ranges) now.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    }
    for (let at = 0; at < run.length; at++) if (now[at] === 1) run[at] = 1;
  }

  /**
   * Lines with code, and those of them that were run, over all files. @param {readonly string[]} writers left out of
   * both
   */
  lines(writers = []) {
    const sum = { all: 0, run: 0 };
    const writer = new RegExp(`^(export )?(async )?(function\\*?|class|const) (${writers.join('|')})\\b`);
    /** @type {string[]} */ const missed = [];
    for (const [url, run] of this.#run) {
      let at = 0;
      let isLeftOut = false;
      for (const [number, line] of readFileSync(fileURLToPath(url), 'utf8').split('\n').entries()) {
        const code = line.trim();
        const begin = at + line.length - line.trimStart().length;
        at += line.length + 1;
        if (writers.length > 0 && writer.test(line)) isLeftOut = true;
        const isOut = isLeftOut;
        // what begins in the first column of compiled code ends there, or with its line
        if (/^\S.*;$|^\}/.test(line)) isLeftOut = false;
        if (isOut) continue;
        if (!/\w/.test(code) || /^(\/\/|\/?\*|import |export \{|\}? ?else \{?$)/.test(code)) continue;
        sum.all++;
        if (run.subarray(begin, begin + code.length).includes(1)) sum.run++;
        else missed.push(`${url.slice(url.indexOf('/dist/') + 6)}:${number + 1}  ${code.slice(0, 100)}`);
      }
    }
    return { ...sum, missed };
  }
}
