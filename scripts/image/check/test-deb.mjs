// npm run test:deb [-- --suite trixie] [--previous FILE.deb]: installs the package on a clean Debian root with apt,
// serves there, upgrades from the previous package with data, removes and purges. It needs root (chroot) and
// mmdebstrap. Without --previous, the previous package is made from the same sources with a lower version.
import '../../setup/node-version.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { explain, SetupFailure } from '../../setup/report.mjs';
import { root, setUpOrExit } from '../../setup/setup.mjs';
import { packageSource } from '../base.mjs';
import { controlFile, makeDeb } from '../deb.mjs';
import { hostArchitecture } from '../product.mjs';
import { run } from '../run.mjs';

const architecture = hostArchitecture;
const readyWithinMs = 90_000;
const data = '/var/lib/tonegate';
const { values } = parseArgs({
  options: { suite: { type: 'string', default: 'trixie' }, previous: { type: 'string' } },
});
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** A clean root of the suite, unpacked at `place`. @param {string} place */
function unpackRoot(place) {
  const kept = path.join(root, '.cache/image', `${values.suite}.tar`);
  if (!existsSync(kept)) {
    mkdirSync(path.dirname(kept), { recursive: true });
    run('mmdebstrap', ['--quiet', '--variant=apt', values.suite, kept, packageSource()]);
  }
  run('tar', ['-C', place, '-xf', kept]);
  for (const name of ['proc', 'dev']) run('mount', ['--bind', `/${name}`, path.join(place, name)]);
  cpSync('/etc/resolv.conf', path.join(place, 'etc/resolv.conf'));
}

/** @param {string} place */
const chroot =
  (place) =>
  (/** @type {string[]} */ ...command) =>
    run('chroot', [place, '/usr/bin/env', 'DEBIAN_FRONTEND=noninteractive', ...command]);

/** Starts the program of the unit, as its user and with its environment. @param {string} place */
async function serve(place) {
  const unit = readFileSync(path.join(place, 'usr/lib/systemd/system/tonegate.service'), 'utf8');
  const environment = [...unit.matchAll(/^Environment=(.+)$/gm)].map(([, setting]) => String(setting));
  const command = String(/^ExecStart=(.+)$/m.exec(unit)?.[1]).split(' ');
  chroot(place)('install', '-d', '-o', 'tonegate', '-g', 'tonegate', '-m', '700', data); // StateDirectory=
  const asUser = ['setpriv', '--reuid=tonegate', '--regid=tonegate', '--init-groups', 'env', '-i'];
  const ports = ['TONEGATE_HTTP_PORT=0', 'TONEGATE_HTTPS_PORT=0'];
  const gateway = spawn('chroot', [place, ...asUser, ...environment, ...ports, ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = gateway;
  const said = createInterface({ input: gateway.stdout });
  const [line] = await Promise.race([once(said, 'line'), once(gateway, 'exit').then(() => ['{}'])]);
  const { http, https, admin } = JSON.parse(String(line));
  if (admin === undefined) throw new SetupFailure('the installed gateway ends at once; its log is above');
  for (const end = Date.now() + readyWithinMs; ; ) {
    const answer = await fetch(`${admin}/readyz`);
    if (answer.status === 200 && (await answer.json()).waitingFor.length === 0) break;
    if (Date.now() > end) throw new SetupFailure('the installed gateway does not get ready');
    await sleep(200);
  }
  const stop = async () => {
    const ended = once(gateway, 'exit');
    gateway.kill('SIGTERM');
    await ended;
  };
  return { http, https, stop };
}

/**
 * Acts as a client: it gets a token and has a recorded busy tone screened. Returns the answer as JSON text.
 * @param {{ http: string, https: string }} gateway @param {{ appkey: string, secret: string }} application
 */
async function screen({ http, https }, { appkey, secret }) {
  const authorization = `Basic ${Buffer.from(`${appkey}:${secret}`).toString('base64')}`;
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } }); // made at the first start
  const asked = await request(`${https}/v10/auth/get-access-token?appkey=${appkey}`, {
    headers: { authorization },
    dispatcher,
  });
  const { token } = /** @type {{ token: string }} */ (await asked.body.json());
  await dispatcher.close();
  const answer = await fetch(`${http}/v10/asr/ring/cn_8k_common/short_audio?appkey=${appkey}`, {
    method: 'POST',
    headers: {
      'X-Svc-Access-Token': token,
      'X-Svc-Config': 'audioFormat=auto',
      'Content-Type': 'application/octet-stream',
    },
    body: readFileSync(path.join(root, 'docs/examples/busy.wav')),
  });
  return JSON.stringify(await answer.json());
}

/** Every path that a person or a package may have written. @param {string} place */
const pathsOf = (place) =>
  new Set(
    run('find', [place, '-xdev', '-printf', '%P\n'])
      .split('\n')
      .filter((name) => !/^(proc|dev|tmp|root)(\/|$)|^var\/(lib\/(apt|dpkg)|cache|log)(\/|$)|^etc\/[^/]+-$/.test(name)),
  );

/** The gateway that runs in the chroot. @type {import('node:child_process').ChildProcess | undefined} */
let running;
let failed = 0;
/** @param {string} claim @param {boolean} holds @param {string} said */
function tell(claim, holds, said = '') {
  if (!holds) failed++;
  process.stdout.write(`${holds ? 'ok    ' : 'FAILED'} ${claim}${holds || said === '' ? '' : `: ${said}`}\n`);
}

