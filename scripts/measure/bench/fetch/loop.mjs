// Measures the delay that downloads cause in the event loop of the process that fetches: `npm run bench:fetch-loop --
// [--mib 1024] [--write]`. Servers, the fetching process and the client that sends small requests are three processes.
// The goal decides whether fetching may run in the gateway (docs/why/background-work.md). Linux only: it reads
// schedstat.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeBlock } from '../../lib/page.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';

const { values: options } = parseArgs({
  options: {
    mib: { type: 'string', default: '1024' },
    /** length of the measurement without a download */
    idleS: { type: 'string', default: '10' },
    write: { type: 'boolean', default: false },
  },
});
const MiB = 1024 ** 2;
/** Goal: the delay of the gateway's loop stays below this, because live calls wait for it. */
const goalMs = 20;
const probeEveryMs = 10;
const slots = 4; // trans.downloads

const folder = mkdtempSync(path.join(tmpdir(), 'bench-fetch-'));
const program = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const servers = fork(program('servers.mjs'), [folder]);
const fetcher = fork(program('fetcher.mjs'));
try {
  const [[ports], [{ port }]] = await Promise.all([once(servers, 'message'), once(fetcher, 'message')]);
  const name = 'recording';
  const bytes = Number(options.mib) * MiB;
  writeFileSync(path.join(folder, name), '');
  truncateSync(path.join(folder, name), bytes);
  const url = {
    http: `http://127.0.0.1:${ports.http}/${name}`,
    ftp: `ftp://bench:bench@127.0.0.1:${ports.ftp}/${name}`,
    sftp: `sftp://bench:bench@127.0.0.1:${ports.sftp}/${name}`,
  };
  /** @type {[string, string[]][]} */
  const cases = [
    ['no download', []],
    [`http, ${options.mib} MiB`, [url.http]],
    [`ftp, ${options.mib} MiB`, [url.ftp]],
    [`sftp, ${options.mib} MiB`, [url.sftp]],
    [`sftp, ${slots} × ${options.mib} MiB at once`, Array.from({ length: slots }, () => url.sftp)],
  ];
  const rows = [];
  let isGood = true;
  for (const [what, urls] of cases) {
    const probing = new AbortController();
    const probes = probe(port, probing.signal);
    fetcher.send({ urls, folder, idleMs: Number(options.idleS) * 1_000 });
    const [report] = await once(fetcher, 'message');
    probing.abort();
    await once(fetcher, 'message'); // the fetched files are removed
    const times = (await probes).sort((a, b) => a - b);
    const p = (/** @type {number} */ part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
    const ms = (/** @type {number[]} */ ...values) => values.map((value) => value.toFixed(1)).join(' / ');
    isGood &&= report.ownDelayMs[1] <= goalMs;
    rows.push([
      what,
      urls.length === 0 ? '' : `${(report.bytes / MiB / (report.lastedMs / 1_000)).toFixed(0)} MiB/s`,
      `${ms(...report.ownDelayMs)} ms`,
      `${ms(...report.delayMs)} ms`,
      `${ms(p(0.5), p(0.99), times.at(-1) ?? 0)} ms (${times.length})`,
      `${report.loopPercent.toFixed(0)} %`,
      urls.length === 0 ? '' : `${((report.cpuS * 1024 * MiB) / report.bytes).toFixed(0)} s`,
    ]);
  }
  const head = [
    ...['fetched', 'rate', `event loop delay of its own p50 / p99 / max; goal p99 ≤ ${goalMs} ms`],
    ...['with waiting for a core', 'small request p50 / p99 / max', 'event loop busy', 'CPU a GiB'],
  ];
  const text = `${machineLine()}.\n\n${markdownTable(head, rows)}`;
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('bench:fetch-loop', text);
  if (!isGood) {
    process.stderr.write(`required figure missed: event loop delay of its own, p99 ≤ ${goalMs} ms\n`);
    process.exitCode = 1;
  }
} finally {
  for (const child of [servers, fetcher]) child.kill();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * The times of small requests, one after the other until the signal. @param {number} port @param {AbortSignal} signal
 */
async function probe(port, signal) {
  const agent = new Agent({ keepAlive: true });
  /** @type {number[]} */
  const times = [];
  while (!signal.aborted) {
    const startMs = performance.now();
    const sent = request({ host: '127.0.0.1', port, agent }).end();
    const [response] = await once(sent, 'response');
    response.resume();
    await once(response, 'end');
    times.push(performance.now() - startMs);
    await sleep(probeEveryMs);
  }
  agent.destroy();
  return times;
}
