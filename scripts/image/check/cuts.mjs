// Power cuts during the first boot and during an update, on a probe: at each step that the box reports, and at random
// moments. The box always boots into a slot that passed, and acknowledged data is on its disk.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { secondDisk } from './box.mjs';
import { copySaved, Machine, makeMachineDisk } from './machine.mjs';
import { probeCpus } from './probe.mjs';
import { heldBefore, note, tell } from './tell.mjs';

const MiB = 1 << 20;
const firstBootSteps = [/data partition is made on/, /an empty file system is made/, /data on \/dev/];
/**
 * Messages of RAUC, the boot script and the confirmation during an update. `after`: the new slot is the primary one.
 */
const updateSteps = [
  { step: /Determining slot states/, after: false },
  { step: /Checking bundle/, after: false },
  { step: /Verifying signature done/, after: false },
  { step: /Checking manifest contents/, after: false },
  { step: /Determining target install group/, after: false },
  { step: /Updating slots/, after: false },
  { step: /Checking slot rootfs/, after: false },
  { step: /Copying image to rootfs/, after: false },
  { step: /Copying image to rootfs\.1 done/, after: undefined },
  { step: /Installing done/, after: true },
  { step: /PROBE restarts/, after: true },
  { step: /slot B has 2 tries left/, after: true },
  { step: /PROBE slot B/, after: true },
  { step: /PROBE self-test of slot B/, after: true },
  { step: /the update passed its self-test/, after: true },
];

const ledger = `(n=1; while :; do n=$((n+1)); echo $n >>/data/ledger; sync /data/ledger && echo "LEDGER $n"; sleep 0.3; done) &`;
const update = `mount -o ro /dev/vdb /mnt && rauc install /mnt/next.raucb; systemctl reboot`;

/** Resumes a saved machine and starts the update. @param {Machine} machine */
async function startUpdate(machine) {
  await machine.resume();
  machine.type(`${ledger}\n`);
  await machine.waitFor(/LEDGER 2\r?\n/, 60);
  machine.type(`${update}\n`);
}

/** @param {Machine} machine @param {string} claim @param {boolean | undefined} after */
async function checkAfterCut(machine, claim, after) {
  const acknowledged = Math.max(
    0,
    ...[...machine.said.matchAll(/LEDGER (\d+)\r?\n/g)].map(([, count]) => Number(count)),
  );
  await machine.powerOff();
  machine.powerOn();
  let said = '';
  try {
    await machine.waitFor(/PROBE confirmed/, 300);
    const boots = [...machine.said.matchAll(/PROBE slot ([AB]) version (\S+) (safe-mode|normal)/g)];
    const [, slot, version, mode] = boots.at(-1) ?? [];
    const [, lines = '0', whole = '0', last = '0'] = /PROBE ledger (\d+) (\d+) (\d+)/.exec(machine.said) ?? [];
    if (mode !== 'normal') said = 'safe mode';
    if (slot === undefined || version !== { A: '1.0.0', B: '1.1.0' }[slot]) said = `slot ${slot} has ${version}`;
    if (after !== undefined && slot !== (after ? 'B' : 'A')) said = `slot ${slot}`;
    if (Number(lines) < acknowledged || lines !== whole || last !== lines)
      said = `${acknowledged} lines were acknowledged; ${lines} are there, ${whole} differ, the last is ${last}`;
    if (said === '') note(`slot ${slot}, ${acknowledged} lines acknowledged, ${lines} there`);
  } catch (fault) {
    said = fault instanceof Error ? fault.message : String(fault);
  }
  await machine.powerOff();
  tell(claim, said === '', said);
}

/** @param {{ work: string, base: string, fresh: string, stick: string, count: number }} parts */
export async function checkCuts({ work, base, fresh, stick, count }) {
  const log = path.join(work, 'cuts.log');
  for (const step of firstBootSteps) {
    const claim = `the power is cut in the first boot at ${step}`;
    if (heldBefore(claim)) continue;
    const disk = makeMachineDisk({ image: fresh, file: path.join(work, 'cut.qcow2'), bytes: 1_024 * MiB });
    const machine = new Machine({ disk, cpus: probeCpus, log });
    machine.powerOn();
    await machine.waitFor(step);
    await checkAfterCut(machine, claim, false);
  }
  const open = () => {
    const disk = copySaved(base, path.join(work, 'cut.qcow2'));
    return new Machine({ disk, cpus: probeCpus, log, extra: secondDisk(stick) });
  };
  const lastsS = await untilWhole(open);
  for (const { step, after } of updateSteps) {
    const claim = `the power is cut in the update at ${step}`;
    if (heldBefore(claim)) continue;
    const machine = open();
    try {
      await startUpdate(machine);
      await machine.waitFor(step, 300);
    } catch (fault) {
      tell(`the update reports ${step}`, false, fault instanceof Error ? fault.message : String(fault));
      await machine.powerOff();
      continue;
    }
    await checkAfterCut(machine, claim, after);
  }
  for (let cut = 1; cut <= count; cut++) {
    const claim = `the power is cut at a random moment of the update (cut ${cut})`;
    if (heldBefore(claim)) continue;
    const machine = open();
    await startUpdate(machine);
    const atS = Math.random() * lastsS;
    note(`${atS.toFixed(1)} s after it began`);
    await sleep(atS * 1_000);
    await checkAfterCut(machine, claim, undefined);
  }
}

/** Runs an undisturbed update; returns its duration in s. @param {() => Machine} open */
async function untilWhole(open) {
  const machine = open();
  await startUpdate(machine);
  const began = machine.upS;
  await machine.waitFor(/the update passed its self-test/, 600);
  const lastsS = machine.upS - began;
  tell('an undisturbed update goes through', true);
  note(`it lasts ${lastsS.toFixed(0)} s under emulation`);
  await machine.powerOff();
  return lastsS;
}
