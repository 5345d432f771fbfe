// The boot state with U-Boot's own tools (board/update/boot-state), in a file in place of the partition.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshState, stateSector } from '../../../scripts/image/disk.mjs';
import { root } from '../../../scripts/setup/setup.mjs';

const has = (program: string) => spawnSync(program, ['--version']).error === undefined;
const copies = [0, 0x1000] as const;

describe.skipIf(!['fw_setenv', 'fw_printenv', 'mkenvimage'].every(has))(
  'the boot state (libubootenv-tool and u-boot-tools have to be installed)',
  () => {
    let folder: string;
    let state: string;
    beforeEach(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'tonegate-state-'));
      state = path.join(folder, 'state');
      writeFileSync(state, '');
      truncateSync(state, 1 << 20);
      for (const at of copies) put(at, stateSector(freshState, folder));
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    function put(at: number, bytes: Uint8Array): void {
      const file = openSync(state, 'r+');
      writeSync(file, bytes, 0, bytes.length, at);
      closeSync(file);
    }
    function bootState(...args: string[]): string {
      const env = { ...process.env, TONEGATE_BOOT_STATE: state, TONEGATE_BOARD_RUN: folder };
      const { stdout, stderr, status } = spawnSync(path.join(root, 'board/update/boot-state'), args, {
        encoding: 'utf8',
        env,
      });
      expect(status, stderr).toBe(0);
      return stdout.trim();
    }
    const values = (...names: string[]) => names.map((name) => bootState('get', name));

    it('of a fresh box names slot A', () => {
      expect(bootState('get-primary')).toBe('A');
      expect(values('BOOT_ORDER', 'BOOT_PENDING', 'BOOT_GOOD')).toEqual(['A B', '', 'A']);
    });

    it('keeps an update that is to be tried, and its end', () => {
      bootState('set-state', 'B', 'bad');
      expect(bootState('get-state', 'B')).toBe('bad');
      bootState('set-primary', 'B');
      expect(bootState('get-primary')).toBe('B');
      expect(values('BOOT_ORDER', 'BOOT_B_LEFT', 'BOOT_PENDING', 'BOOT_GOOD')).toEqual(['B A', '3', 'B', 'A']);
      bootState('set-state', 'B', 'good');
      expect(values('BOOT_PENDING', 'BOOT_GOOD', 'BOOT_A_LEFT')).toEqual(['', 'B', '3']);
    });

    it('keeps arguments of the kernel with spaces and equals signs, and forgets them', () => {
      bootState('set', 'BOOT_ARGS', 'tonegate.factory-reset probe.A=fails a=b');
      expect(bootState('get', 'BOOT_ARGS')).toBe('tonegate.factory-reset probe.A=fails a=b');
      bootState('set', 'BOOT_ARGS', '');
      expect(bootState('get', 'BOOT_ARGS')).toBe('');
    });

    it.each(copies)('is read and mended when the copy at %d is damaged', (at) => {
      bootState('set-primary', 'B');
      put(at, Buffer.alloc(512, 0xa5));
      expect(bootState('get-primary')).toBe('B');
      bootState('set', 'BOOT_GOOD', 'B');
      for (const other of copies) {
        if (other === at) continue;
        put(other, Buffer.alloc(512, 0xa5));
        expect(values('BOOT_ORDER', 'BOOT_GOOD')).toEqual(['B A', 'B']);
      }
    });
  },
);
