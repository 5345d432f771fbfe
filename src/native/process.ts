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
  /** Memory that was freed goes back to the machine. */
  trimMemory(): void;
}

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));

export const processAddon: ProcessAddon = require(`${root}/native/build/Release/tonegate-process.node`) as ProcessAddon;
