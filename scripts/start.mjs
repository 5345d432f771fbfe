// `npm start`: sets up missing parts, then serves. Flags after -- go to `tonegate serve`.
import './setup/node-version.mjs';
import { spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gatewayFlags } from './setup/node-flags.mjs';
import { endWithNpm } from './setup/npm-parent.mjs';
import { root, setUpOrExit } from './setup/setup.mjs';

/** A terminal and npm both pass on one Ctrl-C; a signal within this time is the same one. */
const SAME_SIGNAL_MS = 500;
/** Time for the demo application, which arrives on another pipe than the ready line. */
const OTHER_PIPE_MS = 100;
const SAMPLE = 'docs/examples/busy.wav';

const flags = process.argv.slice(2);
const has = (name) => flags.some((flag) => flag === name || flag.startsWith(`${name}=`));
if (!has('--data') && !process.env.TONEGATE_DATA) flags.push('--data', path.join(root, 'data'));
if (!has('--log-level') && !process.env.TONEGATE_LOG_LEVEL) flags.push('--log-level', 'warn');

// A secret is shown only on a terminal. The pipe to this process is none, so this process decides.
if (process.stdout.isTTY) flags.push('--show-demo-app');

await setUpOrExit('start');

// The child is in a process group of its own, so that it gets each signal once; it stops when this process is gone.
const servant = fileURLToPath(new URL('setup/serve-while-parent-lives.mjs', import.meta.url));
const { npm_command: _, ...env } = process.env; // this process watches npm
const child = spawn(process.execPath, [...gatewayFlags, servant, 'serve', ...flags], {
  cwd: process.cwd(),
  env,
  detached: true,
  stdio: ['pipe', 'pipe', 'pipe'],
});
child.stdin.on('error', () => {}); // 'exit' reports the end of the child

const demo = {};
readline.createInterface({ input: child.stderr }).on('line', (line) => {
  const [, name, value] = /^ {2}(appkey|secret) {2}(\S+)$/.exec(line) ?? [];
  if (name !== undefined) demo[name] = value;
  else if (!line.startsWith('First start:')) process.stderr.write(`${line}\n`);
  if (line.includes('is in use by another program')) {
    process.stderr.write('To use other ports: npm start -- --http 8081 --https 8444\n');
  }
});
readline.createInterface({ input: child.stdout }).on('line', (line) => {
  const ready = readyLine(line);
  if (ready === null) process.stdout.write(`${line}\n`);
  else setTimeout(() => welcome(ready), OTHER_PIPE_MS);
});

let lastSignalAt = Number.NEGATIVE_INFINITY;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    const now = performance.now();
    if (now - lastSignalAt < SAME_SIGNAL_MS) return;
    lastSignalAt = now;
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  });
}
endWithNpm();
child.on('error', (error) => {
  process.stderr.write(`Cannot start: ${error.message}\n`);
  process.exitCode = 1;
});
child.on('close', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGKILL' ? 137 : 1);
});

function readyLine(line) {
  try {
    const value = JSON.parse(line);
    return value.ready === true ? value : null;
  } catch {
    return null;
  }
}

function welcome({ http, https }) {
  const { appkey = 'APPKEY', secret = 'SECRET' } = demo;
  const lines = ['', 'tonegate is running', `  http   ${http}`, `  https  ${https}  (self-signed certificate)`, ''];
  if (demo.secret === undefined) {
    const data = process.env.TONEGATE_DATA ? '' : ` --data ${shown(dataDirectory())}`;
    lines.push(
      'The first start on a terminal makes a demo application and shows it. To add an application:',
      `  npx tonegate apps add NAME${data}`,
    );
  } else {
    lines.push('Demo application (the secret is shown only once)', `  appkey  ${appkey}`, `  secret  ${secret}`);
  }
  lines.push(
    '',
    'Screen a recorded busy tone:',
    `  ${curlLine({ http, https, appkey, secret })}`,
    '',
    'Press Ctrl-C to stop.',
    '',
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}

function curlLine({ http, https, appkey, secret }) {
  const token =
    `TOKEN=$(curl -sk -u '${appkey}:${secret}' '${https}/v10/auth/get-access-token?appkey=${appkey}'` +
    ` | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`;
  const screen =
    `curl -s -H "X-Svc-Access-Token: $TOKEN" -H 'X-Svc-Config: audioFormat=auto'` +
    ` -H 'Content-Type: application/octet-stream' --data-binary @${shown(path.join(root, SAMPLE))}` +
    ` '${http}/v10/asr/ring/cn_8k_common/short_audio?appkey=${appkey}'`;
  return `${token}; ${screen}; echo`;
}

function dataDirectory() {
  const at = flags.findIndex((flag) => flag === '--data' || flag.startsWith('--data='));
  return flags[at] === '--data' ? flags[at + 1] : flags[at].slice('--data='.length);
}

/** A path as one would type it where npm was called, quoted if the shell requires it. */
function shown(file) {
  const relative = path.relative(process.env.INIT_CWD ?? process.cwd(), path.resolve(file));
  const shortest = relative === '' ? '.' : relative.startsWith('..') ? path.resolve(file) : relative;
  return /^[\w./@%+=:,-]+$/.test(shortest) ? shortest : `'${shortest.replaceAll("'", "'\\''")}'`;
}
