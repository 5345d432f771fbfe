// Each state of an update × each behaviour of the self-test, and slots that are damaged, on a probe. A box always ends up
// in a slot that passed, or in safe mode.
import path from 'node:path';
import { freshState, places } from '../disk.mjs';
import { run } from '../run.mjs';
import { copyOnWrite, Machine } from './machine.mjs';
import { probeCpus, writeState } from './probe.mjs';
import { heldBefore, tell } from './tell.mjs';

const behaviours = ['passes', 'fails', 'hangs', 'once', 'reboots'];
const words = {
  passes: 'passes',
  fails: 'fails',
  hangs: 'hangs',
  once: 'restarts the box once',
  reboots: 'restarts the box for ever',
};
const tried = { ...freshState, BOOT_ORDER: 'B A', BOOT_PENDING: 'B' };
const always = (/** @type {string} */ boots) => Object.fromEntries(behaviours.map((each) => [each, boots]));

/**
 * `boots`: the slots that boot, one after the other, for each behaviour of the self-test of `slot`; `!` means safe
 * mode.
 */
export const states = [
  {
    ...{ name: 'a new slot that is being tried', slot: 'B', state: tried },
    boots: { passes: 'B', fails: 'B A', hangs: 'B A', once: 'B B', reboots: 'B B B A' },
  },
  {
    ...{ name: 'a new slot without tries, and the old one that is being tried', slot: 'A' },
    state: { ...tried, BOOT_B_LEFT: '0' },
    boots: { passes: 'A', fails: 'A A A A!', hangs: 'A A A A!', once: 'A A', reboots: 'A A A A!' },
  },
  { name: 'no update', slot: 'A', state: freshState, boots: always('A') },
  {
    ...{ name: 'a slot that was written in part', slot: 'A', state: { ...freshState, BOOT_B_LEFT: '0' } },
    boots: always('A'),
  },
  {
    ...{ name: 'no slot with a try left', slot: 'A', state: { ...tried, BOOT_A_LEFT: '0', BOOT_B_LEFT: '0' } },
    boots: always('A!'),
  },
  {
    ...{ name: 'an update that passed', slot: 'B', state: { ...freshState, BOOT_ORDER: 'B A', BOOT_GOOD: 'B' } },
    boots: always('B'),
  },
];

const noFileSystem = (/** @type {string} */ slot) => `slot ${slot} holds no file system that can be read`;

/** Slots whose squashfs is damaged. `says`: the message on the console after which the box is switched off. */
const damagedSlots = [
  {
    ...{ name: 'a damaged slot without an update', damaged: 'A', state: freshState, boots: 'B' },
    says: `${noFileSystem('A')}, so slot B boots from now on`,
  },
  {
    ...{ name: 'a new slot that is damaged', damaged: 'B', state: tried, boots: 'A' },
    says: `${noFileSystem('B')}, so slot A boots from now on`,
  },
  {
    ...{ name: 'a damaged slot beside one that was written in part', damaged: 'A', boots: '' },
    ...{ state: { ...freshState, BOOT_B_LEFT: '0' }, says: `${noFileSystem('A')}; the box starts again` },
  },
];

const bootLine = /PROBE slot ([AB]) version \S+ (safe-mode|normal)/g;

/** The slots that booted, `!` for safe mode. @param {Machine} machine */
const booted = (machine) =>
  [...machine.said.matchAll(bootLine)].map(([, at, mode]) => `${at}${mode === 'normal' ? '' : '!'}`).join(' ');

/** @param {{ work: string, base: string }} parts */
async function checkDamagedSlots({ work, base }) {
  for (const { name, damaged, state, boots, says } of damagedSlots) {
    const claim = `${name}: ${boots === '' ? 'no other slot boots' : `slot ${boots} boots, now and from then on`}`;
    if (heldBefore(claim)) continue;
    const disk = copyOnWrite(base, path.join(work, 'damaged-slot.qcow2'));
    const at = damaged === 'A' ? places.slotA : places.slotB;
    run('qemu-io', ['-f', 'qcow2', '-c', `write -q -P 0xa5 ${at} 4096`, disk]);
    writeState(disk, state, work);
    const machine = new Machine({ disk, cpus: probeCpus, log: path.join(work, 'damaged-slot.log') });
    let saw = '';
    try {
      machine.powerOn();
      await machine.waitFor(new RegExp(says), 600);
      if (boots !== '') {
        await machine.waitFor(/PROBE confirmed/, 600);
        saw = `${booted(machine)} `;
        await machine.powerOff();
        machine.powerOn(); // from now on the damaged slot is not tried
        await machine.waitFor(/PROBE confirmed/, 600);
        if (machine.said.includes(noFileSystem(damaged))) saw += `${damaged} tried again, `;
      }
    } catch (fault) {
      saw += `${fault instanceof Error ? fault.message : fault} `;
    }
    saw += booted(machine);
    tell(claim, saw === (boots === '' ? '' : `${boots} ${boots}`), `boots ${saw}`);
    await machine.powerOff();
  }
}

/** @param {{ work: string, base: string }} parts */
export async function checkStates({ work, base }) {
  for (const { name, slot, state, boots } of states) {
    for (const behaviour of /** @type {(keyof typeof words)[]} */ (behaviours)) {
      const expected = boots[behaviour] ?? '';
      const claim = `${name}, the self-test ${words[behaviour]}: boots ${expected}`;
      if (heldBefore(claim)) continue;
      const disk = copyOnWrite(base, path.join(work, 'state.qcow2'));
      const args = `tonegate.confirm-pause=1 tonegate.confirm-limit=2 tonegate.confirm-tries=2 probe.${slot}=${behaviour}`;
      writeState(disk, { ...state, BOOT_ARGS: args }, work);
      const machine = new Machine({ disk, cpus: probeCpus, log: path.join(work, 'states.log') });
      let saw = '';
      try {
        machine.powerOn();
        await machine.waitFor(/PROBE confirmed/, 600);
      } catch (fault) {
        saw = ` ${fault instanceof Error ? fault.message : fault}`;
      }
      await machine.powerOff();
      saw = booted(machine) + saw;
      tell(claim, saw === expected, `boots ${saw}`);
    }
  }
  await checkDamagedSlots({ work, base });
}
