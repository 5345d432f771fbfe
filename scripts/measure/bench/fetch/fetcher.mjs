// The process that fetches, as the gateway does: it runs the product's own fetchSource and answers small requests
// meanwhile. Each order of the parent, `{ urls, folder, idleMs }`, is answered with what its event loop went through.
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchSource } from '../../../../dist/trans/fetch/fetch-source.js';
import { fetchPolicy } from '../../../../dist/trans/fetch/options.js';

/** @typedef {{ urls: string[], folder: string, idleMs: number }} Order */

/** ms; the histogram holds the time between two ticks */
const timerMs = 1;

const rules = { allow: [], deny: [], privateAddresses: true, loopback: true, fileRoots: [], saveRoots: [] };
const options = { signal: new AbortController().signal, hosts: [], policy: fetchPolicy(rules) };
const server = createServer((_, response) => response.end('{"status":"ok"}'));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.once('disconnect', () => process.exit());
process.on('message', (order) => {
  void carryOut(/** @type {any} */ (order));
});
process.send?.({ port: /** @type {import('node:net').AddressInfo} */ (server.address()).port });

/** Reports, then removes what was fetched, which takes long and is not part of it. @param {Order} order */
async function carryOut(order) {
  process.send?.(await measured(order));
  await Promise.all(order.urls.map((_, at) => rm(path.join(order.folder, `fetched-${at}`))));
  process.send?.('removed');
}

/** Fetches all of `urls` at once, or waits for `idleMs`. @param {Order} order */
async function measured({ urls, folder, idleMs }) {
  const delay = monitorEventLoopDelay({ resolution: timerMs });
  const [startMs, cpu, loop] = [performance.now(), process.cpuUsage(), performance.eventLoopUtilization()];
  delay.enable();
  let bytes = 0;
  if (urls.length === 0) await sleep(idleMs);
  const fetching = urls.map((url, at) => fetchSource(url, path.join(folder, `fetched-${at}`), options));
  for (const fetched of await Promise.all(fetching)) bytes += fetched.bytes;
  delay.disable();
  const [lastedMs, { user, system }] = [performance.now() - startMs, process.cpuUsage(cpu)];
  const ms = (/** @type {number} */ ns) => Math.max(0, ns / 1e6 - timerMs);
  return {
    ...{ bytes, lastedMs, cpuS: (user + system) / 1e6 },
    loopPercent: 100 * performance.eventLoopUtilization(loop).utilization,
    delayMs: { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) },
    ticks: delay.count,
  };
}
