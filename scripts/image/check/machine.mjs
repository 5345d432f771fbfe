// A box under emulation: QEMU's `virt` board with U-Boot, no network, driven by its serial line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, copyFileSync, createWriteStream, rmSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bootLoader } from '../needs.mjs';
import { run } from '../run.mjs';

const prompt = 'TONEGATE-READY# ';

/** Factor for all time limits, as in the tests. */
const timeFactor = Number(process.env.TEST_TIME_FACTOR ?? 1);

/**
 * Makes a disk that begins with the content of `base` (qcow2) and leaves `base` unchanged. @param {string} base @param
 * {string} file
 */
export function copyOnWrite(base, file) {
  rmSync(file, { force: true });
  run('qemu-img', ['create', '-q', '-f', 'qcow2', '-b', path.resolve(base), '-F', 'qcow2', file]);
  return file;
}

/**
 * Makes a disk of `bytes` that begins with `image`; writes go to `file` only. @param {{ image: string, file: string,
 * bytes: number }} order
 */
export function makeMachineDisk({ image, file, bytes }) {
  rmSync(file, { force: true });
  run('qemu-img', ['create', '-q', '-f', 'qcow2', '-b', path.resolve(image), '-F', 'raw', file, String(bytes)]);
  return file;
}

/** The name of the snapshot that `save` makes in a disk. */
const moment = 'saved';

/**
 * Copies a disk in which a machine was saved; a machine on the copy resumes from there (`resume`). @param {string} base
 * @param {string} file
 */
export function copySaved(base, file) {
  rmSync(file, { force: true });
  copyFileSync(base, file, constants.COPYFILE_FICLONE);
  return file;
}

export class Machine {
  /** Everything on the serial line since power-on. */
  said = '';
  /** The output after the last match. */
  #unread = '';
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #qemu;
  /** Arguments for the sticks that are plugged in, by their names. @type {Map<string, string[]>} */
  #sticks = new Map();
  #isCut = true;

  /**
   * @param {{ disk: string, log: string, format?: string, isReadOnly?: boolean, cpus?: number, nic?: string, extra?:
   * string[] }} order
   */
  constructor({ disk, log, format = 'qcow2', isReadOnly = false, cpus = 2, nic = 'none', extra = [] }) {
    this.monitor = `${disk}.monitor`;
    this.log = createWriteStream(log, { flags: 'a' });
    this.args = [
      ...[
        '-M',
        'virt',
        '-accel',
        'tcg,thread=single',
        // The clock of the machine follows its instructions (2 ns each), so that nothing in it times out on a loaded
        // host.
        '-icount',
        'shift=1,sleep=on',
        '-cpu',
        'cortex-a72',
        '-smp',
        String(cpus),
        '-m',
        '1024',
        '-display',
        'none',
        // A restart is a new process: QEMU takes minutes to unpack a kernel over one that has run.
        '-no-reboot',
      ],
      ...['-nic', nic, '-bios', bootLoader, '-serial', 'stdio', '-monitor', `unix:${this.monitor},server,nowait`],
      ...[
        '-drive',
        `if=none,id=disk,format=${format},readonly=${isReadOnly ? 'on' : 'off'},file=${disk}`,
        '-device',
        'virtio-blk-pci,drive=disk',
      ],
      ...['-device', 'qemu-xhci', '-device', 'virtio-rng-pci', ...extra],
    ];
  }

  /** Resumes from the snapshot that `save` made in the disk. The devices must be those of that machine. */
  async resume() {
    this.powerOn(['-loadvm', moment]);
    this.type('\n');
    await this.waitFor(new RegExp(prompt), 60);
  }

  /** Saves memory and disk in the disk, and ends the machine. Its console must have a shell. */
  async save() {
    const answer = await this.ask(`savevm ${moment}`, 120);
    if (/error/i.test(answer)) throw new Error(`the machine cannot be saved: ${answer}`);
    await this.powerOff();
  }

  /** @param {string[]} more further arguments of QEMU */
  powerOn(more = []) {
    this.said = '';
    this.#unread = '';
    this.onAt = performance.now();
    this.#isCut = false;
    this.#start(more);
  }

  /** @param {string[]} more */
  #start(more) {
    const qemu = spawn('qemu-system-aarch64', [...this.args, ...more], { stdio: ['pipe', 'pipe', 'inherit'] });
    qemu.stdout.setEncoding('utf8');
    qemu.stdout.on('data', (/** @type {string} */ text) => {
      this.said += text;
      this.#unread += text;
      this.log.write(text);
    });
    qemu.once('exit', (code) => {
      if (this.#isCut || code !== 0) return;
      this.log.write('\n-- restart --\n');
      this.#start([...this.#sticks.values()].flat());
    });
    this.#qemu = qemu;
  }

