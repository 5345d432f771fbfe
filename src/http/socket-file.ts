// The file of a Unix socket. Whoever may write to it may send requests. A file that a killed process left behind is
// replaced.
import { once } from 'node:events';
import { chmodSync, lstatSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname } from 'node:path';

/** The path that was configured cannot be used for a socket. */
class SocketFileError extends Error {
  override readonly name = 'SocketFileError';
}

/** `listen` makes the socket. Its group is that of the process, or of the directory if that has the setgid bit. */
export async function openSocketFile(file: string, setting: string, listen: () => Promise<void>): Promise<void> {
  const refuse = (why: string, cause?: unknown) => new SocketFileError(`${setting}: ${why}`, { cause });
  const directory = dirname(file);
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw refuse(
      `the directory ${directory} does not exist; create it so that the gateway can write to it, or name another one`,
    );
  }
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found !== undefined && !found.isSocket()) {
    throw refuse(`${file} exists but is not a socket; remove it, or name another path`);
  }
  if (found !== undefined && (await isHeard(file))) {
    throw refuse(`another process listens on ${file}; stop that process, or name another path`);
  }
  try {
    if (found !== undefined) rmSync(file, { force: true });
    await listen();
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    throw refuse(
      `the socket ${file} cannot be created (${code}); check that the gateway can write to ${directory}`,
      fault,
    );
  }
  chmodSync(file, 0o660);
}

/** True if a process accepts connections there, or if that cannot be determined. */
async function isHeard(file: string): Promise<boolean> {
  const socket = createConnection(file);
  try {
    await once(socket, 'connect');
    return true;
  } catch (fault) {
    return !['ECONNREFUSED', 'ENOENT'].includes((fault as NodeJS.ErrnoException).code ?? '');
  } finally {
    socket.destroy();
  }
}
