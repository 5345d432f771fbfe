// The product's own image in a machine: its first boot, an update with data, the way back, bad bundles, and damage.
// Each boot takes minutes under emulation, so checks that need no product run on a probe.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from '../run.mjs';
import { copySaved, Machine, makeMachineDisk } from './machine.mjs';
import { note, tell } from './tell.mjs';

export const diskBytes = 2 * 2 ** 30;
/** A box has no ffmpeg, so it transcribes raw formats only. */
const wavHeaderBytes = 44;
/**
 * Waits until the gateway takes calls and waits for nothing. The shell asks, since each start of Node takes seconds
 * under emulation.
 */
const ready = `until port=$(sed -n 's,.*"admin": *"http://[^:]*:\\([0-9]*\\).*,\\1,p' /var/lib/tonegate/gateway.json 2>/dev/null) && [ -n "$port" ] &&
{ exec 3<>/dev/tcp/127.0.0.1/$port; } 2>/dev/null && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && timeout 20 grep -q '"waitingFor":\\[\\]' <&3; do sleep 1; done`;

/** The garbage of the self-test is collected within that time. */
const idleS = 120;
const memoryFacts = 'MemTotal|MemFree|MemAvailable|AnonPages|Shmem|SUnreclaim|KernelStack|PageTables|Percpu';
const memory = `grep -E '^(${memoryFacts}):' /proc/meminfo | tr -s '\\n ' ' '`;
/** The largest processes with their anonymous memory, which is nobody else's, in KiB. */
const anonymousByProcess = `for each in /proc/[0-9]*; do
kib=$(sed -n 's/^Anonymous: *\\([0-9]*\\) kB/\\1/p' $each/smaps_rollup 2>/dev/null); echo "\${kib:-0} $(cat $each/comm 2>/dev/null)"
done | sort -rn | head -n 16 | tr '\\n' ','`;

/** @param {Machine} machine */
export async function untilServing(machine, withinS = 400) {
  await machine.shell(ready, withinS);
}

/** @param {string} folder @param {string} image */
function packFolder(folder, image) {
  rmSync(image, { force: true });
  run('mksquashfs', [
    folder,
    image,
    '-comp',
    'zstd',
    '-Xcompression-level',
    '1',
    '-noappend',
    '-quiet',
    '-no-progress',
  ]);
  rmSync(folder, { recursive: true });
  return image;
}

/**
 * A read-only disk with the client and its files; it is /dev/vdb on the box. @param {string} root @param {string} work
 */
export function guestDisk(root, work) {
  const folder = path.join(work, 'guest');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(root, 'scripts/image/check/guest'), folder, { recursive: true });
  cpSync(path.join(root, 'docs/examples/busy.wav'), path.join(folder, 'busy.wav'));
  const recording = readFileSync(path.join(root, 'models/asr-zh-8k/sentence.wav'));
  writeFileSync(path.join(folder, 'speech.alaw'), recording.subarray(wavHeaderBytes));
  cpSync(path.join(root, 'docs/examples/robots/appointment'), path.join(folder, 'appointment'), { recursive: true });
  return packFolder(folder, path.join(work, 'guest.squashfs'));
}

/**
 * A read-only stick with these files. @param {string} work @param {string} name @param {{ name: string, file: string
 * }[]} files
 */
export function fileStick(work, name, files) {
  const folder = path.join(work, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const each of files) cpSync(each.file, path.join(folder, each.name));
  return packFolder(folder, path.join(work, `${name}.squashfs`));
}

/**
 * A FAT stick with files: texts, or copies of other files. @param {string} image @param {string} label
 * @param {Record<string, string | { file: string }>} files
 */
export function fatStick(image, label, files, sizeMib = 16) {
  rmSync(image, { force: true });
  run('mkfs.vfat', ['-C', '-n', label, image, String(sizeMib * 1_024)]);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tonegate-stick-'));
  for (const [name, content] of Object.entries(files)) {
    const file = typeof content === 'string' ? path.join(folder, name) : content.file;
    if (typeof content === 'string') writeFileSync(file, content);
    run('mcopy', ['-i', image, file, `::${name}`]);
  }
  rmSync(folder, { recursive: true });
  return image;
}

export const secondDisk = (file) => [
  ...['-drive', `if=none,id=second,format=raw,readonly=on,file=${file}`],
  ...['-device', 'virtio-blk-pci,drive=second'],
];