  /** Seconds since power-on. */
  get upS() {
    return (performance.now() - (this.onAt ?? 0)) / 1_000;
  }

  get isOn() {
    const qemu = this.#qemu;
    return qemu !== undefined && qemu.exitCode === null && qemu.signalCode === null;
  }

  /** Cuts the power. */
  async powerOff() {
    const qemu = this.#qemu;
    this.#isCut = true;
    if (qemu === undefined || !this.isOn) return;
    const ended = once(qemu, 'exit');
    qemu.kill('SIGKILL');
    await ended;
    this.log.write('\n-- power off --\n');
  }

  /** Waits for text on the serial line; returns the match and counts it as read. @param {RegExp} pattern */
  async waitFor(pattern, withinS = 240) {
    for (const end = performance.now() + withinS * timeFactor * 1_000; ; ) {
      const match = pattern.exec(this.#unread);
      if (match !== null) {
        this.#unread = this.#unread.slice(match.index + match[0].length);
        return match;
      }
      if (!this.isOn) throw new Error(`the machine ended before it printed ${pattern}`);
      if (performance.now() > end) {
        throw new Error(`no ${pattern} within ${withinS} s; last output:\n${this.#unread.slice(-1_500)}`);
      }
      await sleep(50);
    }
  }

  /** @param {string} text */
  type(text) {
    this.#qemu?.stdin?.write(text);
  }

  /** Waits for the shell of a probe's console. */
  async probeShell(withinS = 240) {
    await this.waitFor(/PROBE-UP/, withinS);
    await this.waitFor(new RegExp(prompt), 60);
    this.type(`stty -echo cols 4000; PS1=TONEGATE''-READY'# '\n`);
    await this.waitFor(new RegExp(prompt), 60);
  }

  /** Waits for the shell of the console. */
  async login(withinS = 600) {
    await this.waitFor(/root@[a-z0-9-]+:~#/, withinS);
    await this.#quietShell();
  }

  /** Gets the shell of a console whose prompt something else has read: the one from before, or a new one. */
  async wake(withinS = 600) {
    this.type('\n');
    await this.waitFor(new RegExp(`root@[a-z0-9-]+:~#|${prompt}`), withinS);
    await this.#quietShell();
  }

  async #quietShell() {
    // The quotes prevent the echo of this line from looking like the prompt.
    this.type(`stty -echo cols 4000; bind 'set enable-bracketed-paste off'; PS1=TONEGATE''-READY'# '; dmesg -n 1\n`);
    await this.waitFor(new RegExp(prompt), 60);
  }

  /** The output of a command. Throws unless it succeeds. @param {string} command */
  async shell(command, withinS = 120) {
    const { status, said } = await this.tryShell(command, withinS);
    if (status !== 0) throw new Error(`${command}: status ${status}\n${said}`);
    return said;
  }

  /** @param {string} command */
  async tryShell(command, withinS = 120) {
    this.type(`echo BEGIN''-OF; { ${command}\n} 2>&1; echo END''-OF=$?\n`);
    await this.waitFor(/BEGIN-OF\r?\n/, 30);
    const match = await this.waitFor(/([\s\S]*?)END-OF=(\d+)\r?\n/, withinS);
    await this.waitFor(new RegExp(prompt), 30);
    return { status: Number(match[2]), said: String(match[1]).replaceAll('\r', '').trim() };
  }

  /** Sends a line to QEMU's monitor; returns its answer. @param {string} line */
  async ask(line, withinS = 30) {
    const socket = net.connect(this.monitor);
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      answer += text;
    });
    await once(socket, 'connect');
    const isDone = (/** @type {number} */ prompts) => answer.split('(qemu) ').length > prompts;
    const wait = async (/** @type {number} */ prompts) => {
      for (const end = performance.now() + withinS * timeFactor * 1_000; !isDone(prompts); await sleep(20)) {
        if (performance.now() > end) throw new Error(`no answer to ${line} within ${withinS} s: ${answer}`);
      }
    };
    await wait(1);
    socket.write(`${line}\n`);
    await wait(2);
    socket.destroy();
    return answer;
  }

  /** Plugs in a stick. @param {string} image @param {string} id */
  async plugIn(image, id) {
    const drive = `if=none,id=${id},format=raw,file=${image}`;
    const device = `usb-storage,id=${id}-device,drive=${id}`;
    this.#sticks.set(id, ['-drive', drive, '-device', device]);
    await this.ask(`drive_add 0 ${drive}`);
    await this.ask(`device_add ${device}`);
  }

  /** @param {string} id */
  unplug(id) {
    this.#sticks.delete(id);
    return this.ask(`device_del ${id}-device`);
  }
}
