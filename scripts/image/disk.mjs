// The image that is written to a card or disk: GPT with boot, state and both slots; the first boot makes the data
// partition after them.
import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { put, setTimes } from './deb.mjs';
import { sectorBytes, slotBytes, slotLayout } from './rootfs.mjs';
import { run } from './run.mjs';

const MiB = 1 << 20;
/** The first 16 MiB are free for boot loaders, which boards expect at the start of a card. */
const bootBytes = 16 * MiB;
const stateBytes = 1 * MiB;
export const places = {
  boot: 16 * MiB,
  state: 32 * MiB,
  slotA: 40 * MiB,
  slotB: 40 * MiB + slotBytes + 8 * MiB,
  end: 40 * MiB + 2 * (slotBytes + 8 * MiB),
};

/** The boot state of a fresh box. */
export const freshState = {
  BOOT_ORDER: 'A B',
  BOOT_A_LEFT: '3',
  BOOT_B_LEFT: '3',
  BOOT_PENDING: '',
  BOOT_GOOD: 'A',
  BOOT_ARGS: '',
};

/** The sector of a boot state. @param {Record<string, string>} state @param {string} work */
export function stateSector(state, work) {
  const text = path.join(work, 'state.txt');
  const file = path.join(work, 'state.bin');
  const lines = Object.entries(state).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(text, lines.join(''));
  run('mkenvimage', ['-s', String(sectorBytes), '-p', '0x00', '-o', file, text]);
  return readFileSync(file);
}

/** board/boot/boot.cmd with the positions of the layout. @param {string} root */
export const bootCommands = (root) =>
  readFileSync(path.join(root, 'board/boot/boot.cmd'), 'utf8')
    .replaceAll('@FIT_SECTORS@', `0x${(slotLayout.fitBytes / sectorBytes).toString(16)}`)
    .replaceAll('@FIT_SECTOR@', `0x${(slotLayout.fitAt / sectorBytes).toString(16)}`);

/** @param {{ root: string, slot: string, work: string, output: string, timeS: number }} order */
export function makeDisk({ root, slot, work, output, timeS }) {
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(timeS) };
  const files = path.join(work, 'boot');
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files, { recursive: true });
  const commands = path.join(work, 'boot.cmd');
  writeFileSync(commands, bootCommands(root));
  run(
    'mkimage',
    [
      '-T',
      'script',
      '-A',
      'arm64',
      '-O',
      'linux',
      '-C',
      'none',
      '-n',
      'tonegate',
      '-d',
      commands,
      path.join(files, 'boot.scr'),
    ],
    env,
  );
  put(path.join(files, 'README.txt'), 'tonegate: this partition holds the boot script. See docs/board.md.\n');
  setTimes(files, timeS, { keepModes: true });
  const boot = path.join(work, 'boot.vfat');
  rmSync(boot, { force: true });
  run('mkfs.vfat', ['-C', '--invariant', '-n', 'TG-BOOT', '-i', '54474254', boot, String(bootBytes / 1024)], env);
  for (const name of ['boot.scr', 'README.txt'])
    run('mcopy', ['-m', '-i', boot, path.join(files, name), `::${name}`], { ...env, TZ: 'UTC' });

  const part = `${output}.part`;
  rmSync(part, { force: true });
  const disk = openSync(part, 'w');
  ftruncateSync(disk, places.end + MiB);
  closeSync(disk);
  // Fixed ids: the same sources give the same bytes. The box makes its own id, name and keys.
  const id = (/** @type {number} */ number) => `7067a7e0-746f-4e65-8761-74650000000${number}`;
  const line = (
    /** @type {number} */ number,
    /** @type {number} */ at,
    /** @type {number} */ bytes,
    /** @type {string} */ type,
    /** @type {string} */ name,
    more = '',
  ) =>
    `start=${at / sectorBytes}, size=${bytes / sectorBytes}, type=${type}, uuid=${id(number)}, name="${name}"${more}`;
  const linux = '0FC63DAF-8483-4772-8E79-3D69D8477DE4';
  const script = [
    ...['label: gpt', `label-id: ${id(0)}`, `first-lba: 34`],
    line(
      1,
      places.boot,
      bootBytes,
      'EBD0A0A2-B9E5-4433-87C0-68B6B72699C7',
      'tonegate-boot',
      ', attrs=LegacyBIOSBootable',
    ),
    line(2, places.state, stateBytes, linux, 'tonegate-state'),
    line(3, places.slotA, slotBytes, linux, 'tonegate-root-a'),
    line(4, places.slotB, slotBytes, linux, 'tonegate-root-b'),
  ];
  const layout = path.join(work, 'layout');
  writeFileSync(layout, `${script.join('\n')}\n`);
  run('sh', ['-c', 'sfdisk --quiet --no-reread --no-tell-kernel "$1" <"$2"', 'sh', part, layout]);
  const out = openSync(part, 'r+');
  const write = (/** @type {Buffer} */ bytes, /** @type {number} */ at) => writeSync(out, bytes, 0, bytes.length, at);
  write(readFileSync(boot), places.boot);
  const state = stateSector(freshState, work);
  write(state, places.state);
  write(state, places.state + 0x1000);
  const slotContent = readFileSync(slot);
  write(slotContent, places.slotA);
  write(slotContent, places.slotB);
  closeSync(out);
  copyFileSync(part, output);
  rmSync(part);
}
