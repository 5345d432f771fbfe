// npm run autobahn -- --wstest FILE: the Autobahn test suite against a WebSocket server with the options of the
// gateway's own, which sends back the messages that it gets.
//   --wstest FILE   the program `wstest` of the Python package autobahntestsuite (it needs Python 2.7 and PyPI)
//   --write         put the table into docs/measurements.md
// Messages above the gateway's limit (9.1.3 and on, 9.2.3 and on, 9.3 to 9.6: 1 to 16 MiB) and compression (12, 13),
// which the gateway does not offer, are left out.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { limits } from '../../dist/protocol/limits.js';
import { makeServer } from '../../dist/ws/host.js';
import { writeBlock } from './lib/page.mjs';
import { machineLine, markdownTable } from './lib/report.mjs';

const { values: options } = parseArgs({
  options: { wstest: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const { wstest } = options;
if (wstest === undefined || !existsSync(wstest)) {
  process.stderr.write(
    `${wstest === undefined ? '' : `${wstest} does not exist\n`}--wstest FILE is required: the program of the Python package autobahntestsuite, which needs Python 2.7:\n  python2.7 -m virtualenv DIR && DIR/bin/pip install autobahntestsuite, then --wstest DIR/bin/wstest\n`,
  );
  process.exit(2);
}
const cases = [
  '1.*',
  '2.*',
  '3.*',
  '4.*',
  '5.*',
  '6.*',
  '7.*',
  '9.1.1',
  '9.1.2',
  '9.2.1',
  '9.2.2',
  '9.7.*',
  '9.8.*',
  '10.*',
];
const agent = 'tonegate';

/** Runs the suite in a process of its own, since this process answers it.
 * @param {string} file @param {string} folder */
async function suite(file, folder) {
  const child = spawn(file, ['-m', 'fuzzingclient', '-s', path.join(folder, 'spec.json')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors = (errors + text).slice(-2_000);
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${file} ended with code ${code}: ${errors}`);
}

const folder = mkdtempSync(path.join(tmpdir(), 'autobahn-'));
const sockets = makeServer(limits.stream);
const server = http.createServer();
server.on('upgrade', (request, socket, head) => {
  socket.on('error', () => socket.destroy());
  sockets.handleUpgrade(request, socket, head, (webSocket) => {
    webSocket.on('error', () => {}); // ws closes the connection with the right code
    webSocket.on('message', (data, isBinary) => webSocket.send(data, { binary: isBinary }));
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
try {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const spec = {
    outdir: path.join(folder, 'reports'),
    servers: [{ agent, url: `ws://127.0.0.1:${port}` }],
    ...{ cases, 'exclude-cases': [], 'exclude-agent-cases': {} },
  };
  writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(spec));
  const { stdout } = spawnSync(wstest, ['-a'], { encoding: 'utf8' });
  const version = /AutobahnTestSuite (\S+)/.exec(stdout ?? '')?.[1] ?? 'of an unknown version';
  await suite(wstest, folder);
  /** @type {Record<string, { behavior: string, behaviorClose: string }>} */
  const results = JSON.parse(readFileSync(path.join(folder, 'reports/index.json'), 'utf8'))[agent];
  /** @type {Map<string, { cases: number, passed: number, lax: string[], told: number, failed: string[] }>} */
  const categories = new Map();
  for (const [id, { behavior, behaviorClose }] of Object.entries(results)) {
    const name = id.split('.')[0] ?? '';
    const row = categories.get(name) ?? { cases: 0, passed: 0, lax: [], told: 0, failed: [] };
    categories.set(name, row);
    row.cases++;
    if (behavior === 'NON-STRICT') row.lax.push(id);
    else if (behavior === 'INFORMATIONAL') row.told++;
    else if (behavior === 'OK' && ['OK', 'INFORMATIONAL'].includes(behaviorClose)) row.passed++;
    else row.failed.push(`${id} (${behavior}, close ${behaviorClose})`);
  }
  const rows = [...categories].sort(([a], [b]) => Number(a) - Number(b));
  const table = markdownTable(
    ['category', 'cases', 'passed', 'informational', 'not strict', 'failed'],
    rows.map(([name, { cases: count, passed, told, lax, failed }]) => [
      ...[name, count, passed, told],
      lax.join(', ') || 0,
      failed.join(', ') || 0,
    ]),
  );
  const count = Object.keys(results).length;
  const failed = rows.flatMap(([, row]) => row.failed);
  const text = `${count} cases, ${failed.length} failed. AutobahnTestSuite ${version}. ${machineLine()}.\n\n${table}`;
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('autobahn', text);
  process.exitCode = failed.length > 0 || count === 0 ? 1 : 0;
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
