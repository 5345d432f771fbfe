// The boot script of the image (board/boot/boot.cmd) on a table of states, in a shell that has U-Boot's commands as functions. The
// real U-Boot runs it in `npm run test:image`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bootCommands, freshState } from '../../../scripts/image/disk.mjs';
import { slotLayout } from '../../../scripts/image/rootfs.mjs';
import { root } from '../../../scripts/setup/setup.mjs';

type State = typeof freshState;

/** U-Boot's commands: sectors 200 and 208 hold the state, 3000 and 4000 the slots; a file `broken-A` is a kernel that cannot be read. */
const commands = `
devtype=disk; devnum=0; fdtcontroladdr=0x100; sector=
setenv() { name="$1"; shift; eval "$name=\\"\\$*\\""; }
setexpr() { eval "$1=\\$(($2 $3 $4))"; }
part() { case "$4" in 2) eval "$5=200" ;; *) eval "$5=$(($4 * 1000))" ;; esac; }
disk() {
  case "$1" in
    read) sector="$3" ;;
    write) cp exported "state-$3"; echo "wrote $3" >>writes ;;
  esac
}
env() {
  if [ "$1" = import ]; then [ -e "state-$sector" ] && . "./state-$sector"; return; fi
  : >exported
  for name in $state_names; do eval "echo \\"$name='\\$$name'\\"" >>exported; done
}
iminfo() {
  case $((sector - ${slotLayout.fitAt / 512})) in
    3000) [ ! -e broken-A ] ;;
    4000) [ ! -e broken-B ] ;;
    *) echo "read of sector $sector" >>faults; false ;;
  esac
}
bootm() { echo "$bootargs" >booted; exit 0; }
reset() { echo reset >booted; exit 0; }
sleep() { :; }
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tonegate-boot-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lines = (state: Partial<State>) =>
  Object.entries({ ...freshState, ...state })
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');

function put(state: Partial<State>, { copies = [200, 208], broken = [] as readonly string[] } = {}): void {
  for (const copy of copies) writeFileSync(path.join(folder, `state-${copy}`), lines(state));
  for (const slot of broken) writeFileSync(path.join(folder, `broken-${slot}`), '');
}

/** Powers on once. */
function boot(typed: Record<string, string> = {}): { slot: string; isSafe: boolean; args: string; left: string } {
  const script = path.join(folder, 'script');
  writeFileSync(script, `${commands}\n${bootCommands(root)}`);
  const ran = spawnSync('sh', [script], { cwd: folder, encoding: 'utf8', env: { ...process.env, ...typed } });
  expect(ran.stderr).toBe('');
  expect(existsSync(path.join(folder, 'faults'))).toBe(false);
  const args = readFileSync(path.join(folder, 'booted'), 'utf8').trim();
  const kept = existsSync(path.join(folder, 'state-200')) ? readFileSync(path.join(folder, 'state-200'), 'utf8') : '';
  const left = ['A', 'B'].map((slot) => new RegExp(`BOOT_${slot}_LEFT='(.*)'`).exec(kept)?.[1] ?? '?').join(' ');
  return {
    slot: /tonegate\.slot=([AB])/.exec(args)?.[1] ?? 'none',
    isSafe: args.includes('tonegate.safe-mode'),
    args,
    left,
  };
}

describe('a box without an update that is being tried', () => {
  it('boots the first slot of its order, and counts nothing', () => {
    put({});
    for (let power = 0; power < 10; power++) expect(boot()).toMatchObject({ slot: 'A', isSafe: false, left: '3 3' });
    expect(existsSync(path.join(folder, 'writes'))).toBe(false);
    put({ BOOT_ORDER: 'B A', BOOT_GOOD: 'B' });
    expect(boot()).toMatchObject({ slot: 'B', isSafe: false, left: '3 3' });
  });

  it('boots the other slot where the first one is bad, or its kernel cannot be read', () => {
    put({ BOOT_A_LEFT: '0', BOOT_GOOD: 'B' });
    expect(boot()).toMatchObject({ slot: 'B', isSafe: false });
    put({}, { broken: ['A'] });
    expect(boot()).toMatchObject({ slot: 'B', isSafe: false });
  });

  it('gives the kernel the arguments that stand in its state', () => {
    put({ BOOT_ARGS: 'tonegate.factory-reset' });
    expect(boot().args).toMatch(/ tonegate\.factory-reset$/);
  });

  it("gives the kernel the arguments that a person sets at the loader's prompt, for this boot alone", () => {
    put({});
    expect(boot({ more_args: 'tonegate.factory-reset' }).args).toMatch(/ tonegate\.factory-reset$/);
    expect(boot().args).not.toContain('factory-reset');
  });
});

describe('a box with an update that is being tried', () => {
  const pending = { BOOT_ORDER: 'B A', BOOT_PENDING: 'B', BOOT_GOOD: 'A' };

  it('tries the new slot three times, the old one three times, and then stays in safe mode on the last good one', () => {
    put(pending);
    const boots = Array.from({ length: 9 }, () => boot()).map(
      ({ slot, isSafe, left }) => `${slot}${isSafe ? ' safe' : ''} ${left}`,
    );
    expect(boots).toEqual([
      ...['B 3 2', 'B 3 1', 'B 3 0', 'A 2 0', 'A 1 0', 'A 0 0'],
      ...['A safe 0 0', 'A safe 0 0', 'A safe 0 0'],
    ]);
  });

  it('spends no try of the old slot while the new one has some', () => {
    put(pending);
    expect(boot()).toMatchObject({ slot: 'B', left: '3 2' });
  });

  it('goes back at once where the kernel of the new slot cannot be read', () => {
    put(pending, { broken: ['B'] });
    expect(boot()).toMatchObject({ slot: 'A', isSafe: false });
  });

  it('writes both copies of the state, the first one first', () => {
    put(pending);
    boot();
    expect(readFileSync(path.join(folder, 'writes'), 'utf8')).toBe('wrote 200\nwrote 208\n');
    expect(readFileSync(path.join(folder, 'state-208'), 'utf8')).toBe(
      readFileSync(path.join(folder, 'state-200'), 'utf8'),
    );
  });
});

describe('a boot state that a power cut damaged', () => {
  it('is read from its second copy', () => {
    put({ BOOT_ORDER: 'B A', BOOT_GOOD: 'B' }, { copies: [208] });
    expect(boot()).toMatchObject({ slot: 'B', isSafe: false });
  });

  it('is that of a fresh box where both copies are gone', () => {
    expect(boot()).toMatchObject({ slot: 'A', isSafe: false });
    put({}, { copies: [], broken: ['A'] });
    expect(boot()).toMatchObject({ slot: 'B', isSafe: false });
  });
});

describe('safe mode', () => {
  it('takes the other slot where the kernel of the last good one cannot be read', () => {
    put({ BOOT_A_LEFT: '0', BOOT_B_LEFT: '0', BOOT_GOOD: 'A' }, { broken: ['A'] });
    expect(boot()).toMatchObject({ slot: 'B', isSafe: true });
  });

  it('is left where no kernel can be read at all: the box starts again', () => {
    put({}, { broken: ['A', 'B'] });
    expect(boot()).toMatchObject({ slot: 'none', args: 'reset' });
  });
});
