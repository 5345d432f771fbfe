// The line of the self-test about the clock of the machine.
import { type Check, passed, warning } from '../../cli/selftest/check.js';

/**
 * A clock that is not set is no failure: the gateway goes on from the last time that it knew (docs/hardening.md). `nowMs`: ms
 * UTC as the machine has it. `builtAtMs`: ms UTC, when this software was written.
 */
export const clockCheck = (nowMs: () => number, builtAtMs: number): Check => ({
  name: 'clock',
  run: () => {
    const atMs = nowMs();
    const said = `${new Date(atMs).toISOString().slice(0, 19)}Z`;
    if (atMs >= builtAtMs) return passed(`${said}, later than the build of this software`);
    const built = new Date(builtAtMs).toISOString().slice(0, 10);
    return warning(
      `not set: ${said} is before ${built}, when this software was built; the gateway continues from the last time that it knew`,
    );
  },
});