/** @param {string} place @param {string} previous @param {string} current */
async function check(place, previous, current) {
  const inside = chroot(place);
  const install = (/** @type {string} */ file) => {
    cpSync(file, path.join(place, 'root/tonegate.deb'));
    inside('apt-get', 'install', '-qq', '-y', '--no-install-recommends', '--reinstall', '/root/tonegate.deb');
  };
  inside('apt-get', 'update', '-qq');
  const needed = /^Depends: (.+)$/m.exec(controlFile({ version, architecture, bytes: 0 }))?.[1] ?? '';
  inside(
    'apt-get',
    'install',
    '-qq',
    '-y',
    '--no-install-recommends',
    ...new Set(needed.split(', ').map((each) => each.replace(/ .*/, ''))),
  );
  const before = pathsOf(place);

  install(previous);
  tell('apt installs the package on a clean root', existsSync(path.join(place, 'usr/lib/tonegate/package.json')));
  const wanted = path.join(place, 'etc/systemd/system/multi-user.target.wants/tonegate.service');
  tell('the gateway starts at boot', run('ls', [path.dirname(wanted)]).includes('tonegate.service'));
  let gateway = await serve(place);
  const added = JSON.parse(inside('tonegate', 'apps', 'add', 'dialer', '--json', '--show-secret'));
  let verdict = await screen(gateway, added);
  tell('the installed gateway screens a recording', verdict.includes('"resultName":"busy"'), verdict);
  const { fine, checks } = JSON.parse(inside('tonegate', 'selftest', '--json'));
  for (const { name, outcome, sentence } of checks) process.stdout.write(`         ${name}: ${outcome}, ${sentence}\n`);
  tell('the self-test of the installed program passes', fine);
  const table = `cd /srv && cp ${data}/ring/tones.txt . && chmod 644 tones.txt && tonegate tables check tones.txt`;
  tell(
    "root's commands take relative names from the present directory",
    inside('sh', '-c', table).includes('tones.txt'),
  );
  const closed =
    'mkdir -m 700 /srv/own && cd /srv/own && cp ../tones.txt . && tonegate tables check tones.txt 2>&1; true';
  const told = inside('sh', '-c', `${closed}; rm -r /srv/tones.txt /srv/own`);
  tell(
    'or say why not',
    told.includes('the user tonegate may not enter /srv/own, so tones.txt is looked for in /'),
    told,
  );
  await gateway.stop();

  install(current);
  tell('the upgrade has the new version', inside('dpkg-query', '-W', '-f', `\${Version}`, 'tonegate') === version);
  gateway = await serve(place);
  verdict = await screen(gateway, added);
  tell(
    'after the upgrade, the earlier application has its calls screened',
    verdict.includes('"resultName":"busy"'),
    verdict,
  );
  await gateway.stop();
  tell('dpkg finds its files unchanged', inside('dpkg', '--verify', 'tonegate') === '');

  inside('apt-get', 'remove', '-qq', '-y', 'tonegate');
  tell('remove leaves the data', existsSync(path.join(place, data, 'tonegate.db')));
  install(current);
  gateway = await serve(place);
  verdict = await screen(gateway, added);
  tell('a new installation finds its data', verdict.includes('"resultName":"busy"'), verdict);
  await gateway.stop();

  writeFileSync(path.join(place, 'etc/tonegate/keep-data'), '');
  inside('apt-get', 'purge', '-qq', '-y', 'tonegate');
  tell('purge leaves data that it was told to keep', existsSync(path.join(place, data, 'tonegate.db')));
  rmSync(path.join(place, 'etc/tonegate/keep-data'));
  install(current);
  inside('apt-get', 'purge', '-qq', '-y', 'tonegate');
  const left = [...pathsOf(place)].filter((name) => !before.has(name));
  tell('purge leaves nothing', left.length === 0, left.join(' '));
  tell('purge removes the users', !/^tonegate/m.test(readFileSync(path.join(place, 'etc/passwd'), 'utf8')));
}

await setUpOrExit('start');
const folder = mkdtempSync(path.join(os.tmpdir(), 'tonegate-root-'));
const place = path.join(folder, 'root');
mkdirSync(place, { mode: 0o755 });
try {
  if (process.getuid?.() !== 0) throw new SetupFailure('npm run test:deb works in a chroot, so it must run as root', 3);
  const made = (/** @type {string} */ name) =>
    makeDeb({ ...{ root, from: root, output: folder, architecture }, version: name });
  const current = made(version);
  const again = readFileSync(current.file);
  tell('the same sources give the same bytes', readFileSync(made(version).file).equals(again));
  process.stdout.write(`${path.basename(current.file)}: ${(statSync(current.file).size / 1e6).toFixed(1)} MB; `);
  process.stdout.write(`installed ${(current.bytes / 1e6).toFixed(1)} MB (at most 130)\n`);
  tell('the installed package has at most 130 MB', current.bytes <= 130e6);
  const previous = values.previous ?? made(`${version}~before`).file;
  unpackRoot(place);
  await check(place, previous, current.file);
} catch (failure) {
  failed++;
  process.exitCode = explain(failure, '');
} finally {
  running?.kill('SIGKILL');
  for (const name of ['proc', 'dev']) spawnSync('umount', ['-l', path.join(place, name)]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
process.stdout.write(failed === 0 ? 'all hold\n' : `${failed} failed\n`);
process.exitCode ||= failed === 0 ? 0 : 1;
