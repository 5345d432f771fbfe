// A box below a directory: the real commands, boot state and bundle check of board/update, with stand-ins for foreign
// programs (RAUC, systemctl, U-Boot's fw_printenv and fw_setenv), which record their calls.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { boardOf } from '../../../src/local/board/board.js';
import { Box } from '../../../src/local/board/box.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** A bundle in these tests is a text; the stand-in for RAUC accepts one whose first line is `signed`. */
export const bundleText = (
  version: string,
  { compatible = 'tonegate-arm64', description = '', isSigned = true } = {},
) => `${isSigned ? 'signed' : 'unsigned'}\n${JSON.stringify({ compatible, version, description })}\n`;

const programs = {
  rauc: `
case "$1" in
  info) [ "$(head -n 1 "$3")" = signed ] || { echo "rauc-Message: 09:05:59.001: Reading bundle: $3" >&2; echo "signature verification failed: self-signed certificate" >&2; exit 1; }
    sed -n 2p "$3" ;;
  install) [ ! -e "$TEST_ROOT/broken-rauc" ] || { echo "Failed updating slot rootfs.1: No space left on device" >&2; exit 1; }
    stated="$(cat "$TEST_ROOT/stated-hash" 2>/dev/null || sha256sum <"$2" | cut -d ' ' -f 1)"
    RAUC_TARGET_SLOTS=1 RAUC_IMAGE_NAME_1="$2" RAUC_IMAGE_DIGEST_1="$stated" "$TEST_ROOT/usr/lib/tonegate-board/check-bundle" ||
      { echo "Pre-install handler error: Child process exited with code 1" >&2; exit 1; }
    sed -n 2p "$2" >"$TEST_ROOT/installed"
    "$TEST_ROOT/usr/lib/tonegate-board/boot-state" set-primary B ;;
esac`,
  systemctl: `
case "$1" in show) grep -qx "$4" "$TEST_ROOT/active" 2>/dev/null && echo active || echo inactive ;; esac`,
  fw_setenv: `
read -r device offset size <"$2"
grep = "$6" >"$device-$offset"`,
  fw_printenv: `
read -r device offset size <"$2"
cat "$device-$offset"`,
} as const;

export interface TestBox {
  readonly root: string;
  readonly board: ReturnType<typeof boardOf>;
  readonly box: Box;
  /** Sentences for the operator so far. */
  readonly said: string[];
  readonly say: (sentence: string) => void;
  /** Programs that were run, with their arguments. */
  calls(): string[];
  bootState(name: string): string;
  /** Makes another slot the running one, as a restart would. */
  boot(slot: string, version: string): void;
  read(path: string): string;
  write(path: string, text: string): string;
  has(path: string): boolean;
  discard(): void;
}

export function makeTestBox(version = '1.0.0'): TestBox {
  const root = mkdtempSync(join(tmpdir(), 'tonegate-box-'));
  const write = (path: string, text: string): string => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  for (const folder of [
    'bin',
    'run/tonegate-board',
    'data/box',
    'etc/tonegate',
    'var/lib',
    'dev',
    'usr/lib/tonegate-board',
  ]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const [name, text] of Object.entries(programs)) {
    chmodSync(write(`bin/${name}`, `#!/bin/sh\necho "${name} $*" >>"$TEST_ROOT/calls"\n${text}\n`), 0o755);
  }
  for (const name of ['boot-state', 'check-bundle']) {
    copyFileSync(join(repository, 'board/update', name), join(root, 'usr/lib/tonegate-board', name));
  }
  const own = `${process.getuid?.()}:${process.getgid?.()}`;
  write('etc/passwd', ['root', 'tonegate', 'tonegate-sync'].map((name) => `${name}:x:${own}::/:/bin/sh\n`).join(''));
  write('usr/share/tonegate-board/version', `${version}\n`);
  write('state', '');
  write('cmdline', 'quiet tonegate.slot=A rauc.slot=A\n');
  write('dev/console', '');
  const env = {
    PATH: `${join(root, 'bin')}:${process.env.PATH}`,
    TEST_ROOT: root,
    TONEGATE_BOOT_STATE: join(root, 'state'),
    TONEGATE_BOARD_RUN: join(root, 'run'),
    TONEGATE_CMDLINE: join(root, 'cmdline'),
  };
  const box = new Box({ root, env });
  const said: string[] = [];
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return {
    ...{ root, box, board: boardOf(box), said, read, write },
    say: (sentence) => said.push(sentence),
    calls: () =>
      (existsSync(join(root, 'calls')) ? read('calls').trim().split('\n') : []).filter(
        (line) => !line.startsWith('fw_'),
      ),
    bootState: (name) => box.bootState('get', name),
    boot: (slot, runs) => {
      write('cmdline', `quiet tonegate.slot=${slot} rauc.slot=${slot}\n`);
      write('usr/share/tonegate-board/version', `${runs}\n`);
    },
    has: (path) => existsSync(join(root, path)),
    discard: () => rmSync(root, { recursive: true, force: true }),
  };
}
