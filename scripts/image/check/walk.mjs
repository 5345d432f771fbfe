// The path of a person with a new box, by the commands of docs/board.md: flash, first boot, the first application key,
// the CONFIG stick, a first screened call from another machine. Then the box follows an upstream, which rolls out the
// next version. The whole terminal session is recorded. QEMU replaces the box; its network reaches only this machine.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../run.mjs';
import { diskBytes, fatStick, untilServing } from './box.mjs';
import { Machine } from './machine.mjs';
import { note, tell } from './tell.mjs';
import { patience } from './update.mjs';

/** The address of the box for this machine, and of this machine for the box. */
const boxAddress = '127.0.0.2';
const hostOfBox = '10.0.2.2';

/** Commands in a shell of this machine, each of which is in docs/board.md; their output goes into the transcript. */
class Terminal {
  /** @type {string[]} */
  lines = [];
  #document;

  /** @param {string} root @param {string} folder working directory of the commands @param {NodeJS.ProcessEnv} env */
  constructor(root, folder, env) {
    this.#document = readFileSync(path.join(root, 'docs/board.md'), 'utf8');
    this.folder = folder;
    this.env = env;
  }

  /**
   * Throws if the document does not contain this. @param {string} command @param {string} [words] as the document
   * writes it
   */
  documented(command, words = command) {
    if (!this.#document.includes(words)) throw new Error(`docs/board.md does not have: ${words}`);
    return command;
  }

  /** @param {string} shown @param {string} command */
  shell(shown, command = shown) {
    this.lines.push(`$ ${shown}`);
    const { stdout, stderr, status } = spawnSync('bash', ['-c', command], {
      cwd: this.folder,
      env: this.env,
      encoding: 'utf8',
      timeout: 200_000,
    });
    const said = `${stdout}${stderr}`.trimEnd();
    if (said !== '') this.lines.push(said);
    if (status !== 0) throw new Error(`${command}: status ${status}: ${said}`);
    return stdout;
  }
}

/** @param {{ root: string, work: string, version: string, next: string, nextVersion: string }} parts */
export async function checkWalk({ root, work, version, next, nextVersion }) {
  const disk = path.join(work, 'walk.raw');
  rmSync(disk, { force: true });
  const terminal = new Terminal(root, path.join(root, 'dist/image'), { ...process.env, BOX: boxAddress });
  const ports = [8080, 8443].map((port) => `hostfwd=tcp:${boxAddress}:${port}-:${port}`).join(',');
  const machine = new Machine({
    ...{ disk, format: 'raw', log: path.join(work, 'walk.log'), nic: `user,model=virtio-net-pci,${ports}` },
    extra: ['-global', 'virtio-net-pci.romfile='], // the option ROM is in a package of its own, and no box boots from it
  });
  /** Types a line on the console; the line is in the document. @param {string} command */
  const type = async (command, withinS = 400) => {
    terminal.documented(command);
    const said = await machine.shell(command, withinS);
    terminal.lines.push(`root@tonegate:~# ${command}`, said);
    return said;
  };
  /** @param {string} claim @param {() => Promise<void>} steps */
  const part = async (claim, steps) => {
    try {
      await steps();
      tell(claim, true);
    } catch (fault) {
      tell(claim, false, fault instanceof Error ? fault.message : String(fault));
      throw fault;
    }
  };
  try {
    await part('the image is checked and flashed', async () => {
      terminal.shell(terminal.documented('sha256sum -c SHA256SUMS --ignore-missing'));
      const dd = terminal.documented('dd if=tonegate-<version>-arm64.img of=/dev/sdX bs=4M conv=fsync status=progress');
      terminal.shell(
        `sudo ${dd.replace('<version>', version).replace('status=progress', 'status=none')}`,
        dd.replace('<version>', version).replace('/dev/sdX', disk).replace('status=progress', 'status=none'),
      );
      truncateSync(disk, diskBytes);
    });
    await part('the first boot ends at a prompt', async () => {
      machine.powerOn();
      await machine.login();
      terminal.lines.push(`(power on; the console ${machine.upS.toFixed(0)} s later)`);
      terminal.lines.push(...machine.said.split(/\r?\n/).filter((line) => /^tonegate: |login:/.test(line)));
      await untilServing(machine, 600);
      terminal.lines.push(`(serving ${machine.upS.toFixed(0)} s after power on)`);
    });
    let [appkey, secret] = ['', ''];
    await part('the self-test passes, and a first application key is shown', async () => {
      await type('tonegate selftest');
      const said = await type('tonegate apps add dialer --show-secret');
      [, appkey = '', secret = ''] = /appkey +(\S+)\s+secret +(\S+)/.exec(said) ?? [];
      await type('tonegate board status');
    });
    await part('a CONFIG stick lets other machines in', async () => {
      const config = terminal.documented('{"host": "0.0.0.0"}');
      await machine.plugIn(
        fatStick(path.join(work, 'walk-config.img'), 'TG-CONFIG', { 'config.json': config }),
        'config',
      );
      const [line] = await machine.waitFor(/tonegate: [^\r\n]*(were applied|nothing was changed)[^\r\n]*/, 300);
      terminal.lines.push(`(a stick TG-CONFIG with config.json: ${config} goes in)`, line);
      if (!line.includes('were applied')) throw new Error(line);
      await machine.wake();
      await sleep(5_000);
      await untilServing(machine, 600);
    });
    await part('another machine has its first call screened', async () => {
      terminal.shell(`BOX=${boxAddress} A=${appkey} S=… # the address of the box, and what it showed`, 'true');
      Object.assign(terminal.env, { A: appkey, S: secret });
      const token = terminal.documented(
        `TOKEN=$(curl -sk -u $A:$S "https://$BOX:8443/v10/auth/get-access-token?appkey=$A" | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`,
      );
      terminal.env.TOKEN = terminal.shell(token, `${token}; printf %s "$TOKEN"`).trim();
      terminal.lines.pop();
      const call = [
        `curl -s -H "X-Svc-Access-Token: $TOKEN" -H 'X-Svc-Config: audioFormat=auto' \\`,
        `  -H 'Content-Type: application/octet-stream' --data-binary @busy.wav \\`,
        '  "http://$BOX:8080/v10/asr/ring/cn_8k_common/short_audio?appkey=$A"',
      ].join('\n');
      const answer = terminal.shell(
        terminal.documented(call),
        call.replace('@busy.wav', `@${path.join(root, 'docs/examples/busy.wav')}`),
      );
      if (!answer.includes('"resultName":"busy"')) throw new Error(answer);
    });
    writeFileSync(path.join(work, 'walk.txt'), `${terminal.lines.join('\n')}\n`);
    await checkRollout({ root, work, machine, next, nextVersion });
  } catch (fault) {
    tell('the path of a person runs to its end', false, fault instanceof Error ? fault.message : String(fault));
  }
  writeFileSync(path.join(work, 'walk.txt'), `${terminal.lines.join('\n')}\n`);
  await machine.powerOff();
  rmSync(disk, { force: true });
}

/** The addresses in the line with which a gateway says that it is ready. @param {import('node:stream').Readable} output */
async function addressesOf(output) {
  let said = '';
  output.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    said += text;
  });
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(200)) {
    const [line] = /^\{"ready":.*$/m.exec(said) ?? [];
    if (line !== undefined && said.includes(`${line}\n`)) return JSON.parse(line);
  }
  throw new Error(`the upstream does not start: ${said.slice(-500)}`);
}

