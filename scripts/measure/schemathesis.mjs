// `npm run schemathesis`: lets Schemathesis (a public tester of HTTP interfaces) read the OpenAPI document that a
// running gateway serves, and send it some thousand requests: documented examples, boundaries, random valid and invalid
// values, chains of requests along the document's links. Ends with "N cases, N findings".
//   --max-examples N   random cases for each operation, 60 unless given
//   --seed N           1 unless given
//   --only PATTERN     only the paths that match this regular expression
// Schemathesis is installed from PyPI into .cache/schemathesis, in the version below. Its log of all requests
// stays there as ndjson.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startGateway } from './lib/gateway.mjs';

const VERSION = '4.32.5';

const { values: options } = parseArgs({
  options: {
    'max-examples': { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const root = path.resolve(import.meta.dirname, '../..');
const work = path.join(root, '.cache/schemathesis');
const program = path.join(work, 'bin/schemathesis');
const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);

function install() {
  const marker = path.join(work, 'version');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === VERSION) return;
  mkdirSync(work, { recursive: true });
  for (const [command, ...args] of [
    ['python3', '-m', 'venv', work],
    [path.join(work, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`],
  ]) {
    const { status } = spawnSync(command ?? '', args, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed; it needs Python 3.10, venv and PyPI`);
  }
  writeFileSync(marker, VERSION);
}

/** JSON strings are TOML strings. */
const quoted = (/** @type {string} */ text) => JSON.stringify(text);

/** Operations that may refuse requests of the right form, because no schema can describe their content. */
const beyondSchemas = [
  { what: 'bytes that are audio', ids: ['asr.shortAudio', 'ring.shortAudio', 'trans.upload'] },
  { what: 'text that can be spoken', ids: ['tts.shortText'] },
  { what: 'a signed firmware bundle', ids: ['admin.firmware.upload'] },
  { what: 'a word list whose lines are right', ids: ['userword', 'sensword', 'resource'].flatMap(changes) },
  { what: 'addresses that the gateway may call', ids: ['trans.submit'] },
  { what: 'a SIP trunk that is configured', ids: ['calls.place'] },
  { what: 'ids of lists that exist', ids: ['admin.profiles.put'] },
  { what: 'lists whose checksums are right', ids: ['admin.sync.apply'] },
];
function changes(/** @type {string} */ family) {
  return [`${family}.create`, `${family}.update`, ...(family === 'resource' ? changes('resource.sys') : [])];
}

/** Credentials and values that only a running gateway knows. The checks and phases are Schemathesis's own: all of them.
 * @param {import('./lib/gateway.mjs').Gateway} gateway @param {string} adminKey */
const configuration = ({ appkey, secret, token }, adminKey) => `
tls-verify = false
request-timeout = 60
seed = ${options.seed}
continue-on-failure = true
workers = 1

[generation]
max-examples = ${options['max-examples']}
# The gateway refuses bytes that are not UTF-8 text, and lone surrogates cannot be sent.
codec = "utf-8"

[parameters]
"query.appkey" = ${quoted(appkey)}
"path.category" = "user"
"path.cu" = "asr"
"path.type" = "userword"

[auth.openapi]
basic = { username = ${quoted(appkey)}, password = ${quoted(secret)} }
token = { api_key = ${quoted(token)} }
access-token = { api_key = ${quoted(token)} }
admin = { bearer = ${quoted(adminKey)} }

[[operations]]
include-operation-id-regex = "^(asr|ring|trans)"
parameters = { "path.property" = "cn_8k_common" }

[[operations]]
include-operation-id-regex = "^tts"
parameters = { "path.property" = "cn_zhixingjing_common" }

# Names, notation, ids in bodies and tenants that no schema can tell: a request of the right form may be refused.
[[operations]]
include-operation-id-regex = "^nlu"
parameters = { "path.property" = "cn_common" }
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 403, 404, 409, 412]

[[operations]]
include-operation-id-regex = "^admin.tenants"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 403, 404, 409]
${beyondSchemas.map(exception).join('')}`;

const exception = (/** @type {{ what: string, ids: string[] }} */ { what, ids }) => `
# They want ${what}.
[[operations]]
include-operation-id = [${ids.map(quoted).join(', ')}]
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 401, 403, 404, 409]
`;

/** The part of the document that one listener answers, without the WebSockets: AsyncAPI describes those.
 * @param {any} document @param {ListenerPart} listener */
function partOf(document, { isAdmin }) {
  const isOfListener = (/** @type {any} */ operation) => {
    if (operation.responses['101'] !== undefined) return false;
    const servers = operation.servers ?? document.servers;
    return servers.some((/** @type {any} */ { description }) => /admin listener/.test(description) === isAdmin);
  };
  const paths = Object.entries(document.paths).map(([name, operations]) => [
    name,
    Object.fromEntries(Object.entries(operations).filter(([, operation]) => isOfListener(operation))),
  ]);
  const { servers: _, ...rest } = document;
  const left = paths.filter(([, operations]) => Object.keys(operations).length > 0);
  return JSON.parse(
    JSON.stringify({ ...rest, paths: Object.fromEntries(left) }, (key, value) =>
      key === 'servers' ? undefined : value,
    ),
  );
}

/** @typedef {{ name: string, isAdmin: boolean }} ListenerPart */

/** Cases that an ndjson report lists, its findings (one for each check that an operation fails), and whether the run was
 * completed.
 * @param {string} file */
function countIn(file) {
  let cases = 0;
  let isComplete = false;
  /** @type {Set<string>} */
  const findings = new Set();
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const { ScenarioFinished: scenario, EngineFinished: end } = JSON.parse(line);
    if (end?.stop_reason === 'completed') isComplete = true;
    if (scenario === undefined) continue;
    const { label, cases: sent = {}, checks = {} } = scenario.recorder;
    cases += Object.keys(sent).length;
    for (const { name, status } of Object.values(checks).flat())
      if (status === 'failure') findings.add(`${label} ${name}`);
  }
  return { cases, findings: findings.size, isComplete };
}

install();
const config = path.join(work, 'schemathesis.toml');
let [cases, findings] = [0, 0];
// The admin listener gets a gateway of its own: a backup of all that the first run left would fill Schemathesis's
// memory.
for (const listener of [
  { name: 'https', isAdmin: false },
  { name: 'admin', isAdmin: true },
]) {
  say(`\n== the ${listener.name} listener`);
  const gateway = await startGateway({ appOptions: ['--sync'] });
  try {
    const adminKey = readFileSync(path.join(gateway.data, 'admin.key'), 'utf8').trim();
    writeFileSync(config, configuration(gateway, adminKey), { mode: 0o600 });
    const document = await (await fetch(`${gateway.http}/v10/system/openapi.json`)).json();
    const part = path.join(work, `${listener.name}.json`);
    writeFileSync(part, JSON.stringify(partOf(document, listener)));
    const report = path.join(work, `${listener.name}.ndjson`);
    const only = options.only === undefined ? [] : ['--include-path-regex', options.only];
    const url = listener.isAdmin ? gateway.admin : gateway.https;
    const args = ['--config-file', config, 'run', part, '--url', url, '--no-color', ...only];
    const { status, signal } = spawnSync(program, [...args, '--report', 'ndjson', '--report-ndjson-path', report], {
      cwd: work,
      stdio: 'inherit',
    });
    const counted = countIn(report);
    if (!counted.isComplete) {
      throw new Error(`the run on the ${listener.name} listener was cut (${signal ?? status}): ${report}`);
    }
    cases += counted.cases;
    findings += counted.findings;
  } finally {
    await gateway.stop();
  }
}
say(`\n${cases} cases, ${findings} findings`);
process.exitCode = cases > 0 && findings === 0 ? 0 : 1;
