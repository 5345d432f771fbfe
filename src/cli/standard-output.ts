// The end of a command whose output cannot be written.
import { exitCodes } from './exit.js';

/**
 * A reader that has seen enough (`| head`) is no fault of a command, and no end of a service; a full disk is a fault of
 * every command that prints. Standard error has nobody to complain to.
 */
export function standardOutputMayEnd(isService: boolean): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
    if (isService) return;
    if (fault.code === 'EPIPE') process.exit(exitCodes.fine);
    process.stderr.write(`tonegate: standard output: ${fault.message}\n`);
    process.exit(exitCodes.internal);
  });
}