/**
 * Rolls out the next version from an upstream on this machine. @param {{ root: string, work: string, machine: Machine,
 * next: string, nextVersion: string }} parts
 */
async function checkRollout({ root, work, machine, next, nextVersion }) {
  const data = mkdtempSync(path.join(os.tmpdir(), 'tonegate-upstream-'));
  const program = path.join(root, 'scripts/tonegate.mjs');
  const env = { ...process.env, TONEGATE_DATA: data, TONEGATE_HTTP_PORT: '0', TONEGATE_HTTPS_PORT: '0' };
  const tonegate = (/** @type {string[]} */ ...args) => run(process.execPath, [program, ...args], env);
  const upstream = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const addresses = await addressesOf(upstream.stdout);
    const { appkey, secret } = JSON.parse(tonegate('apps', 'add', 'box', '--sync', '--json', '--show-secret'));
    const pinnedKey = run('sh', [
      '-c',
      `openssl x509 -in "$1" -pubkey -noout | openssl pkey -pubin -outform der | sha256sum | cut -c1-64`,
      'sh',
      path.join(data, 'tls/cert.pem'),
    ]).trim();
    const config = {
      upstream: `https://${hostOfBox}:${new URL(addresses.https).port}`,
      sync: { appkey, secretFile: '/etc/tonegate/upstream.secret', pinnedKey, intervalS: 5 },
    };
    const stick = fatStick(path.join(work, 'walk-upstream.img'), 'TG-CONFIG', {
      ...{ 'config.json': JSON.stringify(config), 'upstream.secret': secret },
    });
    await machine.shell(`/usr/lib/tonegate-board/boot-state set BOOT_ARGS ${patience}`);
    tonegate('firmware', 'publish', next);
    await machine.unplug('config');
    await machine.plugIn(stick, 'upstream');
    const [line] = await machine.waitFor(/tonegate: [^\r\n]*(were applied|nothing was changed)[^\r\n]*/, 300);
    tell('a stick makes the box follow an upstream', line.includes('were applied'), line);
    const began = machine.upS;
    let told = '';
    for (const end = performance.now() + 1_500_000; performance.now() < end; await sleep(5_000)) {
      const [release] = JSON.parse(tonegate('firmware', 'status', '--json')).releases;
      const now = JSON.stringify({ boxes: release.boxes, good: release.good, bad: release.bad });
      if (now !== told) note(`${(machine.upS - began).toFixed(0)} s: ${now}`);
      told = now;
      if (release.good + release.bad > 0) break;
    }
    tell('the upstream learns that the box came back in good order', /"good":1,"bad":0/.test(told), told);
    await machine.wake();
    const status = await machine.shell('tonegate board status --json; systemctl is-active tonegate-order.path');
    tell(
      `the box runs ${nextVersion} in its other slot, and listens for further orders`,
      status.includes(`"version":"${nextVersion}"`) && status.includes('"slot":"B"') && /^active$/m.test(status),
      status,
    );
  } catch (fault) {
    tell('a rollout of an upstream runs to its end', false, fault instanceof Error ? fault.message : String(fault));
  }
  upstream.kill();
  rmSync(data, { recursive: true, force: true });
}
