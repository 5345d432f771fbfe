// The small addon of native/process: functions about the process itself. The gateway loads it, and never the one of
// index.ts, which reads what clients send.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

interface ProcessAddon {
  /**
   * One datagram to the socket of a service manager: an absolute path, or an abstract name after '@'. Never blocks. 0, or a
   * negative number of native/core/base/status.h: nobody took it.
   */
  notify(address: string, text: string): number;
  /**
   * Starts a child without copying this process. `args`: the first one is the name of the program. `directory`: '' for that of
   * this process. `descriptors`: for each descriptor of the child -1 for /dev/null, -2 for a socket pair, or a descriptor of this
   * process. `onEnd` gets the exit code and the number of the signal, once; 0: there was none.
   */
  spawn(
    file: string,
    args: readonly string[],
    environment: readonly string[],
    directory: string,
    descriptors: Int32Array,
    onEnd: (exitCode: number, signal: number) => void,
  ): SpawnedChild;
  /** Memory that was freed goes back to the machine. */
  trimMemory(): void;
}

export interface SpawnedChild {
  /** An errno; 0: the child runs. */
  readonly error: number;
  readonly pid: number;
  /** This process's end of each socket pair; -1 for other descriptors. */
  readonly ends: readonly number[];
}

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));

export const processAddon: ProcessAddon = require(`${root}/native/build/Release/tonegate-process.node`) as ProcessAddon;
