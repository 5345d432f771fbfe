// A disk that is full from the n-th write on, for the processes that are started with `env`: full-disk.c, loaded before
// the C library.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('full-disk.c', import.meta.url));

export class FaultLayer {
  /** @param {string} folder where it is built, outside of the other @param {string} under the files it is about
   * @param {string} control the file that steers it; children in a cage only see it where they may write */
  constructor(folder, under, control = path.join(folder, 'control')) {
    const library = path.join(folder, 'full-disk.so');
    const places = [`-DFULL_DISK_UNDER=${JSON.stringify(under)}`, `-DFULL_DISK_CONTROL=${JSON.stringify(control)}`];
    const { status, stderr } = spawnSync('cc', [...places, '-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the fault layer needs a C compiler: ${stderr}`);
    this.file = control;
    this.env = { LD_PRELOAD: library };
    this.fullFrom(0);
  }

  /** Begins to count anew. @param {number} number of the first write that fails, from 1; 0: none fails */
  fullFrom(number) {
    // Writes in place, because running processes have the file mapped.
    writeFileSync(this.file, Buffer.from(new BigInt64Array([BigInt(number), 0n, 0n]).buffer), {
      flag: existsSync(this.file) ? 'r+' : 'w',
    });
  }

  counts() {
    const bytes = readFileSync(this.file);
    return { writes: Number(bytes.readBigInt64LE(8)), refused: Number(bytes.readBigInt64LE(16)) };
  }
}
