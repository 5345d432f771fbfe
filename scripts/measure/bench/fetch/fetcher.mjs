// The process that fetches, as the gateway does: it runs the product's own fetchSource and answers small requests
// meanwhile. Each order of the parent, `{ urls, folder, idleMs }`, is answered with the delays of its event loop.
import { once } from 'node:events';
import { closeSync, openSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { createHistogram, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchSource } from '../../../../dist/trans/fetch/fetch-source.js';
import { fetchPolicy } from '../../../../dist/trans/fetch/options.js';

/** @typedef {{ urls: string[], folder: string, idleMs: number }} Order */

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
  const delays = watchLoop();
  const [startMs, cpu, loop] = [performance.now(), process.cpuUsage(), performance.eventLoopUtilization()];
  let bytes = 0;
  if (urls.length === 0) await sleep(idleMs);
  const fetching = urls.map((url, at) => fetchSource(url, path.join(folder, `fetched-${at}`), options));
  for (const fetched of await Promise.all(fetching)) bytes += fetched.bytes;
  const [lastedMs, { user, system }] = [performance.now() - startMs, process.cpuUsage(cpu)];
  const loopPercent = 100 * performance.eventLoopUtilization(loop).utilization;
  return { ...delays.end(), bytes, lastedMs, loopPercent, cpuS: (user + system) / 1e6 };
}

/**
 * Measures how late a timer of 1 ms is: in all, and without the time in which the thread could run but other programs
 * had the cores (proc(5), schedstat). The second figure is the loop's own delay, however busy the machine is.
 */
function watchLoop() {
  const [all, own] = [createHistogram(), createHistogram()];
  const schedstat = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const line = Buffer.alloc(128);
  const waitedNs = () => Number(line.toString('latin1', 0, readSync(schedstat, line, 0, 128, 0)).split(' ')[1]);
  let [lastMs, lastWaitedNs] = [performance.now(), waitedNs()];
  const ticking = setInterval(() => {
    const [nowMs, nowWaitedNs] = [performance.now(), waitedNs()];
    const lateNs = (nowMs - lastMs - timerMs) * 1e6;
    all.record(Math.max(1, Math.round(lateNs)));
    own.record(Math.max(1, Math.round(lateNs - (nowWaitedNs - lastWaitedNs))));
    [lastMs, lastWaitedNs] = [nowMs, nowWaitedNs];
  }, timerMs);
  const quantiles = (/** @type {import('node:perf_hooks').RecordableHistogram} */ histogram) =>
    [histogram.percentile(50), histogram.percentile(99), histogram.max].map((ns) => ns / 1e6);
  const end = () => {
    clearInterval(ticking);
    closeSync(schedstat);
    return { delayMs: quantiles(all), ownDelayMs: quantiles(own) };
  };
  return { end };
}
