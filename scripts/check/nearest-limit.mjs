// A reporter for vitest: the ten tests that came nearest to their time limits. A limit of 40 s hides a test that became
// a hundred times slower; this list shows it.
const SHOWN = 10;

/** @typedef {{ name: string, ms: number, limitMs: number }} Timed */

/** The nearest tests first. @param {readonly Timed[]} tests */
export const nearest = (tests) =>
  [...tests].sort((a, b) => b.ms / b.limitMs - a.ms / a.limitMs || b.ms - a.ms).slice(0, SHOWN);

/** @param {Timed} timed */
export const lineOf = ({ name, ms, limitMs }) =>
  `  ${String(Math.round((100 * ms) / limitMs)).padStart(3)} % of ${limitMs / 1_000} s  ${name}`;

export default class NearestLimit {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    /** @type {Timed[]} */
    const tests = [];
    for (const file of modules) {
      for (const test of file.children.allTests()) {
        const ms = test.diagnostic()?.duration;
        const limitMs = test.options.timeout;
        if (ms !== undefined && limitMs)
          tests.push({ name: `${file.relativeModuleId}: ${test.fullName}`, ms, limitMs });
      }
    }
    if (tests.length === 0) return;
    const lines = nearest(tests).map(lineOf);
    process.stdout.write(`\nTests nearest to their time limits:\n${lines.join('\n')}\n`);
  }
}
