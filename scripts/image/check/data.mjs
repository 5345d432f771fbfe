// A data partition that is full, missing, read-only, damaged or reset: on a probe, the treatment by the initial file system;
// with the product, that the box serves, or explains in safe mode why it does not.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { run } from '../run.mjs';
import { lastLine, untilServing } from './box.mjs';
import { copyOnWrite, Machine } from './machine.mjs';
import { probeCpus } from './probe.mjs';
import { heldBefore, note, tell } from './tell.mjs';

const MiB = 1 << 20;
/**
 * Start of the data partition of a probe or box, in bytes: directly after the slots (the log of the first boot shows
 * the sector).
 */
const dataAt = 352 * MiB;
const zeros = (/** @type {number} */ at, /** @type {number} */ bytes) => `write -q -P 0 ${at} ${bytes}`;
const noise = (/** @type {number} */ at, /** @type {number} */ bytes) => `write -q -P 0xa5 ${at} ${bytes}`;

/** `says`: the required message on the console; `keeps`: the ledger still exists. */
const damages = [
  {
    name: 'whose first block is damaged',
    writes: [noise(dataAt, 4_096)],
    says: /mended is mended/,
    mode: 'normal',
    keeps: true,
  },
  {
    name: 'whose superblock is zeros',
    writes: [zeros(dataAt + 1_024, 1_024)],
    says: /mended is mended/,
    mode: 'normal',
    keeps: true,
  },
  {
    name: 'that is damaged from end to end',
    writes: [noise(dataAt, 400 * MiB)],
    says: /cannot be read; a factory reset/,
    mode: 'safe-mode',
    keeps: false,
  },
  {
    name: 'that is missing from the partition table',
    writes: [],
    lose: true,
    says: /the data partition is made/,
    mode: 'normal',
    keeps: true,
  },
  {
    name: 'whose file system is marked as read-only',
    writes: [],
    tune: true,
    says: /cannot be written/,
    mode: 'safe-mode',
    keeps: false,
  },
  {
    name: 'on a disk that no longer takes writes',
    writes: [],
    isReadOnly: true,
    says: /cannot be (written|read)/,
    mode: 'safe-mode',
    keeps: false,
  },
];

/** Marks the file system of the data partition as read-only. It is taken out of the disk for that, because tune2fs cannot
 * replay a journal at an offset. @param {string} work @param {string} disk */
function markReadOnly(work, disk) {
  const [raw, data] = [path.join(work, 'damage.raw'), path.join(work, 'damage.ext4')];
  const first = String(dataAt / MiB);
  run('qemu-img', ['convert', '-O', 'raw', disk, raw]);
  run('dd', ['bs=1M', 'conv=sparse', `skip=${first}`, `if=${raw}`, `of=${data}`, 'status=none']);
  run('tune2fs', ['-O', 'read-only', data]);
  run('dd', ['bs=1M', 'conv=notrunc', `seek=${first}`, `if=${data}`, `of=${raw}`, 'status=none']);
  run('qemu-img', ['convert', '-O', 'qcow2', raw, disk]);
  for (const file of [raw, data]) rmSync(file);
}

/** @param {{ work: string, base: string }} parts a probe that booted once, with a line in its ledger */
async function checkOnProbe({ work, base }) {
  for (const { name, writes, says, mode, keeps, lose, tune, isReadOnly = false } of damages) {
    const claim = `a data partition ${name}: the box boots (${mode})${keeps ? ' with its data' : ''}`;
    if (heldBefore(claim)) continue;
    const disk = copyOnWrite(base, path.join(work, 'damage.qcow2'));
    if (tune === true) markReadOnly(work, disk);
    const machine = new Machine({ disk, isReadOnly, cpus: probeCpus, log: path.join(work, 'damage.log') });
    try {
      if (lose === true) {
        machine.powerOn();
        await machine.probeShell();
        await machine.shell('sgdisk --delete=5 /dev/vda >/dev/null; sync', 60).catch(() => {});
        await machine.powerOff();
      } else {
        run('qemu-io', ['-f', 'qcow2', ...writes.flatMap((command) => ['-c', command]), disk]);
      }
      machine.powerOn();
      await machine.probeShell();
      const isKept = /PROBE ledger 1 1 1/.test(machine.said);
      const said = [
        says.test(machine.said) ? '' : `it does not say ${says}`,
        machine.said.includes(` ${mode}`) ? '' : `not ${mode}`,
        isKept === keeps ? '' : `ledger kept: ${isKept}`,
      ];
      tell(claim, said.join('') === '', said.join(', '));
    } catch (fault) {
      tell(`a data partition ${name}: the box boots`, false, fault instanceof Error ? fault.message : String(fault));
    }
    await machine.powerOff();
  }
  const disk = copyOnWrite(base, path.join(work, 'damage.qcow2'));
  const machine = new Machine({ disk, cpus: probeCpus, log: path.join(work, 'damage.log') });
  try {
    machine.powerOn();
    await machine.probeShell();
    await machine.tryShell('dd if=/dev/zero of=/data/big bs=1M 2>/dev/null; sync; df /data | tail -n 1', 120);
    await machine.powerOff();
    machine.powerOn();
    await machine.probeShell();
    tell(
      'a data partition that is full: the box boots and says so',
      machine.said.includes(' normal') && /data partition is full/.test(machine.said),
    );
  } catch (fault) {
    tell('a data partition that is full: the box boots', false, fault instanceof Error ? fault.message : String(fault));
  }
  await machine.powerOff();
}

