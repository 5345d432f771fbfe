// Many requests to a gateway over keep-alive connections, and the time of each.

import { usageOf } from './gateway.mjs';
import { KeepAlive } from './keep-alive.mjs';

/** @typedef {import('../lib/keep-alive.mjs').Reply} Reply */
/** @typedef {readonly [method: string, path: string, headers?: Record<string, string>, body?: string]} Request */
/**
 * @typedef {{ times: number[], perS: number, cpuMs: number, reply: Reply }} Asked `cpuMs`: of the gateway, each;
 * `reply`: the last one
 */

/** Asks on `count` connections at once; each sends its next request when it has the reply. The connections are new,
 * because the gateway closes idle ones.
 * @param {import('./gateway.mjs').Gateway} gateway @param {number} count @param {() => Request} next @param {number}
 * status
 * @param {(asked: number, elapsedMs: number) => boolean} goesOn @param {(reply: Reply) => void} [seen] @returns
 * {Promise<Asked>} */
export async function ask(gateway, count, next, status, goesOn, seen = () => {}) {
  const connections = await Promise.all(Array.from({ length: count }, () => KeepAlive.open(gateway.http)));
  /** @type {number[]} */
  const times = [];
  /** @type {Reply[]} */
  const last = [];
  const [startMs, startCpuS] = [performance.now(), usageOf(gateway.pid).cpuS];
  let asked = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (goesOn(asked, performance.now() - startMs)) {
        asked++;
        const reply = await connection.ask(...next());
        if (reply.status !== status) throw new Error(`${reply.status} instead of ${status}: ${reply.body}`);
        times.push(reply.ms);
        seen(reply);
        last[0] = reply;
      }
      connection.close();
    }),
  );
  const lastedS = (performance.now() - startMs) / 1_000;
  const cpuMs = (1_000 * (usageOf(gateway.pid).cpuS - startCpuS)) / asked;
  return { times, perS: asked / lastedS, cpuMs, reply: /** @type {Reply} */ (last[0]) };
}

/**
 * The longest hold of the gateway's event loop since the last call. @param {import('./gateway.mjs').Gateway} gateway
 */
export async function loopHeldMs({ admin }) {
  const metrics = await (await fetch(`${admin}/metrics`)).text();
  const timerMs = 10; // the histogram holds the time between two ticks of its own timer
  return Math.max(0, 1_000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1]) - timerMs);
}