/**
 * Continues in a copy of the box that `checkFirstBoot` saved, with these files on a stick under /run/files, and the
 * client under /run/client. @param {{ work: string, base: string, name: string, files: { name: string, file: string }[]
 * }} order
 */
export async function resumeBox({ work, base, name, files }) {
  const disk = copySaved(base, path.join(work, `${name}.qcow2`));
  const extra = secondDisk(path.join(work, 'guest.squashfs'));
  const machine = new Machine({ disk, log: path.join(work, `${name}.log`), extra });
  await machine.resume();
  await machine.plugIn(fileStick(work, `${name}-files`, files), 'files');
  await mountFiles(machine);
  return machine;
}

/** Mounts the client and the stick of a box that has just booted. @param {Machine} machine */
export async function mountFiles(machine) {
  await machine.shell(
    'mkdir -p /run/client /run/files; until mount -o ro /dev/sda /run/files; do sleep 1; done; mount -o ro /dev/vdb /run/client',
    60,
  );
}

/** Hashes of the keys, names and certificates of a box, by path. @param {Machine} machine */
async function secretsOf(machine) {
  const said = await machine.shell(
    `find /data -type f \\( -name '*.pem' -o -name '*.key' -o -name '*key*' ! -name 'keywords*' -o -name machine-id -o -name hostname -o -name 'random-seed' \\) -exec sha256sum {} +`,
  );
  return new Map(said.split('\n').map((line) => /** @type {[string, string]} */ ([line.slice(66), line.slice(0, 64)])));
}

/** @param {string} said */
export const lastLine = (said) => said.trim().split('\n').at(-1) ?? '';

/**
 * Boots two copies of the image, each in a machine of its own, or only the first one, whose idle memory is not measured
 * then. Returns the disk of the first one, in which its machine is saved. @param {{ root: string, work: string, image:
 * string, withSecond: boolean }} parts
 */
export async function checkFirstBoot({ root, work, image, withSecond }) {
  const guest = guestDisk(root, work);
  const boxes = [];
  for (const name of withSecond ? ['one', 'two'] : ['one']) {
    const disk = makeMachineDisk({ image, file: path.join(work, `box-${name}.qcow2`), bytes: diskBytes });
    const machine = new Machine({ disk, log: path.join(work, `box-${name}.log`), extra: secondDisk(guest) });
    machine.powerOn();
    await machine.login();
    const loginS = machine.upS;
    await untilServing(machine);
    note(`box ${name}: login after ${loginS.toFixed(1)} s, serving after ${machine.upS.toFixed(1)} s`);
    boxes.push({ disk, secrets: await secretsOf(machine) });
    if (name === 'one') {
      const status = JSON.parse(lastLine(await machine.shell('tonegate board status --json')));
      tell('the box reports its slot', status.slot === 'A' && status.pending === '', JSON.stringify(status));
      const { said } = await machine.tryShell('tonegate selftest', 300);
      for (const line of said.split('\n')) note(line);
      tell('the self-test passes', /Everything passed|Nothing failed/.test(said));
      const failed = await machine.shell('systemctl --failed --no-legend --plain --no-pager');
      tell('no unit fails', failed === '', failed);
      const mounts = await machine.shell(`touch /usr/x /etc/x /x 2>&1 | grep -c 'Read-only' || true`);
      tell('nothing but the data partition can be written', lastLine(mounts) === '3', mounts);
      if (withSecond) {
        await machine.shell(`sleep ${idleS}`, 10 * idleS);
        note(`memory: ${await machine.shell(memory)}`);
        note(`anonymous memory by process, KiB: ${await machine.shell(anonymousByProcess)}`);
      }
      note(await machine.shell('systemd-analyze time; journalctl -b -o cat -t kernel --no-pager | tail -n 0'));
    }
    await machine.shell('sync');
    if (name === 'one') await machine.save();
    else await machine.powerOff();
  }
  const disk = boxes[0]?.disk ?? '';
  if (!withSecond) return disk;
  const [one, two] = boxes.map(({ secrets }) => secrets);
  const same = [...(one ?? [])].filter(([name, hash]) => two?.get(name) === hash).map(([name]) => name);
  tell(
    `two boxes have ${one?.size} keys and names of their own`,
    (one?.size ?? 0) > 3 && same.length === 0,
    same.join(' '),
  );
  return disk;
}