/**
 * A factory reset by the boot state, undisturbed and with a power cut in it: the data are gone, the box has a new id, and
 * the request is taken back. @param {{ work: string, base: string }} parts a probe that booted once, with a line in its
 * ledger
 */
async function checkReset({ work, base }) {
  const bootState = '/usr/lib/tonegate-board/boot-state';
  for (const isCut of [false, true]) {
    const claim = `a factory reset${isCut ? ', after a power cut in it,' : ''} leaves no data, gives a new id and ends`;
    if (heldBefore(claim)) continue;
    const disk = copyOnWrite(base, path.join(work, 'reset.qcow2'));
    const machine = new Machine({ disk, cpus: probeCpus, log: path.join(work, 'reset.log') });
    try {
      machine.powerOn();
      await machine.probeShell();
      const before = lastLine(await machine.shell('cat /etc/machine-id'));
      await machine.shell(`${bootState} set BOOT_ARGS tonegate.factory-reset; sync`);
      await machine.powerOff();
      machine.powerOn();
      if (isCut) {
        await machine.waitFor(/factory reset: an empty file system is made/);
        await machine.powerOff();
        machine.powerOn();
      }
      await machine.probeShell();
      const after = lastLine(await machine.shell('cat /etc/machine-id'));
      const args = lastLine(await machine.shell(`${bootState} get BOOT_ARGS`));
      const said = [
        /factory reset: done/.test(machine.said) ? '' : 'it does not say that it is done',
        /PROBE ledger/.test(machine.said) ? 'the ledger is there' : '',
        /^[0-9a-f]{32}$/.test(after) && after !== before ? '' : `id ${before}, then ${after}`,
        args === '' ? '' : `BOOT_ARGS ${args}`,
      ].filter((each) => each !== '');
      tell(claim, said.length === 0, said.join(', '));
    } catch (fault) {
      tell(claim, false, fault instanceof Error ? fault.message : String(fault));
    }
    await machine.powerOff();
  }
}

/** @param {{ work: string, base: string }} parts the product's box that booted once */
async function checkOnBox({ work, base }) {
  const open = async (/** @type {string[]} */ writes) => {
    const disk = copyOnWrite(base, path.join(work, 'box-damage.qcow2'));
    if (writes.length > 0) run('qemu-io', ['-f', 'qcow2', ...writes.flatMap((command) => ['-c', command]), disk]);
    const machine = new Machine({ disk, log: path.join(work, 'box-damage.log') });
    machine.powerOn();
    await machine.login();
    return machine;
  };
  const health = `node -e 'const { admin } = JSON.parse(require("fs").readFileSync("/var/lib/tonegate/gateway.json")); fetch(admin + "/healthz").then((a) => a.text()).then(console.log)'`;
  const pages = `node -e 'fetch("http://127.0.0.1:8080/v10/system/openapi.json").then((a) => console.log("api", a.status))'`;
  try {
    const machine = await open([noise(dataAt, 400 * MiB)]);
    await machine.shell(
      'until systemctl is-active -q tonegate && [ -e /var/lib/tonegate/gateway.json ]; do sleep 1; done',
      300,
    );
    const status = JSON.parse(lastLine(await machine.shell('tonegate board status --json')));
    const answer = lastLine(await machine.shell(health));
    const api = lastLine(await machine.shell(pages));
    note(answer);
    tell(
      'with a data partition that cannot be read the box is in safe mode and says why',
      /cannot be read/.test(status.safeMode ?? ''),
      JSON.stringify(status),
    );
    tell(
      'there its API answers and its engines are off',
      api.startsWith('api ') && /safe mode/i.test(answer),
      `${api}; ${answer}`,
    );
    const screened = lastLine((await machine.tryShell('tonegate apps list --json')).said);
    note(screened);
    await machine.powerOff();
  } catch (fault) {
    tell('the box serves in safe mode', false, fault instanceof Error ? fault.message : String(fault));
  }
  try {
    const machine = await open([]);
    await untilServing(machine);
    await machine.tryShell('dd if=/dev/zero of=/data/big bs=1M 2>/dev/null; sync', 200);
    const full = (await machine.tryShell('tonegate selftest', 300)).said;
    tell('with a full data partition the self-test fails and names the space', /space +FAILED/.test(full), full);
    await machine.powerOff();
    machine.powerOn();
    await machine.login();
    // Without room for gateway.json the gateway serves, but no command finds it until there is room.
    await machine.shell(`until ${pages} 2>/dev/null | grep -q 'api 200'; do sleep 1; done`, 400);
    tell('a box with a full data partition boots and serves', true);
    await machine.shell('rm /data/big; sync; until [ -e /var/lib/tonegate/gateway.json ]; do sleep 1; done', 120);
    const { said } = await machine.tryShell('tonegate selftest', 300);
    tell('with space again its self-test passes', /Everything passed|Nothing failed/.test(said), said);
    await machine.powerOff();
  } catch (fault) {
    tell(
      'a box with a full data partition boots and serves',
      false,
      fault instanceof Error ? fault.message : String(fault),
    );
  }
}

/** @param {{ work: string, probeBase: string, base: string }} parts */
export async function checkData({ work, probeBase, base }) {
  await checkOnProbe({ work, base: probeBase });
  await checkReset({ work, base: probeBase });
  await checkOnBox({ work, base });
}
